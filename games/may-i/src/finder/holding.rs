//! A hand as the finder sees it.

use crate::{Card, Natural};

/// How many run positions there are: 3 … A (MI-5). Ranks are counted from 0 here, the 3, to 11, the
/// ace; bit `r` of a mask stands for rank `r`.
pub(super) const RANKS: u8 = 12;

/// How many suits there are.
pub(super) const SUITS: u8 = 4;

/// How many ranks a mask holds.
#[allow(clippy::cast_possible_truncation)] // Sixteen at most.
pub(super) fn count(mask: u16) -> u8 {
    mask.count_ones() as u8
}

/// The ranks of a mask, upwards.
pub(super) fn ranks(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then(|| count(lowest - 1))
    })
}

/// What a hand holds: how many of every natural, and how many wilds. Equal cards are as good as each
/// other, so nothing more is needed to find a laydown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Holding {
    /// For every suit the ranks held at least once, twice, three times.
    copies: [[u16; 3]; SUITS as usize],
    /// How many naturals of every rank.
    ranks: [u8; RANKS as usize],
    /// How many naturals in all.
    pub(super) naturals: u8,
    /// How many 2s.
    pub(super) twos: u8,
    /// How many jokers.
    pub(super) jokers: u8,
}

impl Holding {
    /// The cards of a hand.
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

    /// One natural more.
    fn add(&mut self, natural: Natural) {
        let rank = natural.value() - Natural::LOW;
        let [once, twice, thrice] = &mut self.copies[natural.suit() as usize];
        *thrice |= *twice & 1 << rank;
        *twice |= *once & 1 << rank;
        *once |= 1 << rank;
        self.ranks[usize::from(rank)] += 1;
        self.naturals += 1;
    }

    /// How many wilds.
    pub(super) fn wilds(&self) -> u8 {
        self.twos + self.jokers
    }

    /// The ranks held in a suit.
    #[inline]
    pub(super) fn suit(&self, suit: u8) -> u16 {
        self.copies[usize::from(suit)][0]
    }

    /// How many naturals of a rank are held.
    #[inline]
    pub(super) fn rank(&self, rank: u8) -> u8 {
        self.ranks[usize::from(rank)]
    }

    /// How many naturals of every rank are held.
    pub(super) fn ranks(&self) -> [u8; RANKS as usize] {
        self.ranks
    }

    /// How many copies of one natural.
    pub(super) fn copies(&self, suit: u8, rank: u8) -> u8 {
        self.cards(suit, 1 << rank)
    }

    /// How many cards of a suit have one of these ranks.
    pub(super) fn cards(&self, suit: u8, mask: u16) -> u8 {
        self.copies[usize::from(suit)].iter().map(|held| count(held & mask)).sum()
    }

    /// Without one card of each of these ranks of a suit; all of them must be held.
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
