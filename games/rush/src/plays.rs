//! Which plays are legal (RU-16 to RU-29).
//!
//! Legality depends only on the set of cards and on the top discard, so everything here works on
//! sets of places in a hand: at most seven cards, hence 127 non-empty sets, with one bit each.

use croupier_kit::cards::Card;
use serde::{Deserialize, Serialize};

use crate::Cards;

/// The maximum size of a hand.
pub const HAND: usize = 7;

/// RU-7: ace 1, numbers as printed, jack 11, queen 12, king 13. Suits never matter.
#[inline]
pub fn value(card: Card) -> u8 {
    const VALUES: [u8; Card::COUNT] = {
        let mut values = [0; Card::COUNT];
        let mut at = 0;
        while at < Card::COUNT {
            #[allow(clippy::cast_possible_truncation)] // At most 13.
            let value = (at % 13) as u8 + 1;
            values[at] = value;
            at += 1;
        }
        values
    };
    VALUES[card.index()]
}

/// RU-56: the points of these cards at the end of the game.
pub fn total(cards: &[Card]) -> u32 {
    cards.iter().map(|card| u32::from(value(*card))).sum()
}

/// RU-17: the values that are valid by themselves on a top of this value, one bit each.
#[inline]
fn valid_values(top: u8) -> u32 {
    let next = if top == 13 { 1 } else { top + 1 };
    1 << top | 1 << next
}

/// RU-17: whether a single card is valid.
#[inline]
pub fn is_valid(card: Card, top: Card) -> bool {
    valid_values(value(top)) >> value(card) & 1 == 1
}

/// What makes a play legal (RU-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayKind {
    /// RU-18: one card that is valid.
    Single,
    /// RU-20: several cards of one value that is valid.
    SameValue,
    /// RU-21: several cards of more than one value, each valid alone.
    AllValid,
    /// RU-22: at least two cards whose values add up to the top card's.
    Sum,
}

/// RU-18 to RU-25: why these cards are a legal play on this top. None if they are not.
pub fn play_kind(cards: &[Card], top: Card) -> Option<PlayKind> {
    let first = cards.first()?;
    if cards.iter().all(|card| is_valid(*card, top)) {
        let same = cards.iter().all(|card| value(*card) == value(*first));
        return Some(match (cards.len(), same) {
            (1, _) => PlayKind::Single,
            (_, true) => PlayKind::SameValue,
            (_, false) => PlayKind::AllValid,
        });
    }
    (cards.len() > 1 && total(cards) == u32::from(value(top))).then_some(PlayKind::Sum)
}

/// RU-28: whether a hand has at least one legal play, combinations included.
#[inline]
pub fn has_move(hand: &[Card], top: Card) -> bool {
    let top = value(top);
    let (mut held, mut sums) = (0_u32, 1_u32);
    for card in hand {
        let value = value(*card);
        held |= 1 << value;
        // Bit `s` of `sums` is set if some of the cards so far add up to `s`.
        sums |= sums << value;
    }
    // A single card of the top's value counts as a sum here; it is valid anyway.
    held & valid_values(top) != 0 || sums >> top & 1 == 1
}

/// What a turn amounts to before the player decides anything (RU-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// No legal set: the turn is skipped.
    Nothing,
    /// One legal set, a single card: it is played automatically.
    Only(Card),
    /// The player has to choose a set or at least an order.
    Choice,
}

/// RU-29: what a turn with this hand amounts to.
#[inline]
pub fn outlook(hand: &[Card], top: Card) -> Outlook {
    let top_value = value(top);
    let valid_values = valid_values(top_value);
    let (mut sums, mut valid) = (1_u32, 0);
    let mut only = top;
    for card in hand {
        let value = value(*card);
        let fits = valid_values >> value & 1;
        valid += fits;
        only = if fits == 1 { *card } else { only };
        // A sum of two or more cards cannot contain a card of the full value; higher cards
        // overshoot anyway.
        sums |= if value == top_value { 0 } else { sums << value };
    }
    let adds_up = sums >> top_value & 1 == 1;
    match (valid, adds_up) {
        (0, false) => Outlook::Nothing,
        (1, false) => Outlook::Only(only),
        _ => Outlook::Choice,
    }
}

/// The legal sets of a hand. Bit `s` stands for the set `s`, whose own bits are places in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalSets(u128);

impl LegalSets {
    /// All legal sets of a hand on this top.
    #[inline]
    pub fn of(hand: &[Card], top: Card) -> Self {
        let top = value(top);
        let valid = valid_values(top);
        let mut values = [0_u64; HAND];
        // Branch-free, because branches on the contents of a hand are unpredictable.
        let (mut fitting, mut sums) = (0_u8, 1_u32);
        for (place, card) in hand.iter().take(HAND).enumerate() {
            let value = value(*card);
            values[place] = u64::from(value);
            fitting |= u8::from(valid >> value & 1 == 1) << place;
            sums |= if value == top { 0 } else { sums << value };
        }
        let mut sets = unions(PlaceSet(fitting));
        if sums >> top & 1 == 1 {
            sets |= adding_up(&values, hand.len(), top);
        }
        Self(sets)
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The sets, in the order of their bits.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PlaceSet> {
        #[allow(clippy::cast_possible_truncation)] // The two halves.
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        std::iter::from_fn(move || {
            let (half, first) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            (*half != 0).then(|| {
                #[allow(clippy::cast_possible_truncation)] // Below 64.
                let set = half.trailing_zeros() as u8 + first;
                *half &= *half - 1;
                PlaceSet(set)
            })
        })
    }
}

/// All non-empty sets made of these places.
#[inline]
fn unions(places: PlaceSet) -> u128 {
    let with = |sets: u128, place: usize| sets | sets << (1 << place);
    places.places().fold(1, with) & !1
}

const BYTES: u64 = 0x0101_0101_0101_0101;

/// RU-22: the sets of the first `count` values that add up to `wanted`. Computes eight sums at a
/// time, one per byte; the sum of a hand never exceeds 127, so no byte overflows into the next.
#[inline(never)]
fn adding_up(values: &[u64; HAND], count: usize, wanted: u8) -> u128 {
    let mut sums = [0_u64; 16];
    sums[0] = values[0] * 0x0100_0100_0100_0100
        + values[1] * 0x0101_0000_0101_0000
        + values[2] * 0x0101_0101_0000_0000;
    let mut words = 1;
    for value in values.iter().take(count).skip(3) {
        for at in 0..words {
            sums[words + at] = sums[at] + value * BYTES;
        }
        words *= 2;
    }
    let bits = |sum: u64| {
        let differs = (sum ^ (u64::from(wanted) * BYTES)) + 0x7f * BYTES;
        let equal = !differs >> 7 & BYTES;
        // Gathers the lowest bits of the eight bytes.
        equal.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let half = |sums: &[u64]| sums.iter().rev().fold(0, |found: u64, sum| found << 8 | bits(*sum));
    let found = u128::from(half(&sums[8..16.min(words.max(8))])) << 64
        | u128::from(half(&sums[..words.min(8)]));
    // The first word always covers three cards, so mask out sets with cards the hand does not have.
    if count < HAND { found & ((1 << (1_u32 << count)) - 1) } else { found }
}

/// A set of places in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceSet(u8);

impl PlaceSet {
    /// The places, in hand order.
    #[inline]
    pub fn places(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                place
            })
        })
    }

    /// Whether a place is a member.
    pub fn contains(self, place: usize) -> bool {
        place < HAND && self.0 >> place & 1 == 1
    }

    /// How many members it has.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no members. No legal set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards at these places, in hand order.
    #[inline]
    pub fn cards(self, hand: &[Card]) -> Cards {
        self.places().map(|place| hand[place]).collect()
    }
}

/// The same cards with the one at this place moved to the end (RU-26, RU-75).
#[inline]
pub fn with_last(cards: Cards, last: usize) -> Cards {
    let mut moved = cards;
    for at in last + 1..moved.len() {
        moved.as_mut_slice().swap(at - 1, at);
    }
    moved
}

/// RU-67: the play the system makes when a player's time runs out. Prefers the highest sum, then
/// fewer cards, then the earliest places. The cards are played in ascending order, so the highest
/// ends on top.
pub fn substitute(hand: &[Card], top: Card) -> Option<Cards> {
    let rank = |set: &PlaceSet| {
        let cards = set.cards(hand);
        let places: Vec<_> = set.places().collect();
        (std::cmp::Reverse(total(cards.as_slice())), set.len(), places)
    };
    let best = LegalSets::of(hand, top).iter().min_by_key(rank)?;
    let mut cards = best.cards(hand);
    cards.as_mut_slice().sort_by_key(|card| value(*card)); // Stable: equal values by place.
    Some(cards)
}
