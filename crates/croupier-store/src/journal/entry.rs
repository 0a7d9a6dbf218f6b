//! The directory of rooms.

use super::{GuestId, Revision, RoomId, UnixMillis};

/// The directory entry of a room: what has to be known about it without opening it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The room.
    pub room: RoomId,
    /// The code that people type to find it. It is unique.
    pub code: Option<String>,
    /// The id of its game.
    pub game: String,
    /// Whether strangers see it in the list.
    pub listed: bool,
    /// How many people are in it.
    pub people: u32,
    /// How many seats it has.
    pub seats: u32,
    /// When it has to be opened even if nobody asks for it. `None` while it is awake, or if nothing
    /// happens in it without people.
    pub wake_at: Option<UnixMillis>,
    /// The guests who have a seat in it.
    pub guests: Vec<GuestId>,
    /// Whatever else the caller shows in lists; opaque to the store.
    pub details: String,
    /// When the caller wrote this entry.
    pub updated_at: UnixMillis,
}

impl Entry {
    /// The entry of a room that nobody can find yet.
    pub fn new(room: RoomId, game: impl Into<String>) -> Self {
        Self {
            room,
            code: None,
            game: game.into(),
            listed: false,
            people: 0,
            seats: 0,
            wake_at: None,
            guests: vec![],
            details: String::new(),
            updated_at: UnixMillis::default(),
        }
    }
}

/// A directory entry as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Listed {
    pub entry: Entry,
    pub revision: Revision,
}

/// Which directory entries to list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Only rooms of this game.
    pub game: Option<String>,
    /// Only rooms that strangers may see.
    pub listed: bool,
    /// How many entries a page has at most.
    pub limit: u32,
}

impl Default for Filter {
    /// All rooms, a hundred per page.
    fn default() -> Self {
        Self { game: None, listed: false, limit: 100 }
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What is in it.
    pub items: Vec<T>,
    /// Rooms whose entry belongs here, or may do so, but is damaged.
    pub damaged: Vec<RoomId>,
    /// Where the next page starts: pass it as `after`. `None` if this is the last page.
    pub next: Option<RoomId>,
}

/// Rooms that have to wake.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Due {
    /// The rooms that are due, earliest first.
    pub rooms: Vec<RoomId>,
    /// When the first of the other rooms has to wake.
    pub next: Option<UnixMillis>,
}
