//! What a hand still lacks: the question behind "is there a laydown?" and "how far is it?".
//!
//! Melds of the smallest size suffice here, even where longer ones are allowed. A longer set has two
//! naturals, and any third card of it makes a valid set of three with them. A longer run contains a
//! valid run of four: if every four neighbours had at most one natural among them, a run of five to
//! eight cards had at most two naturals and one of nine to twelve at most three, which is less than
//! half (MI-42). And shorter runs can only widen the gap of MI-63.

use super::holding::{Holding, RANKS, SUITS, count, ranks};
use crate::Contract;

/// The size of the smallest run (MI-41).
pub(super) const RUN: u8 = 4;

/// From how many places to choose for the lower end of a smallest run: 3 … J.
const WINDOWS: u8 = RANKS - RUN + 1;

/// What chosen melds lack, each of them holding the naturals that are meant for it.
///
/// `k` further naturals complete them if and only if `k >= naturals` and `k + wilds >= places`: the
/// first naturals bring every meld to as many as MI-42 demands, all later ones are as good as wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lack {
    /// Places without a natural. Wilds may take them, as far as MI-42 allows.
    places: u8,
    /// Of these, places that no wild may take: a set needs two naturals, and so does a run.
    naturals: u8,
}

impl Lack {
    const NOTHING: Self = Self { places: 0, naturals: 0 };

    fn plus(self, other: Self) -> Self {
        Self { places: self.places + other.places, naturals: self.naturals + other.naturals }
    }

    /// What a smallest run lacks that has so many naturals.
    fn of_run(held: u8) -> Self {
        Self { places: RUN - held, naturals: 2_u8.saturating_sub(held) }
    }

    /// How many further naturals are needed beside so many wilds.
    fn deficit(self, wilds: u8) -> u8 {
        self.places.saturating_sub(wilds).max(self.naturals)
    }
}

/// What one more set can lack, given those that the same rank has already given.
///
/// With `s` sets of a rank that is held `n` times, `max(0, 3s − n)` places and `max(0, 2s − n)`
/// naturals are lacking, if the naturals are spread evenly. This table lists by how much that can
/// grow with one more set; with every further set of the same rank it grows at least as much as
/// before, so taking the best offers of all ranks is taking the best sets. Every entry is at least as
/// good as those after it in both respects, with one exception: a [`SINGLE`] leaves fewer places
/// empty, a [`SPLIT`] lacks fewer naturals. Both orders are tried.
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

/// The most naturals of one rank: three packs.
const MOST_OF_RANK: u8 = 3 * SUITS;

/// For a rank held so many times, how many of its first three sets are of each kind of [`SETS`]:
/// one byte per kind, so that the offers of all ranks add up in one number.
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

/// The sets that a hand offers.
#[derive(Clone, Copy)]
struct Offers(u64);

impl Offers {
    fn of(holding: &Holding) -> Self {
        Self((0..RANKS).map(|rank| OFFERS[usize::from(holding.rank(rank))]).sum())
    }

    /// The offers once one card of each of these ranks is gone.
    fn without(mut self, holding: &Holding, mask: u16) -> Self {
        for rank in ranks(mask) {
            let held = usize::from(holding.rank(rank));
            self.0 = self.0 - OFFERS[held] + OFFERS[held - 1];
        }
        self
    }

    /// How many sets of a kind are offered.
    fn count(self, kind: usize) -> u8 {
        self.0.to_le_bytes()[kind]
    }

    /// What so many sets lack at least, with a card alone taken before a split or after it.
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

/// The search for the melds that lack least.
struct Search {
    contract: Contract,
    gap: bool,
    wilds: u8,
    /// What the sets lack at least in places and in naturals, for every choice of the runs.
    sets: Lack,
    /// The least deficit found, or the bound that nothing has gone below.
    least: u8,
}

/// How many further naturals a hand needs at least to meet a contract, if fewer than `below`;
/// otherwise `below`. It is 0 exactly if there is a laydown (14.3, MI-200).
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
    /// The cards they have left over.
    free: Holding,
    /// The sets that these offer.
    offers: Offers,
    /// What the runs lack.
    lack: Lack,
    /// How many runs are still to be chosen.
    left: u8,
    /// Suit and lower end from which on they are to be chosen.
    from: (u8, u8),
}

impl Search {
    /// Chooses the remaining runs upwards, every window of four ranks that may help, then the sets.
    fn runs(&mut self, chosen: &Chosen) {
        if chosen.left == 0 {
            return self.sets(chosen);
        }
        let (first, lowest) = chosen.from;
        for suit in first..SUITS {
            for low in if suit == first { lowest } else { 0 }..WINDOWS {
                let present = chosen.free.suit(suit) & 0b1111 << low;
                self.run(chosen, (suit, low), present);
                // A card may be wanted elsewhere: by a set, or by a run over the same ranks. Giving it
                // away leaves at least as many places empty as before, so it can only help where
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

    /// Whether less than the least may be lacking if the next run uses these cards.
    fn may_help(&self, chosen: &Chosen, used: u16) -> bool {
        let lack = chosen.lack.plus(Lack::of_run(count(used))).plus(self.sets);
        lack.deficit(self.wilds) < self.least
    }

    fn run(&mut self, chosen: &Chosen, (suit, low): (u8, u8), used: u16) {
        if self.may_help(chosen, used) {
            // MI-63 leaves room for the next run of this suit from two ranks behind this one; without
            // that rule the same ranks may even serve twice.
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

/// All ranks of a mask, then every smaller part of it, the empty one last.
pub(super) fn parts(mask: u16) -> impl Iterator<Item = u16> {
    let smaller = move |part: &u16| part.checked_sub(1).map(|less| less & mask);
    std::iter::successors(Some(mask), smaller)
}
