//! What happens: the cards, what may be done with them, and what that leads to.

use croupier_chart::{Look, Scope, triggers};
use croupier_kit::{Card, Pile, Private, Seat, Suit, Table};
use serde::{Deserialize, Serialize};

use crate::CrazyEights;
use crate::flow::Flow;

/// Room for all cards, so that no pile can overflow.
pub type Cards = Pile<Card, 52>;

/// All cards and counters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it.
pub struct State {
    pub seats: usize,
    pub hands: [Cards; 4],
    pub stock: Cards,
    pub pile: Cards,
    /// What must be followed: the suit of the top card, or the one named with an eight.
    pub suit: Suit,
    pub turn: Seat,
    pub turns: u32,
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
#[allow(missing_docs)] // The names say it.
pub enum Event {
    Shuffled { stock: Private<Cards> },
    TurnedUp { card: Card },
    TurnBegan { seat: Seat },
    Drew { seat: Seat, card: Private<Card> },
    Played { seat: Seat, card: Card, suit: Suit },
    Passed { seat: Seat },
}

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentences say it.
pub enum Reject {
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("you do not hold {0}")]
    NotHeld(Card),
    #[error("{0} fits neither the suit nor the rank of the pile")]
    DoesNotFit(Card),
    #[error("an eight names a suit, and no other card does")]
    SuitOnlyWithEight,
    #[error("you have drawn already, or there is nothing to draw")]
    NoMoreDrawing,
    #[error("draw before you pass")]
    DrawFirst,
}

impl State {
    /// An empty table.
    pub fn new(seats: usize) -> Self {
        let none = Cards::new();
        let (suit, turn) = (Suit::Hearts, Seat(0));
        Self { seats, hands: [none; 4], stock: none, pile: none, suit, turn, turns: 0, passes: 0 }
    }

    /// The cards of whoever's turn it is.
    pub fn hand(&self) -> &Cards {
        &self.hands[self.turn.at()]
    }

    /// Whether a card may be put on the pile.
    pub fn fits(&self, card: Card) -> bool {
        let same_rank = self.pile.last().is_some_and(|top| top.rank() == card.rank());
        is_eight(card) || same_rank || card.suit() == self.suit
    }

    /// Applies an event.
    pub fn fold(&mut self, event: &Event) {
        match *event {
            Event::Shuffled { stock } => self.stock = stock.open().copied().unwrap_or_default(),
            Event::TurnedUp { card } => {
                self.stock.remove(card);
                self.pile.push(card);
                self.suit = card.suit();
            }
            Event::TurnBegan { seat } => {
                self.turn = seat;
                self.turns += 1;
            }
            Event::Drew { seat, .. } => {
                self.hands[seat.at()].extend(self.stock.pop());
                self.passes = 0;
            }
            Event::Played { seat, card, suit } => {
                self.hands[seat.at()].remove(card);
                self.pile.push(card);
                self.suit = suit;
                self.passes = 0;
            }
            Event::Passed { .. } => self.passes += 1,
        }
    }
}

pub(crate) fn is_eight(card: Card) -> bool {
    card.rank().number() == 8
}

/// What a card left in the hand costs.
pub(crate) fn points(card: Card) -> i32 {
    match card.rank().number() {
        8 => 50,
        rank => i32::from(rank.min(10)),
    }
}

/// Shuffles, deals one card at a time, and turns one up.
pub(crate) fn deal(scope: &mut Scope<'_, Flow>) {
    let table = &mut *scope.rules;
    let mut deck: Cards = Card::deck().collect();
    table.dice.shuffle(deck.as_mut_slice());
    table.emit(Event::Shuffled { stock: Private::Known(deck) });
    for _ in 0..table.options.cards {
        Seat::first(table.state.seats).for_each(|seat| draw_for(table, seat));
    }
    if let Some(card) = table.state.stock.last() {
        table.emit(Event::TurnedUp { card });
    }
}

/// The first turn is the first seat's; then they take turns.
pub(crate) fn begin_turn(scope: &mut Scope<'_, Flow>) {
    let State { seats, turn, turns, .. } = scope.rules.state;
    scope.rules.emit(Event::TurnBegan { seat: if turns == 0 { turn } else { turn.next(seats) } });
}

pub(crate) fn draw(scope: &mut Scope<'_, Flow>) {
    draw_for(scope.rules, scope.rules.state.turn);
}

fn draw_for(table: &mut Table<CrazyEights>, seat: Seat) {
    if let Some(card) = table.state.stock.last() {
        table.emit(Event::Drew { seat, card: Private::Known(card) });
    }
}

pub(crate) fn play(scope: &mut Scope<'_, Flow>) {
    if let Some(&Action::Play { card, suit: named }) = scope.trigger() {
        let (seat, suit) = (scope.rules.state.turn, named.unwrap_or(card.suit()));
        scope.rules.emit(Event::Played { seat, card, suit });
    }
}

pub(crate) fn pass(scope: &mut Scope<'_, Flow>) {
    let seat = scope.rules.state.turn;
    scope.rules.emit(Event::Passed { seat });
}

/// Whether somebody is out of cards, or nobody goes on.
pub(crate) fn is_decided(look: &Look<'_, Flow>) -> bool {
    let state = &look.rules.state;
    state.hand().is_empty() || state.passes >= state.seats
}
