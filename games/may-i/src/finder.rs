//! Finding laydowns: whether there is one, which are the best, and how far away the next one is.
//!
//! The finder never misses a laydown and never invents one (MI-200). It works on counts: how many
//! of every natural are held, and how many wilds. The file of each search explains why it is
//! complete.
//!
//! | question | search |
//! |---|---|
//! | [`exists`] and [`distance`] | `lack`: the fewest naturals still needed, over all choices of melds |
//! | [`best`] | `search`: all laydowns with the fewest wilds, then with one more, and so on |
//! | [`exists`] and [`best`] in round 6 | `all_cards`: all ways to deal the whole hand to the melds |
//!
//! ```
//! use may_i::{Card, Contract, Terms, finder};
//!
//! let hand: Result<Vec<Card>, _> = "9C 9D 4S 4H 2C JK1 QS KH 5D".split(' ').map(str::parse).collect();
//! let hand = hand.expect("nine cards");
//! let terms = Terms { contract: Contract::of(1), longer: false, all_cards: false, gap: true };
//! assert!(finder::exists(&hand, terms));
//!
//! let best = finder::best(&hand, terms, &finder::Preferences::default(), 8);
//! let melds: Vec<_> = best[0].iter().map(|meld| format!("{:?}", meld.cards)).collect();
//! assert_eq!(melds, ["[4H, 4S, JK1]", "[9D, 9C, 2C]"]);
//! ```

mod all_cards;
mod deal;
mod distance;
mod holding;
mod lack;
mod search;
mod shape;
mod value;

use std::ops::ControlFlow;

use self::deal::Cards;
use self::holding::Holding;
use crate::{Card, Proposal, Terms};

/// Preferences among valid laydowns (MI-203).
#[derive(Debug, Clone, Copy, Default)]
pub struct Preferences {
    /// Use as many wilds as possible, because another player may go out before the next turn.
    /// Otherwise as few as possible.
    pub most_wilds: bool,
    /// The naturals that could be laid off on the current table, as bits by
    /// [`Natural::index`](crate::Natural::index). Those that fit only the laydown itself can be
    /// left out.
    pub fits: u64,
}

impl Preferences {
    /// The ranks of a suit that fit the table.
    fn of_suit(&self, suit: u8) -> u16 {
        (self.fits >> (suit * holding::RANKS) & 0xFFF) as u16
    }
}

/// Whether a hand contains a laydown (MI-200, MI-205).
pub fn exists(hand: &[Card], terms: Terms) -> bool {
    laydown_exists(&Holding::of(hand), terms)
}

fn laydown_exists(holding: &Holding, terms: Terms) -> bool {
    if terms.all_cards {
        all_cards::each(holding, terms, &mut |_| ControlFlow::Break(())).is_break()
    } else {
        lack::deficit(holding, terms.contract, terms.gap, 1) == 0
    }
}

/// The best laydowns of a hand, best first: fewest wilds (or most, if preferred), then most points
/// shed, then most remaining cards that can be laid off in the next turn (MI-203).
///
/// Laydowns count as equal if they differ only in copies, in 2s and jokers, or in the suits of a
/// set. Runs are listed in ascending order, so that they are read as given (MI-47); sets come
/// first. If all cards must be used, all laydowns are equally good, since each of them ends the
/// round.
pub fn best(
    hand: &[Card],
    terms: Terms,
    preferences: &Preferences,
    limit: usize,
) -> Vec<Vec<Proposal>> {
    let holding = Holding::of(hand);
    let shapes = if terms.all_cards {
        all_cards::first(&holding, terms, limit)
    } else if laydown_exists(&holding, terms) {
        search::best(&holding, terms, preferences, limit)
    } else {
        vec![]
    };
    if shapes.is_empty() {
        return vec![];
    }
    let cards = Cards::of(hand);
    shapes.iter().map(|shape| cards.deal(shape, &holding, preferences)).collect()
}

/// How far a hand is from a laydown: the minimum number of additional naturals with which it would
/// have one (14.3). It is 0 if and only if it has one now.
///
/// If all cards must be used, it is a quick estimate of the number of cards to gain plus the number
/// of cards to get rid of.
pub fn distance(hand: &[Card], terms: Terms) -> u8 {
    distance::distance(&Holding::of(hand), terms)
}
