//! Patent Theft (DW-118).

use croupier_kit::Table;

use super::{Due, Progress};
use crate::DataWar;
use crate::event::{Event, Idle};
use crate::state::other;

/// The opponent's oldest stack becomes the owner's newest.
pub(super) fn work(table: &mut Table<DataWar>, due: Due) -> Progress {
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
