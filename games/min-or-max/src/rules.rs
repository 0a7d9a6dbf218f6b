//! What happens when the charts take a transition. Rules read the state and emit events; only
//! events change it.

pub(crate) mod choice;
pub(crate) mod court;
pub(crate) mod setup;
pub(crate) mod turn;

use croupier_kit::game::{RuleContext, Seat};

use crate::{Ending, Event, MinOrMax};

/// `takeResult`: reveals all hands (MM-51) and ends the match.
pub(crate) fn take_result(rules: &mut RuleContext<MinOrMax>, ending: Ending) {
    for seat in Seat::first(rules.seats.len()) {
        let cards = rules.state.hands[seat.at()];
        rules.emit(Event::HandShown { to: None, seat, cards });
    }
    rules.emit(Event::GameOver { ending });
}
