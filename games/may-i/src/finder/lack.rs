//! What a hand still lacks, which answers both "is there a laydown?" and "how far away is it?".
//!
//! It is enough to consider melds of the minimum size, even where longer ones are allowed. A longer
//! set has two naturals, and any third card of it makes a valid set of three with them. A longer
//! run contains a valid run of four: if every four neighbours had at most one natural among them, a
//! run of five to eight cards would have at most two naturals and one of nine to twelve at most
//! three, which is less than half (MI-42). And shorter runs can only widen the gap of MI-63.

use super::holding::{Holding, RANKS, SUITS, count, ranks};
use crate::Contract;

/// The minimum size of a run (MI-41).
pub(super) const RUN: u8 = 4;

/// The number of possible lower ends of a minimal run: 3 … J.
const WINDOWS: u8 = RANKS - RUN + 1;

/// What the chosen melds lack, given the naturals assigned to each of them.
///
/// `k` more naturals complete them if and only if `k >= naturals` and `k + wilds >= places`: the
/// first ones bring every meld up to the number MI-42 demands, and all later ones are as good as
/// wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lack {
    /// Places without a natural. Wilds may take them, as far as MI-42 allows.
    places: u8,
    /// Of these, the places that no wild may take: a set needs two naturals, and so does a run.
    naturals: u8,
}

impl Lack {
    const NOTHING: Self = Self { places: 0, naturals: 0 };

    fn plus(self, other: Self) -> Self {
        Self { places: self.places + other.places, naturals: self.naturals + other.naturals }
    }

    /// What a minimal run with this many naturals lacks.
    fn of_run(held: u8) -> Self {
        Self { places: RUN - held, naturals: 2_u8.saturating_sub(held) }
    }

    /// How many more naturals are needed in addition to these wilds.
    fn deficit(self, wilds: u8) -> u8 {
        self.places.saturating_sub(wilds).max(self.naturals)
    }
}

/// What one more set can lack, given the sets the same rank already provides.
///
/// With `s` sets of a rank that is held `n` times, `max(0, 3s − n)` places and `max(0, 2s − n)`
/// naturals are lacking if the naturals are spread evenly. This table lists the possible increments
/// for one more set. For a given rank the increments never decrease, so taking the best offers of
/// all ranks yields the best sets. Every entry is at least as good as the later ones in both
/// respects, with one exception: a [`SINGLE`] leaves fewer places empty, a [`SPLIT`] lacks fewer
/// naturals. Both orders are tried.
const SETS: [Lack; 7] = [
    Lack { places: 0, naturals: 0 }, // three cards
    Lack { places: 1, naturals: 0 }, // a pair
    Lack { places: 2, naturals: 0 }, // the fourth card, and one taken from a set of three
    Lack { places: 2, naturals: 1 }, // SINGLE: a card alone
    Lack { places: 3, naturals: 0 }, // SPLIT: two cards taken from two sets of three
    Lack { places: 3, naturals: 1 }, // one card taken from a set of three
    Lack { places: 3, naturals: 2 }, // nothing: any rank will do
];
const SINGLE: usize = 3;
const SPLIT: usize = 4;

/// The maximum number of naturals of one rank: three packs.
const MOST_OF_RANK: u8 = 3 * SUITS;

/// For a rank held this many times, how many of its first three sets are of each kind of [`SETS`].
/// One byte per kind, so that the offers of all ranks can be added as one number.
const OFFERS: [u64; MOST_OF_RANK as usize + 1] = {
    let mut offers = [0; MOST_OF_RANK as usize + 1];
    let mut held = 0;
    while held <= MOST_OF_RANK {
        let mut sets: u8 = 1;
        let mut before = Lack::NOTHING;
        while sets <= 3 {
            let places = (3 * sets).saturating_sub(held);
            let naturals = (2 * sets).saturating_sub(held);
            let mut kind = 0;
            while SETS[kind].places != places - before.places
                || SETS[kind].naturals != naturals - before.naturals
            {
                kind += 1;
            }
            offers[held as usize] += 1 << (8 * kind);
            before = Lack { places, naturals };
            sets += 1;
        }
        held += 1;
    }
    offers
};

/// The sets that a hand offers, by kind.
#[derive(Clone, Copy)]
struct Offers(u64);

impl Offers {
    fn of(holding: &Holding) -> Self {
        Self((0..RANKS).map(|rank| OFFERS[usize::from(holding.rank(rank))]).sum())
    }

    /// The offers after removing one card of each of these ranks.
    fn without(mut self, holding: &Holding, mask: u16) -> Self {
        for rank in ranks(mask) {
            let held = usize::from(holding.rank(rank));
            self.0 = self.0 - OFFERS[held] + OFFERS[held - 1];
        }
        self
    }

    /// The number of sets of this kind.
    fn count(self, kind: usize) -> u8 {
        self.0.to_le_bytes()[kind]
    }

    /// The minimum that this many sets lack, with a single card taken before a split or after it.
    fn choose(self, sets: u8, split_first: bool) -> Lack {
        let mut left = sets;
        let mut lack = Lack::NOTHING;
        for kind in 0..SETS.len() {
            if left == 0 {
                break;
            }
            let kind = match kind {
                SINGLE if split_first => SPLIT,
                SPLIT if split_first => SINGLE,
                kind => kind,
            };
            let taken = self.count(kind).min(left);
            left -= taken;
            lack.places += SETS[kind].places * taken;
            lack.naturals += SETS[kind].naturals * taken;
        }
        lack
    }
}

/// The search for the melds that lack the least.
struct Search {
    contract: Contract,
    gap: bool,
    wilds: u8,
    /// The minimum that the sets lack in places and in naturals, whatever the runs.
    sets: Lack,
    /// The smallest deficit found so far, or the initial bound.
    least: u8,
}

/// The minimum number of additional naturals a hand needs to meet a contract, if it is less than
/// `below`; otherwise `below`. It is 0 if and only if there is a laydown (14.3, MI-200).
pub(super) fn deficit(holding: &Holding, contract: Contract, gap: bool, below: u8) -> u8 {
    let offers = Offers::of(holding);
    let sets = Lack {
        places: offers.choose(contract.sets, false).places,
        naturals: offers.choose(contract.sets, true).naturals,
    };
    let mut search = Search { contract, gap, wilds: holding.wilds(), sets, least: below };
    search.runs(&Chosen {
        free: *holding,
        offers,
        lack: Lack::NOTHING,
        left: contract.runs,
        from: (0, 0),
    });
    search.least
}

/// The runs chosen so far.
struct Chosen {
    /// The cards they leave over.
    free: Holding,
    /// The sets offered by those cards.
    offers: Offers,
    /// What the runs lack.
    lack: Lack,
    /// The number of runs still to be chosen.
    left: u8,
    /// Suit and lower end from which to choose the next one.
    from: (u8, u8),
}

impl Search {
    /// Chooses the remaining runs in ascending order, trying every window of four ranks that may
    /// help, then the sets.
    fn runs(&mut self, chosen: &Chosen) {
        if chosen.left == 0 {
            return self.sets(chosen);
        }
        let (first, lowest) = chosen.from;
        for suit in first..SUITS {
            for low in if suit == first { lowest } else { 0 }..WINDOWS {
                let present = chosen.free.suit(suit) & 0b1111 << low;
                self.run(chosen, (suit, low), present);
                // A card may be needed elsewhere: by a set, or by a run over the same ranks. Giving
                // it away leaves at least as many places empty as before, so it helps only where
                // naturals are lacking, and only if the run keeps two itself.
                let wanted = self.contract.sets > 0 || chosen.left > 1 && !self.gap;
                if wanted && count(present) > 2 && self.may_help(chosen, present) {
                    for used in parts(present).skip(1).filter(|used| count(*used) >= 2) {
                        self.run(chosen, (suit, low), used);
                    }
                }
            }
        }
    }

    /// Whether a run with these cards can lead to a smaller deficit than the best one so far.
    fn may_help(&self, chosen: &Chosen, used: u16) -> bool {
        let lack = chosen.lack.plus(Lack::of_run(count(used))).plus(self.sets);
        lack.deficit(self.wilds) < self.least
    }

    fn run(&mut self, chosen: &Chosen, (suit, low): (u8, u8), used: u16) {
        if self.may_help(chosen, used) {
            // Under MI-63 the next run of this suit starts at least two ranks after this one ends;
            // without that rule even the same ranks can be used twice.
            let next = if self.gap { low + RUN + 2 } else { low };
            self.runs(&Chosen {
                free: chosen.free.without(suit, used),
                offers: chosen.offers.without(&chosen.free, used),
                lack: chosen.lack.plus(Lack::of_run(count(used))),
                left: chosen.left - 1,
                from: (suit, next),
            });
        }
    }

    fn sets(&mut self, chosen: &Chosen) {
        for split_first in [false, true] {
            let sets = chosen.offers.choose(self.contract.sets, split_first);
            self.least = self.least.min(chosen.lack.plus(sets).deficit(self.wilds));
            if chosen.offers.count(SPLIT) == 0 {
                break;
            }
        }
    }
}

/// All subsets of a mask, from the full mask down to the empty one.
pub(super) fn parts(mask: u16) -> impl Iterator<Item = u16> {
    let smaller = move |part: &u16| part.checked_sub(1).map(|less| less & mask);
    std::iter::successors(Some(mask), smaller)
}
