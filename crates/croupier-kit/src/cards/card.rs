//! The standard deck.

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The four suits, ordered as in a new deck: hearts, diamonds, clubs, spades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Suit {
    /// ♥
    #[default]
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
    /// ♠
    Spades,
}

impl Suit {
    /// All four, in the order of a new deck.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Diamonds, Self::Clubs, Self::Spades];

    /// The letter in notation: `H`, `D`, `C`, `S`.
    pub const fn letter(self) -> char {
        ['H', 'D', 'C', 'S'][self as usize]
    }

    /// The sign on the card: `♥`, `♦`, `♣`, `♠`.
    pub const fn symbol(self) -> char {
        ['♥', '♦', '♣', '♠'][self as usize]
    }

    /// Its name in English: `hearts`.
    pub const fn name(self) -> &'static str {
        ["hearts", "diamonds", "clubs", "spades"][self as usize]
    }
}

/// The letter used in notation, as in the names of cards.
impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A card's rank: ace 1, numbers as printed, jack 11, queen 12, king 13, ordered by these numbers.
/// Where the ace is high, compare [`ace_high`](Self::ace_high).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

#[allow(missing_docs)] // The names say it.
impl Rank {
    pub const ACE: Self = Self(1);
    pub const TWO: Self = Self(2);
    pub const THREE: Self = Self(3);
    pub const FOUR: Self = Self(4);
    pub const FIVE: Self = Self(5);
    pub const SIX: Self = Self(6);
    pub const SEVEN: Self = Self(7);
    pub const EIGHT: Self = Self(8);
    pub const NINE: Self = Self(9);
    pub const TEN: Self = Self(10);
    pub const JACK: Self = Self(11);
    pub const QUEEN: Self = Self(12);
    pub const KING: Self = Self(13);

    /// All thirteen, from the ace to the king.
    pub const ALL: [Self; 13] = {
        let mut all = [Self::ACE; 13];
        let mut at = 1;
        while at < 13 {
            all[at].0 = all[at - 1].0 + 1;
            at += 1;
        }
        all
    };

    /// The rank of this number, from 1 (ace) to 13 (king).
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 13 { Some(Self(number)) } else { None }
    }

    /// The number, 1 to 13.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number with the ace above the king, 2 to 14.
    pub const fn ace_high(self) -> u8 {
        if self.0 == 1 { 14 } else { self.0 }
    }
}

/// How ranks are written, from ace to king.
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RANKS[usize::from(self.0 - 1)])
    }
}

/// A card of one standard deck, as one byte. Written `7H`, `10S`, `AD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Card(u8);

impl Card {
    /// How many cards a deck has.
    pub const COUNT: usize = 52;

    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(suit as u8 * 13 + rank.0 - 1)
    }

    /// The same with the arguments in spoken order.
    ///
    /// ```
    /// use croupier_kit::cards::{Card, Rank, Suit};
    ///
    /// const BLACK_LADY: Card = Card::of(Rank::QUEEN, Suit::Spades);
    /// assert_eq!(BLACK_LADY.to_string(), "QS");
    /// ```
    pub const fn of(rank: Rank, suit: Suit) -> Self {
        Self::new(suit, rank)
    }

    /// The card at this index of a new deck: hearts, diamonds, clubs, spades, each from the ace up.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The index in a new deck.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit. Every card has one: there are no jokers in this deck.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 13]
    }

    /// The rank. What it counts is up to the game.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13 + 1)
    }

    /// How it is written. Views and logs contain many cards, so the texts are computed once.
    pub fn code(self) -> &'static str {
        static CODES: LazyLock<[String; Card::COUNT]> = LazyLock::new(|| {
            std::array::from_fn(|index| {
                let card = Card::from_index(u8::try_from(index).unwrap_or(0)).unwrap_or_default();
                format!("{}{}", card.rank(), card.suit().letter())
            })
        });
        &CODES[self.index()]
    }

    /// A new deck, in order.
    pub fn deck() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a card, suit or rank.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a card; examples are 7H, 10S and AD")]
pub struct ParseCardError(pub String);

impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let is_it = |suit: &Self| text.len() == 1 && text.starts_with(suit.letter());
        Self::ALL.into_iter().find(is_it).ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let at = RANKS.iter().position(|rank| *rank == text);
        at.map(|at| Self::ALL[at]).ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let bad = || ParseCardError(text.to_owned());
        let (suit, _) = text.char_indices().next_back().ok_or_else(bad)?;
        let (rank, suit) = text.split_at(suit);
        let parse = || Ok(Self::new(suit.parse()?, rank.parse()?));
        parse().map_err(|_: ParseCardError| bad())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Readable in text formats, one byte in binary formats.
        if serializer.is_human_readable() {
            serializer.serialize_str(self.code())
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            from_text(deserializer)
        } else {
            let index = u8::deserialize(deserializer)?;
            Self::from_index(index).ok_or_else(|| serde::de::Error::custom("no such card"))
        }
    }
}

/// Suits and ranks are readable in every format; only whole cards are frequent enough to be
/// compact.
impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Suit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer)
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer)
    }
}

fn from_text<'de, T: FromStr<Err = ParseCardError>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_its_notation() {
        for card in Card::deck() {
            assert_eq!(card.to_string().parse(), Ok(card));
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
        assert_eq!(Card::deck().map(|card| card.to_string()).nth(12).unwrap(), "KH");
    }

    #[test]
    fn suits_and_ranks_have_a_notation_of_their_own() {
        assert_eq!(serde_json::to_string(&(Suit::Spades, Rank::KING)).unwrap(), r#"["S","K"]"#);
        assert_eq!(serde_json::from_str::<Rank>("\"10\"").unwrap(), Rank::new(10).unwrap());
        assert!(serde_json::from_str::<Suit>("\"\"").is_err());
        assert!(serde_json::from_str::<Rank>("\"1\"").is_err());
    }

    #[test]
    fn ranks_and_suits_are_ordered_and_shown() {
        assert!(Rank::ALL.is_sorted() && Suit::ALL.is_sorted());
        assert!(Rank::ALL.into_iter().map(Rank::number).eq(1..=13));
        assert_eq!((Rank::ACE.ace_high(), Rank::KING.ace_high()), (14, 13));
        let shown = Suit::ALL.map(|suit| format!("{suit} {} {}", suit.symbol(), suit.name()));
        assert_eq!(shown, ["H ♥ hearts", "D ♦ diamonds", "C ♣ clubs", "S ♠ spades"]);
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "H", "1H", "11S", "07H", "+7H", "AX", "7h", "7♥", "ééé", "10"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
