//! Finding out what is in the log, at the start and after a commit in doubt.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use rusqlite::Connection;

use super::chunk::{Kind, entries, mark_at};
use super::index::{ChunkCache, Index, RoomState};
use super::{directory, log, snapshots};
use crate::journal::{Mark, RoomId};

/// What reading the log gives.
#[derive(Debug)]
pub(super) struct Recovered {
    pub(super) index: Index,
    /// Rooms of which an entry is damaged. They cannot be opened, for nobody knows what is missing.
    pub(super) damaged: BTreeMap<RoomId, u64>,
    /// How many damaged entries name no room at all, chunks that are missing included.
    nameless: u64,
}

/// Reads the log once. Rooms without entries in it are not looked at.
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
        // A chunk that is missing leaves a hole, so that numbers and places stay what they are.
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
                // Damage before a snapshot is damage of what nobody needs any more.
                Kind::Snapshot | Kind::Closed => {
                    self.index.remove(room);
                    self.damaged.remove(&room);
                }
                Kind::SetAside => self.forget_up_to(room, entry.previous),
            }
        }
    }

    /// How many entries are damaged that may still be needed.
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

    /// Writes down which rooms are damaged, and gives all that ever were.
    pub(super) fn remember_damage(
        &self,
        connection: &Connection,
    ) -> Result<BTreeSet<RoomId>, rusqlite::Error> {
        let mut insert = connection.prepare("INSERT OR IGNORE INTO damaged (room) VALUES (?)")?;
        for room in self.damaged.keys() {
            // A damaged entry may name a room that there never was.
            if directory::has_room(connection, *room)? {
                insert.execute([room.to_bytes()])?;
            }
        }
        let mut select = connection.prepare("SELECT room FROM damaged")?;
        let rooms = select.query_map([], |row| row.get(0))?;
        rooms.map(|room| room.map(RoomId::from_bytes)).collect()
    }

    /// Lets those go on who held a room before, if the room is as they know it.
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
