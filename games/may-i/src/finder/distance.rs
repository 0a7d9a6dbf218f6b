//! How far a hand is from a laydown (14.3).

use super::holding::{Holding, RANKS, SUITS, count};
use super::lack::{self, RUN};
use super::laydown_exists;
use crate::Terms;

/// The distance; 0 if and only if there is a laydown.
pub(super) fn distance(holding: &Holding, terms: Terms) -> u8 {
    if !terms.all_cards {
        lack::deficit(holding, terms.contract, terms.gap, u8::MAX)
    } else if laydown_exists(holding, terms) {
        0
    } else {
        // The estimate ignores that spare wilds may have no place, but it must not report 0.
        estimate(holding, terms).max(1)
    }
}

/// What melds need in addition to their naturals, minus those naturals. Added to the number of all
/// naturals of the hand, this is the number of cards to gain and to get rid of.
#[derive(Clone, Copy)]
struct Need {
    /// Places without a natural.
    places: i16,
    /// Of these, the places that no wild may take (MI-42).
    naturals: i16,
}

impl Need {
    const NOTHING: Self = Self { places: 0, naturals: 0 };

    fn of_meld(size: u8, naturals: u8) -> Self {
        let (size, naturals) = (i16::from(size), i16::from(naturals));
        let half = (size + 1) / 2;
        Self { places: size - 2 * naturals, naturals: (half - naturals).max(0) - naturals }
    }

    /// The best sets of different ranks.
    fn of_sets(holding: &Holding, sets: u8) -> Self {
        let mut held = holding.ranks();
        held.sort_unstable();
        let best = held.iter().rev().take(sets.into());
        best.map(|held| Self::of_meld(3.max(*held), *held)).fold(Self::NOTHING, Self::plus)
    }

    fn plus(self, other: Self) -> Self {
        Self { places: self.places + other.places, naturals: self.naturals + other.naturals }
    }

    /// The number of cards to gain, and of those to get rid of once the hand's naturals are added.
    fn cards(self, wilds: u8) -> i16 {
        (self.places - i16::from(wilds)).max(self.naturals)
    }
}

/// A range of ranks of a suit that could be a run, with all naturals in it.
#[derive(Clone, Copy)]
struct Stretch {
    suit: u8,
    ranks: u16,
    /// The ranks that no other run of its suit may touch (MI-63).
    room: u16,
    held: u16,
    need: Need,
}

/// All stretches of four ranks, and longer ones whose ends are in the hand.
fn stretches(holding: &Holding, gap: bool) -> Vec<Stretch> {
    let mut all = Vec::with_capacity(128);
    for suit in 0..SUITS {
        for low in 0..=RANKS - RUN {
            for len in RUN..=RANKS - low {
                let ranks = ((1 << len) - 1) << low;
                let held = holding.suit(suit) & ranks;
                let ends = 1 << low | 1 << (low + len - 1);
                if len == RUN || held & ends == ends {
                    let room = if gap { ranks << 2 | ranks >> 2 } else { 0 } | ranks;
                    let need = Need::of_meld(len, count(held));
                    all.push(Stretch { suit, ranks, room, held, need });
                }
            }
        }
    }
    all
}

/// The number of cards to gain plus those to get rid of, where all cards must be used. For every
/// choice of runs, it keeps the cards in them and those of the best remaining ranks. It ignores two
/// runs over the same ranks, and cards that a set needs more than their run.
fn estimate(holding: &Holding, terms: Terms) -> u8 {
    let all = stretches(holding, terms.gap);
    let least = |of: fn(&Need) -> i16| all.iter().map(|run| of(&run.need)).min().unwrap_or(0);
    let easiest = Need { places: least(|need| need.places), naturals: least(|need| need.naturals) };
    let sets = Need::of_sets(holding, terms.contract.sets);
    let mut search =
        Search { all: &all, terms, easiest, sets, wilds: holding.wilds(), least: i16::MAX };
    let naturals = i16::from(holding.naturals);
    let start = Need { places: naturals, naturals };
    search.runs(holding, 0, terms.contract.runs, [0; SUITS as usize], start);
    u8::try_from(search.least).unwrap_or(0)
}

struct Search<'a> {
    all: &'a [Stretch],
    terms: Terms,
    /// The minimum that any run needs.
    easiest: Need,
    /// The minimum that the sets need, whatever the runs.
    sets: Need,
    wilds: u8,
    least: i16,
}

impl Search<'_> {
    fn runs(
        &mut self,
        free: &Holding,
        from: usize,
        left: u8,
        taken: [u16; SUITS as usize],
        need: Need,
    ) {
        if left == 0 {
            let need = need.plus(Need::of_sets(free, self.terms.contract.sets));
            self.least = self.least.min(need.cards(self.wilds));
            return;
        }
        let rest = (1..left).fold(self.sets, |need, _| need.plus(self.easiest));
        for at in from..self.all.len() {
            let run = self.all[at];
            let need = need.plus(run.need);
            let suit = usize::from(run.suit);
            if need.plus(rest).cards(self.wilds) < self.least && taken[suit] & run.ranks == 0 {
                let mut taken = taken;
                taken[suit] |= run.room;
                self.runs(&free.without(run.suit, run.held), at + 1, left - 1, taken, need);
            }
        }
    }
}
