//! Laydowns without specific cards.

use super::holding::{Holding, RANKS, count, ranks};
use crate::Contract;

/// A meld by its ranks, regardless of copies and, in a set, of suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meld {
    Set(Set),
    Run(Run),
}

/// A set: the number of naturals of a rank, and of wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Set {
    pub(super) rank: u8,
    pub(super) naturals: u8,
    pub(super) wilds: u8,
}

/// A run: the ranks `low` to `low + len − 1` of a suit, some of them natural, the others wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Run {
    pub(super) suit: u8,
    pub(super) low: u8,
    pub(super) len: u8,
    /// The ranks of the naturals.
    pub(super) naturals: u16,
}

impl Set {
    /// The points of its naturals.
    pub(super) fn points(self) -> u16 {
        u16::from(self.naturals) * points(self.rank)
    }
}

impl Run {
    pub(super) fn wilds(self) -> u8 {
        self.len - count(self.naturals)
    }

    /// The rank after its upper end.
    pub(super) fn end(self) -> u8 {
        self.low + self.len
    }

    /// The points of its naturals.
    pub(super) fn points(self) -> u16 {
        ranks(self.naturals).map(points).sum()
    }

    /// Whether both may be laid down at once under MI-63.
    pub(super) fn is_apart_from(self, other: Self) -> bool {
        self.suit != other.suit || self.end() + 2 <= other.low || other.end() + 2 <= self.low
    }
}

/// The points of a natural of this rank (MI-6); ranks are numbered from the 3.
pub(super) fn points(rank: u8) -> u16 {
    const POINTS: [u16; RANKS as usize] = [3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15];
    POINTS[usize::from(rank)]
}

/// All melds of a laydown in a canonical order, sets first. Two shapes are equal if and only if
/// their laydowns differ only in the suits of a set, in copies, and in 2s and jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    melds: [Option<Meld>; Contract::MOST],
}

impl Shape {
    /// The shape of these melds.
    pub(super) fn new(melds: impl IntoIterator<Item = Meld>) -> Self {
        let mut shape = Self { melds: [None; Contract::MOST] };
        for (place, meld) in shape.melds.iter_mut().zip(melds) {
            *place = Some(meld);
        }
        // `None` sorts before `Some`, which keeps shapes of any length comparable.
        shape.melds.sort_unstable();
        shape
    }

    pub(super) fn melds(&self) -> impl Iterator<Item = Meld> + '_ {
        self.melds.iter().flatten().copied()
    }

    pub(super) fn sets(&self) -> impl Iterator<Item = Set> + '_ {
        self.melds().filter_map(|meld| match meld {
            Meld::Set(set) => Some(set),
            Meld::Run(_) => None,
        })
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        self.melds().filter_map(|meld| match meld {
            Meld::Set(_) => None,
            Meld::Run(run) => Some(run),
        })
    }

    /// The cards the runs leave over.
    pub(super) fn without_runs(&self, holding: &Holding) -> Holding {
        self.runs().fold(*holding, |free, run| free.without(run.suit, run.naturals))
    }
}
