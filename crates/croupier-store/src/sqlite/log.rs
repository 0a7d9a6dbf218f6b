//! The tables of the log: chunks, and entries that were moved out of them.

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, params};

use super::chunk::{Kind, LogEntry, bare_entries, chunk_of, place_of};
use super::index::{ChunkCache, RoomState};
use crate::journal::{Damage, Mark, RoomId};

pub(super) fn insert_chunk(
    connection: &Connection,
    number: u64,
    bytes: &[u8],
) -> Result<(), rusqlite::Error> {
    let mut insert = connection.prepare_cached("INSERT INTO log (number, chunk) VALUES (?, ?)")?;
    insert.execute(params![number.cast_signed(), bytes])?;
    Ok(())
}

/// Removes all chunks before this one.
pub(super) fn trim(connection: &Connection, before: u64) -> Result<(), rusqlite::Error> {
    let mut delete = connection.prepare_cached("DELETE FROM log WHERE number < ?")?;
    delete.execute([before.cast_signed()])?;
    Ok(())
}

fn read_chunk(
    connection: &Connection,
    cache: &mut ChunkCache,
    number: u64,
) -> Result<Option<Bytes>, rusqlite::Error> {
    if let Some(chunk) = cache.get(number) {
        return Ok(Some(chunk));
    }
    let mut select = connection.prepare_cached("SELECT chunk FROM log WHERE number = ?")?;
    let found = select.query_row([number.cast_signed()], |row| row.get::<_, Vec<u8>>(0));
    let chunk = found.optional()?.map(Bytes::from);
    if let Some(chunk) = &chunk {
        cache.insert(number, chunk.clone());
    }
    Ok(chunk)
}

/// The records of a room, as read from the log.
#[derive(Debug, Default)]
pub(super) struct RoomLog {
    /// The records of all entries, oldest first.
    pub(super) records: Vec<Bytes>,
    /// The mark of each entry, and the number of records up to and including it.
    pub(super) entries: Vec<(Mark, usize)>,
    /// Whether some of it is outside the log.
    pub(super) aside: bool,
}

impl RoomLog {
    /// Where it ends, if it begins after this mark.
    pub(super) fn tail(&self, snapshot: Mark) -> Mark {
        self.entries.last().map_or(snapshot, |(mark, _)| *mark)
    }

    fn push(&mut self, entry: &LogEntry<'_>, mark: Mark, whole: &Bytes) -> Result<(), Damage> {
        entry.records(whole, &mut self.records)?;
        self.entries.push((mark, self.records.len()));
        Ok(())
    }
}

/// Reads what a room has after its snapshot, and checks that nothing is missing.
pub(super) fn read_room(
    connection: &Connection,
    cache: &mut ChunkCache,
    (room, state): (RoomId, Option<&RoomState>),
    snapshot: Mark,
) -> Result<Result<RoomLog, Damage>, rusqlite::Error> {
    let mut log = RoomLog::default();
    let mut select = connection
        .prepare_cached("SELECT last, entries FROM set_aside WHERE room = ? ORDER BY room, last")?;
    let mut rows = select.query([room.to_bytes()])?;
    while let Some(row) = rows.next()? {
        let last = Mark::new(row.get::<_, i64>(0)?.cast_unsigned());
        let bytes = Bytes::from(row.get::<_, Vec<u8>>(1)?);
        if let Err(damage) = read_aside(&mut log, room, snapshot, last, &bytes) {
            return Ok(Err(damage));
        }
    }
    for mark in state.map_or(&[][..], |state| &state.log) {
        let Some(chunk) = read_chunk(connection, cache, chunk_of(*mark))? else {
            return Ok(Err(Damage::Gap));
        };
        let Ok(entry) = LogEntry::read(&chunk, place_of(*mark)) else {
            return Ok(Err(Damage::Record));
        };
        let follows = entry.previous == log.tail(snapshot) && entry.room == room;
        if !follows || entry.kind != Kind::Records {
            return Ok(Err(Damage::Chain));
        }
        if let Err(damage) = log.push(&entry, *mark, &chunk) {
            return Ok(Err(damage));
        }
    }
    Ok(Ok(log))
}

/// Adds entries that were moved out of the log. Each entry's mark is taken from the entry after it.
fn read_aside(
    log: &mut RoomLog,
    room: RoomId,
    snapshot: Mark,
    last: Mark,
    bytes: &Bytes,
) -> Result<(), Damage> {
    log.aside = true;
    let read: Result<Vec<_>, _> = bare_entries(bytes).collect();
    let entries = read.map_err(|_| Damage::Record)?;
    for (index, entry) in entries.iter().enumerate() {
        if entry.previous != log.tail(snapshot) || entry.room != room {
            return Err(Damage::Chain);
        }
        let mark = entries.get(index + 1).map_or(last, |next| next.previous);
        log.push(entry, mark, bytes)?;
    }
    Ok(())
}

/// Entries that were moved out of the log.
#[derive(Debug)]
pub(super) struct Moved {
    /// How many of the room's oldest entries.
    pub(super) count: usize,
    /// The mark of the last of them.
    pub(super) last: Mark,
    pub(super) bytes: usize,
}

/// Moves the oldest entries of a room out of the log, until this many bytes are moved. Stops at a
/// damaged entry, which stays where it is.
pub(super) fn set_aside(
    connection: &Connection,
    cache: &mut ChunkCache,
    (room, state): (RoomId, &RoomState),
    budget: usize,
) -> Result<Option<Moved>, rusqlite::Error> {
    let mut moved = vec![];
    let mut end = None;
    for (index, mark) in state.log.iter().enumerate() {
        if moved.len() >= budget {
            break;
        }
        let Some(chunk) = read_chunk(connection, cache, chunk_of(*mark))? else { break };
        let Ok(entry) = LogEntry::read(&chunk, place_of(*mark)) else { break };
        moved.extend_from_slice(entry.raw);
        end = Some((index + 1, *mark));
    }
    let Some((count, last)) = end else { return Ok(None) };
    let sql = "INSERT INTO set_aside (room, last, entries) VALUES (?, ?, ?)";
    let values = params![room.to_bytes(), last.get().cast_signed(), moved];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(Some(Moved { count, last, bytes: moved.len() }))
}

/// Removes what was moved out of the log.
pub(super) fn forget_aside(connection: &Connection, room: RoomId) -> Result<(), rusqlite::Error> {
    let mut delete = connection.prepare_cached("DELETE FROM set_aside WHERE room = ?")?;
    delete.execute([room.to_bytes()])?;
    Ok(())
}

/// The rooms that have entries outside the log.
pub(super) fn rooms_aside(connection: &Connection) -> Result<Vec<RoomId>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT DISTINCT room FROM set_aside")?;
    let rooms = select.query_map([], |row| row.get(0))?;
    rooms.map(|room| room.map(RoomId::from_bytes)).collect()
}

/// The mark of a room's last entry outside the log.
pub(super) fn last_aside(
    connection: &Connection,
    room: RoomId,
) -> Result<Option<Mark>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT max(last) FROM set_aside WHERE room = ?")?;
    let last = select.query_row([room.to_bytes()], |row| row.get::<_, Option<i64>>(0))?;
    Ok(last.map(|last| Mark::new(last.cast_unsigned())))
}
