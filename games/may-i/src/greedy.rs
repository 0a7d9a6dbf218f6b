//! What bots are told about May I?.

use croupier_kit::{Dice, Heuristic, Known, Patience, Position, Seat};

use crate::flow::{Phase, phase};
use crate::heuristic::heuristic_action;
use crate::{Action, MayI};

impl Heuristic for MayI {
    fn advise(known: Known<'_, Self>, _: &mut Dice) -> Option<Action> {
        heuristic_action(known)
    }

    /// MI-108: in the window everybody waits for whoever is to decide next. While a discard is merely
    /// exposed, nobody has to call for it.
    fn patience(at: Position<'_, Self>, seat: Seat) -> Patience {
        let state = at.state;
        if phase(at) == Phase::MayIWindow {
            let decides = state.next_to_decide() == Some(seat);
            return if decides { Patience::Acts } else { Patience::Waits };
        }
        let calls = state.settling.is_none() && seat != state.current;
        if calls { Patience::MayWait } else { Patience::Acts }
    }
}
