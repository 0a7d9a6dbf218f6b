//! Requests to the writer that write nothing.

use bytes::Bytes;
use rusqlite::Connection;

use super::command::{FoundRoom, Read};
use super::error::{failed_read, is_corrupt};
use super::index::RoomState;
use super::log::RoomLog;
use super::snapshots::Packed;
use super::writer::Writer;
use super::{directory, log, snapshots};
use crate::journal::{Damage, Listed, Mark, OpenError, ReadError, RoomId};

/// Answers one request.
pub(super) fn answer(writer: &mut Writer, connection: &Connection, read: Read) {
    match read {
        Read::Open { room, reply } => {
            let _ = reply.send(open(writer, connection, room));
        }
        Read::Peek { room, reply } => {
            let found = load(writer, connection, room).map(|stored| FoundRoom {
                ticket: 0,
                tail: stored.log.tail(stored.mark),
                listed: stored.listed,
                packed: stored.packed,
                records: stored.log.records,
            });
            let _ = reply.send(found);
        }
        Read::RecordsAfter { room, after, reply } => {
            let _ = reply.send(read_from(writer, connection, room, after));
        }
        Read::Release { room, ticket, reply } => {
            writer.index.release(room, ticket);
            let _ = reply.send(());
        }
        Read::Awake { after, reply } => {
            let _ = reply.send(awake(writer, connection, after).map_err(failed_read));
        }
        Read::Count { reply } => {
            let _ = reply.send(count(writer, connection));
        }
        Read::Plain(work) => work(Ok(connection)),
    }
}

/// A room as it is on disk.
struct StoredRoom {
    listed: Listed,
    row: i64,
    mark: Mark,
    packed: Packed,
    log: RoomLog,
}

fn load(
    writer: &mut Writer,
    connection: &Connection,
    room: RoomId,
) -> Result<StoredRoom, OpenError> {
    let failed = |why: rusqlite::Error| match why {
        why if directory::is_bad_value(&why) => OpenError::Damaged(Damage::Line),
        why if is_corrupt(&why) => OpenError::Damaged(Damage::File),
        why => failed_read(why).into(),
    };
    let line = directory::find_room(connection, room).map_err(failed)?;
    let line = line.ok_or(OpenError::Missing)?;
    if !line.is_good {
        return Err(OpenError::Damaged(Damage::Line));
    }
    if writer.damaged.contains(&room) {
        return Err(OpenError::Damaged(Damage::Record));
    }
    let (listed, row) = (line.listed, line.row);
    let snapshot = snapshots::get(connection, room, row).map_err(failed)?;
    let (mark, packed) = snapshot.map_err(OpenError::Damaged)?;
    let state = (room, writer.index.get(room));
    let log = log::read_room(connection, &mut writer.cache, state, mark).map_err(failed)?;
    let log = log.map_err(OpenError::Damaged)?;
    Ok(StoredRoom { listed, row, mark, packed, log })
}

/// Opens a room. The new ticket fences the previous holder. It need not be stored, because holders
/// do not outlive the process, and no other process can use the folder.
fn open(
    writer: &mut Writer,
    connection: &Connection,
    room: RoomId,
) -> Result<FoundRoom, OpenError> {
    let StoredRoom { listed, row, mark, packed, log } = load(writer, connection, room)?;
    let (ticket, tail) = (super::next_ticket(), log.tail(mark));
    let marks = writer.index.remove(room).map_or(vec![], |state| state.log);
    let state = RoomState { holder: ticket, tail: Some(tail), log: marks, aside: log.aside, row };
    writer.index.replace(room, state);
    Ok(FoundRoom { ticket, tail, listed, packed, records: log.records })
}

fn read_from(
    writer: &mut Writer,
    connection: &Connection,
    room: RoomId,
    after: Mark,
) -> Result<Vec<Bytes>, OpenError> {
    let StoredRoom { mark, mut log, .. } = load(writer, connection, room)?;
    if after < mark {
        return Err(OpenError::Replaced);
    }
    let known = log.entries.partition_point(|(mark, _)| *mark <= after);
    let start = known.checked_sub(1).and_then(|last| log.entries.get(last));
    Ok(log.records.split_off(start.map_or(0, |(_, records)| *records)))
}

fn awake(
    writer: &Writer,
    connection: &Connection,
    after: Option<RoomId>,
) -> Result<Vec<RoomId>, rusqlite::Error> {
    let in_log = writer.index.rooms().filter(|(_, state)| !state.log.is_empty());
    let mut rooms: Vec<RoomId> = in_log.map(|(room, _)| room).collect();
    rooms.extend(log::rooms_aside(connection)?);
    rooms.retain(|room| after.is_none_or(|after| *room > after));
    rooms.sort_unstable();
    rooms.dedup();
    Ok(rooms)
}

fn count(writer: &mut Writer, connection: &Connection) -> Result<u64, ReadError> {
    if let Some(count) = writer.index.room_count {
        return Ok(count);
    }
    let count = directory::count(connection).map_err(failed_read)?;
    writer.index.room_count = Some(count);
    Ok(count)
}
