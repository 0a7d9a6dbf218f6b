//! Reads the log to rebuild the index, at the start and after a commit in doubt.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use rusqlite::Connection;

use super::chunk::{Kind, entries, mark_at};
use super::index::{ChunkCache, Index, RoomState};
use super::{directory, log, snapshots};
use crate::journal::{Mark, RoomId};

/// The result of reading the log.
#[derive(Debug)]
pub(super) struct Recovered {
    pub(super) index: Index,
    /// Rooms with damaged entries. They cannot be opened, because it is unknown what is missing.
    pub(super) damaged: BTreeMap<RoomId, u64>,
    /// How many damaged entries name no room, including missing chunks.
    nameless: u64,
}

/// Reads the log once. Rooms without entries in it are not touched.
pub(super) fn read_log(
    connection: &Connection,
    cache: &mut ChunkCache,
) -> Result<Recovered, rusqlite::Error> {
    let mut select = connection.prepare("SELECT number, chunk FROM log ORDER BY number")?;
    let mut rows = select.query([])?;
    let mut found: Option<Recovered> = None;
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)?.cast_unsigned();
        let chunk = Bytes::from(row.get::<_, Vec<u8>>(1)?);
        let found = found.get_or_insert_with(|| Recovered::starting_at(number));
        // A missing chunk leaves a gap, so that the numbers of the others stay right.
        while found.index.next_chunk() < number {
            found.nameless += 1;
            found.index.add_chunk(0);
        }
        found.read_chunk(number, &chunk);
        found.index.add_chunk(chunk.len());
        cache.insert(number, chunk);
    }
    Ok(found.unwrap_or_else(|| Recovered::starting_at(1)))
}

impl Recovered {
    fn starting_at(chunk: u64) -> Self {
        Self { index: Index::new(chunk), damaged: BTreeMap::new(), nameless: 0 }
    }

    fn read_chunk(&mut self, number: u64, chunk: &Bytes) {
        for (place, entry) in entries(chunk) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(bad) => {
                    match bad.room {
                        Some(room) => *self.damaged.entry(room).or_default() += 1,
                        None => self.nameless += 1,
                    }
                    continue;
                }
            };
            let room = entry.room;
            match entry.kind {
                Kind::Records => self.index.append_found(room, mark_at(number, place)),
                // Damage before a snapshot does not matter: those entries are not needed any more.
                Kind::Snapshot | Kind::Closed => {
                    self.index.remove(room);
                    self.damaged.remove(&room);
                }
                Kind::SetAside => self.forget_up_to(room, entry.previous),
            }
        }
    }

    /// How many damaged entries may still be needed.
    pub(super) fn damaged_entries(&self) -> u64 {
        self.nameless + self.damaged.values().sum::<u64>()
    }

    fn forget_up_to(&mut self, room: RoomId, last: Mark) {
        let Some(mut state) = self.index.remove(room) else { return };
        state.log.retain(|mark| *mark > last);
        if !state.log.is_empty() {
            self.index.replace(room, state);
        }
    }

    /// Stores which rooms are damaged, and returns all that ever were.
    pub(super) fn remember_damage(
        &self,
        connection: &Connection,
    ) -> Result<BTreeSet<RoomId>, rusqlite::Error> {
        let mut insert = connection.prepare("INSERT OR IGNORE INTO damaged (room) VALUES (?)")?;
        for room in self.damaged.keys() {
            // A damaged entry may name a room that never existed.
            if directory::has_room(connection, *room)? {
                insert.execute([room.to_bytes()])?;
            }
        }
        let mut select = connection.prepare("SELECT room FROM damaged")?;
        let rooms = select.query_map([], |row| row.get(0))?;
        rooms.map(|room| room.map(RoomId::from_bytes)).collect()
    }

    /// Keeps the holders of rooms that are still as the holders know them.
    pub(super) fn keep_holders(
        &mut self,
        connection: &Connection,
        old: &Index,
    ) -> Result<(), rusqlite::Error> {
        for (room, before) in old.rooms().filter(|(_, state)| state.holder != 0) {
            let Some(line) = directory::find_room(connection, room)? else { continue };
            let log = self.index.get(room).map(|state| state.log.clone()).unwrap_or_default();
            let aside = log::last_aside(connection, room)?;
            let tail = match log.last().copied().or(aside) {
                Some(tail) => Some(tail),
                None => snapshots::mark(connection, line.row)?,
            };
            if tail == before.tail {
                let (holder, aside, row) = (before.holder, aside.is_some(), line.row);
                self.index.replace(room, RoomState { holder, tail, log, aside, row });
            }
        }
        Ok(())
    }
}
