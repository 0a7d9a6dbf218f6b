//! Sets of cards and of colours, as bit sets.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{CARDS, Card, Colour, FACES, Icon};

/// A set of cards. It iterates by id: by age, then by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u128);

const ALL: u128 = (1 << CARDS) - 1;

/// The cards of an age, as bits.
const fn cards_of_age(age: u8) -> u128 {
    let (mut set, mut at) = (0, 0);
    while at < CARDS {
        if FACES[at].age == age {
            set |= 1 << at;
        }
        at += 1;
    }
    set
}

static BY_AGE: [u128; 11] = {
    let (mut sets, mut age) = ([0; 11], 1);
    while age <= 10 {
        #[allow(clippy::cast_possible_truncation)] // At most ten.
        let number = age as u8;
        sets[age] = cards_of_age(number);
        age += 1;
    }
    sets
};

static BY_COLOUR: [u128; 5] = {
    let (mut sets, mut at) = ([0; 5], 0);
    while at < CARDS {
        sets[FACES[at].colour as usize] |= 1 << at;
        at += 1;
    }
    sets
};

static BY_ICON: [u128; 6] = {
    let (mut sets, mut at) = ([0; 6], 0);
    while at < CARDS {
        let mut icon = 0;
        while icon < 6 {
            if FACES[at].count(Icon::ALL[icon]) > 0 {
                sets[icon] |= 1 << at;
            }
            icon += 1;
        }
        at += 1;
    }
    sets
};

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// A set of one card.
    #[inline]
    pub fn of(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// All 105 cards.
    pub fn all() -> Self {
        Self(ALL)
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The number of cards, in the type that effects use.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // At most 105.
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it contains a card.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether all its cards are also in the other set.
    pub fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= Self::of(card).0;
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !Self::of(card).0;
    }

    /// The same without one card.
    #[must_use]
    pub fn but(self, card: Card) -> Self {
        Self(self.0 & !Self::of(card).0)
    }

    /// The cards with this icon.
    #[inline]
    #[must_use]
    pub fn with(self, icon: Icon) -> Self {
        Self(self.0 & BY_ICON[icon as usize])
    }

    /// The cards without this icon.
    #[inline]
    #[must_use]
    pub fn without(self, icon: Icon) -> Self {
        Self(self.0 & !BY_ICON[icon as usize])
    }

    /// The cards of a colour.
    #[inline]
    #[must_use]
    pub fn of_colour(self, colour: Colour) -> Self {
        Self(self.0 & BY_COLOUR[colour as usize])
    }

    /// The cards of other colours.
    #[inline]
    #[must_use]
    pub fn not_of_colour(self, colour: Colour) -> Self {
        Self(self.0 & !BY_COLOUR[colour as usize])
    }

    /// The cards of any of these colours.
    #[must_use]
    pub fn of_colours(self, colours: Colours) -> Self {
        colours.iter().fold(Self::EMPTY, |set, colour| set | self.of_colour(colour))
    }

    /// The cards of exactly this value (IN-24).
    #[inline]
    #[must_use]
    pub fn of_value(self, value: u8) -> Self {
        Self(self.0 & BY_AGE.get(usize::from(value)).copied().unwrap_or(0))
    }

    /// The cards of this value or less.
    #[must_use]
    pub fn up_to(self, value: u8) -> Self {
        (0..=value.min(10)).fold(Self::EMPTY, |set, value| set | self.of_value(value))
    }

    /// `hi`: all cards of the highest value.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Self {
        self.of_value(self.highest_value())
    }

    /// `lo`: all cards of the lowest value.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Self {
        self.first().map_or(Self::EMPTY, |card| self.of_value(card.age()))
    }

    /// The highest value; 0 if it is empty (IN-48).
    #[inline]
    pub fn highest_value(self) -> u8 {
        self.last().map_or(0, Card::age)
    }

    /// The number of different values (IN-49).
    pub fn values(self) -> usize {
        (1..=10).filter(|value| !self.of_value(*value).is_empty()).count()
    }

    /// The sum of the values: points, if it is a score pile (IN-38).
    pub fn sum(self) -> u16 {
        let of_value = |value: u8| self.of_value(value).0.count_ones() * u32::from(value);
        let sum: u32 = (1..=10).map(of_value).sum();
        u16::try_from(sum).unwrap_or(u16::MAX)
    }

    /// The colours of its cards.
    pub fn colours(self) -> Colours {
        Colour::ALL.into_iter().filter(|colour| !self.of_colour(*colour).is_empty()).collect()
    }

    /// The card with the lowest id.
    #[inline]
    pub fn first(self) -> Option<Card> {
        #[allow(clippy::cast_possible_truncation)] // At most 128.
        Card::from_id(self.0.trailing_zeros() as u8 + 1)
    }

    /// The card with the highest id.
    #[inline]
    pub fn last(self) -> Option<Card> {
        #[allow(clippy::cast_possible_truncation)] // At most 128.
        Card::from_id(128 - self.0.leading_zeros() as u8)
    }

    /// The only card, if there is exactly one.
    #[inline]
    pub fn single(self) -> Option<Card> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The cards by id.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter(self)
    }

    /// The card at an index, counted by id.
    pub fn nth(self, place: usize) -> Option<Card> {
        self.iter().nth(place)
    }
}

/// The cards of a set by id.
#[derive(Debug, Clone)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl BitOr for CardSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::of(card))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colours(u8);

impl Colours {
    /// No colour.
    pub const NONE: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self(0b1_1111);

    /// One colour.
    pub fn of(colour: Colour) -> Self {
        Self(1 << colour as u8)
    }

    /// Whether it contains a colour.
    pub fn contains(self, colour: Colour) -> bool {
        self.0 >> (colour as u8) & 1 == 1
    }

    /// Adds a colour.
    pub fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour as u8;
    }

    /// The number of colours.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colours in order.
    pub fn iter(self) -> impl Iterator<Item = Colour> + Clone {
        Colour::ALL.into_iter().filter(move |colour| self.contains(*colour))
    }
}

impl Sub for Colours {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl From<Colour> for Colours {
    fn from(colour: Colour) -> Self {
        Self::of(colour)
    }
}

impl<const N: usize> From<[Colour; N]> for Colours {
    fn from(colours: [Colour; N]) -> Self {
        colours.into_iter().collect()
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        colours.into_iter().fold(Self::NONE, |set, colour| Self(set.0 | 1 << colour as u8))
    }
}

impl fmt::Debug for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! as_lists {
    ($($set:ident of $member:ident),+) => {
        $(impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Vec::<$member>::deserialize(deserializer)?.into_iter().collect())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $set {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($set).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let members = generator.subschema_for::<$member>();
                schemars::json_schema!({"type": "array", "items": members, "uniqueItems": true})
            }
        })+
    };
}
as_lists!(CardSet of Card, Colours of Colour);
