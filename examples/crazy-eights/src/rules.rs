//! The cards, the actions and the events: what may be done, and what happens then.

use croupier_chart::run::{Look, Scope};
use croupier_kit::prelude::*;
use serde::{Deserialize, Serialize};

use crate::flow::Flow;

/// Hands, a stock, whose turn it is, and the face-up cards.
pub type State = HandsAndStock<Open, 4>;

/// What everybody can see on the table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    pub pile: Cards,
    /// The suit to follow: that of the top card, or the one named with an eight.
    pub suit: Suit,
    /// The number of consecutive passes; a draw or a play resets it.
    pub passes: usize,
}

actions! {
    /// What a player may ask for.
    pub enum Action: Kind {
        /// Puts a card on the pile. An eight names the suit that follows; no other card does.
        Play { card: Card, suit: Option<Suit> } => "PLAY",
        Draw => "DRAW",
        Pass => "PASS",
    }
}

events! {
    /// What happened, and who may know it. Only this changes the state.
    pub enum Event {
        Dealt { deck: Cards => nobody },
        Drew { seat: Seat, card: Card => seat },
        Played { seat: Seat, card: Card, suit: Suit },
        Passed { seat: Seat },
    }
}

rejects! {
    /// Why an action is refused.
    pub enum Reject in "crazy_eights" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotHeld(card: Card) => "not_held": "you do not hold this card",
        DoesNotFit(card: Card) => "does_not_fit": "this card has neither the suit nor the rank",
        SuitOnlyWithEight => "suit_only_with_eight": "an eight names a suit, and no other card does",
        NoMoreDrawing => "no_more_drawing": "you have drawn already, or there is nothing to draw",
        DrawFirst => "draw_first": "draw before you pass",
    }
}

/// Whether a card may be played on the pile.
pub(crate) fn fits(open: &Open, card: Card) -> bool {
    let top = open.pile.last().map(Card::rank);
    card.suit() == open.suit || Some(card.rank()) == top || card.rank() == Rank::EIGHT
}

/// The penalty points of a card left in the hand.
pub(crate) fn points(card: Card) -> i32 {
    let rank = card.rank();
    if rank == Rank::EIGHT { 50 } else { i32::from(rank.number().min(10)) }
}

pub(crate) fn deal(scope: &mut Scope<'_, Flow>) {
    let deck = scope.rules.dice.shuffled(Card::deck());
    scope.rules.emit(Event::Dealt { deck: Private::Known(deck) });
}

pub(crate) fn play(scope: &mut Scope<'_, Flow>, seat: Seat, Play { card, suit }: Play) {
    let suit = suit.unwrap_or(card.suit());
    scope.rules.emit(Event::Played { seat, card, suit });
}

pub(crate) fn draw(scope: &mut Scope<'_, Flow>, seat: Seat) {
    let card = scope.rules.state.stock.last().into();
    scope.rules.emit(Event::Drew { seat, card });
}

pub(crate) fn pass(scope: &mut Scope<'_, Flow>, seat: Seat) {
    scope.rules.emit(Event::Passed { seat });
}

/// Whether somebody has no cards left, or everybody has passed.
pub(crate) fn is_decided(look: &Look<'_, Flow>) -> bool {
    let state = &look.rules.state;
    state.somebody_is_out() || state.open.passes >= state.hands.len()
}
