//! Names in commands, which may or may not refer to something that exists (MI-162).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::contract::{MeldKind, Proposal};
use crate::{Card, MeldId};

/// A card or a meld as named in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named<T> {
    /// Something that can exist.
    Known(T),
    /// Text that is not a valid id.
    Unknown,
}

impl<T> Named<T> {
    /// The value, if the name was valid.
    #[inline]
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(known) => Some(known),
            Self::Unknown => None,
        }
    }
}

impl<T> From<T> for Named<T> {
    #[inline]
    fn from(known: T) -> Self {
        Self::Known(known)
    }
}

impl fmt::Display for Named<Card> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(card) => card.fmt(f),
            Self::Unknown => f.write_str("that card"),
        }
    }
}

impl fmt::Display for Named<MeldId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(meld) => meld.fmt(f),
            Self::Unknown => f.write_str("such meld"),
        }
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(known) => known.serialize(serializer),
            Self::Unknown => serializer.serialize_str("?"),
        }
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = <Cow<'de, str>>::deserialize(deserializer)?;
        Ok(word.parse().map_or(Self::Unknown, Self::Known))
    }
}

/// A meld as named in a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedMeld {
    /// Set or run, as declared (MI-46).
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// The cards, in the given order.
    pub cards: Vec<Named<Card>>,
}

impl NamedMeld {
    /// The meld, if the names of all its cards are valid.
    pub(crate) fn known(&self) -> Option<Proposal> {
        let cards = self.cards.iter().map(|card| card.known());
        Some(Proposal { kind: self.kind, cards: cards.collect::<Option<_>>()? })
    }
}

impl From<Proposal> for NamedMeld {
    fn from(meld: Proposal) -> Self {
        let cards = meld.cards.into_iter().map(Named::Known).collect();
        Self { kind: meld.kind, cards }
    }
}

/// These melds as they are named in a command.
pub(crate) fn named(melds: Vec<Proposal>) -> Vec<NamedMeld> {
    melds.into_iter().map(NamedMeld::from).collect()
}
