//! A table of bots: each follows the match from its seat and acts when it is asked.

use std::fmt;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, InputError, Outcome, Seat, Viewer};
use croupier_kit::matches::{Match, Memories};

use crate::{Bot, ObservedAction};

/// After this many steps a match counts as endless.
pub(crate) const MAX_STEPS: u64 = 1_000_000;

/// The bots at a table. A seat without one is left to the game.
///
/// This is the only place that holds both the match and the bots, and it shows each bot only what
/// its seat knows. The match must record its events: use [`Match::followed`] or [`Match::new`].
pub struct Players<G: Game> {
    seated: Vec<Option<Player<G>>>,
    memories: Memories<G>,
}

struct Player<G: Game> {
    bot: Box<dyn Bot<G>>,
    dice: Dice,
}

/// How a match of bots went.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// How many actions were taken.
    pub actions: u64,
    /// How it ended; `None` if it did not.
    pub outcome: Option<Outcome>,
}

impl<G: Heuristic> Players<G> {
    /// Creates a table of bots in seat order. Each gets its own dice, derived from this seed.
    pub fn new(bots: impl IntoIterator<Item = Option<Box<dyn Bot<G>>>>, seed: Seed) -> Self {
        let mut dice = Dice::new(seed);
        let mut seat = |bot| Player { bot, dice: Dice::new(dice.split()) };
        let seated: Vec<_> = bots.into_iter().map(|bot| bot.map(&mut seat)).collect();
        Self { memories: Memories::new(seated.len()), seated }
    }

    /// Updates every seat's memory with what it was allowed to see since the last call.
    pub fn follow(&mut self, game: &mut Match<G>) {
        self.memories.follow(game);
    }

    /// What the bot in a seat wants to do.
    pub fn ask(&mut self, game: &Match<G>, seat: Seat) -> Option<G::Action> {
        let player = self.seated.get_mut(seat.at())?.as_mut()?;
        let view = game.view(Viewer::Seat(seat));
        let observation = game.position().observed_by(seat, &view, self.memories.get(seat)?);
        player.bot.choose(observation, &mut player.dice)
    }

    fn keeps_to_lists(&self, seat: Seat) -> bool {
        let player = self.seated.get(seat.at()).and_then(Option::as_ref);
        player.is_some_and(|player| player.bot.keeps_to_lists())
    }

    /// Lets one seat act and returns its action; otherwise lets time pass until the next timer, if
    /// there is one.
    pub fn step(
        &mut self,
        game: &mut Match<G>,
    ) -> Result<Option<(Seat, G::Action)>, InputError<G>> {
        self.follow(game);
        let chosen = game.to_act().iter().find_map(|seat| Some((seat, self.ask(game, seat)?)));
        let Some((seat, action)) = chosen else {
            if let Some(due) = game.next_due() {
                game.advance_to(due)?;
            }
            return Ok(None);
        };
        if self.keeps_to_lists(seat) {
            game.act_listed(seat, &action)?;
        } else {
            game.act(seat, action.clone())?;
        }
        for (viewer, player) in Seat::first(self.seated.len()).zip(&mut self.seated) {
            if let Some(player) = player {
                player.bot.observe(ObservedAction::new(viewer, seat, &action));
            }
        }
        Ok(Some((seat, action)))
    }

    /// Plays a match to its end.
    pub fn finish(&mut self, game: &mut Match<G>) -> Result<Finished, InputError<G>> {
        self.finish_noting(game, |_| ())
    }

    /// The same, with a callback for every action.
    pub fn finish_noting(
        &mut self,
        game: &mut Match<G>,
        mut note: impl FnMut(&G::Action),
    ) -> Result<Finished, InputError<G>> {
        let mut actions = 0;
        for _ in 0..MAX_STEPS {
            game.skip_waits()?;
            let outcome = game.outcome();
            if outcome.is_some() {
                return Ok(Finished { actions, outcome });
            }
            let before = game.now();
            match self.step(game)? {
                Some((_, action)) => {
                    note(&action);
                    actions += 1;
                }
                // No seat acts and no time has passed: the match is stuck, unless a timer is due
                // now.
                None if game.now() == before && game.next_due() != Some(before) => break,
                None => {}
            }
        }
        Ok(Finished { actions, outcome: None })
    }
}

impl<G: Game> fmt::Debug for Players<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seated: Vec<bool> = self.seated.iter().map(Option::is_some).collect();
        f.debug_struct("Players").field("seated", &seated).finish_non_exhaustive()
    }
}
