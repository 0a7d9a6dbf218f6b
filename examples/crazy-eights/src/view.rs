//! Who sees what, and what that leaves open.

use croupier_kit::{Card, Dice, Seat, Suit, Viewer};
use serde::{Deserialize, Serialize};

use crate::rules::{Event, State};

/// The table as one seat sees it, or as anybody does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it.
pub struct View {
    /// How many cards each seat holds.
    pub held: Vec<usize>,
    /// The hands that the viewer sees; the others are empty here.
    pub hands: Vec<Vec<Card>>,
    pub stock: usize,
    pub pile: Vec<Card>,
    pub suit: Suit,
    pub turn: Seat,
    pub turns: u32,
    pub passes: usize,
}

impl View {
    /// Everybody sees their own hand, and all hands at the end: the points are counted from them.
    pub(crate) fn of(state: &State, viewer: Viewer, over: bool) -> Self {
        let seats = Seat::first(state.seats);
        let open = |seat: Seat| over || viewer.is(seat);
        let seen = |seat: Seat| state.hands[seat.at()].iter().filter(|_| open(seat)).collect();
        Self {
            held: seats.clone().map(|seat| state.hands[seat.at()].len()).collect(),
            hands: seats.map(seen).collect(),
            stock: state.stock.len(),
            pile: state.pile.iter().collect(),
            suit: state.suit,
            turn: state.turn,
            turns: state.turns,
            passes: state.passes,
        }
    }

    /// A table that looks like this: what is not seen lies anywhere else.
    pub(crate) fn resample(&self, dice: &mut Dice) -> State {
        let seen = |card: &Card| self.hands.iter().chain([&self.pile]).any(|it| it.contains(card));
        let mut unseen: Vec<Card> = Card::deck().filter(|card| !seen(card)).collect();
        dice.shuffle(&mut unseen);
        let mut state = State::new(self.held.len());
        for (seat, held) in self.held.iter().enumerate() {
            let hidden = held - self.hands[seat].len();
            state.hands[seat].extend(self.hands[seat].iter().copied());
            state.hands[seat].extend(unseen.drain(..hidden));
        }
        state.stock.extend(unseen);
        state.pile.extend(self.pile.iter().copied());
        State { suit: self.suit, turn: self.turn, turns: self.turns, passes: self.passes, ..state }
    }
}

/// An event as a viewer hears of it: nobody the order of the stock, only the owner what was drawn.
pub(crate) fn hear(event: &Event, viewer: Viewer) -> Event {
    match *event {
        Event::Shuffled { stock } => Event::Shuffled { stock: stock.shown(false) },
        Event::Drew { seat, card } => Event::Drew { seat, card: card.shown(viewer.is(seat)) },
        open => open,
    }
}
