//! Games in which bots are compared.

use croupier_bots::{Finished, Players, Skill};
use croupier_kit::{Error, ErrorKind, Heuristic, Match, Outcome, Seat, SeatKind, Seed, Setup};

use crate::OptionChoice;
use crate::bot::unknown;
use crate::rating::{elo, wilson};
use crate::sim::game_seed;

/// What a won game counts. It can be shared by up to eight without a rest.
const WON: u64 = 840;

/// Which bots to compare, and how.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArenaPlan {
    /// The options.
    pub choice: OptionChoice,
    /// The bots by name. The same one may sit at a table several times.
    pub bots: Vec<String>,
    /// How many sit at a table. All of them, where the game allows it; else pairs of them.
    pub seats: Option<usize>,
    /// How many games.
    pub games: u64,
    /// Where the games' seeds come from.
    pub seed: u64,
}

/// An arena that is ready, game by game and on as many threads as there are.
///
/// A deal is played by every table in every rotation, so that nobody is helped by the cards or by
/// the seat.
pub trait Arena: Send + Sync {
    /// Nobody has played yet.
    fn standings(&self) -> Standings;

    /// How many sit at a table.
    fn seats(&self) -> usize;

    /// Plays the game of this number, counted from 0. The result depends on the plan and the number
    /// only.
    fn play(&self, game: u64) -> Result<GameResult, Error>;
}

/// Who sat where in a game, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    /// The number of the record of whoever sat there.
    players: Vec<usize>,
    outcome: Option<Outcome>,
}

/// How bots stand. The order in which games are added does not matter.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    names: Vec<String>,
    games: Vec<u64>,
    /// In parts of a won game.
    points: Vec<u64>,
    /// By bot and opponent, in halves: two for being better off, one for being equal.
    pairs: Vec<Vec<u64>>,
    /// Games that did not end.
    pub unfinished: u64,
}

/// What one bot has reached.
#[derive(Debug, Clone, PartialEq)]
pub struct BotRecord {
    /// The bot.
    pub name: String,
    /// How often it played, every seat counted.
    pub games: u64,
    /// What it won. A shared win counts in part; where nobody wins, who did not lose gets half.
    pub wins: f64,
    /// How much of what it could have won.
    pub win_rate: f64,
    /// The 95 % interval of that, by Wilson.
    pub ci95: (f64, f64),
    /// Its rating beside the others', around 0.
    pub elo: f64,
}

impl Standings {
    fn new(names: Vec<String>) -> Self {
        let count = names.len();
        let pairs = vec![vec![0; count]; count];
        Self { names, games: vec![0; count], points: vec![0; count], pairs, unfinished: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameResult) {
        let GameResult { players, outcome } = game;
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        let worth: Vec<u64> =
            Seat::first(players.len()).map(|seat| parts(outcome.value_for(seat))).collect();
        for (at, (bot, worth_own)) in players.iter().zip(&worth).enumerate() {
            self.games[*bot] += 1;
            self.points[*bot] += worth_own;
            for (other, worth_other) in players.iter().zip(&worth).skip(at + 1) {
                let halves =
                    1 + u64::from(worth_own > worth_other) - u64::from(worth_own < worth_other);
                if bot != other {
                    self.pairs[*bot][*other] += halves;
                    self.pairs[*other][*bot] += 2 - halves;
                }
            }
        }
    }

    /// Everybody's name and win rate so far.
    pub fn rates(&self) -> impl Iterator<Item = (&str, f64)> {
        self.names.iter().enumerate().map(|(at, name)| (name.as_str(), self.rate(at)))
    }

    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53 games.
    fn rate(&self, at: usize) -> f64 {
        self.points[at] as f64 / WON as f64 / self.games[at].max(1) as f64
    }

    /// What everybody has reached, in the order in which they were named.
    #[allow(clippy::cast_precision_loss)] // As above.
    pub fn records(&self) -> Vec<BotRecord> {
        let halved = |row: &Vec<u64>| row.iter().map(|halves| *halves as f64 / 2.0).collect();
        let rated = elo(&self.pairs.iter().map(halved).collect::<Vec<_>>());
        let record = |(at, name): (usize, &String)| {
            let (games, wins) = (self.games[at], self.points[at] as f64 / WON as f64);
            let win_rate = self.rate(at);
            let ci95 = wilson(win_rate, games as f64);
            BotRecord { name: name.clone(), games, wins, win_rate, ci95, elo: rated[at] }
        };
        self.names.iter().enumerate().map(record).collect()
    }
}

/// A worth from 0 to 1 in parts of a won game.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn parts(worth: f64) -> u64 {
    (worth * WON as f64).round() as u64
}

/// An arena of one game.
pub(crate) struct Tournament<G: Heuristic> {
    setup: Setup<G>,
    skills: Vec<Skill>,
    /// For every bot the number of its record: bots of one name share one.
    records: Vec<usize>,
    names: Vec<String>,
    /// Who sits together.
    tables: Vec<Vec<usize>>,
    seed: u64,
}

impl<G: Heuristic> Tournament<G> {
    /// Checks a plan.
    pub(crate) fn new(plan: &ArenaPlan) -> Result<Self, Error> {
        let options = plan.choice.options::<G>()?;
        let skills: Vec<Skill> = plan
            .bots
            .iter()
            .map(|name| name.parse().map_err(|why| unknown(&why)))
            .collect::<Result<_, _>>()?;
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
}

/// How many sit at a table.
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
            format!("{seats} seats need {seats} bots, and {bots} are named")
        }
        Some(seats) => format!("{} is played by {min} to {max}, not by {seats}", G::NAME),
        None => format!(
            "{} is played by {min} to {max}, and {bots} bots are named; name one for every seat, \
             the same one several times if need be",
            G::NAME
        ),
    };
    Err(Error::new(ErrorKind::InvalidChoice, "wrong_bot_count", message))
}

/// All ways to choose so many of the first `all` numbers, in order.
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

impl<G: Heuristic> Arena for Tournament<G> {
    fn standings(&self) -> Standings {
        Standings::new(self.names.clone())
    }

    fn seats(&self) -> usize {
        self.setup.seats.len()
    }

    fn play(&self, game: u64) -> Result<GameResult, Error> {
        let seats = self.seats();
        let (per_table, tables) = (seats as u64, self.tables.len() as u64);
        let at = |number: u64| usize::try_from(number).unwrap_or(0);
        let turn = at(game % per_table);
        let table = &self.tables[at(game / per_table % tables)];
        let deal = game_seed(self.seed, game / per_table / tables);
        let bots: Vec<usize> = (0..seats).map(|seat| table[(seat + turn) % seats]).collect();
        let setup = Setup { seed: Seed::from_number(deal), ..self.setup.clone() };
        let play = || -> Result<Finished, Error> {
            let mut table = Match::followed(&setup)?;
            let players = bots.iter().map(|bot| Some(self.skills[*bot].bot()));
            let seed = Seed::from_number(game_seed(!self.seed, game));
            Ok(Players::new(players, seed).finish(&mut table)?)
        };
        let Finished { outcome, .. } = play().map_err(|why| {
            let message = format!("game {game} (seed {deal}) of {}: {}", G::NAME, why.message);
            Error { message, ..why }
        })?;
        Ok(GameResult { players: bots.iter().map(|bot| self.records[*bot]).collect(), outcome })
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::SeatSet;

    use super::*;

    #[test]
    fn tables_are_all_ways_to_sit_together() {
        assert_eq!(choices(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(choices(3, 3), [[0, 1, 2]]);
        assert_eq!(choices(5, 2).len(), 10);
    }

    #[test]
    fn shared_wins_are_shared_and_equals_are_equal() {
        let mut standings = Standings::new(vec!["a".to_owned(), "b".to_owned()]);
        let winners = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<SeatSet>();
        let mut add = |players: &[usize], won: &[u8]| {
            let outcome = Some(Outcome::new("over", winners(won), vec![0; players.len()]));
            standings.add(&GameResult { players: players.to_vec(), outcome });
        };
        add(&[0, 1, 1], &[0]);
        add(&[1, 0, 1], &[0, 1]);
        add(&[1, 1, 0], &[]);
        let [a, b] = &standings.records()[..] else { panic!("two bots") };
        assert_eq!((a.games, b.games), (3, 6));
        assert_eq!((a.wins, b.wins), (2.0, 1.5));
        // Against each of two: won, won; drawn, won; drawn, drawn.
        assert_eq!(standings.pairs, [[0, 9], [3, 0]]);
        assert!(a.elo > b.elo);
    }
}
