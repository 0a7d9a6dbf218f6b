//! Temper Tantrum (DW-120 to DW-123).

use croupier_kit::game::{RuleContext, Seat};

use super::{Due, Progress};
use crate::DataWar;
use crate::events::{Event, Faces, Idle, Places};
use crate::rules::settle::proceed;
use crate::state::{Entry, State};

/// How many of the offered cards a tantrum takes.
pub(crate) fn wanted(offered: usize) -> usize {
    offered.min(2)
}

/// The loser chooses among the winner's cards; a house seat chooses at once.
pub(super) fn work(rules: &mut RuleContext<DataWar>, due: Due) -> Progress {
    let Due { seat, place, .. } = due;
    if due.won {
        return due.idle(rules, Idle::TurnWon);
    }
    let slots: Faces = rules.state.tantrum_offer(seat).map(|(_, entry)| entry.face()).collect();
    if slots.is_empty() {
        return due.idle(rules, Idle::NothingThere);
    }
    let count = slots.len();
    rules.emit(Event::TantrumOffered { seat, place, slots });
    if rules.state.is_interactive(seat) {
        return Progress::Asking;
    }
    let picks = house_picks(rules, seat, count);
    take(rules, seat, picks);
    Progress::Done
}

/// DW-163: face-up Launch Stacks first, then at random among the rest, including face-down cards.
#[allow(clippy::cast_possible_truncation)] // At most 132 slots.
fn house_picks(rules: &mut RuleContext<DataWar>, seat: Seat, count: usize) -> Places {
    let entries: Vec<Entry> = rules.state.tantrum_offer(seat).map(|(_, entry)| entry).collect();
    let mut left: Places = (0..count as u8).collect();
    let mut picks = Places::new();
    while picks.len() < wanted(count) {
        let stack = left.iter().position(|slot| entries[usize::from(*slot)].is_open_stack());
        let at = match stack {
            Some(at) => at,
            // A choice of one does not use the dice (DW-13).
            None if left.len() == 1 => 0,
            None => rules.dice.below(left.len() as u32) as usize,
        };
        picks.push(left.remove(at));
    }
    picks
}

/// DW-122: takes the cards in slot order, not in the order of the picks.
fn take(rules: &mut RuleContext<DataWar>, seat: Seat, mut slots: Places) {
    slots.sort_unstable();
    let offer: Vec<(u8, Entry)> = rules.state.tantrum_offer(seat).collect();
    let picked = || slots.iter().filter_map(|slot| offer.get(usize::from(*slot)));
    let places: Places = picked().map(|(place, _)| *place).collect();
    let cards: Faces = picked().map(|(_, entry)| entry.face()).collect();
    debug_assert_eq!(places.len(), slots.len(), "only what is offered is taken (DW-122)");
    let place = rules.state.settled;
    rules.emit(Event::TantrumTaken { seat, place, slots, places, cards });
}

/// Applies a seat's choice and continues the settlement.
pub(crate) fn pick(rules: &mut RuleContext<DataWar>, seat: Seat, slots: Places) {
    take(rules, seat, slots);
    let Some(winner) = rules.state.winner else {
        return debug_assert!(false, "effects are worked off for a winner");
    };
    proceed(rules, winner);
}

/// DW-164: the lowest slots.
#[allow(clippy::cast_possible_truncation)] // At most two.
pub(crate) fn default_picks(state: &State, seat: Seat) -> Places {
    (0..wanted(state.tantrum_offer(seat).count()) as u8).collect()
}
