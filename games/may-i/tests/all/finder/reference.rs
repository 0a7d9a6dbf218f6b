//! All laydowns of a hand, found by brute force: every subset of the hand is checked against
//! sections 4 and 5 of the specification. A subset has one bit per place in the hand.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use croupier_kit::cards::Suit;
use may_i::finder::Preferences;
use may_i::{Card, MeldKind, Natural, Proposal, Terms};

/// A run in a possible position.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    part: u32,
    suit: Suit,
    low: u8,
    high: u8,
}

/// The cards of a subset.
fn cards(hand: &[Card], part: u32) -> impl Iterator<Item = Card> + '_ {
    hand.iter().enumerate().filter(move |(at, _)| part >> at & 1 == 1).map(|(_, card)| *card)
}

/// The naturals of a subset.
fn naturals(hand: &[Card], part: u32) -> impl Iterator<Item = Natural> + '_ {
    cards(hand, part).filter_map(Card::natural)
}

/// MI-40, 61.
fn is_set(hand: &[Card], part: u32, longer: bool) -> bool {
    let size = part.count_ones();
    let rank = naturals(hand, part).next().map(Natural::value);
    (if longer { size >= 3 } else { size == 3 })
        && naturals(hand, part).all(|natural| Some(natural.value()) == rank)
}

/// MI-41, 44, 45, 61: all positions in which these cards form a run.
fn runs(hand: &[Card], part: u32, longer: bool, found: &mut Vec<Run>) {
    let size = part.count_ones() as u8;
    let naturals = || naturals(hand, part);
    let Some(suit) = naturals().next().map(Natural::suit) else { return };
    let is_twice = |value| naturals().filter(|natural| natural.value() == value).count() > 1;
    if (if longer { (4..=12).contains(&size) } else { size == 4 })
        && naturals().all(|natural| natural.suit() == suit)
        && naturals().all(|natural| !is_twice(natural.value()))
    {
        let places = (3..=15 - size).map(|low| Run { part, suit, low, high: low + size - 1 });
        let holds_all = |run: &Run| naturals().all(|it| (run.low..=run.high).contains(&it.value()));
        found.extend(places.filter(holds_all));
    }
}

/// MI-63.
fn too_close(one: Run, other: Run) -> bool {
    let (lower, upper) = if one.low <= other.low { (one, other) } else { (other, one) };
    one.suit == other.suit && upper.low < lower.high + 3
}

/// Calls `found` with every laydown until it returns true. Returns whether it did.
pub(crate) fn any_laydown(
    hand: &[Card],
    terms: Terms,
    found: &mut dyn FnMut(&[u32], &[Run]) -> bool,
) -> bool {
    let whole = (1_u32 << hand.len()) - 1;
    let mut all_sets = vec![];
    let mut all_runs = vec![];
    let wild = (0..hand.len()).filter(|at| hand[*at].is_wild()).map(|at| 1 << at).sum::<u32>();
    for part in 1..=whole {
        // MI-42, 43.
        let naturals = (part & !wild).count_ones();
        if naturals >= (part & wild).count_ones().max(1) {
            if is_set(hand, part, terms.longer) {
                all_sets.push(part);
            }
            runs(hand, part, terms.longer, &mut all_runs);
        }
    }
    let mut search = Search { terms, whole, all_sets, all_runs, sets: vec![], runs: vec![], found };
    search.sets(0, 0)
}

struct Search<'a> {
    terms: Terms,
    whole: u32,
    all_sets: Vec<u32>,
    all_runs: Vec<Run>,
    sets: Vec<u32>,
    runs: Vec<Run>,
    found: &'a mut dyn FnMut(&[u32], &[Run]) -> bool,
}

impl Search<'_> {
    fn sets(&mut self, from: usize, used: u32) -> bool {
        if self.sets.len() == usize::from(self.terms.contract.sets) {
            return self.runs(0, used);
        }
        for at in from..self.all_sets.len() {
            let set = self.all_sets[at];
            if set & used == 0 {
                self.sets.push(set);
                if self.sets(at + 1, used | set) {
                    return true;
                }
                self.sets.pop();
            }
        }
        false
    }

    fn runs(&mut self, from: usize, used: u32) -> bool {
        if self.runs.len() == usize::from(self.terms.contract.runs) {
            let complete = !self.terms.all_cards || used == self.whole;
            return complete && (self.found)(&self.sets, &self.runs);
        }
        for at in from..self.all_runs.len() {
            let run = self.all_runs[at];
            let close = self.terms.gap && self.runs.iter().any(|other| too_close(*other, run));
            if run.part & used == 0 && !close {
                self.runs.push(run);
                if self.runs(at + 1, used | run.part) {
                    return true;
                }
                self.runs.pop();
            }
        }
        false
    }
}

/// A meld by its appearance: a set by rank, naturals and wilds; a run by suit, lower end, length
/// and the places of the naturals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shown {
    Set(u8, usize, usize),
    Run(Suit, u8, u8, u16),
}

/// The rank of a laydown by MI-203, in sorting order: less is better.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing {
    wilds: i32,
    points: i32,
    fitting: i32,
    /// Among equals, higher cards first.
    melds: Reverse<Vec<Shown>>,
}

impl Shown {
    fn set(cards: impl Iterator<Item = Card>) -> Self {
        let (naturals, wilds): (Vec<Card>, Vec<Card>) = cards.partition(|card| !card.is_wild());
        let rank = naturals[0].natural().unwrap().value();
        Self::Set(rank, naturals.len(), wilds.len())
    }

    fn run(cards: impl Iterator<Item = Card>, low: u8) -> Self {
        let cards: Vec<Card> = cards.collect();
        let naturals: Vec<_> = cards.iter().filter_map(|card| card.natural()).collect();
        let mask = naturals.iter().map(|natural| 1 << (natural.value() - 3)).sum();
        Self::Run(naturals[0].suit(), low, cards.len() as u8, mask)
    }

    /// The appearance of a proposal. A run is read as given.
    pub(crate) fn of(proposal: &Proposal) -> Self {
        let cards = || proposal.cards.iter().copied();
        match proposal.kind {
            MeldKind::Set => Self::set(cards()),
            MeldKind::Run => {
                let at = cards().position(|card| !card.is_wild()).unwrap();
                let natural = proposal.cards[at].natural().unwrap();
                Self::run(cards(), natural.value() - at as u8)
            }
        }
    }
}

/// All laydowns of a hand, best first, without duplicates in appearance.
pub(crate) fn all(hand: &[Card], terms: Terms, preferences: &Preferences) -> BTreeSet<Standing> {
    let mut all = BTreeSet::new();
    any_laydown(hand, terms, &mut |sets, runs| {
        let sets = sets.iter().map(|part| Shown::set(cards(hand, *part)));
        let runs = runs.iter().map(|run| Shown::run(cards(hand, run.part), run.low));
        all.insert(standing(hand, preferences, sets.chain(runs).collect()));
        false
    });
    all
}

/// MI-203, implemented literally.
pub(crate) fn standing(
    hand: &[Card],
    preferences: &Preferences,
    mut melds: Vec<Shown>,
) -> Standing {
    melds.sort_unstable();
    let mut jokers = hand.iter().filter(|card| card.is_joker()).count();
    let mut twos = hand.iter().filter(|card| card.is_wild()).count() - jokers;
    let mut rest = [0; 48];
    hand.iter().filter_map(|card| card.natural()).for_each(|natural| rest[natural.index()] += 1);
    let points = |value: u8| if value == 14 { 15 } else { i32::from(value.min(10)) };
    let (mut wilds, mut shed) = (0, 0);
    // Runs use 2s first and then jokers; sets the other way round.
    for meld in &melds {
        if let Shown::Run(suit, _, len, mask) = *meld {
            for value in (3..=14).filter(|value| mask >> (value - 3) & 1 == 1) {
                rest[suit as usize * 12 + value as usize - 3] -= 1;
                shed += points(value);
            }
            for _ in mask.count_ones()..u32::from(len) {
                let wild = if twos > 0 { (&mut twos, 20) } else { (&mut jokers, 50) };
                *wild.0 -= 1;
                shed += wild.1;
                wilds += 1;
            }
        }
    }
    let mut kept = [None; 15];
    for meld in &melds {
        if let Shown::Set(rank, naturals, set_wilds) = *meld {
            let held: i32 = (0..4).map(|suit| rest[suit * 12 + usize::from(rank) - 3]).sum();
            *kept[usize::from(rank)].get_or_insert(held) -= naturals as i32;
            shed += naturals as i32 * points(rank);
            for _ in 0..set_wilds {
                let wild = if jokers > 0 { (&mut jokers, 50) } else { (&mut twos, 20) };
                *wild.0 -= 1;
                shed += wild.1;
                wilds += 1;
            }
        }
    }
    let mut reached = [false; 48];
    for meld in &melds {
        if let Shown::Run(suit, low, len, _) = *meld {
            let at = |value: &u8| suit as usize * 12 + usize::from(*value) - 3;
            let is_held = |value: &u8| rest[at(value)] > 0 && kept[usize::from(*value)] != Some(0);
            (low + len..=14).take_while(is_held).for_each(|value| reached[at(&value)] = true);
            (3..low).rev().take_while(is_held).for_each(|value| reached[at(&value)] = true);
        }
    }
    let mut fitting: i32 = kept.iter().flatten().sum();
    for natural in Natural::all() {
        if kept[usize::from(natural.value())].is_none() {
            let at = natural.index();
            fitting +=
                if preferences.fits >> at & 1 == 1 { rest[at] } else { i32::from(reached[at]) };
        }
    }
    let wilds = if preferences.most_wilds { -wilds } else { wilds };
    Standing { wilds, points: -shed, fitting: -fitting, melds: Reverse(melds) }
}
