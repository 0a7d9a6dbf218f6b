//! A room that is held, and what its holder gets.

use std::any::Any;

use bytes::Bytes;

use super::{Entry, Mark, Revision, RoomId};

/// The right to write to a room, until it is opened again. It cannot be cloned, so that all writes
/// through it are in one order.
#[derive(Debug)]
#[must_use]
pub struct Held {
    room: RoomId,
    tail: Mark,
    ticket: u64,
    memory: Option<Box<dyn Any + Send + Sync>>,
}

impl Held {
    /// For engines: the room, the end of its log, and a ticket that identifies this holder.
    pub fn new(room: RoomId, tail: Mark, ticket: u64) -> Self {
        Self { room, tail, ticket, memory: None }
    }

    /// For engines: attaches data about this holder, which is dropped together with it.
    pub fn with_memory(mut self, memory: impl Any + Send + Sync) -> Self {
        self.memory = Some(Box::new(memory));
        self
    }

    /// For engines: the data that was attached to this holder.
    pub fn memory<T: Any>(&mut self) -> Option<&mut T> {
        self.memory.as_mut()?.downcast_mut()
    }

    /// The room that is held.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// The end of its log, as far as this holder knows.
    pub fn tail(&self) -> Mark {
        self.tail
    }

    /// For engines: the ticket that identifies this holder.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// For engines: moves the tail after a write of this holder.
    pub fn advance(&mut self, tail: Mark) {
        self.tail = tail;
    }
}

/// A whole room as bytes. It replaces everything before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The versions of the rules that the records after it depend on, as text of the caller's: the
    /// room's rules, the game, the game's rules. A program with other versions must not replay
    /// those records.
    pub versions: String,
    /// The room, as bytes that only the caller interprets.
    pub bytes: Bytes,
}

/// A room that was just created or opened.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The right to write to it.
    pub held: Held,
    /// Its line in the directory.
    pub entry: Entry,
    /// The revision of that entry.
    pub revision: Revision,
    /// The newest snapshot, on which the records build.
    pub snapshot: Snapshot,
    /// What was appended after the snapshot, oldest first.
    pub records: Vec<Bytes>,
}

impl Opened {
    /// For engines: assembles all parts.
    pub fn new(
        held: Held,
        entry: Entry,
        revision: Revision,
        snapshot: Snapshot,
        records: Vec<Bytes>,
    ) -> Self {
        Self { held, entry, revision, snapshot, records }
    }
}

/// A room that was read without being held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peeked {
    /// Its line in the directory.
    pub entry: Entry,
    /// The newest snapshot, on which the records build.
    pub snapshot: Snapshot,
    /// What was appended after the snapshot, oldest first.
    pub records: Vec<Bytes>,
}
