//! The records of finished rounds, and totals.

use croupier_kit::cards::Pile;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::SEATS;

/// How a round ended (MI-132).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EndedBy {
    /// A player's hand is empty.
    #[default]
    WentOut,
    /// There is no card left to draw (MI-114).
    Exhausted,
    /// There were too many turns (MI-115).
    TurnCap,
}

/// The record of a round (MI-132).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// Which round, 1 to 6.
    pub round: u8,
    /// What every player scored, in seat order.
    pub scores: Pile<u16, SEATS>,
    /// Who went out.
    pub winner: Option<Seat>,
    /// How it ended.
    pub ended_by: EndedBy,
}

/// MI-132: the totals of all players.
pub fn totals(history: &[RoundRecord], players: usize) -> Pile<u16, SEATS> {
    let of = |seat: Seat| -> u16 {
        let scores = history.iter().filter_map(|record| record.scores.as_slice().get(seat.at()));
        scores.sum()
    };
    Seat::first(players).map(of).collect()
}

/// MI-133: everybody with the lowest total.
pub fn winners(totals: &[u16]) -> SeatSet {
    let least = totals.iter().min();
    Seat::first(totals.len()).filter(|seat| totals.get(seat.at()) == least).collect()
}

/// MI-133: places by standard competition ranking: 1, 1, 3 …
pub fn places(totals: &[u16]) -> Vec<u8> {
    let place = |mine: &u16| 1 + totals.iter().filter(|other| *other < mine).count();
    totals.iter().map(|total| u8::try_from(place(total)).unwrap_or(u8::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mi_133_ties_are_not_broken() {
        let totals = [70, 70, 71];
        assert_eq!(winners(&totals), [Seat(0), Seat(1)].into_iter().collect());
        assert_eq!(places(&totals), [1, 1, 3]);
        assert_eq!(places(&[9, 3, 9, 5]), [3, 1, 3, 2]);
    }

    #[test]
    fn mi_132_totals_are_sums_of_records() {
        let record = |scores: [u16; 3]| RoundRecord {
            scores: scores.into_iter().collect(),
            ..RoundRecord::default()
        };
        let history = [record([0, 10, 20]), record([5, 0, 7])];
        assert_eq!(totals(&history, 3).as_slice(), [5, 10, 27]);
        assert_eq!(totals(&[], 3).as_slice(), [0, 0, 0]);
    }
}
