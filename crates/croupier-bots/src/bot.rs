//! What a bot is, and what it gets to know.

use std::fmt;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Game, Heuristic, Observation, Seat};
use croupier_kit::matches::Match;

/// A program that plays a seat.
///
/// One is made for every seat of every match, so it may remember anything. It is shown
/// what its seat knows and nothing else; there is no way from here to the cards of others.
pub trait Bot<G: Game>: Send {
    /// What to do now, for a seat that is being asked. None waits: for another seat that is asked,
    /// or for the clock.
    ///
    /// The dice are the bot's own. The same bot that is asked the same with the same dice does the
    /// same.
    fn choose(&mut self, known: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action>;

    /// A seat has acted, possibly the bot's own. The call is optional; a bot that is told of every
    /// action of a match can reuse its search tree.
    fn observe(&mut self, _seen: ObservedAction<'_, G>) {}

    /// Whether it only chooses what the rules have listed, or what the game's own players do. Such
    /// actions are not judged again in simulations; those of any other bot are.
    fn keeps_to_lists(&self) -> bool {
        false
    }
}

/// An action of a seat, as a bot sees it. It can be compared with what the bot expected, and tells
/// no more than its seat gets to know.
pub struct ObservedAction<'a, G: Game> {
    by: Seat,
    viewer: Seat,
    action: &'a G::Action,
}

impl<'a, G: Heuristic> ObservedAction<'a, G> {
    /// What `by` did, as `viewer` sees it.
    pub fn new(viewer: Seat, by: Seat, action: &'a G::Action) -> Self {
        Self { by, viewer, action }
    }

    /// Who acted.
    pub fn by(&self) -> Seat {
        self.by
    }

    /// Whether it looked like this.
    pub fn looks_like(&self, expected: &G::Action) -> bool {
        if G::HIDES_ACTIONS && self.by != self.viewer {
            G::looks_alike(self.viewer, expected, self.action)
        } else {
            expected == self.action
        }
    }
}

/// The random player of the game's specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    /// What it may do is the same in every world that its seat holds possible, so it looks at one.
    fn choose(&mut self, known: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
        let world = Match::determinize(known, dice);
        G::random_action(world.position(), known.seat, dice)
    }

    fn keeps_to_lists(&self) -> bool {
        true
    }
}

/// The game's own heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Greedy;

impl<G: Heuristic> Bot<G> for Greedy {
    fn choose(&mut self, known: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
        G::policy(known, dice)
    }

    fn keeps_to_lists(&self) -> bool {
        true
    }
}

/// Who acted, but not how: that may be more than the viewer gets to know.
impl<G: Game> fmt::Debug for ObservedAction<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObservedAction")
            .field("by", &self.by)
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}
