//! Ids, positions and revisions.

use std::fmt;
use std::str::FromStr;

/// The id of a room. The caller draws it at random; it is never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(u128);

impl RoomId {
    /// The room with this number.
    pub const fn new(number: u128) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn get(self) -> u128 {
        self.0
    }

    /// Its number as bytes that sort in the same order as ids.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// Restores an id from [`to_bytes`](Self::to_bytes).
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomId({self})")
    }
}

/// The error for a text that is not a room id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room id has 32 hexadecimal digits in lower case")]
pub struct ParseRoomIdError;

impl FromStr for RoomId {
    type Err = ParseRoomIdError;

    /// Accepts only what `Display` writes, so that a room has exactly one spelling.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(ParseRoomIdError);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| ParseRoomIdError)
    }
}

/// The id of a person without an account. The caller draws it at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestId(pub u64);

/// A position in the log of a room. Later positions are greater, but nothing else can be derived
/// from the number: every engine counts in its own way and leaves gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

impl Mark {
    /// For engines: creates a mark from the engine's own position.
    pub const fn new(position: u64) -> Self {
        Self(position)
    }

    /// For engines: the engine's own position.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// The version of a directory entry. It is compared before the entry is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl Revision {
    /// For engines: creates a revision from the engine's own number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// For engines: the engine's own number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_id_has_one_spelling() {
        let room = RoomId::new(0xab);
        assert_eq!(room.to_string(), "000000000000000000000000000000ab");
        assert_eq!(room.to_string().parse(), Ok(room));
        assert_eq!(RoomId::from_bytes(room.to_bytes()), room);
        for text in
            ["", "ab", "000000000000000000000000000000AB", "+00000000000000000000000000000ab"]
        {
            assert_eq!(text.parse::<RoomId>(), Err(ParseRoomIdError), "{text}");
        }
    }
}
