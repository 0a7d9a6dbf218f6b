//! The results of an arena.

use croupier_kit::game::{Outcome, Seat};

use crate::rating::{elo, wilson};

/// The points for a won game. Up to eight winners can share them without a remainder.
const WON: u64 = 840;

/// Which bot sat where in a game, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    /// By seat, the index of the bot's record.
    pub(crate) players: Vec<usize>,
    pub(crate) outcome: Option<Outcome>,
}

/// The results of bots. The order in which games are added does not matter.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    names: Vec<String>,
    games: Vec<u64>,
    /// In fractions of a won game, see `WON`.
    points: Vec<u64>,
    /// By bot and opponent, in half points: two for doing better, one for doing equally well.
    pairs: Vec<Vec<u64>>,
    /// Games that did not end.
    pub unfinished: u64,
}

/// The results of one bot.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BotRecord {
    /// The name in the plan.
    pub name: String,
    /// How many games it played, counting every seat.
    pub games: u64,
    /// The games it won. A shared win counts in part; if nobody wins, everybody who did not lose
    /// gets half.
    pub wins: f64,
    /// Its wins as a share of the games it played.
    pub win_rate: f64,
    /// Wilson's 95 % interval of the win rate.
    pub ci95: (f64, f64),
    /// Its rating relative to the others; the mean is 0.
    pub elo: f64,
}

impl Standings {
    pub(crate) fn new(names: Vec<String>) -> Self {
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
        let value: Vec<u64> =
            Seat::first(players.len()).map(|seat| parts(outcome.value_for(seat))).collect();
        for (at, (bot, own)) in players.iter().zip(&value).enumerate() {
            self.games[*bot] += 1;
            self.points[*bot] += own;
            for (other, other_value) in players.iter().zip(&value).skip(at + 1) {
                let halves = 1 + u64::from(own > other_value) - u64::from(own < other_value);
                if bot != other {
                    self.pairs[*bot][*other] += halves;
                    self.pairs[*other][*bot] += 2 - halves;
                }
            }
        }
    }

    /// The name and win rate of every bot so far.
    pub fn rates(&self) -> impl Iterator<Item = (&str, f64)> {
        self.names.iter().enumerate().map(|(at, name)| (name.as_str(), self.rate(at)))
    }

    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53 games.
    fn rate(&self, at: usize) -> f64 {
        self.points[at] as f64 / WON as f64 / self.games[at].max(1) as f64
    }

    /// The record of every bot, in the order of the plan.
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

/// Converts a value from 0 to 1 into points.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn parts(value: f64) -> u64 {
    (value * WON as f64).round() as u64
}

#[cfg(test)]
mod tests {
    use croupier_kit::game::SeatSet;

    use super::*;

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
        // Of the two opponents, it beat both; drew with one and beat the other; drew with both.
        assert_eq!(standings.pairs, [[0, 9], [3, 0]]);
        assert!(a.elo > b.elo);
    }
}
