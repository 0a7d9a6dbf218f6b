//! The actions of a turn (section 2.4, section 3).

use croupier_chart::run::Scope;
use croupier_kit::cards::{Card, Private};
use croupier_kit::game::RuleContext;

use super::choice;
use super::court::{self, question, value_with};
use crate::cards::Cards;
use crate::effect::{DeclaredEffect, Slay};
use crate::ending::Reason;
use crate::flow::{
    ChooseCard, ChooseCardEffect, Playing, SpinWheel, Trigger, Turn, WheelSpinComplete,
};
use crate::wheel::{SERVER_FORCE, Spin};
use crate::{Event, MinOrMax};

type Cx<'a, 'b> = &'a mut Scope<'b, Playing>;

pub(crate) fn begin_turn(cx: Cx<'_, '_>) {
    let Turn { seq, passes, .. } = *cx.context;
    let since = cx.now();
    *cx.context = Turn { seq: seq.wrapping_add(1), passes, since, ..Turn::default() };
}

pub(crate) fn turn_started(cx: Cx<'_, '_>) {
    let Turn { seq: turn_seq, since, .. } = *cx.context;
    let deadline = cx.rules.options.turn_ms.map(|limit| since + limit);
    let seat = cx.rules.state.current;
    cx.rules.emit(Event::TurnStarted { seat, turn_seq, deadline });
}

/// MM-25: turns the discard pile into a new draw pile.
pub(crate) fn reshuffle_if_empty(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    if rules.state.draw.is_empty() && rules.state.discard.len() > 1 {
        reshuffle(rules);
    }
}

#[cold]
fn reshuffle(rules: &mut RuleContext<MinOrMax>) {
    let discard = rules.state.discard.as_slice();
    let mut order: Cards = discard[..discard.len() - 1].iter().map(|played| played.card).collect();
    rules.dice.shuffle(order.as_mut_slice());
    rules.emit(Event::PileReshuffled { count: order.count(), order: Private::Known(order) });
}

/// MM-24. If every card is in a hand or on top of the discard pile, nothing is drawn and the turn
/// goes on (MM-25).
pub(crate) fn draw_card(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    let Some(card) = rules.state.draw.last() else { return };
    let (seat, left) = (rules.state.current, rules.state.draw.count() - 1);
    rules.emit(Event::CardDrawn { seat, left, card: Private::Known(card) });
    cx.context.drew = true;
}

pub(crate) fn compute_spin(cx: Cx<'_, '_>, SpinWheel { force_milli, .. }: SpinWheel) {
    spin(cx.rules, force_milli);
}

/// MM-C8: the server spins for a player whose time has run out.
pub(crate) fn compute_server_spin(cx: Cx<'_, '_>) {
    spin(cx.rules, SERVER_FORCE);
}

/// MM-38: spins the wheel with a single draw from the dice.
fn spin(rules: &mut RuleContext<MinOrMax>, force_milli: u16) {
    let Spin { from, degrees, .. } = Spin::draw(rules.state.angle, force_milli, &mut rules.dice);
    let (seat, spin_ms) = (Some(rules.state.current), rules.options.spin_ms);
    rules.emit(Event::WheelSpinStarted { seat, force_milli, from, degrees, spin_ms });
}

/// MM-4: without a delay the wheel stops in the same macrostep.
pub(crate) fn complete_at_once(cx: Cx<'_, '_>) {
    if cx.rules.options.spin_ms.is_zero() {
        complete_spin(cx);
    }
}

pub(crate) fn complete_spin(cx: Cx<'_, '_>) {
    let Some(spin) = cx.rules.state.pending_spin else {
        return debug_assert!(false, "a spin is pending while the wheel turns");
    };
    cx.raise(Trigger::WheelSpinComplete { angle: spin.to() });
}

pub(crate) fn apply_spin(cx: Cx<'_, '_>, WheelSpinComplete { angle }: WheelSpinComplete) {
    cx.rules.emit(Event::WheelSpun { angle, mode: angle.mode() });
}

pub(crate) fn mark_spun(cx: Cx<'_, '_>) {
    cx.context.has_spun = true;
}

/// MM-27. A player who chooses a Queen sees all hands until the choice is made (MM-C5).
pub(crate) fn set_chosen_card(cx: Cx<'_, '_>, ChooseCard { by: seat, card }: ChooseCard) {
    let rules = &mut *cx.rules;
    rules.emit(Event::CardChosen { seat, card, auto: false });
    if rules.options.court_effects {
        for victim in choice::looked_at(&rules.state, &rules.options, card) {
            let cards = rules.state.hands[victim.at()];
            if !cards.is_empty() {
                rules.emit(Event::HandShown { to: Some(seat), seat: victim, cards });
            }
        }
    }
}

pub(crate) fn set_effect(cx: Cx<'_, '_>, chosen: ChooseCardEffect) {
    let ChooseCardEffect { by: seat, effect } = chosen;
    cx.rules.emit(Event::EffectChosen { seat, effect, auto: false });
}

pub(crate) fn time_out(cx: Cx<'_, '_>) {
    cx.context.timed_out = true;
    let seat = cx.rules.state.current;
    cx.rules.emit(Event::TimedOut { seat });
}

/// MM-46: chooses a card for a silent player.
pub(crate) fn auto_choose(cx: Cx<'_, '_>) {
    let rules = &mut *cx.rules;
    let seat = rules.state.current;
    let Some(card) = choice::auto_choice(&rules.state, &rules.options) else {
        return debug_assert!(false, "hasValidCard found a card");
    };
    rules.emit(Event::CardChosen { seat, card, auto: true });
    declare_automatically(rules, card);
}

/// MM-48: declares an effect for a silent player.
pub(crate) fn auto_effect(cx: Cx<'_, '_>) {
    let Some(card) = cx.rules.state.chosen_card else {
        return debug_assert!(false, "an effect is asked for after a card was chosen");
    };
    declare_automatically(cx.rules, card);
}

/// Declares the automatic effect. Most cards have none.
fn declare_automatically(rules: &mut RuleContext<MinOrMax>, card: Card) {
    let seat = rules.state.current;
    if let Some(asked) = question(&rules.state, &rules.options, card) {
        let effect = court::auto_effect(&rules.state, asked);
        rules.emit(Event::EffectChosen { seat, effect, auto: true });
    }
}

/// MM-47: discards the first card without counting it. Where Queens remove cards, a player who
/// could not draw (MM-25) may have no card at all, and loses anyway.
pub(crate) fn forfeit_play(cx: Cx<'_, '_>) {
    cx.context.forfeited = true;
    let seat = cx.rules.state.current;
    if let Some(&card) = cx.rules.state.hand(seat).first() {
        cx.rules.emit(Event::CardForfeited { seat, card });
    } else {
        debug_assert!(!cx.context.drew, "who did not play still has the card that was drawn");
    }
}

/// MM-36; with court effects, resolves the declaration first (MM-C3).
pub(crate) fn play_card(cx: Cx<'_, '_>) {
    let auto = cx.context.timed_out;
    let rules = &mut *cx.rules;
    let Some(card) = rules.state.chosen_card else {
        return debug_assert!(false, "a card is processed after it was chosen");
    };
    let effect = rules.state.chosen_effect;
    if let Some(effect) = effect {
        carry_out(rules, effect);
    }
    let (state, seat) = (&rules.state, rules.state.current);
    let played_value = state.signed(value_with(card, effect), &rules.options);
    let score = state.score + i32::from(played_value);
    rules.emit(Event::CardPlayed { seat, card, played_value, score, auto });
    cx.context.card_played = true;
}

fn carry_out(rules: &mut RuleContext<MinOrMax>, effect: DeclaredEffect) {
    let (state, seat) = (&rules.state, rules.state.current);
    match effect {
        // The value of an ace is shown when it is played.
        DeclaredEffect::AceValue(_) => {}
        DeclaredEffect::Unclear => debug_assert!(false, "an unclear answer is refused"),
        DeclaredEffect::FindRank(rank) => {
            let card = state.draw.iter().rev().find(|card| card.rank() == rank);
            let found = card.is_some();
            // MM-C4: if there is no such card, nothing happens.
            rules.emit(Event::CardFound { seat, rank, found, card: card.into() });
        }
        DeclaredEffect::Slay(Slay { seat: victim, card }) => {
            rules.emit(Event::CardSlain { seat, victim, card });
        }
        DeclaredEffect::Bodyguard(card) => {
            let played_value = state.signed(value_with(card, None), &rules.options);
            let score = state.score + i32::from(played_value);
            rules.emit(Event::BodyguardPlayed { seat, card, played_value, score });
        }
    }
}

pub(crate) fn player_won(cx: Cx<'_, '_>, reason: Reason) {
    let timed_out = cx.context.timed_out;
    let (seat, score) = (cx.rules.state.current, cx.rules.state.score);
    cx.rules.emit(Event::PlayerWon { seat, score, reason, timed_out });
}

pub(crate) fn player_lost(cx: Cx<'_, '_>, reason: Reason) {
    let timed_out = cx.context.timed_out;
    let (seat, score) = (cx.rules.state.current, cx.rules.state.score);
    cx.rules.emit(Event::PlayerLost { seat, score, reason, timed_out });
}

/// MM-48: the spin counts as skipped if a card was played and the wheel was not spun. A turn
/// without a card played or drawn is one more pass in a row (MM-C8).
pub(crate) fn end_turn(cx: Cx<'_, '_>) {
    let Turn { card_played, has_spun, timed_out, drew, passes, .. } = *cx.context;
    cx.context.passes = if card_played || drew { 0 } else { passes.saturating_add(1) };
    if card_played && !has_spun {
        let seat = cx.rules.state.current;
        cx.rules.emit(Event::SpinSkipped { seat, auto: timed_out });
    }
}

/// MM-30: passes the turn to the next seat.
pub(crate) fn advance_seat(cx: Cx<'_, '_>) {
    let seat = cx.rules.state.current;
    let next = seat.next(cx.rules.seats.len());
    cx.rules.emit(Event::TurnEnded { seat, next });
}
