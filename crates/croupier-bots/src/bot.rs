//! The interface of bots, and what they get to know.

use std::fmt;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Game, Heuristic, Observation, Seat};
use croupier_kit::matches::Match;

/// A program that plays a seat.
///
/// Every seat of every match gets a new bot, so a bot may keep any state. It is shown only what its
/// seat knows; it has no access to other players' cards.
pub trait Bot<G: Game>: Send {
    /// What to do now, for a seat that is asked. `None` waits for another seat that is asked, or
    /// for the clock.
    ///
    /// The dice belong to the bot. The same bot, given the same observation and the same dice, must
    /// make the same choice.
    fn choose(&mut self, observation: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action>;

    /// A seat has acted, possibly the bot's own. Callers may omit this; a bot that hears of every
    /// action of a match can reuse its search tree.
    fn observe(&mut self, _seen: ObservedAction<'_, G>) {}

    /// Whether it only chooses actions that the rules have listed or the game's own players take.
    /// Simulations do not check such actions again; those of any other bot are checked.
    fn keeps_to_lists(&self) -> bool {
        false
    }
}

/// An action of a seat, as a bot sees it. It can be compared with what the bot expected, and
/// reveals no more than the bot's seat may know.
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

    /// Whether it looked like this action to the viewer.
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
    /// The legal actions are the same in every world that its seat considers possible, so any one
    /// will do.
    fn choose(&mut self, observation: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
        let world = Match::determinize(observation, dice);
        G::random_action(world.position(), observation.seat, dice)
    }

    fn keeps_to_lists(&self) -> bool {
        true
    }
}

/// The game's own heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Greedy;

impl<G: Heuristic> Bot<G> for Greedy {
    fn choose(&mut self, observation: Observation<'_, G>, dice: &mut Dice) -> Option<G::Action> {
        G::policy(observation, dice)
    }

    fn keeps_to_lists(&self) -> bool {
        true
    }
}

/// Shows who acted, but not the action: that may be more than the viewer may know.
impl<G: Game> fmt::Debug for ObservedAction<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObservedAction")
            .field("by", &self.by)
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}
