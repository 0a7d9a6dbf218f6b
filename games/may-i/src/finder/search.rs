//! The best laydowns where cards may be left over (rounds 1 to 5).
//!
//! MI-203 compares the number of wilds first, so laydowns are searched by that number, the
//! preferred one first, until enough are found. For each number, all choices of runs are tried and
//! for each of them all choices of sets; candidates are chosen in list order, so every laydown is
//! found once. A branch is cut off only if no laydown on it sheds enough points to enter the
//! result.

use std::cmp::Reverse;
use std::ops::Range;

use super::Preferences;
use super::holding::{Holding, RANKS, SUITS, count};
use super::lack::{RUN, parts};
use super::shape::{Meld, Run, Set, Shape};
use super::value::{Top, fitting, value, wild_points};
use crate::{Contract, Terms};

/// The best laydowns, best first.
pub(super) fn best(
    holding: &Holding,
    terms: Terms,
    preferences: &Preferences,
    limit: usize,
) -> Vec<Shape> {
    let mut search = Search {
        holding,
        terms,
        preferences,
        runs: Runs::of(holding, terms),
        sets: sets_of(holding, terms),
        wilds: 0,
        sets_chosen: [Set::default(); Contract::MOST],
        runs_chosen: [Run::default(); Contract::MOST],
        top: Top::new(limit),
    };
    let mut numbers = 0..=holding.wilds();
    while !search.top.is_full()
        && let Some(wilds) =
            if preferences.most_wilds { numbers.next_back() } else { numbers.next() }
    {
        search.wilds = wilds;
        search.choose_runs(holding, terms.contract.runs, 0, Part { wilds, points: 0 });
    }
    search.top.into_shapes()
}

/// A meld that the hand allows, considered on its own.
struct Candidate<M> {
    meld: M,
    /// The points of its naturals.
    points: u16,
}

/// Sorts by points, highest first: once a candidate is not worth trying, neither are those after
/// it.
fn sort<M>(candidates: &mut [Candidate<M>]) {
    candidates.sort_unstable_by_key(|candidate| Reverse(candidate.points));
}

/// All sets the hand allows.
fn sets_of(holding: &Holding, terms: Terms) -> Vec<Candidate<Set>> {
    let mut all = Vec::new();
    if terms.contract.sets > 0 {
        for rank in 0..RANKS {
            // At least two naturals: with one, MI-42 allows only one wild, which is too few.
            for naturals in 2..=holding.rank(rank) {
                for wilds in 3_u8.saturating_sub(naturals)..=naturals.min(holding.wilds()) {
                    if terms.longer || naturals + wilds == 3 {
                        let meld = Set { rank, naturals, wilds };
                        all.push(Candidate { meld, points: meld.points() });
                    }
                }
            }
        }
    }
    sort(&mut all);
    all
}

/// All runs the hand allows, sorted by the number of wilds.
struct Runs {
    all: Vec<Candidate<Run>>,
    /// Where the runs with each number of wilds begin, and where the last of them end.
    begin: [usize; Self::MOST_WILDS as usize + 2],
    /// The maximum points of any run.
    most: u16,
}

impl Runs {
    /// The maximum number of wilds in a run: half of the twelve ranks (MI-42).
    const MOST_WILDS: u8 = RANKS / 2;

    fn of(holding: &Holding, terms: Terms) -> Self {
        let mut runs = Self { all: Vec::new(), begin: Default::default(), most: 0 };
        for wilds in 0..=Self::MOST_WILDS {
            if terms.contract.runs > 0 && wilds <= holding.wilds() {
                runs.add(holding, wilds, terms.longer);
            }
            let begin = runs.begin[usize::from(wilds)];
            sort(&mut runs.all[begin..]);
            runs.begin[usize::from(wilds) + 1] = runs.all.len();
            runs.most = runs.all.get(begin).map_or(0, |run| run.points).max(runs.most);
        }
        runs
    }

    /// Adds all runs with this many wilds: every stretch of ranks, with every choice of naturals
    /// among the cards held there.
    fn add(&mut self, holding: &Holding, wilds: u8, longer: bool) {
        for suit in 0..SUITS {
            for low in 0..=RANKS - RUN {
                let longest = if longer { RANKS - low } else { RUN };
                for len in RUN.max(2 * wilds)..=longest {
                    let held = holding.suit(suit) & ((1 << len) - 1) << low;
                    if count(held) + wilds >= len {
                        let naturals = parts(held).filter(|part| count(*part) + wilds == len);
                        let runs = naturals.map(|naturals| Run { suit, low, len, naturals });
                        let candidates =
                            runs.map(|run| Candidate { meld: run, points: run.points() });
                        self.all.extend(candidates);
                    }
                }
            }
        }
    }

    /// The indices of the runs with this many wilds.
    fn with(&self, wilds: u8) -> Range<usize> {
        let wilds = usize::from(wilds);
        self.begin[wilds]..self.begin[wilds + 1]
    }
}

/// The search for a given number of wilds.
struct Search<'a> {
    holding: &'a Holding,
    terms: Terms,
    preferences: &'a Preferences,
    runs: Runs,
    sets: Vec<Candidate<Set>>,
    wilds: u8,
    sets_chosen: [Set; Contract::MOST],
    runs_chosen: [Run; Contract::MOST],
    top: Top,
}

/// A partial laydown.
#[derive(Clone, Copy)]
struct Part {
    /// The wilds the remaining melds must use.
    wilds: u8,
    /// The points shed so far.
    points: u16,
}

impl Search<'_> {
    /// Chooses `left` runs from index `from` on, then the sets.
    fn choose_runs(&mut self, free: &Holding, left: u8, from: usize, part: Part) {
        let Contract { sets, runs } = self.terms.contract;
        if left == 0 {
            let wilds = wild_points(self.holding, self.wilds - part.wilds, part.wilds);
            let part = Part { points: part.points + wilds, ..part };
            return self.choose_sets(&mut free.ranks(), sets, 0, part);
        }
        let most_of_set = self.sets.first().map_or(0, |set| set.points);
        let hope = part.points
            + u16::from(left - 1) * self.runs.most
            + u16::from(sets) * most_of_set
            + wild_points(self.holding, 0, self.wilds);
        let at = usize::from(runs - left);
        // The last meld must use all remaining wilds.
        let fewest = if left == 1 && sets == 0 { part.wilds } else { 0 };
        for wilds in fewest..=part.wilds.min(Runs::MOST_WILDS) {
            let with = self.runs.with(wilds);
            for place in with.start.max(from)..with.end {
                let Candidate { meld: run, points } = self.runs.all[place];
                if !self.is_worth(hope + points) {
                    break;
                }
                let is_apart = |other: &Run| !self.terms.gap || run.is_apart_from(*other);
                let is_held = run.naturals & !free.suit(run.suit) == 0;
                if is_held && self.runs_chosen[..at].iter().all(is_apart) {
                    self.runs_chosen[at] = run;
                    let free = free.without(run.suit, run.naturals);
                    let part = Part { wilds: part.wilds - wilds, points: part.points + points };
                    self.choose_runs(&free, left - 1, place, part);
                }
            }
        }
    }

    /// Chooses `left` sets from index `from` on.
    fn choose_sets(&mut self, free: &mut [u8; RANKS as usize], left: u8, from: usize, part: Part) {
        if left == 0 {
            if part.wilds == 0 {
                self.found(part.points);
            }
            return;
        }
        for place in from..self.sets.len() {
            let Candidate { meld: set, points } = self.sets[place];
            if !self.is_worth(part.points + u16::from(left) * points) {
                break;
            }
            let free_of_rank = free[usize::from(set.rank)];
            // The last meld must use all remaining wilds.
            let uses_them = set.wilds == part.wilds || set.wilds < part.wilds && left > 1;
            if uses_them && set.naturals <= free_of_rank {
                self.sets_chosen[usize::from(left - 1)] = set;
                let part = Part { wilds: part.wilds - set.wilds, points: part.points + points };
                free[usize::from(set.rank)] = free_of_rank - set.naturals;
                self.choose_sets(free, left - 1, place, part);
                free[usize::from(set.rank)] = free_of_rank;
            }
        }
    }

    /// Whether a laydown that sheds this many points can enter the result.
    fn is_worth(&self, points: u16) -> bool {
        self.top.may_take(value(self.preferences, self.wilds, points, 0))
    }

    fn found(&mut self, points: u16) {
        if self.is_worth(points) {
            let Contract { sets, runs } = self.terms.contract;
            let sets = self.sets_chosen[..usize::from(sets)].iter().copied().map(Meld::Set);
            let runs = self.runs_chosen[..usize::from(runs)].iter().copied().map(Meld::Run);
            let shape = Shape::new(sets.chain(runs));
            let fitting = fitting(&shape, self.holding, self.preferences);
            self.top.insert(value(self.preferences, self.wilds, points, fitting), shape);
        }
    }
}
