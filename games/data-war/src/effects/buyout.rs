//! Leveraged Buyout (DW-119).

use croupier_kit::game::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::Idle;
use crate::state::other;

/// Moves the opponent's top two cards, or as many as there are, unseen to the bottom of the owner's
/// deck.
pub(super) fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    if !due.won {
        return due.idle(rules, Idle::TurnLost);
    }
    match rules.state.side(other(due.seat)).deck.len() {
        0 => due.idle(rules, Idle::NothingThere),
        1 => due.applied(rules, 1),
        _ => due.applied(rules, 2),
    }
}
