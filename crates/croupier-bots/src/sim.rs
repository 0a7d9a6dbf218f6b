//! Simulates many games between bots.

use std::fmt;

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Error, Heuristic, InputError};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::save::{Metadata, Save};

use crate::players::MAX_STEPS;
use crate::{Finished, PlayerSpec, Players, Tally};

/// How many games make up a batch. The hash of a simulation depends on it.
pub const BATCH: u64 = 256;

/// What to play.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SimPlan {
    /// Who plays each seat, by name: see [`PlayerSpec`].
    pub players: Vec<String>,
    /// How many games to play.
    pub games: u64,
    /// The seed from which the games' seeds are derived.
    pub seed: u64,
}

/// A validated simulation. Batches can be played in any order and on any number of threads.
pub struct Simulation<G: Heuristic> {
    setup: Setup<G>,
    players: Vec<PlayerSpec>,
    plan: SimPlan,
}

impl<G: Heuristic> fmt::Debug for Simulation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("game", &G::ID)
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

impl<G: Heuristic> Simulation<G> {
    /// Validates a plan.
    pub fn new(options: G::Options, plan: &SimPlan) -> Result<Self, Error> {
        let players: Vec<PlayerSpec> =
            plan.players.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        let seats = players.iter().map(|player| player.kind()).collect();
        let setup = Setup { options, seats, seed: Seed::from_number(plan.seed), undo: false };
        setup.check()?;
        Ok(Self { setup, players, plan: plan.clone() })
    }

    /// How many batches there are.
    pub fn batches(&self) -> u64 {
        self.plan.games.div_ceil(BATCH)
    }

    /// Plays one batch. The result depends only on the plan and the number.
    pub fn play(&self, batch: u64) -> Result<Tally, Error> {
        let mut setup = self.setup.clone();
        let mut tally = Tally::default();
        let first = batch.saturating_mul(BATCH);
        for number in first..first.saturating_add(BATCH).min(self.plan.games) {
            setup.seed = Seed::from_number(game_seed(self.plan.seed, number));
            self.play_one(&setup, &mut tally).map_err(|why| self.in_game(number, why))?;
        }
        Ok(tally)
    }

    /// Plays the game with this number, counted from 0, and saves it.
    pub fn record(&self, number: u64) -> Result<Save, Error> {
        let seed = Seed::from_number(game_seed(self.plan.seed, number));
        let setup = Setup { seed, ..self.setup.clone() };
        self.record_one(number, setup).map_err(|why| self.in_game(number, why))
    }

    /// Whether no player needs events or observed actions; that is faster.
    fn needs_no_memory(&self) -> bool {
        self.players.iter().all(|player| player.needs_no_memory())
    }

    /// Plays a match to its end, and notes which features it uses.
    fn finish(
        &self,
        game: &mut Match<G>,
        seed: Seed,
        tally: &mut Tally,
    ) -> Result<Finished, Error> {
        let note = |action: &G::Action| {
            if let Some(feature) = G::feature(action) {
                tally.note(feature);
            }
        };
        // A different key, so that the players' choices never affect the stream of the cards.
        let seed = Seed(seed.0.map(|byte| !byte));
        if self.needs_no_memory() {
            return Ok(self.finish_without_memory(game, &mut Dice::new(seed), note)?);
        }
        let bots = self.players.iter().map(|player| Some(player.skill()?.bot()));
        Ok(Players::new(bots, seed).finish_noting(game, note)?)
    }

    /// The same for players that look at the whole position.
    fn finish_without_memory(
        &self,
        game: &mut Match<G>,
        dice: &mut Dice,
        mut note: impl FnMut(&G::Action),
    ) -> Result<Finished, InputError<G>> {
        let mut actions = 0;
        for _ in 0..MAX_STEPS {
            let asked = game.skip_waits()?;
            // A match that asks a seat is not over.
            debug_assert!(
                asked.is_empty() || game.outcome().is_none(),
                "{} asks a seat after the match has ended",
                G::ID
            );
            let outcome = if asked.is_empty() { game.outcome() } else { None };
            if outcome.is_some() {
                return Ok(Finished { actions, outcome });
            }
            let chosen = asked.iter().find_map(|seat| {
                self.players.get(seat.at())?.skill()?;
                Some((seat, G::random_action(game.position(), seat, dice)?))
            });
            match chosen {
                Some((seat, action)) => {
                    note(&action);
                    game.act_listed(seat, &action)?;
                    actions += 1;
                }
                None => match game.next_due() {
                    Some(due) => game.advance_to(due)?,
                    None => break,
                },
            }
        }
        Ok(Finished { actions, outcome: None })
    }

    /// The length of a match: as the game counts it, or in actions.
    fn length(game: &Match<G>, actions: u64) -> u64 {
        G::length(game.position()).map_or(actions, u64::from)
    }

    fn play_one(&self, setup: &Setup<G>, tally: &mut Tally) -> Result<(), Error> {
        let mut game = if self.needs_no_memory() {
            Match::unrecorded(setup)?
        } else {
            Match::followed(setup)?
        };
        let Finished { actions, outcome } = self.finish(&mut game, setup.seed, tally)?;
        tally.count(outcome, actions, Self::length(&game, actions), game.hash());
        Ok(())
    }

    fn record_one(&self, number: u64, setup: Setup<G>) -> Result<Save, Error> {
        let seed = setup.seed;
        let mut game = Match::new(setup)?;
        let Finished { actions, .. } = self.finish(&mut game, seed, &mut Tally::default())?;
        let metadata = Metadata {
            match_id: format!("{}-{}-{number}", G::ID, self.plan.seed),
            players: self.plan.players.clone(),
            turn_count: Self::length(&game, actions),
        };
        // No wall clock: the same game must result in the same save.
        Ok(game.save(UnixMillis::EPOCH, metadata)?)
    }

    /// Adds to an error what is needed to replay its game.
    fn in_game(&self, number: u64, mut why: Error) -> Error {
        let seed = game_seed(self.plan.seed, number);
        why.message = format!("game {number} (seed {seed}) of {}: {}", G::NAME, why.message);
        why
    }
}

/// The seed of one game: a number, so that any single game can be dealt again.
pub(crate) fn game_seed(seed: u64, number: u64) -> u64 {
    // The finalizer of SplitMix64: neighbouring inputs give unrelated seeds.
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_add(1);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(factor);
    }
    mixed ^ (mixed >> 31)
}
