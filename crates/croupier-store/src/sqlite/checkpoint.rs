//! Bringing the write-ahead log into the database, so that it stays small.

use std::sync::atomic::Ordering;

use rusqlite::wal::CheckpointMode;
use rusqlite::{Connection, MAIN_DB};

use super::Settings;
use super::batch::not_stored_because;
use super::connection::PAGE_BYTES;
use super::writer::Writer;
use crate::journal::WriteError;

/// A page in the write-ahead log has a head of its own.
const FRAME_BYTES: u64 = PAGE_BYTES as u64 + 24;
/// From so many bytes on it is done whenever nobody waits for the writer. All at once it takes as long
/// as dozens of commits, for which everybody would wait. Most of that are flushes, however little there is
/// to bring: done more often, one move in a hundred of a quiet server would have to wait for it.
const WORTH_BYTES: u64 = 4 << 20;
/// After a failure it is tried again when so many bytes have come to it.
const RETRY_BYTES: u64 = 1 << 20;

impl Writer {
    /// Bytes of the write-ahead log that are in use.
    pub(super) fn wal_bytes(&self) -> u64 {
        u64::from(self.wal_pages.load(Ordering::Relaxed)) * FRAME_BYTES
    }

    /// After a commit: if the write-ahead log is large enough. A failure is no harm yet.
    pub(super) fn checkpoint(&mut self, connection: &Connection) {
        let wal_bytes = self.wal_bytes();
        let mut wanted = self.settings.checkpoint_bytes.min(Settings::WAL_REFUSE);
        if !self.look_for_work() {
            wanted = wanted.min(WORTH_BYTES);
        }
        if wal_bytes < wanted.max(self.retry_checkpoint_at) {
            return;
        }
        self.retry_checkpoint_at = match run(connection) {
            Ok(()) => {
                self.wal_pages.store(0, Ordering::Relaxed);
                0
            }
            Err(_) => wal_bytes + RETRY_BYTES,
        };
    }

    /// Before a commit: nothing is written as long as the write-ahead log is too large and cannot be
    /// made smaller.
    pub(super) fn make_room(&mut self, connection: &Connection) -> Result<(), WriteError> {
        if self.wal_bytes() < Settings::WAL_REFUSE {
            return Ok(());
        }
        run(connection).map_err(not_stored_because)?;
        self.wal_pages.store(0, Ordering::Relaxed);
        self.retry_checkpoint_at = 0;
        Ok(())
    }
}

/// All of it: nobody else reads, so nothing is in the way. The next commit begins at its start.
fn run(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.wal_checkpoint_v2(Some(MAIN_DB), CheckpointMode::RESTART)?;
    Ok(())
}

/// At the end: and the file is empty.
pub(super) fn finish(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.wal_checkpoint_v2(Some(MAIN_DB), CheckpointMode::TRUNCATE)?;
    Ok(())
}
