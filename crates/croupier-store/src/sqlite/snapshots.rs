//! The table of snapshots, which are compressed.

use rusqlite::{Connection, OptionalExtension, params};

use super::Settings;
use crate::journal::{Damage, Mark, RoomId, Snapshot, WriteError};
use crate::packing;

/// A snapshot as it is stored.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) versions: String,
    pub(super) bytes: Vec<u8>,
    /// Its size after decompression.
    length: usize,
}

impl Packed {
    /// Compresses a snapshot. Done by the caller, to keep the writer's thread free.
    pub(super) fn pack(snapshot: &Snapshot) -> Result<Self, WriteError> {
        let length = snapshot.bytes.len();
        let bytes = packing::pack(&snapshot.bytes)?;
        let stored = bytes.len() + snapshot.versions.len();
        if stored > Settings::WRITE_LIMIT {
            return Err(WriteError::TooLarge { bytes: stored, limit: Settings::WRITE_LIMIT });
        }
        Ok(Self { versions: snapshot.versions.clone(), bytes, length })
    }

    /// Decompresses the snapshot.
    pub(super) fn unpack(self) -> Result<Snapshot, Damage> {
        let bytes = packing::unpack(&self.bytes, self.length).ok_or(Damage::Snapshot)?;
        Ok(Snapshot { versions: self.versions, bytes })
    }

    fn sum(&self, room: RoomId, mark: i64) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        sum.update(&room.to_bytes());
        sum.update(&mark.to_le_bytes());
        sum.update(&(self.versions.len() as u64).to_le_bytes());
        sum.update(self.versions.as_bytes());
        sum.update(&(self.length as u64).to_le_bytes());
        sum.update(&self.bytes);
        sum.finalize()
    }
}

/// Writes the snapshot of a room, replacing the previous one.
pub(super) fn put(
    connection: &Connection,
    (room, row): (RoomId, i64),
    mark: Mark,
    packed: &Packed,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO snapshots (number, mark, versions, length, sum, bytes) \
               VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET mark = excluded.mark, \
               versions = excluded.versions, length = excluded.length, sum = excluded.sum, \
               bytes = excluded.bytes";
    let mark = mark.get().cast_signed();
    connection.prepare_cached(sql)?.execute(params![
        row,
        mark,
        packed.versions,
        i64::try_from(packed.length).unwrap_or(i64::MAX),
        packed.sum(room, mark),
        packed.bytes,
    ])?;
    Ok(())
}

/// The snapshot of a room and its mark.
pub(super) fn get(
    connection: &Connection,
    room: RoomId,
    row: i64,
) -> Result<Result<(Mark, Packed), Damage>, rusqlite::Error> {
    let sql = "SELECT mark, versions, length, sum, bytes FROM snapshots WHERE number = ?";
    let found = connection.prepare_cached(sql)?.query_row([row], |row| {
        let length = usize::try_from(row.get::<_, i64>(2)?).unwrap_or(usize::MAX);
        let packed = Packed { versions: row.get(1)?, bytes: row.get(4)?, length };
        Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(3)?, packed))
    });
    let (mark, sum, packed) = match found.optional() {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(Err(Damage::NoSnapshot)),
        Err(why) if super::directory::is_bad_value(&why) => return Ok(Err(Damage::Snapshot)),
        Err(why) => return Err(why),
    };
    if i64::from(packed.sum(room, mark)) != sum {
        return Ok(Err(Damage::Snapshot));
    }
    Ok(Ok((Mark::new(mark.cast_unsigned()), packed)))
}

/// The mark of a room's snapshot, even if the rest is damaged.
pub(super) fn mark(connection: &Connection, row: i64) -> Result<Option<Mark>, rusqlite::Error> {
    let mut statement = connection.prepare_cached("SELECT mark FROM snapshots WHERE number = ?")?;
    let mark = statement.query_row([row], |row| row.get::<_, i64>(0)).optional()?;
    Ok(mark.map(|mark| Mark::new(mark.cast_unsigned())))
}

/// Removes the snapshot of a room.
pub(super) fn remove(connection: &Connection, row: i64) -> Result<(), rusqlite::Error> {
    connection.prepare_cached("DELETE FROM snapshots WHERE number = ?")?.execute([row])?;
    Ok(())
}
