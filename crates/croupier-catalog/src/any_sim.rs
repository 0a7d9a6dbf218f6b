//! Simulations and arenas without the type of their game.

use std::fmt::Debug;

use croupier_bots::{Arena, GameResult, Simulation, Standings, Tally};
use croupier_kit::game::{Error, Heuristic};
use croupier_kit::save::Save;

/// A [`Simulation`] of any game.
pub trait AnySimulation: Debug + Send + Sync {
    /// See [`Simulation::batches`].
    fn batches(&self) -> u64;

    /// See [`Simulation::play`].
    fn play(&self, batch: u64) -> Result<Tally, Error>;

    /// See [`Simulation::record`].
    fn record(&self, game: u64) -> Result<Save, Error>;
}

impl<G: Heuristic> AnySimulation for Simulation<G> {
    fn batches(&self) -> u64 {
        self.batches()
    }

    fn play(&self, batch: u64) -> Result<Tally, Error> {
        self.play(batch)
    }

    fn record(&self, game: u64) -> Result<Save, Error> {
        self.record(game)
    }
}

/// An [`Arena`] of any game.
pub trait AnyArena: Debug + Send + Sync {
    /// See [`Arena::standings`].
    fn standings(&self) -> Standings;

    /// See [`Arena::seats`].
    fn seats(&self) -> usize;

    /// See [`Arena::play`].
    fn play(&self, game: u64) -> Result<GameResult, Error>;
}

impl<G: Heuristic> AnyArena for Arena<G> {
    fn standings(&self) -> Standings {
        self.standings()
    }

    fn seats(&self) -> usize {
        self.seats()
    }

    fn play(&self, game: u64) -> Result<GameResult, Error> {
        self.play(game)
    }
}
