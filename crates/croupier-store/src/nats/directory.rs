//! What leads to a room: its code, its guests, the public list, and whether it is awake.
//!
//! The directory entry itself is in the room's log, where it is fenced, and everything here is
//! derived from it. What a new entry adds is written before it, what it removes after it. So a
//! crash in between leaves at worst a reference to a room that does not fit, and never a room that
//! nobody can find.

use bytes::Bytes;

use super::NatsStore;
use super::bucket::{Placed, Value};
use super::error::RequestError;
use super::layout::{shard_of, token};
use super::line::Line;
use super::log::Grip;
use super::patience::Patience;
use super::watched::{Live, Topic};
use crate::journal::{EngineError, Entry, GuestId, RoomId, WriteError};

/// For how many seconds a code is reserved for a room that is being created.
const CLAIM: u64 = 60;

/// A code that is reserved for a room.
#[derive(Debug)]
pub(super) enum Claim {
    /// The room has it already, or needs none.
    Own,
    /// The room has it for a limited time, and has to confirm it.
    New { key: String, sequence: u64 },
}

/// Why a code could not be reserved.
#[derive(Debug)]
pub(super) enum ClaimError {
    Taken,
    Write(WriteError),
}

fn code_key(code: &str) -> String {
    format!("code.{}", token(code))
}

fn seat_key(guest: GuestId) -> String {
    format!("seat.{}", guest.0)
}

fn open_key(entry: &Entry) -> String {
    format!("open.{}.{}", token(&entry.game), entry.room)
}

fn live_key(room: RoomId) -> String {
    format!("live.{}.{room}", shard_of(room))
}

fn room_of(value: &Value) -> Option<RoomId> {
    std::str::from_utf8(&value.bytes).ok()?.parse().ok()
}

fn rooms_in(value: Option<&Value>) -> Vec<RoomId> {
    let texts = value.and_then(|it| serde_json::from_slice::<Vec<String>>(&it.bytes).ok());
    texts.unwrap_or_default().iter().filter_map(|text| text.parse().ok()).collect()
}

impl NatsStore {
    /// Reserves a code for a room.
    pub(super) async fn claim(
        &self,
        room: RoomId,
        code: Option<&str>,
    ) -> Result<Claim, ClaimError> {
        let Some(code) = code else { return Ok(Claim::Own) };
        let key = code_key(code);
        let value = Bytes::from(room.to_string());
        match self.rooms().create(&key, value, Some(CLAIM)).await.map_err(ClaimError::Write)? {
            Placed::Stored(sequence) => Ok(Claim::New { key, sequence }),
            Placed::Other(Some(other)) if room_of(&other) == Some(room) => Ok(Claim::Own),
            Placed::Other(_) => Err(ClaimError::Taken),
        }
    }

    /// Makes the reservation permanent.
    pub(super) async fn confirm(&self, room: RoomId, claim: Claim) -> Result<(), WriteError> {
        let Claim::New { key, sequence } = claim else { return Ok(()) };
        let value = Bytes::from(room.to_string());
        match self.rooms().replace(&key, value, sequence).await? {
            Placed::Stored(_) => Ok(()),
            Placed::Other(Some(other)) if room_of(&other) == Some(room) => Ok(()),
            // It took so long that another room has the code by now.
            Placed::Other(_) => Err(WriteError::Unknown(EngineError::new(RequestError::LostTrack))),
        }
    }

    /// Releases a code that is not needed after all. If that fails the reservation expires within a
    /// minute.
    pub(super) async fn give_back(&self, claim: Claim) {
        if let Claim::New { key, sequence } = claim {
            let _ = self.rooms().remove_if(&key, sequence).await;
        }
    }

    /// Frees a code, if this room has it.
    async fn free(&self, room: RoomId, code: &str) -> Result<(), WriteError> {
        let key = code_key(code);
        let found = self.rooms().get(&key).await.map_err(unknown)?;
        if let Some(value) = found.filter(|it| room_of(it) == Some(room)) {
            self.rooms().remove_if(&key, value.sequence).await?;
        }
        Ok(())
    }

    /// The room with a code.
    pub(super) async fn room_with(&self, code: &str) -> Result<Option<RoomId>, RequestError> {
        Ok(self.rooms().get(&code_key(code)).await?.as_ref().and_then(room_of))
    }

    /// The rooms in which a guest has a seat.
    pub(super) async fn seats_of(&self, guest: GuestId) -> Result<Vec<RoomId>, RequestError> {
        let mut rooms = rooms_in(self.rooms().get(&seat_key(guest)).await?.as_ref());
        rooms.sort_unstable();
        Ok(rooms)
    }

    /// Stores whether a guest has a seat in a room.
    async fn seat(&self, guest: GuestId, room: RoomId, is_in: bool) -> Result<(), WriteError> {
        let key = seat_key(guest);
        let mut patience = Patience::new();
        loop {
            let found = self.rooms().get(&key).await.map_err(unknown)?;
            let mut rooms = rooms_in(found.as_ref());
            if rooms.contains(&room) == is_in {
                return Ok(());
            }
            if is_in {
                rooms.push(room);
            } else {
                rooms.retain(|it| *it != room);
            }
            let texts: Vec<_> = rooms.iter().map(RoomId::to_string).collect();
            let value = Bytes::from(serde_json::to_vec(&texts).unwrap_or_default());
            let placed = match &found {
                Some(found) if rooms.is_empty() => {
                    self.rooms().remove_if(&key, found.sequence).await?
                }
                Some(found) => self.rooms().replace(&key, value, found.sequence).await?,
                None => self.rooms().create(&key, value, None).await?,
            };
            if matches!(placed, Placed::Stored(_)) {
                return Ok(());
            }
            if !patience.wait().await {
                return Err(unknown(RequestError::Contested));
            }
        }
    }

    /// Before an entry is stored: writes what it adds.
    pub(super) async fn lead_to(&self, old: Option<&Entry>, new: &Entry) -> Result<(), WriteError> {
        let before = old.map_or(&[][..], |old| &old.guests);
        for guest in new.guests.iter().filter(|it| !before.contains(it)) {
            self.seat(*guest, new.room, true).await?;
        }
        Ok(())
    }

    /// After an entry was stored: removes what it drops, and updates the public list.
    pub(super) async fn follow(&self, old: Option<&Entry>, new: &Line) -> Result<(), WriteError> {
        let entry = &new.entry;
        if let Some(old) = old {
            for guest in old.guests.iter().filter(|it| !entry.guests.contains(it)) {
                self.seat(*guest, entry.room, false).await?;
            }
            if let Some(code) = old.code.as_deref().filter(|it| Some(*it) != entry.code.as_deref())
            {
                self.free(entry.room, code).await?;
            }
        }
        let was_listed = old.is_some_and(|old| old.listed);
        if entry.listed {
            self.list_publicly(new).await?;
        } else if was_listed {
            self.unlist(entry).await?;
        }
        Ok(())
    }

    /// Puts an entry on the public list.
    pub(super) async fn list_publicly(&self, line: &Line) -> Result<(), WriteError> {
        let value = line.to_bytes();
        let sequence = self.rooms().put(&open_key(&line.entry), value.clone()).await?;
        self.watched().learn(Topic::Open, line.entry.room, sequence, Some(&value), false);
        Ok(())
    }

    /// Takes an entry off the public list.
    pub(super) async fn unlist(&self, entry: &Entry) -> Result<(), WriteError> {
        let sequence = self.rooms().remove(&open_key(entry)).await?;
        self.watched().learn(Topic::Open, entry.room, sequence, None, false);
        Ok(())
    }

    /// Stores that a room is awake. Waking a room needlessly does no harm, so the write is
    /// unconditional.
    pub(super) async fn mark_awake(&self, room: RoomId, line: &Line) -> Result<u64, WriteError> {
        let value = Live::new(true, line.entry.wake_at).to_bytes();
        let sequence = self.rooms().put(&live_key(room), value.clone()).await?;
        self.watched().learn(Topic::Live, room, sequence, Some(&value), false);
        Ok(sequence)
    }

    /// Stores when a room has to wake, and whether it is awake. Only its holder knows, so the write
    /// of a former holder has no effect.
    pub(super) async fn mark_wake_at(
        &self,
        room: RoomId,
        grip: &mut Grip,
        is_awake: bool,
    ) -> Result<(), WriteError> {
        let live = Live::new(is_awake, grip.line.entry.wake_at);
        let key = live_key(room);
        let known = match grip.awake {
            Some(sequence) => Some(sequence),
            None => self.rooms().get(&key).await.map_err(unknown)?.map(|it| it.sequence),
        };
        let value = live.to_bytes();
        let placed = match (live.is_something(), known) {
            (false, None) => return Ok(()),
            (false, Some(sequence)) => self.rooms().remove_if(&key, sequence).await?,
            (true, Some(sequence)) => self.rooms().replace(&key, value.clone(), sequence).await?,
            (true, None) => self.rooms().create(&key, value.clone(), None).await?,
        };
        grip.awake = None;
        if let Placed::Stored(sequence) = placed {
            let value = live.is_something().then_some(&value[..]);
            self.watched().learn(Topic::Live, room, sequence, value, false);
            grip.awake = is_awake.then_some(sequence);
        }
        Ok(())
    }

    /// Removes everything that leads to a closed room.
    pub(super) async fn forget_room(&self, line: &Line) -> Result<(), WriteError> {
        let entry = &line.entry;
        if let Some(code) = &entry.code {
            self.free(entry.room, code).await?;
        }
        for guest in &entry.guests {
            self.seat(*guest, entry.room, false).await?;
        }
        if entry.listed {
            self.unlist(entry).await?;
        }
        let key = live_key(entry.room);
        if self.rooms().get(&key).await.map_err(unknown)?.is_some() {
            let sequence = self.rooms().remove(&key).await?;
            self.watched().learn(Topic::Live, entry.room, sequence, None, false);
        }
        Ok(())
    }
}

fn unknown(why: RequestError) -> WriteError {
    WriteError::Unknown(EngineError::new(why))
}
