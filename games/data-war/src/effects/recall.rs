//! Mandatory Recall (DW-117).

use croupier_kit::cards::Private;
use croupier_kit::game::RuleContext;

use super::{Due, Progress};
use crate::DataWar;
use crate::events::{Cards, Event, Idle};
use crate::rules::ending::stack_counts;
use crate::state::other;

/// Returns the loser's stacks to the loser's deck and shuffles all of it.
pub(super) fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    if !due.won {
        return due.idle(rules, Idle::TurnLost);
    }
    let foe = other(due.seat);
    let side = rules.state.side(foe);
    if side.stacks.is_empty() {
        return due.idle(rules, Idle::NothingThere);
    }
    let cards: Cards = side.stacks.iter().collect();
    let mut deck: Cards = side.deck.iter().chain(side.stacks.iter()).collect();
    rules.dice.shuffle(&mut deck);
    let (place, deck) = (due.place, Private::Known(deck));
    let mut totals = stack_counts(&rules.state);
    totals[foe.at()] = 0;
    rules.emit(Event::StacksRecalled { seat: foe, place, cards, totals, deck });
    Progress::Done
}
