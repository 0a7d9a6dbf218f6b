//! Several packs shuffled together, with jokers, for rummy games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, ParseCardError};

/// How many packs and jokers a game uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Packs {
    /// The number of packs of 52 cards, at most [`Packs::MOST`].
    pub packs: u8,
    /// The number of jokers in all packs together, at most [`Packs::MOST_JOKERS`].
    pub jokers: u8,
}

impl Packs {
    /// The maximum number of packs, so that all cards and jokers fit in a byte.
    pub const MOST: u8 = 4;
    /// The maximum number of jokers.
    pub const MOST_JOKERS: u8 = 48;

    /// One pack without jokers.
    pub const ONE: Self = Self { packs: 1, jokers: 0 };

    /// How many cards there are.
    pub fn len(self) -> usize {
        usize::from(self.packs) * Card::COUNT + usize::from(self.jokers)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All cards: pack by pack in the order of a new deck, then the jokers.
    pub fn cards(self) -> impl Iterator<Item = PackCard> {
        let packs = self.packs.min(Self::MOST);
        let naturals = (0..packs).flat_map(|pack| Card::deck().map(move |card| (pack, card)));
        let naturals = naturals.map(|(pack, card)| PackCard::new(card, pack));
        let jokers = (0..self.jokers.min(Self::MOST_JOKERS)).map(PackCard::joker);
        // Both numbers are within bounds, so `flatten` drops nothing.
        naturals.chain(jokers).flatten()
    }
}

/// One physical card out of several packs, as one byte. Two sevens of spades are different cards.
///
/// Written like a card, with `#2`, `#3` … for further copies, and `JK1`, `JK2` … for jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackCard(u8);

/// The index of the first joker.
const JOKERS: u8 = Packs::MOST * 52;

impl PackCard {
    /// A card of a pack; packs are counted from 0.
    pub fn new(card: Card, pack: u8) -> Option<Self> {
        let index = u8::try_from(card.index()).ok()?;
        (pack < Packs::MOST).then(|| Self(pack * 52 + index))
    }

    /// A joker, counted from 0.
    pub fn joker(number: u8) -> Option<Self> {
        (number < Packs::MOST_JOKERS).then(|| Self(JOKERS + number))
    }

    /// The printed card; `None` for a joker.
    pub fn face(self) -> Option<Card> {
        if self.is_joker() { None } else { Card::from_index(self.0 % 52) }
    }

    /// Whether it is a joker.
    pub fn is_joker(self) -> bool {
        self.0 >= JOKERS
    }

    /// A unique number, usable as an index into tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for PackCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.face() {
            None => write!(f, "JK{}", self.0 - JOKERS + 1),
            Some(card) if self.0 < 52 => write!(f, "{card}"),
            Some(card) => write!(f, "{card}#{}", self.0 / 52 + 1),
        }
    }
}

impl fmt::Debug for PackCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PackCard {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        // Accepts only the exact printed form, so that every card has one name.
        let number = |text: &str| text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        let found = match (text.strip_prefix("JK"), text.split_once('#')) {
            (Some(joker), _) => number(joker).and_then(Self::joker),
            (None, Some((card, copy))) => {
                let card = card.parse().ok();
                card.zip(number(copy)).and_then(|(card, pack)| Self::new(card, pack))
            }
            (None, None) => text.parse().ok().and_then(|card| Self::new(card, 0)),
        };
        let exact = found.filter(|card| card.to_string() == text);
        exact.ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl Serialize for PackCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for PackCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
            text.parse().map_err(serde::de::Error::custom)
        } else {
            u8::deserialize(deserializer).map(Self)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn two_packs_and_four_jokers_are_108_different_cards() {
        let packs = Packs { packs: 2, jokers: 4 };
        let cards: Vec<_> = packs.cards().collect();
        assert_eq!((cards.len(), packs.len()), (108, 108));
        assert_eq!(cards.iter().collect::<BTreeSet<_>>().len(), 108);
        assert_eq!(cards.iter().filter(|card| card.is_joker()).count(), 4);
        assert_eq!(Packs::ONE.cards().filter_map(PackCard::face).count(), 52);
    }

    #[test]
    fn every_card_survives_its_notation() {
        let packs = Packs { packs: Packs::MOST, jokers: Packs::MOST_JOKERS };
        for card in packs.cards() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(packs.len(), 256);
        let seven: Card = "7S".parse().unwrap();
        assert_eq!(PackCard::new(seven, 1).unwrap().to_string(), "7S#2");
        assert_eq!(PackCard::joker(5).unwrap().to_string(), "JK6");
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "JK", "JK0", "JK49", "JK01", "7S#1", "7S#5", "7S#", "#2", "7S#02"] {
            assert!(text.parse::<PackCard>().is_err(), "{text}");
        }
        assert_eq!(PackCard::joker(48), None);
        assert_eq!(PackCard::new("AH".parse().unwrap(), 4), None);
    }
}
