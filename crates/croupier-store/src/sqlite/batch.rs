//! One commit: the writes of all callers that were waiting.

use rusqlite::{Connection, ErrorCode};

use super::chunk::{ChunkBuilder, Kind};
use super::command::{Claim, Created, Finish, Reply, Write};
use super::index::{ChunkCache, Index, RoomState, Undo};
use super::log::Moved;
use super::snapshots::{self, Packed};
use super::{directory, log};
use crate::journal::{
    AppendError, CreateError, EngineError, Entry, Mark, PutError, Revision, RoomId, WriteError,
};

/// How many chunks a commit trims, in addition to twice those it adds.
const TRIM_CHUNKS: u64 = 32;
/// Once a commit has moved this many bytes out of the log, the rest waits for the next.
const ASIDE_BYTES: usize = 1 << 20;

/// An answer to be sent after the commit.
enum Answer {
    /// The most frequent kind, so it is not boxed.
    Mark {
        reply: Reply<Result<Mark, AppendError>>,
        mark: Mark,
    },
    Other(Finish),
}

/// Writes in a transaction that is not committed yet.
pub(super) struct Batch<'a> {
    connection: &'a Connection,
    index: &'a mut Index,
    cache: &'a mut ChunkCache,
    chunk: &'a mut ChunkBuilder,
    /// The first chunk of this batch.
    first_chunk: u64,
    undo: Vec<Undo>,
    answers: Vec<Answer>,
    /// How many of the answers are for appends.
    appends: u64,
    /// The first chunk that this transaction leaves in the log.
    trim_to: u64,
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        index: &'a mut Index,
        cache: &'a mut ChunkCache,
        chunk: &'a mut ChunkBuilder,
    ) -> Self {
        let first_chunk = index.next_chunk();
        chunk.restart(first_chunk);
        Self {
            connection,
            index,
            cache,
            chunk,
            first_chunk,
            undo: vec![],
            answers: vec![],
            appends: 0,
            trim_to: 0,
        }
    }

    /// Reserves space for this many writes.
    pub(super) fn reserve(&mut self, writes: usize) {
        self.undo.reserve(writes);
        self.answers.reserve(writes);
    }

    /// Whether nobody is waiting for the commit.
    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Performs one write. An error ends the whole batch.
    pub(super) fn stage(&mut self, write: Write) -> Result<(), rusqlite::Error> {
        match write {
            Write::Append { claim, records, reply } => {
                let Claim { room, ticket, tail } = claim;
                let chunk = &mut *self.chunk;
                let entry = || chunk.push(Kind::Records, room, tail, &records);
                let Some(mark) = self.index.append_held((room, ticket, tail), entry) else {
                    let _ = reply.send(Err(AppendError::Fenced));
                    return Ok(());
                };
                self.undo.push(Undo::Append { room, tail: Some(tail) });
                self.answers.push(Answer::Mark { reply, mark });
                self.appends += 1;
                self.flush_if_full()
            }
            Write::Snapshot { claim, packed, reply } => {
                let stored = self.snapshot(claim, &packed);
                self.answer(reply, stored)
            }
            Write::Create { entry, packed, reply } => {
                let created = self.create(&entry, &packed);
                self.answer(reply, created)
            }
            Write::Put { claim, expected, entry, reply } => {
                let put = self.put(claim, expected, &entry);
                self.answer(reply, put)
            }
            Write::Close { claim, reply } => {
                let closed = self.close(claim);
                self.answer(reply, closed)
            }
            Write::Discard { room, reply } => {
                let discarded = self.discard(room).map(Ok);
                self.answer(reply, discarded)
            }
            Write::Plain { work, .. } => {
                let (finish, done) = work.run(self.connection);
                self.answers.push(Answer::Other(finish));
                done
            }
        }
    }

    /// Sends a refusal at once; everything else is answered after the commit, or when it fails.
    fn answer<T, E>(
        &mut self,
        reply: Reply<Result<T, E>>,
        result: Result<Result<T, E>, rusqlite::Error>,
    ) -> Result<(), rusqlite::Error>
    where
        T: Send + 'static,
        E: From<WriteError> + Send + 'static,
    {
        let (value, done) = match result {
            Ok(Ok(value)) => (Some(value), Ok(())),
            Ok(Err(why)) => {
                let _ = reply.send(Err(why));
                return Ok(());
            }
            Err(why) => (None, Err(why)),
        };
        self.answers.push(Answer::Other(Box::new(move |outcome| {
            let answer = outcome.and_then(|()| value.ok_or(WriteError::Stopped));
            let _ = reply.send(answer.map_err(E::from));
        })));
        done
    }

    fn snapshot(
        &mut self,
        claim: Claim,
        packed: &Packed,
    ) -> Result<Result<Mark, AppendError>, rusqlite::Error> {
        let Claim { room, ticket, tail } = claim;
        let Some(state) = self.index.held(room, ticket, tail) else {
            return Ok(Err(AppendError::Fenced));
        };
        let (row, aside) = (state.row, state.aside);
        let mark = self.chunk.push(Kind::Snapshot, room, tail, &[]);
        snapshots::put(self.connection, (room, row), mark, packed)?;
        if aside {
            log::forget_aside(self.connection, room)?;
        }
        self.replace(room, RoomState::held(ticket, mark, row));
        self.flush_if_full()?;
        Ok(Ok(mark))
    }

    fn create(
        &mut self,
        entry: &Entry,
        packed: &Packed,
    ) -> Result<Result<Created, CreateError>, rusqlite::Error> {
        let room = entry.room;
        if directory::find_room(self.connection, room)?.is_some() {
            return Ok(Err(CreateError::Exists));
        }
        if directory::is_code_taken(self.connection, entry.code.as_deref(), room)? {
            return Ok(Err(CreateError::CodeTaken));
        }
        let revision = Revision::new(1);
        let row = directory::insert(self.connection, entry, revision)?;
        let tail = self.chunk.push(Kind::Snapshot, room, Mark::new(0), &[]);
        snapshots::put(self.connection, (room, row), tail, packed)?;
        let ticket = super::next_ticket();
        self.index.replace(room, RoomState::held(ticket, tail, row));
        self.index.room_count = self.index.room_count.map(|count| count + 1);
        self.undo.push(Undo::Create { room });
        self.flush_if_full()?;
        Ok(Ok(Created { ticket, tail, revision }))
    }

    fn put(
        &mut self,
        claim: Claim,
        expected: Revision,
        entry: &Entry,
    ) -> Result<Result<Revision, PutError>, rusqlite::Error> {
        let Claim { room, ticket, tail } = claim;
        if self.index.held(room, ticket, tail).is_none() {
            return Ok(Err(PutError::Fenced));
        }
        let Some(old) = directory::find_room(self.connection, room)? else {
            return Ok(Err(PutError::Fenced));
        };
        let current = old.listed.revision;
        if current != expected {
            return Ok(Err(PutError::Stale { current }));
        }
        if directory::is_code_taken(self.connection, entry.code.as_deref(), room)? {
            return Ok(Err(PutError::CodeTaken));
        }
        let next = Revision::new(current.get() + 1);
        directory::update(self.connection, &old, entry, next)?;
        Ok(Ok(next))
    }

    fn close(&mut self, claim: Claim) -> Result<Result<(), AppendError>, rusqlite::Error> {
        let Claim { room, ticket, tail } = claim;
        let Some(state) = self.index.held(room, ticket, tail) else {
            return Ok(Err(AppendError::Fenced));
        };
        let (row, aside) = (state.row, state.aside);
        if aside {
            log::forget_aside(self.connection, room)?;
        }
        self.remove(room, row, tail)?;
        Ok(Ok(()))
    }

    /// Removes a room, whether or not anyone holds it. Returns whether there was one.
    fn discard(&mut self, room: RoomId) -> Result<bool, rusqlite::Error> {
        let Some(row) = directory::row_of(self.connection, room)? else { return Ok(false) };
        log::forget_aside(self.connection, room)?;
        directory::forget_damage(self.connection, room)?;
        self.remove(room, row, Mark::new(0))?;
        Ok(true)
    }

    fn remove(&mut self, room: RoomId, row: i64, tail: Mark) -> Result<(), rusqlite::Error> {
        self.chunk.push(Kind::Closed, room, tail, &[]);
        directory::remove(self.connection, row)?;
        snapshots::remove(self.connection, row)?;
        if let Some(state) = self.index.remove(room) {
            self.undo.push(Undo::Replace { room, state: Box::new(state) });
        }
        self.index.room_count = self.index.room_count.map(|count| count.saturating_sub(1));
        self.undo.push(Undo::Count);
        self.flush_if_full()
    }

    fn replace(&mut self, room: RoomId, state: RoomState) {
        if let Some(old) = self.index.replace(room, state) {
            self.undo.push(Undo::Replace { room, state: Box::new(old) });
        }
    }

    fn flush_if_full(&mut self) -> Result<(), rusqlite::Error> {
        if self.chunk.is_full() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), rusqlite::Error> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let number = self.chunk.number;
        let bytes = self.chunk.finish();
        log::insert_chunk(self.connection, number, bytes)?;
        self.index.add_chunk(bytes.len());
        self.chunk.restart(number + 1);
        Ok(())
    }

    /// Writes what is still in memory, and trims the log if possible.
    pub(super) fn complete(&mut self, log_limit: u64) -> Result<(), rusqlite::Error> {
        self.flush()?;
        if self.index.log_bytes() > log_limit {
            self.set_rooms_aside()?;
            self.flush()?;
        }
        let first = self.index.first_chunk();
        let added = self.index.next_chunk() - self.first_chunk;
        // The newest chunk stays, because the number of the next one is derived from it.
        let needed = self.index.needed_from().min(self.index.next_chunk().saturating_sub(1));
        self.trim_to = needed.min(first + TRIM_CHUNKS + 2 * added);
        if self.trim_to > first {
            log::trim(self.connection, self.trim_to)?;
        }
        Ok(())
    }

    /// Moves records out of the log for the rooms that keep it from being trimmed.
    fn set_rooms_aside(&mut self) -> Result<(), rusqlite::Error> {
        let mut budget = ASIDE_BYTES;
        while budget > 0 {
            let Some(room) = self.index.oldest_room() else { break };
            let Some(state) = self.index.get(room) else { break };
            let moved = log::set_aside(self.connection, self.cache, (room, state), budget)?;
            let Some(Moved { count, last, bytes }) = moved else { break };
            budget = budget.saturating_sub(bytes);
            let mut after = state.clone();
            after.log.drain(..count);
            after.aside = true;
            self.chunk.push(Kind::SetAside, room, last, &[]);
            if after.holder != 0 || !after.log.is_empty() {
                self.replace(room, after);
            } else if let Some(state) = self.index.remove(room) {
                self.undo.push(Undo::Replace { room, state: Box::new(state) });
            }
        }
        Ok(())
    }

    /// After the commit: answers everyone.
    pub(super) fn stored(self) -> u64 {
        // Drop trimmed chunks from memory only now that the commit is certain.
        self.index.trim_to(self.trim_to);
        self.cache.trim_to(self.trim_to);
        for answer in self.answers {
            match answer {
                Answer::Mark { reply, mark } => {
                    let _ = reply.send(Ok(mark));
                }
                Answer::Other(finish) => finish(Ok(())),
            }
        }
        self.appends
    }

    /// After a failed or doubtful commit: answers everyone and restores the index.
    pub(super) fn not_stored(self, why: &WriteError) {
        // Chunks of this batch may be in the cache; their numbers will be reused with other
        // content.
        self.cache.clear();
        self.index.undo(self.undo);
        self.index.remove_chunks_from(self.first_chunk);
        for answer in self.answers {
            match answer {
                Answer::Mark { reply, .. } => {
                    let _ = reply.send(Err(why.clone().into()));
                }
                Answer::Other(finish) => finish(Err(why.clone())),
            }
        }
    }
}

/// The error for a batch that was certainly not stored.
pub(super) fn not_stored_because(why: rusqlite::Error) -> WriteError {
    match why.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => WriteError::Full,
        _ => WriteError::Failed(EngineError::new(why)),
    }
}
