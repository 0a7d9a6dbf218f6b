//! The directory of rooms.

use super::{GuestId, Revision, RoomId, UnixMillis};

/// The line of a room in the directory: what has to be known of it without opening it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The room.
    pub room: RoomId,
    /// What people type to find it. No two rooms have the same.
    pub code: Option<String>,
    /// The id of its game.
    pub game: String,
    /// Whether strangers see it in the list.
    pub listed: bool,
    /// How many people are in it.
    pub people: u32,
    /// How many seats it has.
    pub seats: u32,
    /// When it has to be opened although nobody asks for it. None while it is awake, and if nothing
    /// happens in it without people.
    pub wake_at: Option<UnixMillis>,
    /// Who has a seat in it.
    pub guests: Vec<GuestId>,
    /// What else the caller wants to show in lists, in words of the caller.
    pub details: String,
    /// When the caller wrote this line.
    pub updated_at: UnixMillis,
}

impl Entry {
    /// A room of a game that nobody can find yet.
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

/// A line of the directory as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The line.
    pub entry: Entry,
    /// Its revision.
    pub revision: Revision,
}

/// Which lines of the directory are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Only those of a game.
    pub game: Option<String>,
    /// Only those that strangers may see.
    pub listed: bool,
    /// How many are in a page.
    pub limit: u32,
}

impl Default for Filter {
    /// All rooms, a hundred in a page.
    fn default() -> Self {
        Self { game: None, listed: false, limit: 100 }
    }
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What is in it.
    pub items: Vec<T>,
    /// What to ask for the next page with. None if this is the last.
    pub next: Option<RoomId>,
}

/// Rooms that have to wake.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Due {
    /// Those whose time has come, earliest first.
    pub rooms: Vec<RoomId>,
    /// When the first of all others has to wake.
    pub next: Option<UnixMillis>,
}
