//! What happens when the charts take a transition. Rules look, and emit; only events change cards.

pub(crate) mod choice;
pub(crate) mod court;
pub(crate) mod setup;
pub(crate) mod turn;

use croupier_kit::{RuleContext, Seat};

use crate::{Ending, Event, MinOrMax};

/// `takeResult`: the hands are laid open (MM-51), and the match is over.
pub(crate) fn take_result(table: &mut RuleContext<MinOrMax>, ending: Ending) {
    for seat in Seat::first(table.seats.len()) {
        let cards = table.state.hands[seat.at()];
        table.emit(Event::HandShown { to: None, seat, cards });
    }
    table.emit(Event::GameOver { ending });
}
