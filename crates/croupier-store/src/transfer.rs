//! Moving a house from one store to another.

use bytes::Bytes;

use crate::journal::{
    AppendError, CreateError, Filter, Held, Journal, OpenError, ReadError, RoomId, Snapshot,
    UnixMillis, WriteError,
};
use crate::registry::{HOUSE_TIME, Registry};

/// How many bytes of records are appended at once; every engine accepts that many.
const APPEND: usize = 256 << 10;

/// The current time in both houses. Each counts from its own epoch, so due times have to be
/// converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a move has two ends")]
pub struct Clocks {
    /// In the source house.
    pub from: UnixMillis,
    /// In the target house.
    pub to: UnixMillis,
}

impl Clocks {
    /// When a room has to wake in the target house: after the same interval from now. Zero is not a
    /// time but marks a room that was released while awake.
    fn moved(self, wake_at: UnixMillis) -> UnixMillis {
        if wake_at == UnixMillis(0) {
            return wake_at;
        }
        UnixMillis((self.to.0 + wake_at.0).saturating_sub(self.from.0).max(1))
    }
}

/// The time of a house as its server last saved it.
pub async fn kept_time(store: &impl Registry) -> Result<UnixMillis, ReadError> {
    let kept = store.setting(HOUSE_TIME).await?;
    let kept = kept.and_then(|it| std::str::from_utf8(&it).ok()?.trim().parse().ok());
    Ok(UnixMillis(kept.unwrap_or(0)))
}

/// How much was copied.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct Moved {
    pub rooms: u64,
    /// Rooms that existed already with all their records or others, and stay as they are.
    pub skipped: u64,
    /// Rooms that were left out because their code belongs to another room in the target.
    pub code_taken: Vec<(RoomId, String)>,
    /// Rooms that were left out because what is stored of them is damaged.
    pub damaged: Vec<RoomId>,
    /// Records of rooms.
    pub records: u64,
    pub guests: u64,
    /// Finished matches.
    pub matches: u64,
    pub bans: u64,
    /// Settings of the house.
    pub settings: u64,
}

/// Why a house could not be moved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum TransferError {
    /// A room could not be read.
    #[error("room {room} cannot be read: {why}")]
    Room { room: RoomId, why: OpenError },
    /// A room could not be created.
    #[error("room {room} cannot be created: {why}")]
    Create { room: RoomId, why: CreateError },
    /// The records of a room could not be stored.
    #[error("the records of room {room} cannot be stored: {why}")]
    Append { room: RoomId, why: AppendError },
    /// Something else could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Something else could not be stored.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a house could not be exported to a file.
#[cfg(feature = "sqlite")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Something could not be copied.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] crate::sqlite::StartError),
}

/// Copies everything to a new file, which `croupier restore` puts into a data folder. Time
/// continues there from the current time of this house.
#[cfg(feature = "sqlite")]
pub async fn export(
    from: &(impl Journal + Registry),
    file: &std::path::Path,
    now: UnixMillis,
    on_progress: impl FnMut(&Moved),
) -> Result<Moved, ExportError> {
    use crate::sqlite::{Settings, SqliteStore, StartError};
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".export");
    let folder = file.with_file_name(name);
    for path in [file, &folder] {
        if path.exists() {
            return Err(StartError::Exists { path: path.to_owned() }.into());
        }
    }
    let store = SqliteStore::open(&folder, Settings::default())?;
    let copied = async {
        let moved = copy(from, &store, Clocks { from: now, to: now }, on_progress).await?;
        store.backup(file, |_| {}).await?;
        Ok(moved)
    };
    let copied = copied.await;
    store.shutdown().await;
    drop(store);
    // A leftover would only block the next export.
    let _ = std::fs::remove_dir_all(&folder);
    copied
}

/// Copies everything from one store to another. Fences nobody at the source; rooms that change
/// meanwhile are copied as they were at some moment. Damaged rooms are left out. Whatever exists in
/// the target stays, and rooms whose copy was interrupted are completed, so this can be repeated.
pub async fn copy(
    from: &(impl Journal + Registry),
    to: &(impl Journal + Registry),
    clocks: Clocks,
    mut on_progress: impl FnMut(&Moved),
) -> Result<Moved, TransferError> {
    let mut moved = Moved::default();
    let mut after = None;
    loop {
        let page = from.list(Filter::default(), after).await?;
        for listed in page.items {
            copy_room(from, to, listed.entry.room, clocks, &mut moved).await?;
            on_progress(&moved);
        }
        moved.damaged.extend(page.damaged);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    for guest in from.guests().await? {
        to.put_guest(guest).await?;
        moved.guests += 1;
    }
    for id in from.matches().await? {
        if let Some(finished) = from.finished_match(id).await? {
            to.put_match(finished).await?;
            moved.matches += 1;
            on_progress(&moved);
        }
    }
    for ban in from.bans().await? {
        to.put_ban(ban).await?;
        moved.bans += 1;
    }
    for (key, value) in from.settings().await? {
        if key == HOUSE_TIME {
            continue;
        }
        to.put_setting(&key, value).await?;
        moved.settings += 1;
    }
    to.put_setting(HOUSE_TIME, Bytes::from(clocks.to.0.to_string())).await?;
    on_progress(&moved);
    Ok(moved)
}

async fn copy_room(
    from: &impl Journal,
    to: &impl Journal,
    room: RoomId,
    clocks: Clocks,
    moved: &mut Moved,
) -> Result<(), TransferError> {
    let mut found = match from.peek(room).await {
        Ok(found) => found,
        // It was closed just now.
        Err(OpenError::Missing) => return Ok(()),
        Err(OpenError::Damaged(_)) => {
            moved.damaged.push(room);
            return Ok(());
        }
        Err(why) => return Err(TransferError::Room { room, why }),
    };
    found.entry.wake_at = found.entry.wake_at.map(|at| clocks.moved(at));
    let code = found.entry.code.clone();
    let mut held = match to.create(found.entry, found.snapshot.clone()).await {
        Ok(opened) => opened.held,
        Err(CreateError::Exists) => {
            let Some((held, known)) = resume(to, room, &found.snapshot, &found.records).await?
            else {
                moved.skipped += 1;
                return Ok(());
            };
            found.records.drain(..known);
            held
        }
        Err(CreateError::CodeTaken) => {
            moved.code_taken.push((room, code.unwrap_or_default()));
            return Ok(());
        }
        Err(why) => return Err(TransferError::Create { room, why }),
    };
    moved.records += found.records.len() as u64;
    for part in parts(found.records) {
        to.append(&mut held, part).await.map_err(|why| TransferError::Append { room, why })?;
    }
    to.release(held).await;
    moved.rooms += 1;
    Ok(())
}

/// Takes hold of a room whose copy was interrupted, and tells how many of its records are there.
/// `None` if the room is complete, or something has happened in it since.
async fn resume(
    to: &impl Journal,
    room: RoomId,
    snapshot: &Snapshot,
    records: &[Bytes],
) -> Result<Option<(Held, usize)>, TransferError> {
    let is_part = |seen: &Snapshot, there: &[Bytes]| {
        seen == snapshot && there.len() < records.len() && records.starts_with(there)
    };
    let unread = |why| TransferError::Room { room, why };
    match to.peek(room).await {
        Ok(there) if is_part(&there.snapshot, &there.records) => {}
        // It was closed just now, or is damaged: there is nothing to complete.
        Ok(_) | Err(OpenError::Missing | OpenError::Damaged(_)) => return Ok(None),
        Err(why) => return Err(unread(why)),
    }
    let there = to.open(room).await.map_err(unread)?;
    if is_part(&there.snapshot, &there.records) {
        return Ok(Some((there.held, there.records.len())));
    }
    to.release(there.held).await;
    Ok(None)
}

/// Splits records into parts that can be appended at once.
fn parts(records: Vec<Bytes>) -> Vec<Vec<Bytes>> {
    let mut parts: Vec<Vec<Bytes>> = vec![];
    let mut bytes = usize::MAX;
    for record in records {
        if bytes.saturating_add(record.len()) > APPEND {
            parts.push(vec![]);
            bytes = 0;
        }
        bytes += record.len();
        if let Some(part) = parts.last_mut() {
            part.push(record);
        }
    }
    parts
}
