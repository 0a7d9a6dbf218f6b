//! Handing the pile out (DW-80 to DW-83).

use croupier_kit::{RuleContext, Seat};

use crate::DataWar;
use crate::effects::{self, Progress};
use crate::ending::{after_turn, deck_sizes, stack_counts};
use crate::events::{Event, Faces};
use crate::reveal::start_turn;
use crate::verdict::values;

/// DW-80 (a): the winner is fixed, then the effects are worked off.
pub(crate) fn settle(table: &mut RuleContext<DataWar>, winner: Seat) {
    let values = values(&table.state);
    table.emit(Event::TurnWon { seat: winner, values });
    proceed(table);
}

/// DW-80 (b) to (e), from the first effect that is still pending. Stops while a seat is asked.
pub(crate) fn proceed(table: &mut RuleContext<DataWar>) {
    let Some(winner) = table.state.winner else { return };
    if effects::work_off(table, winner) == Progress::Asking {
        return;
    }
    collect(table, winner);
    end_turn(table, Some(winner));
}

/// DW-81, DW-82.
#[allow(clippy::cast_possible_truncation)] // At most 132.
fn collect(table: &mut RuleContext<DataWar>, seat: Seat) {
    for place in 0..table.state.pile.len() {
        let entry = table.state.pile.as_slice()[place];
        if entry.is_open_stack() && !entry.is_gone() {
            let total = table.state.side(seat).stacks.len() as u8 + 1;
            let place = place as u8;
            table.emit(Event::StackCollected { seat, card: entry.card, place, total });
        }
    }
    let left = table.state.pile.iter().filter(|entry| !entry.is_gone());
    let cards: Faces = left.map(crate::state::Entry::face).collect();
    if !cards.is_empty() {
        table.emit(Event::CardsCollected { seat, cards });
    }
}

/// DW-83 and DW-140.
pub(crate) fn end_turn(table: &mut RuleContext<DataWar>, winner: Option<Seat>) {
    let turn = table.state.turns_completed + 1;
    let (decks, stacks) = (deck_sizes(&table.state), stack_counts(&table.state));
    table.emit(Event::TurnEnded { turn, decks, stacks });
    match after_turn(&table.state, &table.options, winner) {
        Some(ending) => table.emit(Event::GameOver { ending }),
        None => start_turn(table),
    }
}
