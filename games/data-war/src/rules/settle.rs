//! Settling a turn: who gets the pile (DW-80 to DW-83).

use croupier_kit::game::{RuleContext, Seat};

use crate::DataWar;
use crate::effects::{self, Progress};
use crate::events::{Event, Faces};
use crate::rules::ending::{after_turn, deck_sizes, stack_counts};
use crate::rules::reveal::start_turn;
use crate::rules::verdict::values;
use crate::state::Entry;

/// DW-80 (a): fixes the winner, then resolves the effects.
pub(crate) fn settle(rules: &mut RuleContext<DataWar>, winner: Seat) {
    let values = values(&rules.state);
    rules.emit(Event::TurnWon { seat: winner, values });
    proceed(rules, winner);
}

/// DW-80 (b) to (e), from the first pending effect on. Stops while a seat is asked.
pub(crate) fn proceed(rules: &mut RuleContext<DataWar>, winner: Seat) {
    if effects::work_off(rules, winner) == Progress::Asking {
        return;
    }
    collect(rules, winner);
    end_turn(rules, Some(winner));
}

/// DW-81, DW-82: gives the stacks and the remaining pile to a seat.
#[allow(clippy::cast_possible_truncation)] // At most 132.
fn collect(rules: &mut RuleContext<DataWar>, seat: Seat) {
    for place in 0..rules.state.pile.len() {
        let entry = rules.state.pile.as_slice()[place];
        if entry.is_open_stack() && !entry.is_gone() {
            let total = rules.state.side(seat).stacks.count() + 1;
            let place = place as u8;
            rules.emit(Event::StackCollected { seat, card: entry.card, place, total });
        }
    }
    let left = || rules.state.pile.iter().filter(|entry| !entry.is_gone());
    if left().next().is_some() {
        // The fold moves the pile itself; faces are only for recorded events.
        let is_seen = rules.is_recording();
        let cards = if is_seen { left().map(Entry::face).collect() } else { Faces::new() };
        rules.emit(Event::CardsCollected { seat, cards });
    }
}

/// DW-83, DW-140: ends the turn, and the game if it is decided.
pub(crate) fn end_turn(rules: &mut RuleContext<DataWar>, winner: Option<Seat>) {
    let turn = rules.state.turns_completed + 1;
    let (decks, stacks) = (deck_sizes(&rules.state), stack_counts(&rules.state));
    rules.emit(Event::TurnEnded { turn, decks, stacks });
    match after_turn(&rules.state, &rules.options, winner) {
        Some(ending) => rules.emit(Event::GameOver { ending }),
        None => start_turn(rules),
    }
}
