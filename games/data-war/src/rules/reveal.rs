//! Revealing cards, and their instant effects (DW-61, DW-90, DW-96 to DW-106).

use croupier_kit::cards::Private;
use croupier_kit::game::{RuleContext, Seat, SeatSet};

use crate::DataWar;
use crate::cards::{CardEffect, CardId};
use crate::deck::{Deck, deal};
use crate::events::{Event, Lost};
use crate::rules::ending::deck_sizes;
use crate::rules::verdict::tallies;
use crate::state::{SEATS, State, other};

/// DW-8: deals the cards and begins the first turn.
pub(crate) fn initialize_game(rules: &mut RuleContext<DataWar>) {
    let deal = deal(&rules.options, &mut rules.dice);
    let sizes = deal.decks.each_ref().map(Deck::count);
    let settings = rules.options.settings();
    let deal = Private::Known(Box::new(deal));
    rules.emit(Event::GameStarted { settings, sizes, deal });
    start_turn(rules);
}

/// Begins a turn; DW-60 serves the waiting opens first.
pub(crate) fn start_turn(rules: &mut RuleContext<DataWar>) {
    let turn = rules.state.turns_completed + 1;
    rules.emit(Event::TurnStarted { turn });
}

/// A card that a seat has just revealed.
#[derive(Clone, Copy)]
struct Shown {
    seat: Seat,
    card: CardId,
    place: u8,
}

/// DW-61: these seats reveal their top cards, P1 first; then instant effects take place.
pub(crate) fn reveal(rules: &mut RuleContext<DataWar>, plays: SeatSet) {
    let mut shown = [None; 2];
    for seat in SEATS {
        if plays.contains(seat) {
            shown[seat.at()] = turn_over(rules, seat);
        }
    }
    for shown in shown.into_iter().flatten() {
        work_at_once(rules, shown);
    }
    let takeovers = shown.map(|shown| shown.filter(|it| is_takeover(*it)));
    declare_takeovers(rules, takeovers);
    for shown in shown.into_iter().flatten() {
        if shown.card.again() {
            owe(rules, shown, takeovers[other(shown.seat).at()].is_some());
        }
    }
    let tallies = tallies(&rules.state);
    rules.emit(Event::ValuesChanged { tallies });
}

fn turn_over(rules: &mut RuleContext<DataWar>, seat: Seat) -> Option<Shown> {
    let state = &rules.state;
    let card = state.side(seat).deck.first();
    debug_assert!(card.is_some(), "who plays has a card (DW-67, DW-77, DW-142)");
    let card = card?;
    let place = state.pile.count();
    // The fold needs only the seat; the index is for recorded events.
    let index = if rules.is_recording() { index_in_sequence(state, seat) } else { 0 };
    rules.emit(Event::CardRevealed { seat, card, in_war: state.war.is_some(), index });
    Some(Shown { seat, card, place })
}

#[allow(clippy::cast_possible_truncation)]
fn index_in_sequence(state: &State, seat: Seat) -> u8 {
    state.sequence(seat).count() as u8
}

fn is_takeover(shown: Shown) -> bool {
    shown.card.effect() == Some(CardEffect::HostileTakeover)
}

/// DW-90: applies an instant effect or queues any other.
fn work_at_once(rules: &mut RuleContext<DataWar>, Shown { seat, card, place }: Shown) {
    match card.effect() {
        Some(effect) if effect.is_queued() => {
            rules.emit(Event::EffectQueued { seat, card, effect, place });
        }
        Some(CardEffect::ForcedEmpathy) => {
            let sizes = deck_sizes(&rules.state);
            rules.emit(Event::DecksSwapped { by: seat, sizes });
        }
        Some(CardEffect::TrackerSmacker) => rules.emit(Event::SmackerOn { seat }),
        // A takeover is declared once both cards are revealed.
        _ => {}
    }
}

/// DW-105, DW-106: takeovers, once both cards are revealed.
fn declare_takeovers(rules: &mut RuleContext<DataWar>, takeovers: [Option<Shown>; 2]) {
    match takeovers {
        [Some(first), Some(second)] => {
            rules.emit(Event::TakeoversMet { places: [first.place, second.place] });
        }
        [Some(by), None] | [None, Some(by)] => {
            let (place, attacked) = (by.place, other(by.seat));
            rules.emit(Event::TakeoverDeclared { by: by.seat, attacked, place });
        }
        [None, None] => {}
    }
}

/// DW-67, DW-69: the card requires another play, unless something cancels that.
fn owe(rules: &mut RuleContext<DataWar>, Shown { seat, card, .. }: Shown, taken_over: bool) {
    let state = &rules.state;
    let can_be_smacked = matches!(card.effect(), Some(CardEffect::Tracker | CardEffect::Blocker));
    let lost = if can_be_smacked && state.is_smacked(seat) {
        Some(Lost::Smacked)
    } else if taken_over {
        Some(Lost::Takeover)
    } else if state.side(seat).deck.is_empty() {
        Some(Lost::NoCards)
    } else {
        None
    };
    match lost {
        None => rules.emit(Event::AnotherPlayOwed { seat }),
        Some(reason) => rules.emit(Event::AnotherPlayLost { seat, reason }),
    }
}

/// DW-70: the verdict `Forfeit` ends the game at once.
pub(crate) fn forfeit(
    rules: &mut RuleContext<DataWar>,
    seats: SeatSet,
    ending: crate::rules::ending::Ending,
) {
    let decks = deck_sizes(&rules.state);
    rules.emit(Event::WarShortage { seats, decks });
    rules.emit(Event::GameOver { ending });
}
