//! Commits that fail on purpose, for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use rusqlite::{Connection, ffi};

/// How the next commit fails.
#[cfg(any(test, feature = "testing"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitFault {
    /// The commit is stored, but reports an error.
    Stored = 1,
    /// The commit is not stored, and the error leaves that in doubt.
    NotStored = 2,
    /// There is no space left.
    Full = 3,
}

/// A switch that is shared with the test.
#[derive(Debug, Clone, Default)]
pub(super) struct CommitFaults(Arc<AtomicU8>);

impl CommitFaults {
    /// Makes the next commit fail.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn fail_next(&self, fault: CommitFault) {
        self.0.store(fault as u8, Ordering::SeqCst);
    }

    /// Commits, or fails as requested.
    pub(super) fn around(
        &self,
        connection: &Connection,
        commit: impl FnOnce() -> Result<(), rusqlite::Error>,
    ) -> Result<(), rusqlite::Error> {
        let error = |code| Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        match self.0.swap(0, Ordering::Relaxed) {
            1 => {
                commit()?;
                error(ffi::SQLITE_IOERR_FSYNC)
            }
            2 => {
                connection.execute_batch("ROLLBACK")?;
                error(ffi::SQLITE_IOERR_FSYNC)
            }
            3 => error(ffi::SQLITE_FULL),
            _ => commit(),
        }
    }
}
