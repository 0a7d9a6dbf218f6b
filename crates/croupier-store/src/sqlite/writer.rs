//! The thread that owns the database: it takes what is queued, commits it and answers everyone.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::mpsc;

use super::batch::{Batch, not_stored_because};
use super::chunk::ChunkBuilder;
use super::command::{BackupJob, Command, Read, Reply, Write};
use super::connection::{self, LockedFolder, WalPages};
use super::error::StartError;
use super::faults::CommitFaults;
use super::index::{ChunkCache, Index};
use super::recover;
use super::stats::{Counters, measured};
use super::{Settings, backup, checkpoint, reads};
use crate::journal::{EngineError, ReadError, RoomId, WriteError};

/// How long a commit waits for more writes, depending on how many the last one had. With few
/// writers nobody waits, and two milliseconds are about as long as a disk takes.
const GATHER: [(usize, Duration); 2] =
    [(64, Duration::from_millis(2)), (8, Duration::from_millis(1))];
/// With this many writes a commit does not wait.
const FULL_BATCH: usize = 512;
/// How many calls are taken from the queue at once.
const TAKEN_AT_ONCE: usize = 4096;

/// A commit whose outcome is unknown: the database has to be reopened.
#[derive(Debug)]
pub(super) struct InDoubt;

/// The work for one commit and after it.
pub(super) struct Work {
    writes: Vec<Write>,
    reads: Vec<Read>,
}

/// The state of the writer except its connection, which is replaced after a commit in doubt.
pub(super) struct Writer {
    pub(super) folder: LockedFolder,
    pub(super) settings: Settings,
    pub(super) queue: mpsc::Receiver<Command>,
    pub(super) counters: Arc<Counters>,
    pub(super) wal_pages: WalPages,
    pub(super) faults: CommitFaults,
    pub(super) index: Index,
    pub(super) cache: ChunkCache,
    pub(super) damaged: BTreeSet<RoomId>,
    chunk: ChunkBuilder,
    /// Taken from the queue and not done yet.
    waiting: VecDeque<Command>,
    taken: Vec<Command>,
    backups: VecDeque<BackupJob>,
    stops: Vec<Reply<()>>,
    pub(super) is_closing: bool,
    /// How many writes the last commit had.
    last_batch: usize,
    /// After a failed checkpoint: the size of the write-ahead log at which to retry.
    pub(super) retry_checkpoint_at: u64,
}

/// Why a batch was not stored.
struct BatchError {
    why: WriteError,
    in_doubt: bool,
}

impl Writer {
    /// Opens the database and reads its log.
    pub(super) fn start(
        folder: LockedFolder,
        settings: Settings,
        queue: mpsc::Receiver<Command>,
        counters: Arc<Counters>,
        faults: CommitFaults,
    ) -> Result<(Self, Connection), StartError> {
        let wal_pages = WalPages::default();
        let mut cache = ChunkCache::new(settings.chunk_cache_bytes);
        let connection = connection::open(&folder.database(), &settings, &wal_pages)?;
        let recovered = recover::read_log(&connection, &mut cache)?;
        let damaged = recovered.remember_damage(&connection)?;
        counters.damaged.store(recovered.damaged_entries(), Ordering::Relaxed);
        let writer = Self {
            folder,
            settings,
            queue,
            counters,
            wal_pages,
            faults,
            index: recovered.index,
            cache,
            damaged,
            chunk: ChunkBuilder::new(0),
            waiting: VecDeque::new(),
            taken: vec![],
            backups: VecDeque::new(),
            stops: vec![],
            is_closing: false,
            last_batch: 0,
            retry_checkpoint_at: 0,
        };
        writer.count();
        Ok((writer, connection))
    }

    /// Serves callers until all of them are gone or one of them stops the store.
    pub(super) fn run(mut self, connection: Connection) {
        let mut connection = Some(connection);
        while let Some(open) = &connection {
            if self.serve(open).is_ok() {
                break;
            }
            // Close the database before it is reopened.
            drop(connection.take());
            connection = self.reopen();
        }
        if let Some(connection) = connection {
            // If the checkpoint fails, the next start finds the rest in the write-ahead log.
            let _ = checkpoint::finish(&connection);
        }
        // Once callers are told that the store is shut down, the folder can be opened again.
        drop(self.folder);
        for reply in self.stops {
            let _ = reply.send(());
        }
    }

    fn serve(&mut self, connection: &Connection) -> Result<(), InDoubt> {
        loop {
            if let Some(job) = self.backups.pop_front() {
                backup::run(self, connection, job)?;
            } else if self.wait_for_work() {
                self.do_waiting(connection)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Waits until there is something to do. False if nothing will come any more.
    fn wait_for_work(&mut self) -> bool {
        if self.waiting.is_empty() {
            self.queue.blocking_recv_many(&mut self.taken, TAKEN_AT_ONCE);
            self.waiting.extend(self.taken.drain(..));
            self.gather();
        } else {
            self.look_for_work();
        }
        !self.waiting.is_empty()
    }

    /// A commit costs as much CPU time as about two hundred appends. Under load it waits a little,
    /// so that more of them share it; nobody notices two milliseconds.
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a commit waits is not decided by others"
    )]
    fn gather(&mut self) {
        let pause = GATHER.iter().find(|(writes, _)| self.last_batch >= *writes);
        let Some((_, pause)) = pause.filter(|_| !self.is_closing) else { return };
        if !self.waiting.is_empty() && self.waiting.len() < FULL_BATCH {
            thread::sleep(*pause);
            self.look_for_work();
        }
    }

    /// Takes what is queued, without waiting. False if there is nothing.
    pub(super) fn look_for_work(&mut self) -> bool {
        while self.waiting.len() < TAKEN_AT_ONCE
            && let Ok(command) = self.queue.try_recv()
        {
            self.waiting.push_back(command);
        }
        !self.waiting.is_empty()
    }

    /// Performs what was taken from the queue, as much as fits into one commit.
    pub(super) fn do_waiting(&mut self, connection: &Connection) -> Result<(), InDoubt> {
        let Work { writes, reads } = self.take_work();
        let written = self.write(connection, writes);
        if written.is_err() {
            // These are answered after reopening, from what is on disk.
            reads.into_iter().rev().for_each(|read| self.waiting.push_front(Command::Read(read)));
            return written;
        }
        for read in reads {
            reads::answer(self, connection, read);
        }
        self.count();
        self.checkpoint(connection);
        Ok(())
    }

    fn take_work(&mut self) -> Work {
        // Nearly all waiting calls are writes.
        let mut work = Work { writes: Vec::with_capacity(self.waiting.len()), reads: vec![] };
        let mut bytes = 0;
        while bytes < Settings::BATCH_BYTES
            && let Some(command) = self.waiting.pop_front()
        {
            match command {
                Command::Write(write) => {
                    bytes += write.bytes();
                    work.writes.push(write);
                }
                Command::Read(read) => work.reads.push(read),
                Command::Backup(job) => self.backups.push_back(job),
                Command::Stop(reply) => {
                    self.stops.push(reply);
                    self.is_closing = true;
                    self.queue.close();
                }
            }
        }
        work
    }

    fn write(&mut self, connection: &Connection, writes: Vec<Write>) -> Result<(), InDoubt> {
        if writes.is_empty() {
            return Ok(());
        }
        let begun = self
            .make_room(connection)
            .and_then(|()| connection.execute_batch("BEGIN IMMEDIATE").map_err(not_stored_because));
        if let Err(why) = begun {
            self.counters.failures.fetch_add(1, Ordering::Relaxed);
            for write in writes {
                write.refuse(why.clone());
            }
            return Ok(());
        }
        self.last_batch = writes.len();
        let mut batch = Batch::new(connection, &mut self.index, &mut self.cache, &mut self.chunk);
        batch.reserve(writes.len());
        let mut writes = writes.into_iter();
        let staged = writes.by_ref().try_for_each(|write| batch.stage(write));
        if staged.is_ok() && batch.is_empty() {
            // Everyone was refused and has been told.
            let rolled_back = connection.execute_batch("ROLLBACK");
            return rolled_back.map_err(|_| InDoubt);
        }
        let ended = match staged.and_then(|()| batch.complete(self.settings.log_bytes)) {
            Ok(()) => commit(connection, &self.faults, &self.counters),
            Err(why) => Err(roll_back(connection, why)),
        };
        match ended {
            Ok(()) => {
                let appends = batch.stored();
                self.counters.appends.fetch_add(appends, Ordering::Relaxed);
                Ok(())
            }
            Err(BatchError { why, in_doubt }) => {
                self.counters.failures.fetch_add(1, Ordering::Relaxed);
                batch.not_stored(&why);
                writes.for_each(|write| write.refuse(why.clone()));
                if in_doubt { Err(InDoubt) } else { Ok(()) }
            }
        }
    }

    /// After a commit in doubt: reopens the database and reads what is in it. Until that succeeds
    /// every call is refused. `None` if no more calls will come.
    fn reopen(&mut self) -> Option<Connection> {
        loop {
            match self.try_reopen() {
                Ok(connection) => return Some(connection),
                Err(why) => {
                    if !self.wait_for_work() {
                        return None;
                    }
                    self.refuse_waiting(&EngineError::new(why));
                }
            }
        }
    }

    fn try_reopen(&mut self) -> Result<Connection, StartError> {
        self.cache.clear();
        let database = self.folder.database();
        let connection = connection::open(&database, &self.settings, &self.wal_pages)?;
        // If syncing failed, the content of the write-ahead log may exist only in the memory of the
        // operating system. A checkpoint writes it again, to the database itself.
        checkpoint::finish(&connection)?;
        self.wal_pages.store(0, Ordering::Relaxed);
        let mut recovered = recover::read_log(&connection, &mut self.cache)?;
        self.damaged = recovered.remember_damage(&connection)?;
        recovered.keep_holders(&connection, &self.index)?;
        self.index = recovered.index;
        self.count();
        Ok(connection)
    }

    fn refuse_waiting(&mut self, why: &EngineError) {
        let Work { writes, reads } = self.take_work();
        for write in writes {
            write.refuse(WriteError::Failed(why.clone()));
        }
        for read in reads {
            read.refuse(&ReadError::Failed(why.clone()));
        }
        for job in self.backups.drain(..) {
            let _ = job.reply.send(Err(StartError::Engine(why.clone())));
        }
    }

    fn count(&self) {
        let set = |counter: &std::sync::atomic::AtomicU64, value| {
            counter.store(value, Ordering::Relaxed);
        };
        set(&self.counters.log_bytes, self.index.log_bytes());
        set(&self.counters.rooms_in_memory, self.index.rooms_in_memory() as u64);
        set(&self.counters.wal_bytes, self.wal_bytes());
    }
}

/// A full disk is detected before anything takes effect. After any other error the outcome is
/// unknown.
fn commit(
    connection: &Connection,
    faults: &CommitFaults,
    counters: &Counters,
) -> Result<(), BatchError> {
    let (committed, duration) =
        measured(|| faults.around(connection, || connection.execute_batch("COMMIT")));
    let Err(why) = committed else {
        counters.commit_took(duration);
        return Ok(());
    };
    match why.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::DatabaseBusy) => Err(roll_back(connection, why)),
        _ => Err(BatchError { why: WriteError::Unknown(EngineError::new(why)), in_doubt: true }),
    }
}

fn roll_back(connection: &Connection, why: rusqlite::Error) -> BatchError {
    if connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok() {
        BatchError { why: not_stored_because(why), in_doubt: false }
    } else {
        BatchError { why: WriteError::Unknown(EngineError::new(why)), in_doubt: true }
    }
}
