//! The tables of guests, finished matches, bans and settings.

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use super::directory::instant;
use crate::journal::{GuestId, ReadError, RoomId, UnixMillis, WriteError};
use crate::registry::{Ban, FinishedMatch, Guest, MatchId, Registry, SecretHash};

/// How many rows are deleted with one commit.
const AT_ONCE: u32 = 1_000;

/// The overhead of a row.
const ROW_BYTES: usize = 128;

fn at(value: i64) -> UnixMillis {
    UnixMillis(u64::try_from(value).unwrap_or(0))
}

fn guest_of(row: &Row<'_>) -> Result<Guest, rusqlite::Error> {
    Ok(Guest {
        id: GuestId(row.get::<_, i64>(0)?.cast_unsigned()),
        token: SecretHash(row.get(1)?),
        nickname: row.get(2)?,
        seen: at(row.get(3)?),
    })
}

/// The guest in each seat: a byte that says whether there was one, then the id.
fn seats_as_bytes(seats: &[Option<GuestId>]) -> Vec<u8> {
    let seat = |guest: &Option<GuestId>| {
        let number = guest.map_or(0, |guest| guest.0).to_le_bytes();
        [u8::from(guest.is_some())].into_iter().chain(number)
    };
    seats.iter().flat_map(seat).collect()
}

fn seats_from(bytes: &[u8]) -> Vec<Option<GuestId>> {
    let (seats, _) = bytes.as_chunks::<9>();
    let seat = |[is_guest, number @ ..]: &[u8; 9]| {
        (*is_guest == 1).then_some(GuestId(u64::from_le_bytes(*number)))
    };
    seats.iter().map(seat).collect()
}

/// A checksum of the columns that are not keys.
fn sum_of(finished: &FinishedMatch) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    for text in [&finished.game, &finished.deal] {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text.as_bytes());
    }
    sum.update(&finished.room.to_bytes());
    sum.update(&instant(finished.played_at).to_le_bytes());
    sum.update(&seats_as_bytes(&finished.seats));
    sum.update(&finished.save);
    sum.finalize()
}

const MATCH: &str = "SELECT id, room, game, played_at, seats, deal, link, sum, save FROM matches";

/// The match, if its checksum is right.
fn match_of(row: &Row<'_>) -> Result<Option<FinishedMatch>, rusqlite::Error> {
    let finished = FinishedMatch {
        id: MatchId(u128::from_be_bytes(row.get(0)?)),
        room: RoomId::from_bytes(row.get(1)?),
        game: row.get(2)?,
        played_at: at(row.get(3)?),
        seats: seats_from(&row.get::<_, Vec<u8>>(4)?),
        deal: row.get(5)?,
        link: SecretHash(row.get(6)?),
        save: Bytes::from(row.get::<_, Vec<u8>>(8)?),
    };
    Ok((row.get::<_, i64>(7)? == i64::from(sum_of(&finished))).then_some(finished))
}

fn put_match(connection: &Connection, finished: &FinishedMatch) -> Result<(), rusqlite::Error> {
    let sql = "INSERT OR IGNORE INTO matches (id, room, game, played_at, seats, deal, link, sum, \
               save) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let added = connection.prepare_cached(sql)?.execute(params![
        finished.id.0.to_be_bytes(),
        finished.room.to_bytes(),
        finished.game,
        instant(finished.played_at),
        seats_as_bytes(&finished.seats),
        finished.deal,
        finished.link.0,
        sum_of(finished),
        &finished.save[..],
    ])?;
    if added == 0 {
        return Ok(());
    }
    let number = connection.last_insert_rowid();
    let sql = "INSERT OR IGNORE INTO played (guest, number) VALUES (?, ?)";
    let mut played = connection.prepare_cached(sql)?;
    for guest in finished.seats.iter().flatten() {
        played.execute([guest.0.cast_signed(), number])?;
    }
    Ok(())
}

/// Deletes some of the matches that ended before an instant, oldest first.
fn forget_matches(connection: &Connection, before: i64) -> Result<u64, rusqlite::Error> {
    let some = "SELECT number FROM matches WHERE played_at < ? ORDER BY played_at, number LIMIT ?";
    let sql = format!("DELETE FROM played WHERE number IN ({some})");
    connection.prepare_cached(&sql)?.execute(params![before, AT_ONCE])?;
    let sql = format!("DELETE FROM matches WHERE number IN ({some})");
    Ok(connection.prepare_cached(&sql)?.execute(params![before, AT_ONCE])? as u64)
}

/// Deletes some of the guests who were not seen since an instant and have no seat.
fn forget_guests(connection: &Connection, unseen_since: i64) -> Result<u64, rusqlite::Error> {
    let sql = "DELETE FROM guests WHERE id IN (SELECT id FROM guests WHERE seen < ? \
               AND NOT EXISTS (SELECT 1 FROM seated WHERE seated.guest = guests.id) LIMIT ?)";
    Ok(connection.prepare_cached(sql)?.execute(params![unseen_since, AT_ONCE])? as u64)
}

fn ban_of(row: &Row<'_>) -> Result<Ban, rusqlite::Error> {
    Ok(Ban { key: row.get(0)?, until: row.get::<_, Option<i64>>(1)?.map(at), why: row.get(2)? })
}

impl SqliteStore {
    /// Deletes what is older than an instant, in parts, so that the write-ahead log stays small and
    /// nobody waits long. Returns how much.
    async fn forget(
        &self,
        before: i64,
        forget_some: fn(&Connection, i64) -> Result<u64, rusqlite::Error>,
    ) -> Result<u64, WriteError> {
        let mut forgotten = 0;
        loop {
            let part =
                self.write_plain(ROW_BYTES, move |connection| forget_some(connection, before));
            let part = part.await?;
            forgotten += part;
            if part < u64::from(AT_ONCE) {
                return Ok(forgotten);
            }
        }
    }
}

impl Registry for SqliteStore {
    async fn put_guest(&self, guest: Guest) -> Result<(), WriteError> {
        let bytes = ROW_BYTES + guest.nickname.len();
        self.write_plain(bytes, move |connection| {
            // Also replaces another guest with the same token: nobody could tell which of them it
            // identifies.
            let sql = "INSERT OR REPLACE INTO guests (id, token, nickname, seen) \
                       VALUES (?, ?, ?, ?)";
            let Guest { id, token, nickname, seen } = guest;
            let values = params![id.0.cast_signed(), token.0, nickname, instant(seen)];
            connection.prepare_cached(sql)?.execute(values).map(|_| ())
        })
        .await
    }

    async fn guest(&self, id: GuestId) -> Result<Option<Guest>, ReadError> {
        self.read_plain(move |connection| {
            let sql = "SELECT id, token, nickname, seen FROM guests WHERE id = ?";
            let id = id.0.cast_signed();
            connection.prepare_cached(sql)?.query_row([id], guest_of).optional()
        })
        .await
    }

    async fn guest_by_token(&self, token: SecretHash) -> Result<Option<Guest>, ReadError> {
        self.read_plain(move |connection| {
            let sql = "SELECT id, token, nickname, seen FROM guests WHERE token = ?";
            connection.prepare_cached(sql)?.query_row([token.0], guest_of).optional()
        })
        .await
    }

    async fn forget_guests(&self, unseen_since: UnixMillis) -> Result<u64, WriteError> {
        self.forget(instant(unseen_since), forget_guests).await
    }

    async fn guests(&self) -> Result<Vec<Guest>, ReadError> {
        let mut guests = self
            .read_plain(|connection| {
                let sql = "SELECT id, token, nickname, seen FROM guests";
                connection
                    .prepare_cached(sql)?
                    .query_map([], guest_of)?
                    .collect::<Result<Vec<_>, _>>()
            })
            .await?;
        // The database has signed numbers, so its order differs.
        guests.sort_unstable_by_key(|guest| guest.id);
        Ok(guests)
    }

    async fn put_match(&self, finished: FinishedMatch) -> Result<(), WriteError> {
        let bytes = ROW_BYTES + finished.save.len() + finished.deal.len() + finished.game.len();
        self.write_plain(bytes, move |connection| put_match(connection, &finished)).await
    }

    async fn finished_match(&self, id: MatchId) -> Result<Option<FinishedMatch>, ReadError> {
        self.read_plain(move |connection| {
            let mut select = connection.prepare_cached(&format!("{MATCH} WHERE id = ?"))?;
            let found = select.query_row([id.0.to_be_bytes()], match_of).optional()?;
            Ok(found.flatten())
        })
        .await
    }

    async fn match_by_link(&self, link: SecretHash) -> Result<Option<FinishedMatch>, ReadError> {
        self.read_plain(move |connection| {
            let mut select = connection.prepare_cached(&format!("{MATCH} WHERE link = ?"))?;
            Ok(select.query_row([link.0], match_of).optional()?.flatten())
        })
        .await
    }

    async fn matches_of(&self, guest: GuestId, limit: u32) -> Result<Vec<MatchId>, ReadError> {
        self.read_plain(move |connection| {
            let sql = "SELECT id FROM played JOIN matches USING (number) WHERE guest = ? \
                       ORDER BY played_at DESC, number DESC LIMIT ?";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select.query_map(params![guest.0.cast_signed(), limit], |row| row.get(0))?;
            rows.map(|id| id.map(|id| MatchId(u128::from_be_bytes(id)))).collect()
        })
        .await
    }

    async fn forget_matches(&self, before: UnixMillis) -> Result<u64, WriteError> {
        self.forget(instant(before), forget_matches).await
    }

    async fn matches(&self) -> Result<Vec<MatchId>, ReadError> {
        self.read_plain(|connection| {
            let mut select = connection.prepare_cached("SELECT id FROM matches ORDER BY id")?;
            let ids = select.query_map([], |row| row.get(0))?;
            ids.map(|id| id.map(|id| MatchId(u128::from_be_bytes(id)))).collect()
        })
        .await
    }

    async fn put_ban(&self, ban: Ban) -> Result<(), WriteError> {
        let bytes = ROW_BYTES + ban.key.len() + ban.why.len();
        self.write_plain(bytes, move |connection| {
            let sql = "INSERT OR REPLACE INTO bans (key, until, why) VALUES (?, ?, ?)";
            let values = params![ban.key, ban.until.map(instant), ban.why];
            connection.prepare_cached(sql)?.execute(values).map(|_| ())
        })
        .await
    }

    async fn ban(&self, key: &str) -> Result<Option<Ban>, ReadError> {
        let key = key.to_owned();
        self.read_plain(move |connection| {
            let sql = "SELECT key, until, why FROM bans WHERE key = ?";
            connection.prepare_cached(sql)?.query_row([key], ban_of).optional()
        })
        .await
    }

    async fn bans(&self) -> Result<Vec<Ban>, ReadError> {
        self.read_plain(|connection| {
            let sql = "SELECT key, until, why FROM bans ORDER BY key";
            connection.prepare_cached(sql)?.query_map([], ban_of)?.collect()
        })
        .await
    }

    async fn lift_ban(&self, key: &str) -> Result<bool, WriteError> {
        let key = key.to_owned();
        self.write_plain(ROW_BYTES, move |connection| {
            let sql = "DELETE FROM bans WHERE key = ?";
            Ok(connection.prepare_cached(sql)?.execute([key])? > 0)
        })
        .await
    }

    async fn setting(&self, key: &str) -> Result<Option<Bytes>, ReadError> {
        let key = key.to_owned();
        self.read_plain(move |connection| {
            let sql = "SELECT value FROM settings WHERE key = ?";
            let mut select = connection.prepare_cached(sql)?;
            let value = select.query_row([key], |row| row.get::<_, Vec<u8>>(0)).optional()?;
            Ok(value.map(Bytes::from))
        })
        .await
    }

    async fn put_setting(&self, key: &str, value: Bytes) -> Result<(), WriteError> {
        let key = key.to_owned();
        let bytes = ROW_BYTES + key.len() + value.len();
        self.write_plain(bytes, move |connection| {
            let sql = "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)";
            connection.prepare_cached(sql)?.execute(params![key, &value[..]]).map(|_| ())
        })
        .await
    }

    async fn settings(&self) -> Result<Vec<(String, Bytes)>, ReadError> {
        self.read_plain(|connection| {
            let mut select =
                connection.prepare_cached("SELECT key, value FROM settings ORDER BY key")?;
            let rows = select
                .query_map([], |row| Ok((row.get(0)?, Bytes::from(row.get::<_, Vec<u8>>(1)?))))?;
            rows.collect()
        })
        .await
    }
}
