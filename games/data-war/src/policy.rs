//! The heuristic and the search settings of Data War.

use croupier_kit::game::{Heuristic, MAX_SEATS, Patience, Position, Seat, Tuning};

use crate::flow::{FlowState, flow_state};
use crate::state::{SEATS, other};
use crate::{Action, DataWar};

/// The value of a collected Launch Stack, as a fraction of a win.
const STACK: f64 = 0.15;
/// The value of holding all cards, as a fraction of a win.
const DECK: f64 = 0.4;

impl Heuristic for DataWar {
    /// DW-127: a seat's pick is hidden from the others.
    const HIDES_ACTIONS: bool = true;

    /// A match has about one real decision; nearly everything else is tapping.
    const TUNING: Tuning =
        Tuning { levels: [100, 500, 2_500], horizon: Some(40), ..Tuning::DEFAULT };

    /// Counts stacks first, then cards, because three stacks or all cards win the game.
    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        let [stacks, cards] = [
            SEATS.map(|seat| count(at.state.side(seat).stacks.len())),
            SEATS.map(|seat| count(at.state.side(seat).deck.len())),
        ];
        let mut value = [0.5; MAX_SEATS];
        for seat in SEATS {
            let (own, theirs) = (seat.at(), other(seat).at());
            let share = cards[own] / (cards[own] + cards[theirs]).max(1.0);
            let lead = STACK * (stacks[own] - stacks[theirs]) + DECK * (share - 0.5);
            value[own] = (0.5 + lead).clamp(0.01, 0.99);
        }
        value
    }

    /// DW-135: in a scramble it can pay to wait, because every card has its own time.
    fn patience(at: Position<'_, Self>, _: Seat) -> Patience {
        if flow_state(at.flow) == FlowState::GrabPlaying {
            Patience::MayWait
        } else {
            Patience::Acts
        }
    }

    fn looks_alike(_: Seat, one: &Action, other: &Action) -> bool {
        matches!((one, other), (Action::PickOpen { .. }, Action::PickOpen { .. })) || one == other
    }
}

fn count(cards: usize) -> f64 {
    f64::from(u32::try_from(cards).unwrap_or(u32::MAX))
}
