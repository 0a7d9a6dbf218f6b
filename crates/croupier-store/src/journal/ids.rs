//! Names of things, positions and instants.

use std::fmt;
use std::str::FromStr;

/// A room. The caller draws the number at random; it is never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(u128);

impl RoomId {
    /// A room of this number.
    pub const fn new(number: u128) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn get(self) -> u128 {
        self.0
    }

    /// Its number in an order in which bytes compare as ids do.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The room whose bytes these are.
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

/// A text that is no room id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room id has 32 hexadecimal digits in lower case")]
pub struct ParseRoomIdError;

impl FromStr for RoomId {
    type Err = ParseRoomIdError;

    /// Takes what `Display` writes and nothing else, so that a room has one name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(ParseRoomIdError);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| ParseRoomIdError)
    }
}

/// A person who has no account. The caller draws the number at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestId(pub u64);

/// A position in the log of a room. Later ones are greater; there is nothing else to be read from
/// it, for every engine counts its own way and leaves gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

impl Mark {
    /// For engines: a position as the engine counts it.
    pub const fn new(position: u64) -> Self {
        Self(position)
    }

    /// For engines: the position as the engine counts it.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// How often the line of a room was written. It is compared before the line is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl Revision {
    /// For engines: a revision as the engine counts it.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// For engines: the revision as the engine counts it.
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
