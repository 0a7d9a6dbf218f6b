//! Rooms, guests and finished matches in one SQLite database.
//!
//! One thread owns the database. It takes all calls that are queued, writes them in one
//! transaction, commits, and answers all of them. The records of all rooms go into one log of
//! chunks; an index in memory knows where those of each room are
//! (`docs/adr/0011-one-log-for-all-rooms.md` says why).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

mod backup;
mod batch;
mod check;
mod checkpoint;
mod chunk;
mod command;
mod connection;
mod directory;
mod error;
mod faults;
mod index;
mod journal;
mod log;
mod look;
mod reads;
mod recover;
mod registry;
mod restore;
mod settings;
mod snapshots;
mod stats;
mod writer;

pub use check::{CheckReport, Damaged, check};
pub use command::BackupProgress;
pub use error::StartError;
#[cfg(any(test, feature = "testing"))]
pub use faults::CommitFault;
pub use look::{FolderState, look_at};
pub use restore::restore;
pub use settings::Settings;
pub use stats::Stats;

use crate::journal::{EngineError, ReadError, RoomId, WriteError};
use command::{BackupJob, Command, PlainRead, Read, Reply, Write, WriteFn};
use connection::LockedFolder;
use error::failed_read;
use faults::CommitFaults;
use stats::Counters;
use writer::Writer;

/// The writer ended in the middle of a call.
#[derive(Debug, thiserror::Error)]
#[error("the writer ended before it answered")]
struct NoAnswerError;

/// A data folder with a database in it. Clones are handles to the same store.
///
/// Dropping the last handle waits until all pending calls are done and the folder can be opened
/// again, which takes about as long as a commit.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    // Fields are dropped in this order: the writer ends when all senders are gone, and dropping the
    // last handle to its thread waits for that.
    sender: mpsc::Sender<Command>,
    _thread: Arc<WriterThread>,
    counters: Arc<Counters>,
    #[cfg_attr(not(any(test, feature = "testing")), expect(dead_code, reason = "for tests"))]
    faults: CommitFaults,
}

#[derive(Debug)]
struct WriterThread(Option<JoinHandle<()>>);

impl Drop for WriterThread {
    fn drop(&mut self) {
        let _ = self.0.take().map(JoinHandle::join);
    }
}

/// A ticket that identifies a holder of a room within this process. The lock of the folder excludes
/// holders in other processes.
fn next_ticket() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl SqliteStore {
    /// Opens the store in a folder; creates the folder and the database if necessary. After a
    /// crash, reads the log once. Blocks the calling thread.
    pub fn open(folder: impl AsRef<Path>, settings: Settings) -> Result<Self, StartError> {
        let folder = LockedFolder::lock(folder.as_ref())?;
        let path = folder.path.clone();
        let counters = Arc::new(Counters::default());
        let faults = CommitFaults::default();
        let (sender, receiver) = mpsc::channel(settings.queue.max(1));
        let started =
            Writer::start(folder, settings, receiver, Arc::clone(&counters), faults.clone());
        let (writer, connection) = started.map_err(StartError::at(&path))?;
        let thread = thread::Builder::new().name("journal".to_owned());
        let thread = thread.spawn(move || writer.run(connection));
        let thread = thread.map_err(|source| StartError::Io { path, source })?;
        Ok(Self { sender, _thread: Arc::new(WriterThread(Some(thread))), counters, faults })
    }

    /// Statistics about the store.
    pub fn stats(&self) -> Stats {
        self.counters.stats(self.sender.max_capacity() - self.sender.capacity())
    }

    /// Completes pending calls and closes the database. Later calls fail with an error that says
    /// so. When this returns the folder can be opened again.
    pub async fn shutdown(&self) {
        let (reply, answer) = oneshot::channel();
        if self.send(Command::Stop(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }

    /// Copies the database to a new file while the store goes on. The copy gets its name when it is
    /// complete, checked and durable. `on_progress` is called on the writer's thread, so it must
    /// not take long.
    pub async fn backup(
        &self,
        to: impl AsRef<Path>,
        on_progress: impl FnMut(BackupProgress) + Send + 'static,
    ) -> Result<(), StartError> {
        let to = to.as_ref().to_owned();
        if to.exists() {
            return Err(StartError::Exists { path: to });
        }
        let partial = backup::partial_name(&to);
        backup::remove_partial(&partial);
        let (reply, copied) = oneshot::channel();
        let job = BackupJob { to: partial.clone(), on_progress: Box::new(on_progress), reply };
        self.send(Command::Backup(job)).await.map_err(|Stopped| StartError::Stopped)?;
        let copied =
            copied.await.unwrap_or(Err(StartError::Engine(EngineError::new(NoAnswerError))));
        let target = copied.inspect_err(|_| backup::remove_partial(&partial))?;
        // The check takes long, and must block neither the writer nor the caller's thread.
        let (reply, settled) = oneshot::channel();
        let path = to.clone();
        let settle = move || {
            let _ = reply.send(backup::settle(target, &partial, &to));
        };
        let thread = thread::Builder::new().name("backup".to_owned()).spawn(settle);
        thread.map_err(|source| StartError::Io { path, source })?;
        settled.await.unwrap_or(Err(StartError::Engine(EngineError::new(NoAnswerError))))
    }

    /// Removes a room for good, even one that is damaged and cannot be opened; its holder is
    /// fenced. Returns whether there was one.
    pub async fn discard(&self, room: RoomId) -> Result<bool, WriteError> {
        self.write(|reply| Write::Discard { room, reply }).await
    }

    /// Makes the next commit fail, for tests of code that uses the store.
    #[cfg(any(test, feature = "testing"))]
    pub fn fail_next_commit(&self, fault: CommitFault) {
        self.faults.fail_next(fault);
    }

    async fn send(&self, command: Command) -> Result<(), Stopped> {
        self.sender.send(command).await.map_err(|_| Stopped)
    }

    /// Requests a write and waits for its commit.
    async fn write<T, E: From<WriteError>>(
        &self,
        write: impl FnOnce(Reply<Result<T, E>>) -> Write,
    ) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Write(write(reply))).await.map_err(|Stopped| WriteError::Stopped)?;
        let no_answer = |_| Err(WriteError::Unknown(EngineError::new(NoAnswerError)).into());
        answer.await.unwrap_or_else(no_answer)
    }

    /// Writes to tables other than the log.
    async fn write_plain<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, WriteError> {
        if bytes > Settings::WRITE_LIMIT {
            return Err(WriteError::TooLarge { bytes, limit: Settings::WRITE_LIMIT });
        }
        self.write(|reply| Write::Plain { bytes, work: Box::new(WriteFn { work, reply }) }).await
    }

    /// Requests something that needs no commit.
    async fn read<T, E: From<ReadError>>(
        &self,
        read: impl FnOnce(Reply<Result<T, E>>) -> Read,
    ) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Read(read(reply))).await.map_err(|Stopped| ReadError::Stopped)?;
        answer.await.unwrap_or_else(|_| Err(ReadError::Stopped.into()))
    }

    /// Reads from the tables.
    async fn read_plain<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, ReadError> {
        self.read(|reply| {
            let work: PlainRead = Box::new(move |connection| {
                let _ = reply.send(connection.and_then(|open| work(open).map_err(failed_read)));
            });
            Read::Plain(work)
        })
        .await
    }
}

/// The writer takes no more calls.
#[derive(Debug)]
struct Stopped;
