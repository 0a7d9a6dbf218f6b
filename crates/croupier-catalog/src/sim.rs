//! Games that play themselves.

use croupier_kit::{
    Dice, Error, ErrorKind, Game, Match, Metadata, Outcome, Save, SeatKind, Seed, Setup,
};
use smallvec::SmallVec;

use crate::bot::{self, Maker};
use crate::{Choice, Tally};

/// How many games are one piece of work. Part of what the hash of a simulation means.
pub const BATCH: u64 = 256;

/// After so many steps a match counts as one that does not end.
const MAX_STEPS: u64 = 1_000_000;

/// What to play.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SimPlan {
    /// The options.
    pub choice: Choice,
    /// Who plays: a name for every seat. `house` leaves a seat to the game itself.
    pub players: Vec<String>,
    /// How many games.
    pub games: u64,
    /// Where the games' seeds come from.
    pub seed: u64,
}

/// A simulation that is ready to run, piece by piece and on as many threads as there are.
pub trait Simulation: Send + Sync {
    /// How many pieces there are.
    fn batches(&self) -> u64;

    /// Plays one piece. The result depends on the plan and the number only.
    fn play(&self, batch: u64) -> Result<Tally, Error>;

    /// Plays the game of this number, counted from 0, and writes it down.
    fn record(&self, game: u64) -> Result<Save, Error>;
}

/// A simulation of one game.
pub(crate) struct Playing<G: Game> {
    setup: Setup<G>,
    makers: Vec<Option<Maker<G>>>,
    plan: SimPlan,
}

impl<G: Game> Playing<G> {
    /// Checks a plan.
    pub(crate) fn new(plan: &SimPlan) -> Result<Self, Error> {
        let options = plan.choice.options::<G>()?;
        let mut seats = vec![];
        let mut makers = vec![];
        for name in &plan.players {
            let maker = bot::maker::<G>(name);
            if maker.is_none() && name != bot::HOUSE {
                return Err(unknown_bot(name));
            }
            seats.push(if maker.is_some() { SeatKind::Bot } else { SeatKind::House });
            makers.push(maker);
        }
        let setup = Setup { options, seats, seed: Seed::from_number(plan.seed), undo: false };
        setup.check()?;
        Ok(Self { setup, makers, plan: plan.clone() })
    }

    /// Plays a match to its end. Gives how many actions it took and how it ended, if it did.
    fn finish(&self, table: &mut Match<G>, seed: Seed) -> Result<(u64, Option<Outcome>), Error> {
        let mut bots: SmallVec<[_; 4]> =
            self.makers.iter().map(|maker| maker.map(|make| make())).collect();
        // Another key, so that the players' choices never touch the stream of the cards.
        let mut dice = Dice::new(Seed(seed.0.map(|byte| !byte)));
        let mut actions = 0;
        for _ in 0..MAX_STEPS {
            table.skip_waits()?;
            let outcome = table.outcome();
            if outcome.is_some() {
                return Ok((actions, outcome));
            }
            let wish = table.asked().iter().find_map(|seat| {
                let bot = bots.get_mut(seat.at())?.as_mut()?;
                Some((seat, bot.choose(table, seat, &mut dice)?))
            });
            match wish {
                Some((seat, action)) => {
                    table.act(seat, action)?;
                    actions += 1;
                }
                None => match table.next_due() {
                    Some(due) => table.advance_to(due)?,
                    None => break,
                },
            }
        }
        Ok((actions, None))
    }

    /// How long a match was: as the game counts, or in actions.
    fn length(table: &Match<G>, actions: u64) -> u64 {
        G::length(table.position()).map_or(actions, u64::from)
    }

    fn play_one(&self, setup: &Setup<G>, tally: &mut Tally) -> Result<(), Error> {
        let mut table = Match::unrecorded(setup)?;
        let (actions, outcome) = self.finish(&mut table, setup.seed)?;
        tally.count(outcome, actions, Self::length(&table, actions), table.hash());
        Ok(())
    }

    fn record_one(&self, game: u64, setup: Setup<G>) -> Result<Save, Error> {
        let seed = setup.seed;
        let mut table = Match::new(setup)?;
        let (actions, _) = self.finish(&mut table, seed)?;
        let metadata = Metadata {
            match_id: format!("{}-{}-{game}", G::ID, self.plan.seed),
            players: self.plan.players.clone(),
            turn_count: Self::length(&table, actions),
        };
        // Nobody's clock was looked at, so the same game is the same save.
        Ok(table.save(0, metadata)?)
    }

    /// An error of one game of many, with what it takes to deal that game again.
    fn in_game(&self, game: u64, why: Error) -> Error {
        let seed = game_seed(self.plan.seed, game);
        let message = format!("game {game} (seed {seed}) of {}: {}", G::NAME, why.message);
        Error { message, ..why }
    }
}

impl<G: Game> Simulation for Playing<G> {
    fn batches(&self) -> u64 {
        self.plan.games.div_ceil(BATCH)
    }

    fn play(&self, batch: u64) -> Result<Tally, Error> {
        let mut setup = self.setup.clone();
        let mut tally = Tally::default();
        let first = batch.saturating_mul(BATCH);
        for game in first..first.saturating_add(BATCH).min(self.plan.games) {
            setup.seed = Seed::from_number(game_seed(self.plan.seed, game));
            self.play_one(&setup, &mut tally).map_err(|why| self.in_game(game, why))?;
        }
        Ok(tally)
    }

    fn record(&self, game: u64) -> Result<Save, Error> {
        let seed = Seed::from_number(game_seed(self.plan.seed, game));
        let setup = Setup { seed, ..self.setup.clone() };
        self.record_one(game, setup).map_err(|why| self.in_game(game, why))
    }
}

/// The seed of one game: a number, so that a single game of many can be dealt again.
fn game_seed(seed: u64, game: u64) -> u64 {
    // SplitMix64's finish: neighbours in either number share nothing.
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ game.wrapping_add(1);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(factor);
    }
    mixed ^ (mixed >> 31)
}

fn unknown_bot(name: &str) -> Error {
    let message = format!("there is no bot {name:?}; there are {}", bot::NAMES.join(", "));
    Error::new(ErrorKind::InvalidChoice, "unknown_bot", message)
}
