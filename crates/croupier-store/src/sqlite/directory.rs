//! The table with the directory of rooms.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::journal::{
    Due, Entry, Filter, GuestId, Listed, Page, Revision, RoomId, UnixMillis, WriteError,
};

/// The maximum size of an entry in bytes.
const LINE_LIMIT: usize = 64 << 10;
/// The maximum number of entries per page.
const PAGE_LIMIT: u32 = 1000;

const COLUMNS: &str = "number, room, revision, code, game, listed, people, seats, wake_at, guests, \
                       details, updated_at, sum";

/// An entry with its row number.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) row: i64,
    pub(super) listed: Listed,
    /// Whether its checksum is right.
    pub(super) is_good: bool,
}

/// Refuses entries that would make the directory slow.
pub(super) fn check_size(entry: &Entry) -> Result<(), WriteError> {
    let texts = entry.code.as_ref().map_or(0, String::len) + entry.game.len() + entry.details.len();
    let bytes = texts + 8 * entry.guests.len();
    if bytes > LINE_LIMIT {
        return Err(WriteError::TooLarge { bytes, limit: LINE_LIMIT });
    }
    Ok(())
}

/// An instant as the database stores it, capped at the largest value.
pub(super) fn instant(at: UnixMillis) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

fn guests_as_bytes(guests: &[GuestId]) -> Vec<u8> {
    guests.iter().flat_map(|guest| guest.0.to_le_bytes()).collect()
}

/// A checksum of all columns except the row number.
fn sum_of(entry: &Entry, revision: Revision) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    let mut text = |text: &str| {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text.as_bytes());
    };
    text(entry.code.as_deref().unwrap_or_default());
    text(&entry.game);
    text(&entry.details);
    sum.update(&entry.room.to_bytes());
    sum.update(&revision.get().to_le_bytes());
    sum.update(&[u8::from(entry.code.is_some()), u8::from(entry.listed)]);
    sum.update(&entry.people.to_le_bytes());
    sum.update(&entry.seats.to_le_bytes());
    sum.update(&entry.wake_at.map_or(-1, instant).to_le_bytes());
    sum.update(&instant(entry.updated_at).to_le_bytes());
    sum.update(&guests_as_bytes(&entry.guests));
    sum.finalize()
}

fn line_of(row: &Row<'_>) -> Result<Line, rusqlite::Error> {
    let guests: Vec<u8> = row.get(9)?;
    let (whole, rest) = guests.as_chunks::<8>();
    let at = |value: i64| UnixMillis(u64::try_from(value).unwrap_or(0));
    let entry = Entry {
        room: RoomId::from_bytes(row.get(1)?),
        code: row.get(3)?,
        game: row.get(4)?,
        listed: row.get(5)?,
        people: row.get(6)?,
        seats: row.get(7)?,
        wake_at: row.get::<_, Option<i64>>(8)?.map(at),
        guests: whole.iter().map(|bytes| GuestId(u64::from_le_bytes(*bytes))).collect(),
        details: row.get(10)?,
        updated_at: at(row.get(11)?),
    };
    let revision = Revision::new(row.get::<_, i64>(2)?.cast_unsigned());
    let is_good = rest.is_empty() && row.get::<_, i64>(12)? == i64::from(sum_of(&entry, revision));
    Ok(Line { row: row.get(0)?, listed: Listed { entry, revision }, is_good })
}

/// Whether a value does not have its column's type: this row is damaged, but others need not be.
pub(super) fn is_bad_value(why: &rusqlite::Error) -> bool {
    matches!(
        why,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// The entry of a room.
pub(super) fn find_room(
    connection: &Connection,
    room: RoomId,
) -> Result<Option<Line>, rusqlite::Error> {
    let sql = format!("SELECT {COLUMNS} FROM directory WHERE room = ?");
    connection.prepare_cached(&sql)?.query_row([room.to_bytes()], line_of).optional()
}

/// Whether a room has an entry, damaged or not.
pub(super) fn has_room(connection: &Connection, room: RoomId) -> Result<bool, rusqlite::Error> {
    connection.prepare_cached("SELECT 1 FROM directory WHERE room = ?")?.exists([room.to_bytes()])
}

/// The entry of the room with a code.
pub(super) fn find_code(
    connection: &Connection,
    code: &str,
) -> Result<Option<Listed>, rusqlite::Error> {
    let sql = format!("SELECT {COLUMNS} FROM directory WHERE code = ?");
    let line = connection.prepare_cached(&sql)?.query_row([code], line_of).optional()?;
    Ok(line.filter(|line| line.is_good).map(|line| line.listed))
}

/// Whether a room other than this one has the code.
pub(super) fn is_code_taken(
    connection: &Connection,
    code: Option<&str>,
    room: RoomId,
) -> Result<bool, rusqlite::Error> {
    let Some(code) = code else { return Ok(false) };
    let sql = "SELECT 1 FROM directory WHERE code = ? AND room <> ?";
    connection.prepare_cached(sql)?.exists(params![code, room.to_bytes()])
}

/// Adds an entry and returns its row number.
pub(super) fn insert(
    connection: &Connection,
    entry: &Entry,
    revision: Revision,
) -> Result<i64, rusqlite::Error> {
    let sql = "INSERT INTO directory (room, revision, code, game, listed, people, seats, wake_at, \
               guests, details, updated_at, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(sql)?.execute(params![
        entry.room.to_bytes(),
        revision.get().cast_signed(),
        entry.code,
        entry.game,
        entry.listed,
        entry.people,
        entry.seats,
        entry.wake_at.map(instant),
        guests_as_bytes(&entry.guests),
        entry.details,
        instant(entry.updated_at),
        sum_of(entry, revision),
    ])?;
    let row = connection.last_insert_rowid();
    seat(connection, row, &entry.guests)?;
    Ok(row)
}

/// Replaces an entry.
pub(super) fn update(
    connection: &Connection,
    old: &Line,
    entry: &Entry,
    revision: Revision,
) -> Result<(), rusqlite::Error> {
    let sql = "UPDATE directory SET revision = ?, code = ?, game = ?, listed = ?, people = ?, \
               seats = ?, wake_at = ?, guests = ?, details = ?, updated_at = ?, sum = ? \
               WHERE number = ?";
    connection.prepare_cached(sql)?.execute(params![
        revision.get().cast_signed(),
        entry.code,
        entry.game,
        entry.listed,
        entry.people,
        entry.seats,
        entry.wake_at.map(instant),
        guests_as_bytes(&entry.guests),
        entry.details,
        instant(entry.updated_at),
        sum_of(entry, revision),
        old.row,
    ])?;
    if old.listed.entry.guests != entry.guests {
        unseat(connection, old.row)?;
        seat(connection, old.row, &entry.guests)?;
    }
    Ok(())
}

/// The row number of a room's entry, even if the rest of it is damaged.
pub(super) fn row_of(
    connection: &Connection,
    room: RoomId,
) -> Result<Option<i64>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT number FROM directory WHERE room = ?")?;
    select.query_row([room.to_bytes()], |row| row.get(0)).optional()
}

/// Removes a room from the list of damaged ones.
pub(super) fn forget_damage(connection: &Connection, room: RoomId) -> Result<(), rusqlite::Error> {
    connection.prepare_cached("DELETE FROM damaged WHERE room = ?")?.execute([room.to_bytes()])?;
    Ok(())
}

/// Removes an entry.
pub(super) fn remove(connection: &Connection, row: i64) -> Result<(), rusqlite::Error> {
    unseat(connection, row)?;
    connection.prepare_cached("DELETE FROM directory WHERE number = ?")?.execute([row])?;
    Ok(())
}

fn seat(connection: &Connection, row: i64, guests: &[GuestId]) -> Result<(), rusqlite::Error> {
    let sql = "INSERT OR IGNORE INTO seated (guest, number) VALUES (?, ?)";
    let mut insert = connection.prepare_cached(sql)?;
    guests.iter().try_for_each(|guest| insert.execute([guest.0.cast_signed(), row]).map(|_| ()))
}

fn unseat(connection: &Connection, row: i64) -> Result<(), rusqlite::Error> {
    connection.prepare_cached("DELETE FROM seated WHERE number = ?")?.execute([row])?;
    Ok(())
}

/// A page of entries. Of damaged ones only the room is named.
pub(super) fn list(
    connection: &Connection,
    filter: &Filter,
    after: Option<RoomId>,
) -> Result<Page<Listed>, rusqlite::Error> {
    let limit = filter.limit.clamp(1, PAGE_LIMIT);
    let listed = if filter.listed { "AND listed = 1" } else { "" };
    let game = if filter.game.is_some() { "AND game = ?3" } else { "AND ?3 IS NULL" };
    let sql = format!(
        "SELECT {COLUMNS} FROM directory WHERE room > ?1 {listed} {game} ORDER BY room LIMIT ?2"
    );
    // Every id is greater than an empty blob.
    let after = after.map_or(vec![], |room| room.to_bytes().to_vec());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after, limit, filter.game])?;
    let mut page = Page { items: vec![], damaged: vec![], next: None };
    let mut seen = 0;
    while let Some(row) = rows.next()? {
        seen += 1;
        let room = row.get(1).map(RoomId::from_bytes).ok();
        page.next = room.or(page.next);
        match line_of(row) {
            Ok(line) if line.is_good => page.items.push(line.listed),
            Ok(_) => page.damaged.extend(room),
            Err(why) if is_bad_value(&why) => page.damaged.extend(room),
            Err(why) => return Err(why),
        }
    }
    if seen < limit {
        page.next = None;
    }
    Ok(page)
}

/// The rooms that are due and wanted.
pub(super) fn due(
    connection: &Connection,
    now: UnixMillis,
    limit: u32,
    is_wanted: impl Fn(RoomId) -> bool,
) -> Result<Due, rusqlite::Error> {
    let sql = "SELECT room, wake_at FROM directory WHERE wake_at IS NOT NULL \
               ORDER BY wake_at, number";
    let mut statement = connection.prepare_cached(sql)?;
    let limit = limit.min(PAGE_LIMIT) as usize;
    // They are read one by one, so what is not asked for costs nothing.
    let mut rows = statement.query([])?;
    let mut due = Due::default();
    while let Some(row) = rows.next()? {
        let (room, at) = (RoomId::from_bytes(row.get(0)?), row.get::<_, i64>(1)?);
        let is_due = at <= instant(now);
        if is_due && !is_wanted(room) {
            continue;
        }
        if !is_due || due.rooms.len() == limit {
            due.next = Some(UnixMillis(at.max(0).cast_unsigned()));
            break;
        }
        due.rooms.push(room);
    }
    Ok(due)
}

/// The rooms whose entry names a guest.
pub(super) fn rooms_of(
    connection: &Connection,
    guest: GuestId,
) -> Result<Vec<RoomId>, rusqlite::Error> {
    let sql = "SELECT room FROM seated JOIN directory USING (number) WHERE guest = ? ORDER BY room";
    let mut statement = connection.prepare_cached(sql)?;
    let rooms = statement.query_map([guest.0.cast_signed()], |row| row.get(0))?;
    rooms.map(|room| room.map(RoomId::from_bytes)).collect()
}

/// How many rooms there are.
pub(super) fn count(connection: &Connection) -> Result<u64, rusqlite::Error> {
    let count = connection.query_row("SELECT count(*) FROM directory", [], |row| row.get(0));
    count.map(i64::cast_unsigned)
}

/// Visits every entry, including damaged ones, for checking.
pub(super) fn each_line(
    connection: &Connection,
    mut visit: impl FnMut(Option<RoomId>, Result<Line, rusqlite::Error>),
) -> Result<(), rusqlite::Error> {
    let sql = format!("SELECT {COLUMNS} FROM directory ORDER BY number");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        visit(row.get(1).ok().map(RoomId::from_bytes), line_of(row));
    }
    Ok(())
}
