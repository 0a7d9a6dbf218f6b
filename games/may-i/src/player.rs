//! The ids of the specification: `player-0`, `meld-player-0-1`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use croupier_kit::game::{MAX_SEATS, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// MI-1: the id of the player in a seat.
pub fn player_id(seat: Seat) -> String {
    format!("player-{}", seat.0)
}

/// The seat of a player id.
pub fn seat_of(id: &str) -> Option<Seat> {
    let number: u8 = id.strip_prefix("player-")?.parse().ok()?;
    let seat = Seat(number);
    (seat.at() < MAX_SEATS && player_id(seat) == id).then_some(seat)
}

/// MI-65: the id of a meld. Melds are numbered in the order in which they came to the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MeldId {
    /// Who laid it down.
    pub owner: Seat,
    /// How many melds were laid down before.
    pub index: u8,
}

impl fmt::Display for MeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "meld-player-{}-{}", self.owner.0, self.index)
    }
}

impl fmt::Debug for MeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a valid meld id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no meld; write it like meld-player-0-1")]
pub struct ParseMeldIdError(String);

impl FromStr for MeldId {
    type Err = ParseMeldIdError;

    fn from_str(text: &str) -> Result<Self, ParseMeldIdError> {
        let parse = || {
            let (owner, index) = text.strip_prefix("meld-")?.rsplit_once('-')?;
            let id = Self { owner: seat_of(owner)?, index: index.parse().ok()? };
            (id.to_string() == text).then_some(id)
        };
        parse().ok_or_else(|| ParseMeldIdError(text.to_owned()))
    }
}

impl Serialize for MeldId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MeldId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(MeldId, "MeldId", |_| schemars::json_schema!({
    "description": "A meld of the table, called after its owner and its number: `meld-player-2-13` (MI-65).",
    "type": "string",
    "pattern": "^meld-player-[0-7]-[0-9]+$",
}));

/// The maximum length of a name in characters.
const LETTERS: usize = 24;

/// Whether this text is a valid name after trimming.
pub(crate) fn is_name(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= LETTERS
}

/// The players' names, in seat order. Shared by all copies of a match, because names never change
/// while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(Arc<Vec<String>>);

impl Names {
    /// Adds the next player.
    pub(crate) fn push(&mut self, name: &str) {
        Arc::make_mut(&mut self.0).push(name.trim().to_owned());
    }

    /// The names.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|names| Self(Arc::new(names)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mi_1_players_are_called_after_their_seats() {
        assert_eq!(player_id(Seat(7)), "player-7");
        assert_eq!(seat_of("player-7"), Some(Seat(7)));
        for text in ["player-8", "player-", "player-01", "Player-1", "7"] {
            assert_eq!(seat_of(text), None, "{text}");
        }
    }

    #[test]
    fn mi_65_melds_are_called_after_owner_and_number() {
        let id = MeldId { owner: Seat(2), index: 13 };
        assert_eq!(id.to_string(), "meld-player-2-13");
        assert_eq!("meld-player-2-13".parse(), Ok(id));
        for text in ["meld-player-2", "meld-player-2-", "meld-2-1", "meld-player-2-01", "A"] {
            assert!(text.parse::<MeldId>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_trimmed_and_not_too_long() {
        assert!(is_name(" Ann ") && is_name(&"é".repeat(24)));
        assert!(!is_name("  ") && !is_name(&"a".repeat(25)));
    }
}
