//! Compares bots by letting them play against each other.

use std::fmt;

use croupier_kit::cards::Seed;
use croupier_kit::game::{Error, ErrorKind, Heuristic, SeatKind};
use croupier_kit::matches::{Match, Setup};

use crate::sim::game_seed;
use crate::{Finished, GameResult, Players, Skill, Standings};

/// Which bots to compare, and how.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArenaPlan {
    /// The bots by name. The same one may be listed several times.
    pub bots: Vec<String>,
    /// How many bots sit at a table. By default all of them, or two at a time if the game has fewer
    /// seats.
    pub seats: Option<usize>,
    /// How many games to play.
    pub games: u64,
    /// The seed from which the games' seeds are derived.
    pub seed: u64,
}

/// A validated arena. Games can be played in any order and on any number of threads.
///
/// Every table plays each deal in every rotation, so that no bot benefits from the cards or the
/// seat.
pub struct Arena<G: Heuristic> {
    setup: Setup<G>,
    skills: Vec<Skill>,
    /// For every bot, the index of its record: bots with the same name share one.
    records: Vec<usize>,
    names: Vec<String>,
    /// Which bots sit together.
    tables: Vec<Vec<usize>>,
    seed: u64,
}

impl<G: Heuristic> fmt::Debug for Arena<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, tables, seed, .. } = self;
        let mut text = f.debug_struct("Arena");
        text.field("game", &G::ID).field("bots", names);
        text.field("tables", &tables.len()).field("seed", seed).finish_non_exhaustive()
    }
}

impl<G: Heuristic> Arena<G> {
    /// Validates a plan.
    pub fn new(options: G::Options, plan: &ArenaPlan) -> Result<Self, Error> {
        let skills: Vec<Skill> =
            plan.bots.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        let mut names: Vec<String> = vec![];
        let mut record = |name: &String| {
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        let records = plan.bots.iter().map(&mut record).collect();
        let seats = seats::<G>(plan)?;
        let kinds = vec![SeatKind::Bot; seats];
        let setup = Setup { options, seats: kinds, seed: Seed::from_number(0), undo: false };
        setup.check()?;
        let tables = choices(skills.len(), seats);
        Ok(Self { setup, skills, records, names, tables, seed: plan.seed })
    }
    /// The standings before the first game.
    pub fn standings(&self) -> Standings {
        Standings::new(self.names.clone())
    }

    /// How many bots sit at a table.
    pub fn seats(&self) -> usize {
        self.setup.seats.len()
    }

    /// Plays the game with this number, counted from 0. The result depends only on the plan and the
    /// number.
    pub fn play(&self, number: u64) -> Result<GameResult, Error> {
        let seats = self.seats();
        let (per_table, tables) = (seats as u64, self.tables.len() as u64);
        let at = |number: u64| usize::try_from(number).unwrap_or(0);
        let turn = at(number % per_table);
        let table = &self.tables[at(number / per_table % tables)];
        let deal = game_seed(self.seed, number / per_table / tables);
        let bots: Vec<usize> = (0..seats).map(|seat| table[(seat + turn) % seats]).collect();
        let setup = Setup { seed: Seed::from_number(deal), ..self.setup.clone() };
        let play = || -> Result<Finished, Error> {
            let mut game = Match::followed(&setup)?;
            let players = bots.iter().map(|bot| Some(self.skills[*bot].bot()));
            let seed = Seed::from_number(game_seed(!self.seed, number));
            Ok(Players::new(players, seed).finish(&mut game)?)
        };
        let Finished { outcome, .. } = play().map_err(|mut why| {
            why.message = format!("game {number} (seed {deal}) of {}: {}", G::NAME, why.message);
            why
        })?;
        Ok(GameResult { players: bots.iter().map(|bot| self.records[*bot]).collect(), outcome })
    }
}

/// How many bots sit at a table.
fn seats<G: Heuristic>(plan: &ArenaPlan) -> Result<usize, Error> {
    let ((min, max), bots) = (G::SEATS, plan.bots.len());
    let seats = match plan.seats {
        Some(seats) => seats,
        None if bots > max => min,
        None => bots,
    };
    if (min..=max).contains(&seats) && seats <= bots {
        return Ok(seats);
    }
    let message = match plan.seats {
        Some(seats) if (min..=max).contains(&seats) => {
            format!("{seats} seats need {seats} bots, but {bots} were given")
        }
        Some(seats) => format!("{} is played by {min} to {max}, not by {seats}", G::NAME),
        None => format!(
            "{} is played by {min} to {max}, not by {bots}; name a bot for every seat, the same one \
             several times if need be",
            G::NAME
        ),
    };
    Err(Error::new(ErrorKind::InvalidChoice, "wrong_bot_count", message))
}

/// All combinations of `wanted` of the first `all` numbers, in order.
fn choices(all: usize, wanted: usize) -> Vec<Vec<usize>> {
    if wanted == 0 {
        return vec![vec![]];
    }
    let mut found = vec![];
    for last in wanted - 1..all {
        for mut others in choices(last, wanted - 1) {
            others.push(last);
            found.push(others);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_all_ways_to_sit_together() {
        assert_eq!(choices(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(choices(3, 3), [[0, 1, 2]]);
        assert_eq!(choices(5, 2).len(), 10);
    }
}
