//! Points, places and winners (RU-56 to RU-58).

use croupier_kit::cards::Pile;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::plays::total;
use crate::{Cards, PLAYERS, State};

/// What a player ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinalScore {
    /// Who.
    pub seat: Seat,
    /// The points left in hand.
    pub total: u8,
    /// 1, 1, 3 for ties.
    pub place: u8,
    /// The cards left in hand.
    pub cards: Cards,
}

impl Default for FinalScore {
    fn default() -> Self {
        Self { seat: Seat(0), total: 0, place: 0, cards: Cards::new() }
    }
}

/// One entry per player, by total, then in seat order.
pub type FinalScores = Pile<FinalScore, PLAYERS>;

/// RU-58: the scores as of now.
pub(crate) fn final_scores(state: &State) -> FinalScores {
    let mut scores: FinalScores = state
        .players
        .seats()
        .map(|seat| {
            let cards = state.hands[seat.at()];
            let total = u8::try_from(total(cards.as_slice())).unwrap_or(u8::MAX);
            FinalScore { seat, total, place: 0, cards }
        })
        .collect();
    let list = scores.as_mut_slice();
    list.sort_by_key(|score| score.total); // Stable: ties stay in seat order.
    for (at, place) in (0..list.len()).zip(1..) {
        let tied = at > 0 && list[at].total == list[at - 1].total;
        list[at].place = if tied { list[at - 1].place } else { place };
    }
    scores
}

/// RU-57: the players with the lowest total.
pub(crate) fn winners(scores: &FinalScores) -> SeatSet {
    scores.iter().filter(|score| score.place == 1).map(|score| score.seat).collect()
}
