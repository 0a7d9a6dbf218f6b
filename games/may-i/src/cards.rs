//! The cards: two or three packs with jokers, one byte each.

use std::fmt;
use std::str::FromStr;

use croupier_kit::cards::{ParseCardError, Suit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One physical card (MI-3). Written like `7S`, a further copy `7S#2`, a joker `JK1`.
///
/// The byte numbers three packs of MI-3 one after the other, even if fewer are in play, and then
/// the jokers. So a byte means the same card at every table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Card(u8);

/// The maximum number of packs.
const PACKS: u8 = 3;
/// The number of the first joker.
const FIRST_JOKER: u8 = PACKS * 52;
/// The maximum number of jokers.
const JOKERS: u8 = 6;
/// The face of the first two. Faces of naturals come before it.
const FIRST_TWO: u8 = 48;
/// The face of all jokers.
const JOKER_FACE: u8 = 52;

/// The face printed on each card: naturals, then the four twos, then the joker.
const FACES: [u8; Card::COUNT] = {
    let mut faces = [JOKER_FACE; Card::COUNT];
    let mut id = 0;
    while id < FIRST_JOKER {
        let (suit, place) = (id % 52 / 13, id % 13);
        // Within a suit the order is A K Q … 3 2; the ace is high, so its value is 14.
        faces[id as usize] = if place == 12 { FIRST_TWO + suit } else { suit * 12 + 11 - place };
        id += 1;
    }
    faces
};

impl Card {
    /// The number of different cards.
    pub const COUNT: usize = 162;

    /// A natural card; copies are counted from 0.
    pub fn natural_copy(natural: Natural, copy: u8) -> Option<Self> {
        let place = 14 - natural.value();
        (copy < PACKS).then(|| Self(copy * 52 + natural.suit() as u8 * 13 + place))
    }

    /// A two; copies are counted from 0.
    pub fn two(suit: Suit, copy: u8) -> Option<Self> {
        (copy < PACKS).then(|| Self(copy * 52 + suit as u8 * 13 + 12))
    }

    /// A joker, counted from 0.
    pub fn joker(number: u8) -> Option<Self> {
        (number < JOKERS).then(|| Self(FIRST_JOKER + number))
    }

    /// The card with this number.
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < Self::COUNT).map(Self)
    }

    /// A unique number, for use as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What is printed on it. All copies share a face, and so do all jokers.
    #[inline]
    pub fn face(self) -> Face {
        Face(FACES[usize::from(self.0)])
    }

    /// Its suit and value; none for wild cards.
    #[inline]
    pub fn natural(self) -> Option<Natural> {
        self.face().natural()
    }

    /// Whether it is a 2 or a joker (MI-4).
    #[inline]
    pub fn is_wild(self) -> bool {
        self.face().is_wild()
    }

    /// Whether it is a joker.
    #[inline]
    pub fn is_joker(self) -> bool {
        self.0 >= FIRST_JOKER
    }

    /// The penalty points for holding it at the end of a round (MI-6).
    #[inline]
    pub fn points(self) -> u16 {
        self.face().points()
    }
}

/// What is printed on a card: one of 53.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// How many there are.
    pub const COUNT: usize = 53;

    /// A unique number: naturals as in [`Natural::index`], then the twos, then the joker.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Suit and value; none for wild cards.
    #[inline]
    pub fn natural(self) -> Option<Natural> {
        (usize::from(self.0) < Natural::COUNT).then_some(Natural(self.0))
    }

    /// Whether it is a 2 or a joker (MI-4).
    #[inline]
    pub fn is_wild(self) -> bool {
        usize::from(self.0) >= Natural::COUNT
    }

    /// The penalty points for holding it at the end of a round (MI-6).
    #[inline]
    pub fn points(self) -> u16 {
        match self.natural() {
            None if self.0 == JOKER_FACE => 50,
            None => 20,
            Some(natural) => match natural.value() {
                14 => 15,
                value => u16::from(value.min(10)),
            },
        }
    }
}

/// Suit and value of a natural card: one of 48.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(u8);

impl Natural {
    /// How many there are.
    pub const COUNT: usize = 48;
    /// The value of the lowest, the 3 (MI-5).
    pub const LOW: u8 = 3;
    /// The value of the highest, the ace (MI-5).
    pub const HIGH: u8 = 14;

    /// The card of this suit and value, if it exists: 3 … 10, J 11, Q 12, K 13, A 14.
    #[inline]
    pub fn new(suit: Suit, value: u8) -> Option<Self> {
        (Self::LOW..=Self::HIGH).contains(&value).then(|| Self(suit as u8 * 12 + value - Self::LOW))
    }

    /// All naturals, suit by suit, in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..48).map(Self)
    }

    /// A unique number below [`COUNT`](Self::COUNT): 12 · suit + value − 3.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its suit.
    #[inline]
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / 12)]
    }

    /// Its value in a run, 3 to 14 (MI-5).
    #[inline]
    pub fn value(self) -> u8 {
        self.0 % 12 + Self::LOW
    }
}

/// All cards of this many packs and jokers, in the order of MI-3.
pub fn deck(packs: u8, jokers: u8) -> impl Iterator<Item = Card> {
    let printed = 0..packs.min(PACKS) * 52;
    printed.chain(FIRST_JOKER..FIRST_JOKER + jokers.min(JOKERS)).map(Card)
}

/// Suit and value of a face such as `10H`. A two has the value 2.
fn printed(face: &str) -> Option<(Suit, u8)> {
    let (at, _) = face.char_indices().next_back()?;
    let value = (2..=Natural::HIGH).find(|value| letter(*value) == &face[..at])?;
    Some((face[at..].parse().ok()?, value))
}

fn letter(value: u8) -> &'static str {
    const LETTERS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    LETTERS[usize::from(value - 2)]
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.value()), self.suit().letter())
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_joker() {
            return write!(f, "JK{}", self.0 - FIRST_JOKER + 1);
        }
        let suit = Suit::ALL[usize::from(self.0 % 52 / 13)];
        write!(f, "{}{}", letter(14 - self.0 % 13), suit.letter())?;
        match self.0 / 52 {
            0 => Ok(()),
            copy => write!(f, "#{}", copy + 1),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        // Accepts only the canonical spelling, so that every card has exactly one name.
        let bytes = text.as_bytes();
        let number = |text: &str| text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        let found = if let Some(joker) = text.strip_prefix("JK") {
            number(joker).and_then(Self::joker)
        } else {
            let (face, copy) = match text.split_once('#') {
                Some((face, copy)) => (face, number(copy)),
                None => (text, Some(0)),
            };
            printed(face).zip(copy).and_then(|((suit, value), copy)| {
                match Natural::new(suit, value) {
                    Some(natural) => Self::natural_copy(natural, copy),
                    None => Self::two(suit, copy),
                }
            })
        };
        let exact = found.filter(|card| card.to_string().as_bytes() == bytes);
        exact.ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Readable text in formats for people, a single byte in binary formats.
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
            text.parse().map_err(serde::de::Error::custom)
        } else {
            let index = u8::deserialize(deserializer)?;
            let card = Self::from_index(usize::from(index));
            card.ok_or_else(|| serde::de::Error::custom("no such card"))
        }
    }
}

#[cfg(feature = "schema")]
croupier_kit::described_as!(Card, "Card", |_| schemars::json_schema!({
    "description": "A card: rank, then suit, with `#2`, `#3` … for a further copy; `JK1`, `JK2` … are the jokers.",
    "type": "string",
    "pattern": "^((A|[2-9]|10|J|Q|K)[HDCS](#[2-9])?|JK[1-9][0-9]?)$",
}));

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn mi_3_cards_are_made_pack_by_pack_and_every_card_has_an_id() {
        let two: Vec<Card> = deck(2, 4).collect();
        let ids: std::collections::BTreeSet<String> = deck(3, 6).map(|it| it.to_string()).collect();
        assert_eq!((two.len(), ids.len()), (108, 162));
        assert_eq!(deck(3, 6).last().map(|card| card.to_string()), Some("JK6".into()));
        let hearts: Vec<String> = two[..13].iter().map(Card::to_string).collect();
        let order = "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H";
        assert_eq!(hearts.join(" "), order);
        let first: Vec<String> = two.iter().step_by(13).map(Card::to_string).collect();
        assert_eq!(first.join(" "), "AH AD AC AS AH#2 AD#2 AC#2 AS#2 JK1");
        assert_ne!(card("7S"), card("7S#2"));
    }

    #[test]
    fn every_card_survives_its_notation() {
        for card in deck(3, 6) {
            assert_eq!(card.to_string().parse(), Ok(card));
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
        for text in ["", "JK", "JK0", "JK7", "7S#1", "7S#4", "7S#", "#2", "1S", "7s", "JKS", "é"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn mi_4_twos_and_jokers_are_wild_and_nothing_else_is() {
        let wild: Vec<Card> = deck(2, 4).filter(|card| card.is_wild()).collect();
        assert_eq!(wild.len(), 8 + 4);
        assert!(wild.iter().all(|card| card.natural().is_none()));
        assert_eq!(card("2S").natural(), None);
    }

    #[test]
    fn mi_5_a_run_position_has_one_of_twelve_values_and_the_ace_is_high() {
        let values: Vec<u8> = ["3C", "10C", "JC", "QC", "KC", "AC"]
            .map(|it| card(it).natural().unwrap().value())
            .into();
        assert_eq!(values, [3, 10, 11, 12, 13, 14]);
        assert_eq!(Natural::new(Suit::Clubs, 2), None);
        assert_eq!(Natural::new(Suit::Clubs, 15), None);
    }

    #[test]
    fn mi_6_points_of_a_card_left_in_hand() {
        let points = |text: &str| card(text).points();
        assert_eq!(["3S", "9D", "10H"].map(points), [3, 9, 10]);
        assert_eq!(["JS", "QD", "KH", "AC"].map(points), [10, 10, 10, 15]);
        assert_eq!(["2C", "JK3"].map(points), [20, 50]);
        assert_eq!(deck(2, 4).map(Card::points).sum::<u16>(), 1136);
    }
}
