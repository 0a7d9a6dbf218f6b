//! The guards of the machine `playing`, as in the table of section 2.4.
//!
//! Guards that validate a command are preconditions in the chart: `check` has already decided them,
//! and they are evaluated again only where the machine runs without the kit.

use croupier_chart::prelude::*;

use super::Turn;
use super::playing::{ChooseCard, ChooseCardEffect, Playing, Sender, SpinWheel, Timeout};
use crate::rules::{choice, court};
use crate::wheel::Force;
use crate::{Options, State};

type Here<'a, 'b> = &'a Look<'b, Playing>;

#[inline]
fn board<'a>(look: Here<'_, 'a>) -> (&'a State, &'a Options) {
    (&look.rules.state, &look.rules.options)
}

pub(super) fn is_current_player() -> Guard<Playing> {
    let is_current = |look: Here<'_, '_>, Sender(by): Sender| by == look.rules.state.current;
    guard_with("isCurrentPlayer", is_current)
}

pub(super) fn is_this_turn() -> Guard<Playing> {
    let is_this = |look: Here<'_, '_>, timeout: Timeout| timeout.turn_seq == look.context.seq;
    guard_with("isThisTurn", is_this)
}

pub(super) fn valid_force() -> Guard<Playing> {
    let is_valid =
        |_: Here<'_, '_>, spin: SpinWheel| Force::from_milli(spin.force_milli).milli().is_some();
    guard_with("validForce", is_valid)
}

pub(super) fn is_card_in_hand() -> Guard<Playing> {
    guard_with("isCardInHand", |look: Here<'_, '_>, ChooseCard { card, .. }: ChooseCard| {
        look.rules.state.current_hand().contains(&card)
    })
}

pub(super) fn can_beat_top_card() -> Guard<Playing> {
    guard_with("canBeatTopCard", |look: Here<'_, '_>, ChooseCard { card, .. }: ChooseCard| {
        let (state, options) = board(look);
        state.can_beat(card, options)
    })
}

pub(super) fn has_valid_card() -> Guard<Playing> {
    guard("hasValidCard", |look: Here<'_, '_>| {
        let (state, options) = board(look);
        state.has_valid_card(options)
    })
}

pub(super) fn is_stuck() -> Guard<Playing> {
    guard("isStuck", |look: Here<'_, '_>| {
        let (state, options) = board(look);
        let Turn { has_spun, card_played, .. } = *look.context;
        has_spun && !card_played && !state.has_valid_card(options)
    })
}

pub(super) fn has_card_effect() -> Guard<Playing> {
    guard("hasCardEffect", |look: Here<'_, '_>| {
        let (state, options) = board(look);
        let chosen = state.chosen_card;
        chosen.is_some_and(|card| court::has_card_effect(state, options, card))
    })
}

pub(super) fn effect_chosen() -> Guard<Playing> {
    guard("effectChosen", |look: Here<'_, '_>| look.rules.state.chosen_effect.is_some())
}

pub(super) fn valid_effect() -> Guard<Playing> {
    guard_with("validEffect", |look: Here<'_, '_>, chosen: ChooseCardEffect| {
        let (state, options) = board(look);
        choice::check_effect(state, options, chosen.effect).is_ok()
    })
}

pub(super) fn is_exact_threshold() -> Guard<Playing> {
    guard("isExactThreshold", |look: Here<'_, '_>| {
        let state = &look.rules.state;
        state.is_exact(state.score)
    })
}

pub(super) fn is_over_threshold() -> Guard<Playing> {
    guard("isOverThreshold", |look: Here<'_, '_>| {
        let state = &look.rules.state;
        state.is_over(state.score)
    })
}

pub(super) fn has_spun_this_turn() -> Guard<Playing> {
    guard("hasSpunThisTurn", |look: Here<'_, '_>| look.context.has_spun)
}

pub(super) fn card_played_this_turn() -> Guard<Playing> {
    guard("cardPlayedThisTurn", |look: Here<'_, '_>| look.context.card_played)
}

pub(super) fn timed_out() -> Guard<Playing> {
    guard("timedOut", |look: Here<'_, '_>| look.context.timed_out)
}

/// MM-C8: with this pass everybody has passed twice in a row, with nothing to draw all along.
pub(super) fn is_stalemate() -> Guard<Playing> {
    guard("isStalemate", |look: Here<'_, '_>| {
        let Turn { card_played, drew, passes, .. } = *look.context;
        !card_played && !drew && usize::from(passes) + 1 >= 2 * look.rules.seats.len()
    })
}
