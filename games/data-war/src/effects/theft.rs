//! Patent Theft (DW-118).

use croupier_kit::game::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::{Event, Idle};
use crate::rules::ending::stack_counts;
use crate::state::other;

/// The opponent's oldest stack becomes the owner's newest.
pub(super) fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    if !due.won {
        return due.idle(rules, Idle::TurnLost);
    }
    let from = other(due.seat);
    let Some(card) = rules.state.side(from).stacks.first() else {
        return due.idle(rules, Idle::NothingThere);
    };
    let mut totals = stack_counts(&rules.state);
    totals[from.at()] -= 1;
    totals[due.seat.at()] += 1;
    rules.emit(Event::StackStolen { from, to: due.seat, card, place: due.place, totals });
    Progress::Done
}
