//! How a match ends (MM-41 to MM-44, MM-C8 to MM-C10).

use croupier_kit::Millis;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// MM-41: a card made the score equal to a threshold.
    ExactThreshold,
    /// MM-42: a card pushed the score past a threshold.
    ExceededThreshold,
    /// MM-43: no card beat the top card, or the time ran out without one.
    CannotBeat,
    /// MM-C9: a player gave up.
    Surrendered,
    /// MM-C8: everybody passed, and there was nothing to draw.
    Stalemate,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 5] = [
        Self::ExactThreshold,
        Self::ExceededThreshold,
        Self::CannotBeat,
        Self::Surrendered,
        Self::Stalemate,
    ];

    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ExactThreshold => "exact_threshold",
            Self::ExceededThreshold => "exceeded_threshold",
            Self::CannotBeat => "cannot_beat",
            Self::Surrendered => "surrendered",
            Self::Stalemate => "stalemate",
        }
    }
}

/// The output of the machine `playing`: who won, who lost, and why. A player who did neither has
/// survived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Ending {
    pub winner: Option<Seat>,
    pub losers: SeatSet,
    /// Why it is over.
    pub reason: Reason,
    /// Whether the last player's time had run out.
    pub timed_out: bool,
    /// How long the match took, in milliseconds.
    pub duration: Millis,
}

impl Ending {
    /// MM-44: who wins and who loses if the match ends for this reason in this seat's turn.
    pub fn of(reason: Reason, current: Seat, seats: usize, previous_wins: bool) -> Self {
        let everybody = SeatSet::first(seats);
        let but = |seat: Seat| everybody - SeatSet::of(seat);
        let (winner, losers) = match reason {
            Reason::Stalemate => (None, SeatSet::NOBODY),
            Reason::ExactThreshold => (Some(current), but(current)),
            // MM-C10: the previous seat wins, whatever the number of players.
            _ if previous_wins => {
                let before = before(current, seats);
                (Some(before), but(before))
            }
            _ if seats == 2 => (Some(current.next(seats)), SeatSet::of(current)),
            _ => (None, SeatSet::of(current)),
        };
        Self { winner, losers, reason, timed_out: false, duration: Millis::ZERO }
    }

    /// The seats that neither won nor lost.
    pub fn survivors(&self, seats: usize) -> SeatSet {
        let winner = self.winner.map_or(SeatSet::NOBODY, SeatSet::of);
        SeatSet::first(seats) - self.losers - winner
    }
}

/// The seat before this one in turn order.
fn before(seat: Seat, seats: usize) -> Seat {
    Seat::first(seats).find(|other| other.next(seats) == seat).unwrap_or(seat)
}
