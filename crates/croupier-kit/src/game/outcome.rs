//! How a match ended, and whose time is running.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Millis;
use crate::game::{MAX_SEATS, Seat, SeatSet};

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Outcome {
    /// Why it ended: a code from the game's specification, such as `no_valid_moves`.
    pub reason: Cow<'static, str>,
    /// The winners. Several seats may share a win; in a draw there are none.
    pub winners: SeatSet,
    /// The losers. Usually everybody who did not win, and nobody in a draw.
    #[serde(default)]
    pub losers: SeatSet,
    /// The final score of every seat. Whether more is better depends on the game; use `winners` to
    /// tell who won.
    pub scores: SmallVec<[i32; MAX_SEATS]>,
}

impl Outcome {
    /// Creates an outcome with a score for every seat. Everybody who did not win has lost, unless
    /// nobody won.
    pub fn new(
        reason: &'static str,
        winners: SeatSet,
        scores: impl IntoIterator<Item = i32>,
    ) -> Self {
        let scores: SmallVec<[i32; MAX_SEATS]> = scores.into_iter().collect();
        let losers = match winners {
            SeatSet::NOBODY => SeatSet::NOBODY,
            _ => SeatSet::first(scores.len()) - winners,
        };
        Self { reason: reason.into(), winners, losers, scores }
    }

    /// The highest score wins; ties share the win.
    pub fn most(reason: &'static str, scores: impl IntoIterator<Item = i32>) -> Self {
        Self::best(reason, scores, |score, best| score > best)
    }

    /// The lowest score wins; ties share the win.
    ///
    /// ```
    /// use croupier_kit::game::{Outcome, Seat};
    ///
    /// let outcome = Outcome::fewest("out", [12, 0, 31]);
    /// assert!(outcome.winners.contains(Seat(1)));
    /// assert_eq!(outcome.losers.len(), 2);
    /// ```
    pub fn fewest(reason: &'static str, scores: impl IntoIterator<Item = i32>) -> Self {
        Self::best(reason, scores, |score, best| score < best)
    }

    fn best(
        reason: &'static str,
        scores: impl IntoIterator<Item = i32>,
        beats: impl Fn(i32, i32) -> bool,
    ) -> Self {
        let scores: SmallVec<[i32; MAX_SEATS]> = scores.into_iter().collect();
        let unbeaten = |seat: &Seat| !scores.iter().any(|other| beats(*other, scores[seat.at()]));
        let winners = Seat::first(scores.len()).filter(unbeaten).collect();
        Self::new(reason, winners, scores)
    }

    /// The place of every seat: winners first, then by a value that is lower for better scores.
    fn places(&self, value: impl Fn(i32) -> i64) -> Vec<u8> {
        let keys = Seat::first(self.scores.len()).zip(&self.scores);
        let keys: Vec<_> =
            keys.map(|(seat, score)| (!self.winners.contains(seat), value(*score))).collect();
        // Winners share the first place, whatever their scores.
        let better = |one: &(bool, i64), other: &(bool, i64)| other.0 && one < other;
        let place = |key| keys.iter().filter(|other| better(other, key)).count() + 1;
        keys.iter().map(|key| u8::try_from(place(key)).unwrap_or(u8::MAX)).collect()
    }

    /// Sets the losers, for games where not everybody who did not win has lost.
    #[must_use]
    pub fn with_losers(self, losers: SeatSet) -> Self {
        Self { losers, ..self }
    }

    /// The value of the match for a seat: the winners share 1 and all others get 0. If nobody won,
    /// the losers get 0 and the others ½.
    pub fn value_for(&self, seat: Seat) -> f64 {
        let share = |count: usize| 1.0 / f64::from(u32::try_from(count).unwrap_or(1));
        if self.winners.contains(seat) {
            share(self.winners.len())
        } else if self.winners.is_empty() && !self.losers.contains(seat) {
            0.5
        } else {
            0.0
        }
    }
}

/// How an outcome is shown to people: everybody's place, and what the scores count. It is derived
/// from the outcome and never saved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Standing {
    /// The place of every seat; ties share one: 1, 1, 3. Empty if the game ranks nobody beyond
    /// winners and losers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// What the scores count, as the head of a column: `Points`. Absent if people have no use for
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Cow<'static, str>>,
}

impl Standing {
    /// Scores of this name, without places.
    pub fn scores(name: &'static str) -> Self {
        Self { places: vec![], score: Some(name.into()) }
    }

    /// Places by the highest score. Winners are first in any case.
    pub fn most(name: &'static str, outcome: &Outcome) -> Self {
        Self { places: outcome.places(|score| -i64::from(score)), ..Self::scores(name) }
    }

    /// Places by the lowest score. Winners are first in any case.
    ///
    /// ```
    /// use croupier_kit::game::{Outcome, Standing};
    ///
    /// let outcome = Outcome::fewest("out", [12, 0, 31, 12]);
    /// assert_eq!(Standing::fewest("Points", &outcome).places, [2, 1, 4, 2]);
    /// ```
    pub fn fewest(name: &'static str, outcome: &Outcome) -> Self {
        Self { places: outcome.places(i64::from), ..Self::scores(name) }
    }
}

/// Whose time is running, and how much of it there is. A match restarts the clock when `seat` or
/// `turn` changes, and acts for the seat when it runs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnClock {
    /// The seat to act.
    pub seat: Seat,
    /// A number that changes with every new decision of the seat.
    pub turn: u32,
    /// How long the decision may take.
    pub limit: Millis,
    /// Whether the clock is stopped, for example during an animation that the player cannot skip.
    pub held: bool,
}

impl TurnClock {
    /// The clock of a seat that makes one decision before another seat's clock starts.
    pub fn new(seat: Seat, limit: Millis) -> Self {
        Self { seat, turn: 0, limit, held: false }
    }
}

/// All clocks that are running: none, one seat's, or several at once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TurnClocks {
    pub(crate) first: Option<TurnClock>,
    /// Nearly always empty, and an empty `Vec` allocates nothing.
    pub(crate) more: Vec<TurnClock>,
}

impl From<Option<TurnClock>> for TurnClocks {
    #[inline]
    fn from(first: Option<TurnClock>) -> Self {
        Self { first, more: vec![] }
    }
}

/// Give at most one clock per seat. If several run out at the same instant, they are handled in
/// this order.
impl FromIterator<TurnClock> for TurnClocks {
    fn from_iter<I: IntoIterator<Item = TurnClock>>(clocks: I) -> Self {
        let mut clocks = clocks.into_iter();
        Self { first: clocks.next(), more: clocks.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(seats: &[u8]) -> SeatSet {
        seats.iter().copied().map(Seat).collect()
    }

    #[test]
    fn the_best_score_wins_and_may_be_shared() {
        let most = Outcome::most("rich", [3, 7, 7]);
        assert_eq!((most.winners, most.losers), (set(&[1, 2]), set(&[0])));
        let fewest = Outcome::fewest("light", [3, 7, 7]);
        assert_eq!((fewest.winners, fewest.losers), (set(&[0]), set(&[1, 2])));
        let values =
            |outcome: &Outcome| Seat::first(2).map(|seat| outcome.value_for(seat)).collect();
        let found: [Vec<f64>; 2] = [values(&fewest), values(&most)];
        assert_eq!(found, [[1.0, 0.0], [0.0, 0.5]]);
    }

    #[test]
    fn places_follow_the_scores_but_winners_come_first() {
        let outcome = Outcome::new("tie_break", set(&[2]), [7, 3, 7, 3]);
        assert_eq!(Standing::most("Points", &outcome).places, [2, 3, 1, 3]);
        let shared = Outcome::new("effect", set(&[1, 2]), [9, 3, 7]);
        assert_eq!(Standing::most("Points", &shared).places, [3, 1, 1]);
        let nobody = Outcome::new("stuck", SeatSet::NOBODY, [5, 1]);
        assert_eq!(Standing::fewest("Points", &nobody).places, [2, 1]);
    }

    #[test]
    fn a_draw_has_no_losers_unless_the_game_names_them() {
        let draw = Outcome::new("stuck", SeatSet::NOBODY, [0, 0, 0]);
        assert_eq!((draw.losers, draw.value_for(Seat(2))), (SeatSet::NOBODY, 0.5));
        let bust = draw.with_losers(set(&[1]));
        assert_eq!((bust.value_for(Seat(1)), bust.value_for(Seat(2))), (0.0, 0.5));
    }

    #[test]
    fn outcomes_written_without_losers_are_read() {
        let text = r#"{"reason": "out", "winners": [0], "scores": [1, 2]}"#;
        let read: Outcome = serde_json::from_str(text).unwrap();
        assert_eq!((read.winners, read.losers), (set(&[0]), SeatSet::NOBODY));
    }
}
