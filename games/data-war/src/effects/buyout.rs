//! Leveraged Buyout (DW-119).

use croupier_kit::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::Idle;
use crate::state::other;

/// The opponent's top two cards, or as many as there are, go unseen to the bottom of the owner's
/// deck.
pub(super) fn work(table: &mut RuleContext<DataWar>, due: Due) -> Progress {
    if !due.won {
        return due.idle(table, Idle::TurnLost);
    }
    match table.state.side(other(due.seat)).deck.len() {
        0 => due.idle(table, Idle::NothingThere),
        1 => due.applied(table, 1),
        _ => due.applied(table, 2),
    }
}
