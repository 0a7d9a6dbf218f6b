//! Reads everything that is stored, to find damage.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::Connection;

use super::connection::{self, DATABASE, LockedFolder, WalPages};
use super::directory::{self, Line};
use super::error::{StartError, is_corrupt};
use super::index::ChunkCache;
use super::{Settings, log, recover, snapshots};
use crate::journal::{Damage, RoomId};

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CheckReport {
    /// Rooms in the directory.
    pub rooms: u64,
    /// Records after the snapshots of undamaged rooms.
    pub records: u64,
    /// What is damaged; empty if everything is as it was written.
    pub damaged: Vec<Damaged>,
}

/// Something that is not what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Damaged {
    /// The room. `None` if it is unknown.
    pub room: Option<RoomId>,
    /// What is wrong.
    pub why: Damage,
}

/// Reads everything in a folder that no server is using: the database, every checksum, and whether
/// the records of every room form a complete chain. Whether they can be replayed is for the caller
/// to check.
pub fn check(folder: impl AsRef<Path>) -> Result<CheckReport, StartError> {
    let folder = folder.as_ref();
    // Opening a missing database would create one.
    let missing = |source| StartError::Io { path: folder.to_owned(), source };
    std::fs::metadata(folder.join(DATABASE)).map_err(missing)?;
    let folder = LockedFolder::lock(folder)?;
    let (database, settings) = (folder.database(), Settings::default());
    let connection = connection::open(&database, &settings, &WalPages::default());
    let connection = connection.map_err(StartError::at(&database))?;
    let mut check = Check { connection: &connection, found: BTreeSet::new(), rooms: 0, records: 0 };
    let read = check.integrity().and_then(|()| check.everything(&settings));
    match read {
        Ok(()) => {}
        // Unreadable parts count as damage; what was found before is still reported.
        Err(why) if is_corrupt(&why) => check.add(None, Damage::File),
        Err(why) => return Err(why.into()),
    }
    let damaged = check.found.into_iter().collect();
    Ok(CheckReport { rooms: check.rooms, records: check.records, damaged })
}

struct Check<'a> {
    connection: &'a Connection,
    found: BTreeSet<Damaged>,
    rooms: u64,
    records: u64,
}

impl Check<'_> {
    fn add(&mut self, room: Option<RoomId>, why: Damage) {
        self.found.insert(Damaged { room, why });
    }

    fn integrity(&mut self) -> Result<(), rusqlite::Error> {
        let sql = "PRAGMA integrity_check(1)";
        let found: String = self.connection.query_row(sql, [], |row| row.get(0))?;
        if found != "ok" {
            self.add(None, Damage::File);
        }
        Ok(())
    }

    fn everything(&mut self, settings: &Settings) -> Result<(), rusqlite::Error> {
        let mut lines: BTreeMap<RoomId, Line> = BTreeMap::new();
        let mut unreadable = vec![];
        directory::each_line(self.connection, |room, line| match line {
            Ok(line) => {
                lines.insert(line.listed.entry.room, line);
            }
            Err(_) => unreadable.push(room),
        })?;
        self.rooms = (lines.len() + unreadable.len()) as u64;
        for room in unreadable {
            self.add(room, Damage::Line);
        }

        let mut cache = ChunkCache::new(settings.chunk_cache_bytes);
        let recovered = recover::read_log(self.connection, &mut cache)?;
        let known = recovered.damaged.keys().filter(|room| lines.contains_key(room));
        let known: BTreeSet<RoomId> = known.copied().collect();
        for room in &known {
            self.add(Some(*room), Damage::Record);
        }
        if recovered.damaged_entries() > 0 && known.is_empty() {
            self.add(None, Damage::Chunk);
        }
        let in_log = recovered.index.rooms().filter(|(_, state)| !state.log.is_empty());
        let aside = log::rooms_aside(self.connection)?;
        let with_records = in_log.map(|(room, _)| room).chain(aside);
        for room in with_records.filter(|room| !lines.contains_key(room)) {
            self.add(Some(room), Damage::Orphan);
        }
        for (room, line) in &lines {
            if !line.is_good {
                self.add(Some(*room), Damage::Line);
            }
            let state = (*room, recovered.index.get(*room));
            match self.room(line.row, state, &mut cache)? {
                Ok(records) => self.records += records,
                Err(why) => self.add(Some(*room), why),
            }
        }
        Ok(())
    }

    /// How many records a room has, or what is wrong with it.
    fn room(
        &self,
        row: i64,
        state: (RoomId, Option<&super::index::RoomState>),
        cache: &mut ChunkCache,
    ) -> Result<Result<u64, Damage>, rusqlite::Error> {
        let (mark, packed) = match snapshots::get(self.connection, state.0, row)? {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        if let Err(why) = packed.unpack() {
            return Ok(Err(why));
        }
        let log = log::read_room(self.connection, cache, state, mark)?;
        Ok(log.map(|log| log.records.len() as u64))
    }
}
