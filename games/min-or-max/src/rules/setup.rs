//! The five steps of the setup (MM-11 to MM-17).

use std::sync::LazyLock;

use croupier_chart::run::Scope;
use croupier_kit::cards::{Dice, Private};
use croupier_kit::game::Seat;

use crate::cards::{Cards, Dealt, fresh_deck, is_ace, value};
use crate::flow::{Setup, SetupTrigger, WheelSpun};
use crate::wheel::{Mode, Spin};
use crate::{Event, PLAYERS};

type Cx<'a, 'b> = &'a mut Scope<'b, Setup>;

/// MM-5: the deck in its initial order.
static FRESH: LazyLock<Cards> = LazyLock::new(|| fresh_deck().collect());

/// MM-12: shuffles the deck; the first seat takes the top cards, then the next seat.
pub(crate) fn deal(cx: Cx<'_, '_>) {
    let at = cx.now();
    let rules = &mut *cx.rules;
    let mut deck = *FRESH;
    // There are no cards before the deal, unless a scenario has stacked the draw pile.
    if !rules.state.draw.is_empty() {
        deck = rules.state.draw;
        deck.as_mut_slice().reverse();
    }
    rules.dice.shuffle(deck.as_mut_slice());
    rules.emit(Event::DeckShuffled { deck: Private::Known(deck), at });
    let each = rules.options.hand_size;
    let hands = deck.as_slice().chunks(each);
    let (mut counts, mut cards) = ([0; PLAYERS], [Private::Known(Dealt::new()); PLAYERS]);
    for (seat, hand) in Seat::first(rules.seats.len()).zip(hands) {
        let hand: Dealt = hand.iter().copied().collect();
        counts[seat.at()] = hand.count();
        cards[seat.at()] = Private::Known(hand);
    }
    rules.emit(Event::CardsDealt { counts, cards });
}

/// MM-3: `int`, as a threshold.
fn int(dice: &mut Dice, (low, high): (i16, i16)) -> i16 {
    let drawn = i16::try_from(dice.int(low.into(), high.into()));
    debug_assert!(drawn.is_ok(), "what is drawn lies between two thresholds");
    drawn.unwrap_or(high)
}

/// MM-13, MM-C2: draws the thresholds.
pub(crate) fn draw_thresholds(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    let one_way = rules.options.one_way_tally;
    let min = (!one_way).then(|| int(&mut rules.dice, rules.options.min_range));
    let max = int(&mut rules.dice, rules.options.max_threshold_range());
    rules.emit(Event::ThresholdsSet { min, max });
}

/// MM-14: spins the wheel.
pub(crate) fn compute_spin(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    let Spin { from, degrees, force_milli } =
        Spin::draw(rules.state.angle, rules.options.setup_force, &mut rules.dice);
    let spin_ms = rules.options.spin_ms;
    rules.emit(Event::WheelSpinStarted { seat: None, force_milli, from, degrees, spin_ms });
}

/// The event raised when the wheel's delay ends.
pub(crate) fn wheel_spun(cx: &Scope<'_, Setup>) -> SetupTrigger {
    let spin = cx.rules.state.pending_spin;
    debug_assert!(spin.is_some(), "a spin is pending while the wheel turns");
    SetupTrigger::WheelSpun { angle: spin.map_or(cx.rules.state.angle, Spin::to) }
}

pub(crate) fn apply_spin(cx: Cx<'_, '_>, WheelSpun { angle }: WheelSpun) {
    cx.rules.emit(Event::WheelSpun { angle, mode: angle.mode() });
}

/// MM-15, MM-16: plays the first card. If it is an ace, no player chooses its value.
pub(crate) fn play_first_card(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    let (state, options) = (&rules.state, &rules.options);
    let Some(card) = state.draw.last() else {
        return debug_assert!(false, "the deal leaves cards to draw");
    };
    let high_ace = is_ace(card) && state.mode() == Mode::Max && !options.one_way_tally;
    let value = if high_ace { 11 } else { value(card).cast_signed() };
    let played_value = state.signed(value, options);
    let score = state.score + i32::from(played_value);
    rules.emit(Event::FirstCardPlayed { card, played_value, score });
}

pub(crate) fn setup_complete(cx: Cx<'_, '_>) {
    cx.rules.emit(Event::SetupComplete);
}
