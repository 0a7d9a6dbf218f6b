//! Unordered sets of cards.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, Rank, Suit};

/// A set of cards of one standard deck, stored as one number.
///
/// ```
/// use croupier_kit::cards::{Card, CardSet, Rank, Suit};
///
/// let hand: CardSet = ["7H", "8S", "KD"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect();
/// // What fits on the seven of spades: its suit and its rank.
/// let fits = CardSet::of_suit(Suit::Spades) | CardSet::of_rank(Rank::SEVEN);
/// assert_eq!(format!("{:?}", hand & fits), "{7H, 8S}");
/// assert_eq!((hand - fits).len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The whole deck.
    pub const DECK: Self = Self((1 << Card::COUNT) - 1);

    /// The set of this card alone.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// The thirteen cards of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1FFF << (13 * suit as u32))
    }

    /// The four cards of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Self {
        const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
        Self(ACES << (rank.number() - 1))
    }

    /// The set with this card added.
    ///
    /// ```
    /// use croupier_kit::cards::{Card, CardSet, Rank, Suit};
    ///
    /// const PENALTIES: CardSet =
    ///     CardSet::of_suit(Suit::Hearts).with(Card::of(Rank::QUEEN, Suit::Spades));
    /// assert_eq!(PENALTIES.len(), 14);
    /// ```
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | Self::of(card).0)
    }

    /// Whether a card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// Adds a card. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        *self |= Self::of(card);
        is_new
    }

    /// Removes a card. Returns whether it was in the set.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let was_there = self.contains(card);
        *self -= Self::of(card);
        was_there
    }

    /// How many cards are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card that comes first in a new deck.
    #[inline]
    pub fn first(self) -> Option<Card> {
        self.iter().next()
    }

    /// Whether every card of this set is also in the other.
    #[inline]
    pub fn is_subset_of(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The cards, sorted by a key.
    ///
    /// ```
    /// use croupier_kit::cards::{CardSet, Rank};
    ///
    /// let kings = CardSet::of_rank(Rank::KING);
    /// let by_name = kings.sorted_by_key(|card| card.to_string());
    /// assert_eq!(by_name.map(|card| card.to_string()).collect::<Vec<_>>(), ["KC", "KD", "KH", "KS"]);
    /// ```
    pub fn sorted_by_key<K: Ord>(self, key: impl Fn(Card) -> K) -> impl Iterator<Item = Card> {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|card| key(*card));
        cards.into_iter()
    }

    /// The cards in the order of a new deck.
    #[inline]
    pub fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

/// The cards of a set, in the order of a new deck.
#[derive(Debug, Clone)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let lowest = u8::try_from(self.0.trailing_zeros()).ok().and_then(Card::from_index)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    #[inline]
    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| *self |= Self::of(card));
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(cards);
        set
    }
}

/// The intersection.
impl BitAnd for CardSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The union.
impl BitOr for CardSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The difference.
impl Sub for CardSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The complement: all other cards of the deck.
impl Not for CardSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::DECK - self
    }
}

impl BitAndAssign for CardSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        let set: Self = cards.iter().copied().collect();
        if set.len() < cards.len() {
            return Err(serde::de::Error::custom("a card is listed twice"));
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_and_ranks_share_one_card() {
        for suit in Suit::ALL {
            for rank in (1..=13).filter_map(Rank::new) {
                let both = CardSet::of_suit(suit) & CardSet::of_rank(rank);
                assert_eq!(both.iter().collect::<Vec<_>>(), [Card::new(suit, rank)]);
            }
        }
        let suits = Suit::ALL.map(CardSet::of_suit);
        assert_eq!(suits.into_iter().fold(CardSet::EMPTY, CardSet::bitor), CardSet::DECK);
    }

    #[test]
    fn a_set_is_what_was_put_in() {
        let mut set = CardSet::EMPTY;
        let cards: Vec<Card> = Card::deck().step_by(5).collect();
        assert!(cards.iter().all(|card| set.insert(*card) && !set.insert(*card)));
        assert_eq!((set.len(), set.first()), (cards.len(), Some(cards[0])));
        assert_eq!(set.into_iter().collect::<Vec<_>>(), cards);
        assert_eq!(set.iter().len(), cards.len());
        assert_eq!(!set & set, CardSet::EMPTY);
        assert_eq!((!set | set).into_iter().collect::<Vec<_>>(), Card::deck().collect::<Vec<_>>());
        assert!(set.is_subset_of(CardSet::DECK) && !CardSet::DECK.is_subset_of(set));
        assert!(set.remove(cards[3]) && !set.remove(cards[3]) && !set.contains(cards[3]));
    }

    #[test]
    fn a_set_is_written_as_a_list() {
        let set = CardSet::of_rank(Rank::KING) - CardSet::of_suit(Suit::Clubs);
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, r#"["KH","KD","KS"]"#);
        assert_eq!(serde_json::from_str::<CardSet>(&json).unwrap(), set);
        assert!(serde_json::from_str::<CardSet>(r#"["KH","KH"]"#).is_err());
    }
}
