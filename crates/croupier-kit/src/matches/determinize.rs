//! Determinized matches, and unrecorded matches whose events can be read.

use std::sync::Arc;

use crate::cards::Dice;
use crate::game::{By, Error, Game, InputError, Observation, RuleContext, Seat};
use crate::matches::{Match, Setup};

impl<G: Game> Match<G> {
    /// A match as it could be, given what a seat knows: a random world that fits, with its own
    /// dice, so that no future roll or shuffle can be foreseen. It records nothing.
    ///
    /// A bot may think only with this. It contains nothing of the real hidden state.
    pub fn determinize(observation: Observation<'_, G>, dice: &mut Dice) -> Self {
        let state = G::resample(observation, dice);
        let options = Arc::new(observation.options.clone());
        let rules = RuleContext::new(state, options, observation.seats, dice.split_dice());
        Self::arranged(G::flow(observation.options), rules, observation.flow.clone())
    }

    /// Whether this match has the same options and seats as the observation.
    pub fn is_at_table_of(&self, observation: Observation<'_, G>) -> bool {
        *self.rules.options == *observation.options && self.seats() == observation.seats
    }

    /// Replaces this world by a new one at the same table. It only costs the resampling, because
    /// options and seats are kept.
    pub fn determinize_again(&mut self, observation: Observation<'_, G>, dice: &mut Dice) {
        self.rules.state = G::resample(observation, dice);
        self.return_to(observation, dice);
    }

    /// Replaces this world by a copy of another resampled one, with new dice.
    pub fn determinize_like(
        &mut self,
        world: &Self,
        observation: Observation<'_, G>,
        dice: &mut Dice,
    ) {
        self.rules.state.clone_from(&world.rules.state);
        self.return_to(observation, dice);
    }

    fn return_to(&mut self, observation: Observation<'_, G>, dice: &mut Dice) {
        dice.split_dice_into(&mut self.rules.dice);
        self.flow.clone_from(observation.flow);
        self.clocks.clear();
        self.broken = false;
        self.watch_clock();
    }

    /// Performs an action that is known to be legal for this seat: it was listed just now, here or
    /// in a world that the seat cannot distinguish from this one, or a player of the game has just
    /// [chosen](Game::random_action) it. It is not validated again, except in debug builds, which
    /// compare. For simulation and search: a recorded match always validates.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub fn act_listed(&mut self, seat: Seat, action: &G::Action) -> Result<(), InputError<G>> {
        // Timers that are due now come first, and may make the listed action illegal.
        let overtaken = self.next_due().is_some_and(|due| due <= self.now());
        if self.broken || overtaken || self.record.is_some() {
            return self.act(seat, action.clone());
        }
        // Borrowed from the result: moving a trigger right after its fields were written would
        // stall the processor until all writes are done.
        let passed = G::listed_trigger(self.position(), seat, action);
        debug_assert_eq!(
            G::check(self.position(), By::Seat(seat), action),
            passed,
            "{seat}: {action:?} is listed"
        );
        match &passed {
            Ok(trigger) => self.perform_here(trigger, None),
            // It was not legal after all. Let the rules say why.
            Err(_) => self.act(seat, action.clone()),
        }
    }

    /// Deals a match that records events but no inputs: for a table where seats follow the events
    /// but that is never saved.
    pub fn followed(setup: &Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(setup, true)?;
        new.open()?;
        Ok(new)
    }
}
