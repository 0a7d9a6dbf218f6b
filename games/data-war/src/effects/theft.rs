//! Patent Theft (DW-118).

use croupier_kit::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::{Event, Idle};
use crate::state::other;

/// The opponent's oldest stack becomes the owner's newest.
pub(super) fn work(table: &mut RuleContext<DataWar>, due: Due) -> Progress {
    if !due.won {
        return due.idle(table, Idle::TurnLost);
    }
    let from = other(due.seat);
    let Some(card) = table.state.side(from).stacks.first() else {
        return due.idle(table, Idle::NothingThere);
    };
    table.emit(Event::StackStolen { from, to: due.seat, card, place: due.place });
    Progress::Done
}
