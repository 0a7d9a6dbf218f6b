//! A room in somebody's hands.

use std::any::Any;

use bytes::Bytes;

use super::{Entry, Mark, Revision, RoomId};

/// The right to write to a room, until somebody else opens it. It cannot be copied: what is written
/// through it is written in one order.
#[derive(Debug)]
#[must_use]
pub struct Held {
    room: RoomId,
    tail: Mark,
    ticket: u64,
    memory: Option<Box<dyn Any + Send + Sync>>,
}

impl Held {
    /// For engines: the room, where its log ends, and what tells this holder from others.
    pub fn new(room: RoomId, tail: Mark, ticket: u64) -> Self {
        Self { room, tail, ticket, memory: None }
    }

    /// For engines: what the engine has to know of this holder, and forgets with it.
    pub fn with_memory(mut self, memory: impl Any + Send + Sync) -> Self {
        self.memory = Some(Box::new(memory));
        self
    }

    /// For engines: what the engine knows of this holder.
    pub fn memory<T: Any>(&mut self) -> Option<&mut T> {
        self.memory.as_mut()?.downcast_mut()
    }

    /// The room.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// Where its log ends, as far as this holder knows.
    pub fn tail(&self) -> Mark {
        self.tail
    }

    /// For engines: what tells this holder from others.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// For engines: the log has grown by what this holder wrote.
    pub fn advance(&mut self, tail: Mark) {
        self.tail = tail;
    }
}

/// A whole room as bytes. It replaces everything before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The rules under which the records after it were made, in words of the caller: the version of
    /// the room's rules, the game, the version of its rules. Whoever has other rules must not replay
    /// those records.
    pub versions: String,
    /// The room.
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
    /// The revision of that line.
    pub revision: Revision,
    /// The newest snapshot.
    pub snapshot: Snapshot,
    /// What was appended after the snapshot, oldest first.
    pub records: Vec<Bytes>,
}

impl Opened {
    /// For engines: all of its parts.
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

/// A room that somebody looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peeked {
    /// Its line in the directory.
    pub entry: Entry,
    /// The newest snapshot.
    pub snapshot: Snapshot,
    /// What was appended after the snapshot, oldest first.
    pub records: Vec<Bytes>,
}
