//! What happens: the cards, what may be done with them, and what that leads to.

use croupier_chart::{Look, Scope, triggers};
use croupier_kit::{Card, Pile, Private, Rank, Seat, Suit, Table, rejects};
use serde::{Deserialize, Serialize};

use crate::CrazyEights;
use crate::flow::Flow;

/// Room for all cards, so that no pile can overflow.
pub type Cards = Pile<Card, 52>;

/// All cards and counters.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    pub hands: Pile<Cards, 4>,
    pub stock: Cards,
    pub open: Open,
}

/// What lies open on the table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Open {
    pub pile: Cards,
    /// What must be followed: the suit of the top card, or the one named with an eight.
    pub suit: Suit,
    pub turn: Seat,
    /// How many in a row passed without drawing.
    pub passes: usize,
}

triggers! {
    /// What a player may ask for.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action: Kind {
        /// Puts a card on the pile. An eight names the suit that follows; no other card does.
        Play { card: Card, suit: Option<Suit> } => "PLAY",
        Draw => "DRAW",
        Pass => "PASS",
    }
}

/// What happened. Only this changes the state.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Dealt { up: Card, stock: Private<Cards> },
    Drew { seat: Seat, card: Private<Card> },
    Played { seat: Seat, card: Card, suit: Suit },
    Passed { seat: Seat },
}

rejects! {
    /// Why an action is refused.
    pub enum Reject in "crazy_eights" {
        NotYourTurn => "not_your_turn": "it is not your turn",
        NotHeld(card: Card) => "not_held": "you do not hold {card}",
        DoesNotFit(card: Card) => "does_not_fit": "{card} has neither the suit nor the rank",
        SuitOnlyWithEight => "suit_only_with_eight": "an eight names a suit, and no other card does",
        NoMoreDrawing => "no_more_drawing": "you have drawn already, or there is nothing to draw",
        DrawFirst => "draw_first": "draw before you pass",
    }
}

/// Whether a card may be put on the pile.
pub(crate) fn fits(open: &Open, card: Card) -> bool {
    let top = open.pile.last().map(Card::rank);
    card.suit() == open.suit || Some(card.rank()) == top || card.rank() == Rank::EIGHT
}

/// What a card left in the hand costs.
pub(crate) fn points(card: Card) -> i32 {
    let rank = card.rank();
    if rank == Rank::EIGHT { 50 } else { i32::from(rank.number().min(10)) }
}

/// Shuffles, turns a card up, and deals the others one at a time.
pub(crate) fn deal(scope: &mut Scope<'_, Flow>) {
    let table = &mut *scope.rules;
    let mut stock: Cards = table.dice.shuffled(Card::deck());
    let up = stock.pop().expect("a new deck has cards");
    table.emit(Event::Dealt { up, stock: Private::Known(stock) });
    for _ in 0..5 {
        Seat::first(table.seats.len()).for_each(|seat| draw_for(table, seat));
    }
}

pub(crate) fn draw(scope: &mut Scope<'_, Flow>) {
    draw_for(scope.rules, scope.rules.state.open.turn);
}

fn draw_for(table: &mut Table<CrazyEights>, seat: Seat) {
    let card = table.state.stock.last().expect("the rules pass no draw from nothing");
    table.emit(Event::Drew { seat, card: Private::Known(card) });
}

pub(crate) fn play(scope: &mut Scope<'_, Flow>) {
    let Some(&Action::Play { card, suit }) = scope.trigger() else { return };
    let (seat, suit) = (scope.rules.state.open.turn, suit.unwrap_or(card.suit()));
    scope.rules.emit(Event::Played { seat, card, suit });
}

pub(crate) fn pass(scope: &mut Scope<'_, Flow>) {
    scope.rules.emit(Event::Passed { seat: scope.rules.state.open.turn });
}

/// Whether somebody is out of cards, or nobody goes on.
pub(crate) fn is_decided(look: &Look<'_, Flow>) -> bool {
    let State { hands, open, .. } = &look.rules.state;
    open.passes >= hands.len() || hands.iter().any(|hand| hand.is_empty())
}
