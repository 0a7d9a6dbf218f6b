//! The heuristic and the search settings of May I?.

pub(crate) mod candidates;
mod chances;
pub(crate) mod greedy;
mod last_round;
pub(crate) mod rollout;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Heuristic, MAX_SEATS, Observation, Patience, Position, Seat, Tuning};

use crate::flow::{FlowState, flow_state};
use crate::policy::greedy::heuristic_action;
use crate::policy::rollout::Player;
use crate::{Action, MayI};

impl Heuristic for MayI {
    /// The deal matters more than any single discard, so moves are compared in the same worlds.
    const TUNING: Tuning =
        Tuning { horizon: Some(0), flat: true, levels: [40, 300, 1_000], ..Tuning::DEFAULT };

    fn policy(observation: Observation<'_, Self>, _: &mut Dice) -> Option<Action> {
        heuristic_action(observation)
    }

    fn evaluate(at: Position<'_, Self>) -> [f64; MAX_SEATS] {
        chances::of(at)
    }

    /// A world is played to the end of its round: between rounds only the totals count.
    fn is_quiet(at: Position<'_, Self>) -> bool {
        at.state.turn == 1 && at.state.drew.is_none()
    }

    fn rollout_action(
        at: Position<'_, Self>,
        seat: Seat,
        _: &mut Dice,
        _: &mut Vec<Action>,
    ) -> Option<Action> {
        Player::deciding(at, seat)?.act()
    }

    /// MI-108: in the window everybody waits for the player who is to decide next. While a discard
    /// is merely exposed, nobody has to call for it.
    fn patience(at: Position<'_, Self>, seat: Seat) -> Patience {
        let state = at.state;
        if flow_state(at) == FlowState::MayIWindow {
            let decides = state.next_to_decide() == Some(seat);
            return if decides { Patience::Acts } else { Patience::Waits };
        }
        let calls = state.settling.is_none() && seat != state.current;
        if calls { Patience::MayWait } else { Patience::Acts }
    }
}
