//! The stored form of a directory entry: JSON, so that people can inspect it in NATS.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::journal::{Entry, GuestId, Listed, Revision, UnixMillis, WriteError};

/// The maximum size of an entry in bytes.
const LIMIT: usize = 64 << 10;

/// A directory entry and its revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) entry: Entry,
    pub(super) revision: Revision,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    room: String,
    revision: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    game: String,
    listed: bool,
    people: u32,
    seats: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wake_at: Option<u64>,
    guests: Vec<u64>,
    details: String,
    updated_at: u64,
}

impl Line {
    pub(super) fn to_bytes(&self) -> Bytes {
        let entry = &self.entry;
        let stored = Stored {
            room: entry.room.to_string(),
            revision: self.revision.get(),
            code: entry.code.clone(),
            game: entry.game.clone(),
            listed: entry.listed,
            people: entry.people,
            seats: entry.seats,
            wake_at: entry.wake_at.map(|at| at.0),
            guests: entry.guests.iter().map(|guest| guest.0).collect(),
            details: entry.details.clone(),
            updated_at: entry.updated_at.0,
        };
        // Plain fields can always be serialized.
        serde_json::to_vec(&stored).unwrap_or_default().into()
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let stored: Stored = serde_json::from_slice(bytes).ok()?;
        let entry = Entry {
            room: stored.room.parse().ok()?,
            code: stored.code,
            game: stored.game,
            listed: stored.listed,
            people: stored.people,
            seats: stored.seats,
            wake_at: stored.wake_at.map(UnixMillis),
            guests: stored.guests.into_iter().map(GuestId).collect(),
            details: stored.details,
            updated_at: UnixMillis(stored.updated_at),
        };
        Some(Self { entry, revision: Revision::new(stored.revision) })
    }

    pub(super) fn into_listed(self) -> Listed {
        Listed { entry: self.entry, revision: self.revision }
    }
}

/// Refuses entries that would make the directory slow.
pub(super) fn check_size(entry: &Entry) -> Result<(), WriteError> {
    let texts = entry.code.as_ref().map_or(0, String::len) + entry.game.len() + entry.details.len();
    let bytes = texts + 20 * entry.guests.len();
    if bytes > LIMIT { Err(WriteError::TooLarge { bytes, limit: LIMIT }) } else { Ok(()) }
}
