//! A hand as the finder represents it.

use crate::{Card, Natural};

/// The number of positions in a run: 3 … A (MI-5). Ranks are numbered from 0 (the 3) to 11 (the
/// ace) here; bit `r` of a mask stands for rank `r`.
pub(super) const RANKS: u8 = 12;

/// The number of suits.
pub(super) const SUITS: u8 = 4;

/// The number of ranks in a mask.
#[allow(clippy::cast_possible_truncation)] // Sixteen at most.
pub(super) fn count(mask: u16) -> u8 {
    mask.count_ones() as u8
}

/// The ranks in a mask, in ascending order.
pub(super) fn ranks(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then(|| count(lowest - 1))
    })
}

/// The counts of every natural and of the wilds in a hand. Copies are interchangeable, so this is
/// all that is needed to find a laydown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Holding {
    /// For every suit, the ranks held at least once, twice and three times.
    copies: [[u16; 3]; SUITS as usize],
    /// The number of naturals of every rank.
    ranks: [u8; RANKS as usize],
    /// The number of all naturals.
    pub(super) naturals: u8,
    /// The number of 2s.
    pub(super) twos: u8,
    /// The number of jokers.
    pub(super) jokers: u8,
}

impl Holding {
    /// Counts the cards of a hand.
    pub(super) fn of(hand: &[Card]) -> Self {
        let mut holding = Self::default();
        for card in hand {
            match card.natural() {
                Some(natural) => holding.add(natural),
                None if card.is_joker() => holding.jokers += 1,
                None => holding.twos += 1,
            }
        }
        holding
    }

    /// Adds one natural.
    fn add(&mut self, natural: Natural) {
        let rank = natural.value() - Natural::LOW;
        let [once, twice, thrice] = &mut self.copies[natural.suit() as usize];
        *thrice |= *twice & 1 << rank;
        *twice |= *once & 1 << rank;
        *once |= 1 << rank;
        self.ranks[usize::from(rank)] += 1;
        self.naturals += 1;
    }

    /// The number of wilds.
    pub(super) fn wilds(&self) -> u8 {
        self.twos + self.jokers
    }

    /// The ranks held in a suit.
    #[inline]
    pub(super) fn suit(&self, suit: u8) -> u16 {
        self.copies[usize::from(suit)][0]
    }

    /// The number of naturals of a rank.
    #[inline]
    pub(super) fn rank(&self, rank: u8) -> u8 {
        self.ranks[usize::from(rank)]
    }

    /// The number of naturals of every rank.
    pub(super) fn ranks(&self) -> [u8; RANKS as usize] {
        self.ranks
    }

    /// The number of copies of a natural.
    pub(super) fn copies(&self, suit: u8, rank: u8) -> u8 {
        self.cards(suit, 1 << rank)
    }

    /// The number of cards of a suit with one of these ranks.
    pub(super) fn cards(&self, suit: u8, mask: u16) -> u8 {
        self.copies[usize::from(suit)].iter().map(|held| count(held & mask)).sum()
    }

    /// Removes one card of each of these ranks of a suit; all of them must be held.
    #[inline]
    pub(super) fn without(mut self, suit: u8, mask: u16) -> Self {
        debug_assert_eq!(mask & !self.suit(suit), 0, "only cards that are held can go");
        let copies = &mut self.copies[usize::from(suit)];
        let [once, twice, thrice] = *copies;
        *copies = [once & !mask | twice & mask, twice & !mask | thrice & mask, thrice & !mask];
        for rank in ranks(mask) {
            self.ranks[usize::from(rank)] -= 1;
        }
        self.naturals -= count(mask);
        self
    }
}
