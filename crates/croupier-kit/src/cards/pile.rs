//! Ordered piles of cards: decks, hands, discard piles.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Seat;

/// Up to `N` cards in order, stored inline. Unused places do not count for equality, hashes and
/// saves.
///
/// Choose `N` as the most cards this pile can ever hold, so that it cannot overflow. A
/// [`push`](Pile::push) on a full pile is a bug in the rules and panics.
#[derive(Clone, Copy)]
pub struct Pile<C, const N: usize> {
    len: u8,
    cards: [C; N],
}

impl<C: Copy + Default, const N: usize> Pile<C, N> {
    /// An empty pile.
    pub fn new() -> Self {
        const { assert!(N < 256, "a pile counts its cards in one byte") }
        Self { len: 0, cards: [C::default(); N] }
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether the pile is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many cards there are, as a byte, for events.
    #[inline]
    pub fn count(&self) -> u8 {
        self.len
    }

    /// The cards in order.
    #[inline]
    pub fn as_slice(&self) -> &[C] {
        &self.cards[..self.len()]
    }

    /// The cards in order, mutable.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// The cards in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = C> + ExactSizeIterator + '_ {
        self.as_slice().iter().copied()
    }

    /// The bottom card, or the leftmost one of a hand; `None` if the pile is empty.
    pub fn first(&self) -> Option<C> {
        self.as_slice().first().copied()
    }

    /// The last card: the top of a pile.
    #[inline]
    pub fn last(&self) -> Option<C> {
        self.as_slice().last().copied()
    }

    /// Adds a card at the end.
    #[inline]
    pub fn push(&mut self, card: C) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Removes the last card.
    #[inline]
    pub fn pop(&mut self) -> Option<C> {
        let last = self.last()?;
        self.len -= 1;
        Some(last)
    }

    /// Removes the first card.
    pub fn pop_front(&mut self) -> Option<C> {
        (!self.is_empty()).then(|| self.remove_at(0))
    }

    /// Removes the card at an index. Panics if there is none.
    pub fn remove_at(&mut self, place: usize) -> C {
        let card = self.as_slice()[place];
        self.cards.copy_within(place + 1..usize::from(self.len), place);
        self.len -= 1;
        card
    }

    /// Inserts a card at an index.
    pub fn insert_at(&mut self, place: usize, card: C) {
        let len = self.len();
        self.push(card);
        self.cards.copy_within(place..len, place + 1);
        self.cards[place] = card;
    }

    /// Removes all cards.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps only the first `len` cards.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.len = u8::try_from(len).unwrap_or(self.len);
        }
    }
}

impl<C: Copy + Default + PartialEq, const N: usize> Pile<C, N> {
    /// The index of a card.
    pub fn position(&self, card: C) -> Option<usize> {
        self.as_slice().iter().position(|other| *other == card)
    }

    /// Whether a card is in the pile.
    pub fn contains(&self, card: C) -> bool {
        self.position(card).is_some()
    }

    /// Removes a card. Returns whether it was there.
    pub fn remove(&mut self, card: C) -> bool {
        self.position(card).map(|place| self.remove_at(place)).is_some()
    }
}

impl<C: Copy + Default, const N: usize> Default for Pile<C, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Copy + Default, const N: usize> FromIterator<C> for Pile<C, N> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Self {
        let mut pile = Self::new();
        pile.extend(cards);
        pile
    }
}

impl<C: Copy + Default, const N: usize> Extend<C> for Pile<C, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = C>>(&mut self, cards: I) {
        // Counted in a local variable: updating the field for every card would make each wait for
        // the last.
        let mut len = self.len;
        for card in cards {
            self.cards[usize::from(len)] = card;
            len += 1;
        }
        self.len = len;
    }
}

/// The cards in order.
impl<'a, C: Copy + Default, const N: usize> IntoIterator for &'a Pile<C, N> {
    type Item = C;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, C>>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

/// The card at an index. Panics if there is none.
impl<C: Copy + Default, const N: usize> Index<usize> for Pile<C, N> {
    type Output = C;

    #[inline]
    fn index(&self, place: usize) -> &C {
        &self.as_slice()[place]
    }
}

impl<C: Copy + Default, const N: usize> IndexMut<usize> for Pile<C, N> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut C {
        &mut self.as_mut_slice()[place]
    }
}

/// A seat's element, in a pile with one element per seat. Panics if there is none.
impl<C: Copy + Default, const N: usize> Index<Seat> for Pile<C, N> {
    type Output = C;

    #[inline]
    fn index(&self, seat: Seat) -> &C {
        &self[seat.at()]
    }
}

impl<C: Copy + Default, const N: usize> IndexMut<Seat> for Pile<C, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut C {
        &mut self[seat.at()]
    }
}

impl<C: Copy + Default + PartialEq, const N: usize> PartialEq for Pile<C, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl<C: Copy + Default + Eq, const N: usize> Eq for Pile<C, N> {}

impl<C: Copy + Default + Hash, const N: usize> Hash for Pile<C, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.as_slice().hash(hasher);
    }
}

impl<C: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Pile<C, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<C: Copy + Default + Serialize, const N: usize> Serialize for Pile<C, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, C: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Pile<C, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<C>::deserialize(deserializer)?;
        if cards.len() > N {
            let count = cards.len();
            return Err(serde::de::Error::custom(format!("{count} cards, but at most {N} fit")));
        }
        Ok(cards.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Pile<u8, 4>;

    #[test]
    fn cards_keep_their_order() {
        let mut pile: Small = [1, 2, 3].into_iter().collect();
        pile.insert_at(1, 9);
        assert_eq!(pile.as_slice(), [1, 9, 2, 3]);
        assert_eq!(pile.remove_at(0), 1);
        assert!(pile.remove(2));
        assert!(!pile.remove(2));
        assert_eq!(pile.as_slice(), [9, 3]);
        assert_eq!((pile.pop_front(), pile.pop(), pile.pop()), (Some(9), Some(3), None));
    }

    #[test]
    fn cards_that_are_gone_do_not_count() {
        let mut one: Small = [1, 2, 3].into_iter().collect();
        let two: Small = [1, 2].into_iter().collect();
        one.pop();
        assert_eq!(one, two);
        assert_eq!(serde_json::to_string(&one).unwrap(), "[1,2]");
    }

    #[test]
    fn places_and_seats_are_looked_up() {
        let mut hands: Pile<Small, 3> =
            [Small::new(), [4, 5].into_iter().collect()].into_iter().collect();
        hands[Seat(0)].push(9);
        assert_eq!(hands[0].as_slice(), [9]);
        assert_eq!(hands[Seat(1)][1], 5);
        let all: Vec<u8> = hands.iter().flat_map(|hand| hand.iter().collect::<Vec<_>>()).collect();
        assert_eq!(all, [9, 4, 5]);
        assert_eq!((&hands).into_iter().map(|hand| hand.len()).sum::<usize>(), 3);
    }

    #[test]
    fn more_cards_than_fit_are_refused() {
        assert!(serde_json::from_str::<Small>("[1,2,3,4,5]").is_err());
        assert_eq!(serde_json::from_str::<Small>("[1,2,3,4]").unwrap().len(), 4);
    }
}
