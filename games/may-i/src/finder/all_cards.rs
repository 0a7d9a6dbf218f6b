//! Laydowns that use a whole hand (round 6, MI-62).
//!
//! Every natural must be in one of the melds, so the naturals are dealt out one by one, lowest
//! first, to each meld that can take them: a set takes its rank, a run takes its suit in ascending
//! order. The first card of a meld fixes its rank or suit; the three melds are soon fixed, and a
//! card that fits none of them ends a branch. Then all wilds are placed: in the holes of runs, at
//! their ends, and in sets. Every laydown is such a deal with such a placement, so none is missed.

use std::ops::ControlFlow;

use super::holding::{Holding, RANKS, SUITS, count};
use super::lack::RUN;
use super::shape::{Meld, Run, Set, Shape};
use crate::{Contract, Terms};

/// Whether a search continues.
pub(super) type Flow = ControlFlow<()>;

/// The melds of a laydown, sets first. None where a meld has no card yet.
type Melds = [Option<Meld>; Contract::MOST];

/// Calls `found` for every shape of a laydown that uses all cards, until `found` stops it. If the
/// contract has several sets and they have the same rank, a shape may be reported more than once.
pub(super) fn each(holding: &Holding, terms: Terms, found: &mut dyn FnMut(Shape) -> Flow) -> Flow {
    let mut search = Search { holding, terms, found };
    search.deal(Slot { card: 0, copies: 0, from: 0 }, [None; Contract::MOST], holding.wilds())
}

/// The first `limit` shapes. All are equally good, since each of them ends the round.
pub(super) fn first(holding: &Holding, terms: Terms, limit: usize) -> Vec<Shape> {
    let mut shapes = vec![];
    let _all = each(holding, terms, &mut |shape| {
        if !shapes.contains(&shape) && shapes.len() < limit {
            shapes.push(shape);
        }
        if shapes.len() < limit { Flow::Continue(()) } else { Flow::Break(()) }
    });
    shapes
}

struct Search<'a> {
    holding: &'a Holding,
    terms: Terms,
    found: &'a mut dyn FnMut(Shape) -> Flow,
}

/// The progress of the deal.
#[derive(Clone, Copy)]
struct Slot {
    /// The next card: in ascending order of rank, and by suit within a rank.
    card: u8,
    /// How many copies of the previous card are still to be dealt.
    copies: u8,
    /// The first meld these copies may go to. Copies are interchangeable, so they go to melds in
    /// order.
    from: usize,
}

impl Search<'_> {
    /// Deals all remaining naturals, with `wilds` left to fill holes, and then places the wilds.
    fn deal(&mut self, mut place: Slot, melds: Melds, wilds: u8) -> Flow {
        while place.copies == 0 {
            if place.card == RANKS * SUITS {
                return self.spread(self.terms.contract.melds(), melds, self.holding.wilds());
            }
            let copies = self.holding.copies(place.card % SUITS, place.card / SUITS);
            place = Slot { card: place.card + 1, copies, from: 0 };
        }
        let (suit, rank) = ((place.card - 1) % SUITS, (place.card - 1) / SUITS);
        for at in place.from..self.terms.contract.melds() {
            let Some((meld, holes)) = self.taken(&melds, at, suit, rank) else { continue };
            let Some(wilds) = wilds.checked_sub(holes) else { continue };
            let mut melds = melds;
            melds[at] = Some(meld);
            // A set can also take the next copy; a run cannot.
            let from = if matches!(meld, Meld::Set(_)) { at } else { at + 1 };
            self.deal(Slot { copies: place.copies - 1, from, ..place }, melds, wilds)?;
        }
        Flow::Continue(())
    }

    /// The meld at this index with one more card, and the number of holes before that card in a
    /// run.
    fn taken(&self, melds: &Melds, at: usize, suit: u8, rank: u8) -> Option<(Meld, u8)> {
        match melds[at] {
            Some(Meld::Set(set)) if set.rank == rank => {
                Some((Meld::Set(Set { naturals: set.naturals + 1, ..set }), 0))
            }
            Some(Meld::Run(run)) if run.suit == suit && run.end() <= rank => {
                let holes = rank - run.end();
                let naturals = run.naturals | 1 << rank;
                let run = Run { len: run.len + holes + 1, naturals, ..run };
                self.is_apart(melds, at, run).then_some((Meld::Run(run), holes))
            }
            // Empty melds are interchangeable, so only the first of them is started.
            None if at < usize::from(self.terms.contract.sets) => {
                let first = at == 0 || melds[at - 1].is_some();
                first.then_some((Meld::Set(Set { rank, naturals: 1, wilds: 0 }), 0))
            }
            None => {
                let first = at == usize::from(self.terms.contract.sets) || melds[at - 1].is_some();
                let run = Run { suit, low: rank, len: 1, naturals: 1 << rank };
                (first && self.is_apart(melds, at, run)).then_some((Meld::Run(run), 0))
            }
            Some(_) => None,
        }
    }

    /// Whether a run keeps the distance of MI-63 from all other runs. Runs only grow, so runs that
    /// are too close stay too close.
    fn is_apart(&self, melds: &Melds, at: usize, run: Run) -> bool {
        let others = melds.iter().enumerate().filter(|(other, _)| *other != at);
        !self.terms.gap
            || others.flat_map(|(_, meld)| meld).all(|meld| match meld {
                Meld::Run(other) => run.is_apart_from(*other),
                Meld::Set(_) => true,
            })
    }

    /// Distributes all wilds over the first `left` melds in every possible way.
    fn spread(&mut self, left: usize, mut melds: Melds, wilds: u8) -> Flow {
        let Some(at) = left.checked_sub(1) else {
            let shape = Shape::new(melds.into_iter().flatten());
            return if wilds == 0 { (self.found)(shape) } else { Flow::Continue(()) };
        };
        match melds[at] {
            None => {} // A meld without a natural (MI-43).
            Some(Meld::Set(set)) => {
                for used in 3_u8.saturating_sub(set.naturals)..=set.naturals.min(wilds) {
                    if self.terms.longer || set.naturals + used == 3 {
                        melds[at] = Some(Meld::Set(Set { wilds: used, ..set }));
                        self.spread(at, melds, wilds - used)?;
                    }
                }
            }
            Some(Meld::Run(run)) => {
                for low in (0..=run.low).rev() {
                    for end in run.end()..=RANKS {
                        let run = Run { low, len: end - low, ..run };
                        let used = run.wilds();
                        if used > wilds.min(count(run.naturals)) {
                            break;
                        }
                        let fits = if self.terms.longer { run.len >= RUN } else { run.len == RUN };
                        if fits && self.is_apart(&melds, at, run) {
                            melds[at] = Some(Meld::Run(run));
                            self.spread(at, melds, wilds - used)?;
                        }
                    }
                }
            }
        }
        Flow::Continue(())
    }
}
