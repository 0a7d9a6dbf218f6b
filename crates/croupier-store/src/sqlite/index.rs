//! The writer's index in memory: which log entries are still needed, and by which room.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use bytes::Bytes;

use super::chunk::chunk_of;
use crate::journal::{Mark, RoomId};

/// A room that is held or has records in the log. Other rooms take no memory.
#[derive(Debug, Clone, Default)]
pub(super) struct RoomState {
    /// The ticket of its holder; zero for none.
    pub(super) holder: u64,
    /// Where its log ends. Meaningless while nobody holds it.
    pub(super) tail: Option<Mark>,
    /// Its log entries that are still needed, oldest first.
    pub(super) log: Vec<Mark>,
    /// Whether older entries are outside the log. Meaningless while nobody holds it.
    pub(super) aside: bool,
    /// Its row in the directory. Meaningless while nobody holds it.
    pub(super) row: i64,
}

impl RoomState {
    /// A room that is held and has no records after its snapshot.
    pub(super) fn held(ticket: u64, tail: Mark, row: i64) -> Self {
        Self { holder: ticket, tail: Some(tail), log: vec![], aside: false, row }
    }
}

/// How to revert a change to the index if its batch is not stored.
#[derive(Debug)]
pub(super) enum Undo {
    /// An entry was added: remove it and restore the tail.
    Append { room: RoomId, tail: Option<Mark> },
    /// The state was replaced or removed: restore it.
    Replace { room: RoomId, state: Box<RoomState> },
    /// The room was created: remove it.
    Create { room: RoomId },
    /// A room was closed: count it again.
    Count,
}

/// The index.
#[derive(Debug, Default)]
pub(super) struct Index {
    rooms: HashMap<RoomId, RoomState>,
    /// The oldest entry of every room that has entries in the log.
    oldest: BTreeSet<(Mark, RoomId)>,
    /// The sizes of the chunks in the log.
    sizes: VecDeque<u32>,
    /// The number of the first of them.
    first_chunk: u64,
    log_bytes: u64,
    /// How many rooms there are; known after the first request.
    pub(super) room_count: Option<u64>,
}

impl Index {
    /// An empty log that begins with this chunk.
    pub(super) fn new(first_chunk: u64) -> Self {
        Self { first_chunk, ..Self::default() }
    }

    pub(super) fn next_chunk(&self) -> u64 {
        self.first_chunk + self.sizes.len() as u64
    }

    pub(super) fn first_chunk(&self) -> u64 {
        self.first_chunk
    }

    pub(super) fn log_bytes(&self) -> u64 {
        self.log_bytes
    }

    pub(super) fn add_chunk(&mut self, size: usize) {
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        self.sizes.push_back(size);
        self.log_bytes += u64::from(size);
    }

    /// Removes the newest chunks.
    pub(super) fn remove_chunks_from(&mut self, number: u64) {
        while self.next_chunk() > number {
            let Some(size) = self.sizes.pop_back() else { break };
            self.log_bytes -= u64::from(size);
        }
    }

    /// Removes the oldest chunks.
    pub(super) fn trim_to(&mut self, number: u64) {
        while self.first_chunk < number {
            let Some(size) = self.sizes.pop_front() else { break };
            self.log_bytes -= u64::from(size);
            self.first_chunk += 1;
        }
    }

    /// The first chunk that is still needed.
    pub(super) fn needed_from(&self) -> u64 {
        self.oldest.first().map_or(self.next_chunk(), |(mark, _)| chunk_of(*mark))
    }

    /// The room whose entry keeps the log from being trimmed.
    pub(super) fn oldest_room(&self) -> Option<RoomId> {
        self.oldest.first().map(|(_, room)| *room)
    }

    pub(super) fn get(&self, room: RoomId) -> Option<&RoomState> {
        self.rooms.get(&room)
    }

    /// The state, if this caller holds the room and the log ends where the caller believes.
    pub(super) fn held(&self, room: RoomId, ticket: u64, tail: Mark) -> Option<&RoomState> {
        let is_held = |state: &&RoomState| state.holder == ticket && state.tail == Some(tail);
        self.rooms.get(&room).filter(is_held)
    }

    /// Adds an entry, if the caller holds the room and the log ends where the caller believes.
    pub(super) fn append_held(
        &mut self,
        (room, ticket, tail): (RoomId, u64, Mark),
        entry: impl FnOnce() -> Mark,
    ) -> Option<Mark> {
        let state = self.rooms.get_mut(&room)?;
        if state.holder != ticket || state.tail != Some(tail) {
            return None;
        }
        let mark = entry();
        if state.log.is_empty() {
            self.oldest.insert((mark, room));
        }
        state.log.push(mark);
        state.tail = Some(mark);
        Some(mark)
    }

    /// Adds an entry that was found in the log.
    pub(super) fn append_found(&mut self, room: RoomId, mark: Mark) {
        let state = self.rooms.entry(room).or_default();
        if state.log.is_empty() {
            self.oldest.insert((mark, room));
        }
        state.log.push(mark);
        state.tail = Some(mark);
    }

    /// Replaces the state of a room and returns the old one.
    pub(super) fn replace(&mut self, room: RoomId, state: RoomState) -> Option<RoomState> {
        let first = state.log.first().copied();
        let old = self.rooms.insert(room, state);
        if let Some(mark) = old.as_ref().and_then(|old| old.log.first()) {
            self.oldest.remove(&(*mark, room));
        }
        if let Some(mark) = first {
            self.oldest.insert((mark, room));
        }
        old
    }

    /// Removes a room and returns its state.
    pub(super) fn remove(&mut self, room: RoomId) -> Option<RoomState> {
        let old = self.rooms.remove(&room)?;
        if let Some(mark) = old.log.first() {
            self.oldest.remove(&(*mark, room));
        }
        Some(old)
    }

    /// Releases a room. Without entries in the log it is dropped from the index.
    pub(super) fn release(&mut self, room: RoomId, ticket: u64) {
        let Some(state) = self.rooms.get_mut(&room) else { return };
        if state.holder != ticket {
            return;
        }
        if state.log.is_empty() {
            self.rooms.remove(&room);
        } else {
            state.holder = 0;
            state.log.shrink_to_fit();
        }
    }

    /// Reverts the changes of a batch, last one first.
    pub(super) fn undo(&mut self, done: Vec<Undo>) {
        for step in done.into_iter().rev() {
            match step {
                Undo::Append { room, tail } => {
                    let Some(state) = self.rooms.get_mut(&room) else { continue };
                    if let Some(mark) = state.log.pop()
                        && state.log.is_empty()
                    {
                        self.oldest.remove(&(mark, room));
                    }
                    state.tail = tail;
                }
                Undo::Replace { room, state } => {
                    self.replace(room, *state);
                }
                Undo::Create { room } => {
                    self.remove(room);
                    self.room_count = self.room_count.map(|count| count.saturating_sub(1));
                }
                Undo::Count => self.room_count = self.room_count.map(|count| count + 1),
            }
        }
    }

    /// All rooms in the index.
    pub(super) fn rooms(&self) -> impl Iterator<Item = (RoomId, &RoomState)> {
        self.rooms.iter().map(|(room, state)| (*room, state))
    }

    /// How many rooms are in memory.
    pub(super) fn rooms_in_memory(&self) -> usize {
        self.rooms.len()
    }
}

/// The chunks that were read last, so that opening many rooms after a crash reads each chunk only
/// once.
#[derive(Debug)]
pub(super) struct ChunkCache {
    chunks: BTreeMap<u64, Bytes>,
    bytes: usize,
    limit: usize,
}

impl ChunkCache {
    pub(super) fn new(limit: usize) -> Self {
        Self { chunks: BTreeMap::new(), bytes: 0, limit }
    }

    pub(super) fn get(&self, number: u64) -> Option<Bytes> {
        self.chunks.get(&number).cloned()
    }

    pub(super) fn insert(&mut self, number: u64, chunk: Bytes) {
        self.bytes += chunk.len();
        if let Some(old) = self.chunks.insert(number, chunk) {
            self.bytes -= old.len();
        }
        while self.bytes > self.limit {
            let Some((_, oldest)) = self.chunks.pop_first() else { break };
            self.bytes -= oldest.len();
        }
    }

    /// Drops trimmed chunks.
    pub(super) fn trim_to(&mut self, number: u64) {
        while let Some(first) = self.chunks.first_entry()
            && *first.key() < number
        {
            self.bytes -= first.remove().len();
        }
    }

    pub(super) fn clear(&mut self) {
        self.chunks.clear();
        self.bytes = 0;
    }
}
