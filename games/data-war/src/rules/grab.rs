//! The scramble (DW-134 to DW-137).

use croupier_kit::game::{RuleContext, Seat};

use crate::DataWar;
use crate::cards::CardEffect;
use crate::events::{Event, Faces};
use crate::rules::settle::end_turn;
use crate::state::{Entry, Fall, SEATS, State, other};

/// DW-134: the pile becomes the pool, and every card gets its time to fall.
#[allow(clippy::cast_possible_truncation)] // At most 3500.
pub(crate) fn open_grab(rules: &mut RuleContext<DataWar>) {
    let slots: Faces = rules.state.pile.iter().map(Entry::face).collect();
    let count = slots.len();
    let mut falls = Vec::with_capacity(count);
    for slot in 0..count {
        let fall = rules.dice.between(1500, 3500) as u16;
        let is_last = slot + 1 == count;
        let gap = if is_last { 0 } else { rules.dice.between(150, 500) as u16 };
        falls.push(Fall { fall, gap });
    }
    rules.emit(Event::GrabOpened { slots, falls: falls.into() });
}

/// DW-135: a seat takes a free slot.
pub(crate) fn grab(rules: &mut RuleContext<DataWar>, seat: Seat, slot: u8) {
    give(rules, seat, slot, false);
}

fn give(rules: &mut RuleContext<DataWar>, seat: Seat, slot: u8, missed: bool) {
    let card = rules.state.pile.as_slice()[usize::from(slot)].face();
    rules.emit(Event::CardGrabbed { seat, slot, card, missed });
}

/// DW-136, DW-137: assigns the missed cards, moves everything to the decks and ends the turn.
pub(crate) fn close_grab(rules: &mut RuleContext<DataWar>) {
    for slot in (0_u8..).take(rules.state.scramble.falls.len()) {
        if !rules.state.scramble.is_taken(slot) {
            let seat = owner_of_missed(rules);
            give(rules, seat, slot, true);
        }
    }
    let taken = rules.state.scramble.taken;
    for taken in taken.iter() {
        let entry = rules.state.pile.as_slice()[usize::from(taken.slot)];
        if entry.is_open_stack() {
            let (seat, place) = (taken.seat, taken.slot);
            let total = rules.state.side(seat).stacks.count() + 1;
            rules.emit(Event::StackCollected { seat, card: entry.card, place, total });
        }
    }
    let counts = SEATS.map(|seat| got(&rules.state, seat));
    rules.emit(Event::GrabClosed { counts });
    end_turn(rules, None);
}

#[allow(clippy::cast_possible_truncation)] // At most 132.
fn got(state: &State, seat: Seat) -> u8 {
    state.scramble.taken.iter().filter(|taken| taken.seat == seat).count() as u8
}

/// DW-136: who gets a card that nobody grabbed.
fn owner_of_missed(rules: &mut RuleContext<DataWar>) -> Seat {
    let state = &rules.state;
    let house = SEATS.map(|seat| !state.is_interactive(seat));
    match house {
        [true, true] => *rules.dice.pick(&SEATS).unwrap_or(&SEATS[0]),
        [true, false] => Seat(0),
        [false, true] => Seat(1),
        [false, false] => {
            let [first, second] = SEATS.map(|seat| got(state, seat));
            match first.cmp(&second) {
                std::cmp::Ordering::Less => Seat(0),
                std::cmp::Ordering::Greater => Seat(1),
                std::cmp::Ordering::Equal => did_not_play_it(state),
            }
        }
    }
}

/// The seat that did not play the Data Grab; P1 if both did.
fn did_not_play_it(state: &State) -> Seat {
    let is_grab =
        |entry: &Entry| !entry.is_down() && entry.card.effect() == Some(CardEffect::DataGrab);
    let played = SEATS.map(|seat| state.pile.iter().any(|e| is_grab(&e) && e.owner() == seat));
    match played {
        [true, true] | [false, false] => Seat(0),
        [first, _] => other(if first { Seat(0) } else { Seat(1) }),
    }
}
