//! Statistics of many games.

use std::borrow::Cow;
use std::collections::BTreeMap;

use croupier_kit::cards::Fingerprint;
use croupier_kit::game::{MAX_SEATS, Outcome, Seat};

/// Statistics of a batch of games.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Tally {
    /// How many games were played to their end or cut off.
    pub games: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Accepted inputs of the seats, without the game's automatic steps.
    pub actions: u64,
    /// How many games ended for each reason.
    pub outcomes: BTreeMap<Cow<'static, str>, u64>,
    /// How many games each seat won, shared wins included.
    pub wins: [u64; MAX_SEATS],
    /// How many games had no winner.
    pub draws: u64,
    /// How often each of the game's features was used, in the order of the features.
    pub used: Vec<u64>,
    /// The number of finished games by length.
    lengths: BTreeMap<u64, u64>,
    hash: Fingerprint,
}

impl Tally {
    /// Counts a game: its outcome, if it ended, its number of actions, its length, and the hash of
    /// its final state.
    pub(crate) fn count(&mut self, outcome: Option<Outcome>, actions: u64, length: u64, hash: u64) {
        self.games += 1;
        self.actions += actions;
        self.hash.add(hash);
        let Some(outcome) = outcome else { return };
        self.finished += 1;
        for seat in outcome.winners.iter() {
            self.wins[seat.at()] += 1;
        }
        self.draws += u64::from(outcome.winners.is_empty());
        *self.lengths.entry(length).or_default() += 1;
        match self.outcomes.get_mut(&outcome.reason) {
            Some(count) => *count += 1,
            None => _ = self.outcomes.insert(outcome.reason, 1),
        }
    }

    /// Counts the use of a feature.
    pub(crate) fn note(&mut self, feature: usize) {
        if self.used.len() <= feature {
            self.used.resize(feature + 1, 0);
        }
        self.used[feature] += 1;
    }

    /// Adds the tally of the batch that follows.
    fn append(&mut self, next: Self) {
        self.games += next.games;
        self.finished += next.finished;
        self.actions += next.actions;
        self.draws += next.draws;
        self.hash.add(next.hash.finish());
        for (sum, wins) in self.wins.iter_mut().zip(next.wins) {
            *sum += wins;
        }
        self.used.resize(self.used.len().max(next.used.len()), 0);
        for (sum, used) in self.used.iter_mut().zip(next.used) {
            *sum += used;
        }
        for (reason, count) in next.outcomes {
            *self.outcomes.entry(reason).or_default() += count;
        }
        for (length, count) in next.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
    }

    /// A hash of all final states in order.
    pub fn hash(&self) -> u64 {
        self.hash.finish()
    }

    /// How many games a seat won.
    pub fn wins_of(&self, seat: Seat) -> u64 {
        self.wins.get(seat.at()).copied().unwrap_or_default()
    }

    /// The lengths of the finished games.
    pub fn length(&self) -> Length {
        let total: u64 = self.lengths.iter().map(|(length, count)| length * count).sum();
        #[allow(clippy::cast_precision_loss)] // A mean of more than 2^53 would be a surprise.
        let mean = if self.finished == 0 { 0.0 } else { total as f64 / self.finished as f64 };
        Length {
            mean,
            median: self.at_rank(50),
            p99: self.at_rank(99),
            max: self.lengths.keys().next_back().copied().unwrap_or_default(),
        }
    }

    /// The shortest length that this percentage of the finished games does not exceed.
    fn at_rank(&self, percent: u64) -> u64 {
        let rank = (self.finished * percent).div_ceil(100);
        let mut seen = 0;
        let found = self.lengths.iter().find(|(_, count)| {
            seen += **count;
            seen >= rank
        });
        found.map(|(length, _)| *length).unwrap_or_default()
    }
}

/// The lengths of games, in the game's own measure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Length {
    /// The average over all games.
    pub mean: f64,
    /// Half of the games were at most this long.
    pub median: u64,
    /// 99 of 100 games were at most this long.
    pub p99: u64,
    /// The length of the longest game.
    pub max: u64,
}

/// Joins batches by number, not in the order of arrival.
///
/// The sum, and above all its hash, is the same however the batches were distributed over threads.
#[derive(Debug, Default)]
pub struct Totals {
    sum: Tally,
    next: u64,
    early: BTreeMap<u64, Tally>,
}

impl Totals {
    /// Adds the batch with this number, counted from 0.
    pub fn add(&mut self, batch: u64, tally: Tally) {
        self.early.insert(batch, tally);
        while let Some(tally) = self.early.remove(&self.next) {
            self.sum.append(tally);
            self.next += 1;
        }
    }

    /// The sum of the batches up to the first missing one.
    pub fn sum(&self) -> &Tally {
        &self.sum
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::game::SeatSet;

    use super::*;

    fn batch(lengths: &[u64]) -> Tally {
        let mut tally = Tally::default();
        for length in lengths {
            let outcome = Outcome::new("ended", SeatSet::of(Seat(1)), [0, 1]);
            tally.count(Some(outcome), 2, *length, *length);
        }
        tally
    }

    #[test]
    fn the_order_of_arrival_does_not_matter_but_the_order_of_games_does() {
        let mut straight = Totals::default();
        let mut crossed = Totals::default();
        let mut swapped = Totals::default();
        let batches = [batch(&[1, 2]), batch(&[3]), batch(&[4, 5])];
        for (at, number) in [2, 0, 1].into_iter().enumerate() {
            straight.add(at as u64, batches[at].clone());
            crossed.add(number as u64, batches[number].clone());
            swapped.add(at as u64, batches[number].clone());
        }
        assert_eq!(straight.sum().hash(), crossed.sum().hash());
        assert_ne!(straight.sum().hash(), swapped.sum().hash());
        assert_eq!(straight.sum().games, 5);
        assert_eq!(straight.sum().wins_of(Seat(1)), 5);
        assert_eq!(straight.sum().wins_of(Seat(0)), 0);
    }

    #[test]
    fn features_are_counted_over_all_batches() {
        let mut totals = Totals::default();
        for (number, features) in [(0, vec![2]), (1, vec![0, 2, 4]), (2, vec![])] {
            let mut tally = batch(&[1]);
            for feature in features {
                tally.note(feature);
            }
            totals.add(number, tally);
        }
        assert_eq!(totals.sum().used, [1, 0, 2, 0, 1]);
    }

    #[test]
    fn ranks_are_counted_in_finished_games() {
        let mut tally = batch(&[4, 1, 2, 3]);
        tally.count(None, 100, 1000, 0);
        let length = tally.length();
        assert_eq!((length.median, length.p99, length.max), (2, 4, 4));
        assert!((length.mean - 2.5).abs() < f64::EPSILON);
        assert_eq!((tally.games, tally.finished, tally.actions), (5, 4, 108));
        assert_eq!(Tally::default().length(), Length::default());
    }

    #[test]
    fn a_batch_that_is_missing_holds_back_those_behind_it() {
        let mut totals = Totals::default();
        totals.add(1, batch(&[1]));
        assert_eq!(totals.sum().games, 0);
        totals.add(0, batch(&[1]));
        assert_eq!(totals.sum().games, 2);
    }
}
