//! Checkpoints: copying the write-ahead log into the database, so that it stays small.

use std::sync::atomic::Ordering;

use rusqlite::wal::CheckpointMode;
use rusqlite::{Connection, MAIN_DB};

use super::Settings;
use super::batch::not_stored_because;
use super::connection::PAGE_BYTES;
use super::writer::Writer;
use crate::journal::WriteError;

/// A page in the write-ahead log has a header of its own.
const FRAME_BYTES: u64 = PAGE_BYTES as u64 + 24;
/// From this size on a checkpoint is made whenever the writer is idle. A single large checkpoint
/// would take as long as dozens of commits, and everyone would wait for it. But its cost is mostly
/// flushes, however little there is to copy: with more frequent ones, one move in a hundred on a
/// quiet server would have to wait.
const WORTH_BYTES: u64 = 4 << 20;
/// After a failed checkpoint, retry when the log has grown by this much.
const RETRY_BYTES: u64 = 1 << 20;

impl Writer {
    /// How many bytes of the write-ahead log are in use.
    pub(super) fn wal_bytes(&self) -> u64 {
        u64::from(self.wal_pages.load(Ordering::Relaxed)) * FRAME_BYTES
    }

    /// After a commit: makes a checkpoint if the write-ahead log is large enough. A failure does no
    /// harm yet.
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

    /// Before a commit: refuses to write while the write-ahead log is too large and cannot be
    /// checkpointed.
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

/// Copies all of it: there are no other readers that could block it. The next commit starts from
/// its beginning.
fn run(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.wal_checkpoint_v2(Some(MAIN_DB), CheckpointMode::RESTART)?;
    Ok(())
}

/// At the end: also truncates the file.
pub(super) fn finish(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.wal_checkpoint_v2(Some(MAIN_DB), CheckpointMode::TRUNCATE)?;
    Ok(())
}
