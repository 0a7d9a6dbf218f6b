//! Determinized matches, and matches whose events are followed.

use std::sync::Arc;

use crate::cards::Dice;
use crate::game::{By, Error, Game, InputError, Observation, RuleContext, Seat};
use crate::matches::{Match, Setup};

impl<G: Game> Match<G> {
    /// The match as it may be for all that a seat knows: a random world that fits, with dice of its
    /// own, so that no spin or shuffle is foreseen. It remembers nothing.
    ///
    /// This is all that a bot may think with. The truth is not in it.
    pub fn determinize(known: Observation<'_, G>, dice: &mut Dice) -> Self {
        let state = G::resample(known, dice);
        let options = Arc::new(known.options.clone());
        let rules = RuleContext::new(state, options, known.seats, dice.split_dice());
        Self::arranged(G::flow(known.options), rules, known.flow.clone())
    }

    /// Whether this was imagined at the same table: the same options, the same players.
    pub fn is_at_table_of(&self, known: Observation<'_, G>) -> bool {
        *self.rules.options == *known.options && self.seats() == known.seats
    }

    /// The same with another world in the place of this one, which was imagined at the same table. It
    /// costs the new cards and nothing else.
    pub fn determinize_again(&mut self, known: Observation<'_, G>, dice: &mut Dice) {
        self.rules.state = G::resample(known, dice);
        self.return_to(known, dice);
    }

    /// The same with a copy of another imagined world, and with new dice.
    pub fn determinize_like(&mut self, world: &Self, known: Observation<'_, G>, dice: &mut Dice) {
        self.rules.state.clone_from(&world.rules.state);
        self.return_to(known, dice);
    }

    fn return_to(&mut self, known: Observation<'_, G>, dice: &mut Dice) {
        dice.split_dice_into(&mut self.rules.dice);
        self.flow.clone_from(known.flow);
        self.clocks.clear();
        self.broken = false;
        self.watch_clock();
    }

    /// Does something that the rules have listed for this seat at this very moment, here or in another
    /// world that the seat cannot tell from this one, or that a player of the game has just
    /// [chosen](Game::random_action). It is not judged again; debug builds do so and compare. For simulation and search: a match that remembers judges whatever it takes.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub fn act_listed(&mut self, seat: Seat, action: &G::Action) -> Result<(), InputError<G>> {
        // What is due now comes first, and may leave nothing of the list.
        let overtaken = self.next_due().is_some_and(|due| due <= self.now());
        if self.broken || overtaken || self.record.is_some() {
            return self.act(seat, action.clone());
        }
        // Borrowed from the answer: to move a trigger whose parts have just been written would have
        // the processor wait for all of them.
        let passed = G::listed_trigger(self.position(), seat, action);
        debug_assert_eq!(
            G::check(self.position(), By::Seat(seat), action),
            passed,
            "{seat}: {action:?} is listed"
        );
        match &passed {
            Ok(trigger) => self.perform_here(trigger, None),
            // It was not listed after all. The rules say why not.
            Err(_) => self.act(seat, action.clone()),
        }
    }

    /// Deals a match whose events can be taken, and that remembers nothing else: for a table at
    /// which seats follow what happens, and which is not kept.
    pub fn followed(setup: &Setup<G>) -> Result<Self, Error> {
        let mut new = Self::start(setup, true)?;
        new.open()?;
        Ok(new)
    }
}
