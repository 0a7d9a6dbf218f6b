//! How a match ended, and whose time is running.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{MAX_SEATS, Seat, SeatSet};

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why it ended, in the words of the game's specification: `no_valid_moves`.
    pub reason: std::borrow::Cow<'static, str>,
    /// Who won. Several may share a win; nobody wins a draw.
    pub winners: SeatSet,
    /// What every seat ended with. Whether more is better is the game's affair; `winners` tells.
    pub scores: SmallVec<[i32; MAX_SEATS]>,
}

impl Outcome {
    /// An end for this reason.
    pub fn new(
        reason: &'static str,
        winners: SeatSet,
        scores: impl IntoIterator<Item = i32>,
    ) -> Self {
        Self { reason: reason.into(), winners, scores: scores.into_iter().collect() }
    }

    /// What the match is worth to a seat: 1 shared among the winners, ½ to everybody in a draw.
    pub fn value_for(&self, seat: Seat) -> f64 {
        let share = |count: usize| 1.0 / f64::from(u32::try_from(count).unwrap_or(1));
        if self.winners.is_empty() {
            0.5
        } else if self.winners.contains(seat) {
            share(self.winners.len())
        } else {
            0.0
        }
    }
}

/// Whose time runs, and how much of it there is. A match arms it when `turn` changes and acts for
/// the seat when it runs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnClock {
    /// Who is to act.
    pub seat: Seat,
    /// Which decision this is: a number that changes with every new one.
    pub turn: u32,
    /// How long it may take.
    pub limit: u64,
    /// Whether time stands still, for example during an animation the player cannot shorten.
    pub held: bool,
}
