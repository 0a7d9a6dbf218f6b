//! The events (DW-157): what happened. Only events change a state.

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::cards::{CardEffect, CardId};
use crate::deck::Deal;
use crate::options::Settings;
use crate::rules::ending::Ending;
use crate::screen::Character;
use crate::state::{Fall, War};

/// Cards in order as everybody sees them; none for a face-down card.
pub type Faces = SmallVec<[Option<CardId>; 16]>;

/// Cards in order that nobody sees.
pub type Cards = SmallVec<[CardId; 16]>;

/// Places or slots, in order.
pub type Places = SmallVec<[u8; 16]>;

/// Why a card that demands another play got none (DW-67).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// The opponent's Tracker Smacker.
    Smacked,
    /// The opponent's Hostile Takeover in the same reveal.
    Takeover,
    /// The deck is empty.
    NoCards,
}

/// Why an effect was stopped (DW-95).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Blocked {
    /// The opponent's Tracker Smacker.
    Smacked,
}

/// Why an effect came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// It needs a win.
    TurnLost,
    /// It needs a loss.
    TurnWon,
    /// There was nothing to take.
    NothingThere,
}

/// What a seat compares, and where it comes from (DW-63).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// The cards of its sequence.
    pub base: u16,
    /// The blockers against it.
    pub penalty: u16,
}

impl Tally {
    /// DW-66: the value, never below zero.
    #[inline]
    pub fn value(self) -> u16 {
        self.base.saturating_sub(self.penalty)
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The fields are those of DW-157.
pub enum Event {
    /// A character was chosen for a seat.
    CharacterChosen { seat: Seat, character: Character },
    /// Cards were dealt; every field is reset.
    GameStarted { settings: Settings, sizes: [u8; 2], deal: Private<Box<Deal>> },
    /// DW-33: everything was thrown away.
    GameDropped,
    /// A turn began.
    TurnStarted { turn: u32 },
    /// A seat is shown the top of its deck.
    OpenOffered { seat: Seat, count: u8, cards: Private<Cards> },
    /// A seat has picked; it counts when everybody has.
    OpenAnswered { seat: Seat, slot: Private<u8> },
    /// A seat's pick is on top, the others of its offer went to the bottom.
    OpenPicked { seat: Seat, count: u8, slot: Private<u8>, rest: Private<Cards> },
    /// DW-129: an Open What You Want was spent inside a war.
    OpenSpent { seat: Seat, place: u8 },
    /// A seat tapped to continue.
    Tapped { seat: Seat },
    /// A card was turned over.
    CardRevealed { seat: Seat, card: CardId, in_war: bool, index: u8 },
    /// DW-96; the sizes are those before.
    DecksSwapped { by: Seat, sizes: [u8; 2] },
    /// DW-99.
    SmackerOn { seat: Seat },
    /// DW-105: the original play is void.
    TakeoverDeclared { by: Seat, attacked: Seat, place: u8 },
    /// DW-106: two takeovers in one reveal.
    TakeoversMet { places: [u8; 2] },
    /// An effect waits for the settlement.
    EffectQueued { seat: Seat, card: CardId, effect: CardEffect, place: u8 },
    /// A seat must play again.
    AnotherPlayOwed { seat: Seat },
    /// A seat need not, although its card demands it.
    AnotherPlayLost { seat: Seat, reason: Lost },
    /// What both compare now.
    ValuesChanged { tallies: [Tally; 2] },
    /// A war began.
    WarBegan { war: War, plays: SeatSet, depth: u8 },
    /// Cards were laid face down.
    FaceDownLaid { seat: Seat, count: u8, cards: Private<Cards> },
    /// A war was due that these could not pay for.
    WarShortage { seats: SeatSet, decks: [u8; 2] },
    /// The turn has a winner.
    TurnWon { seat: Seat, values: [u16; 2] },
    /// A queued effect worked, on so many cards.
    EffectApplied { seat: Seat, effect: CardEffect, place: u8, count: u8 },
    /// A queued effect was smacked.
    EffectBlocked { seat: Seat, effect: CardEffect, place: u8, reason: Blocked },
    /// A queued effect came to nothing.
    EffectIdle { seat: Seat, effect: CardEffect, place: u8, reason: Idle },
    /// A loser may take cards.
    TantrumOffered { seat: Seat, place: u8, slots: Faces },
    /// A loser took cards: slots of the offer, places of the pile and what everybody sees of them.
    TantrumTaken { seat: Seat, place: u8, slots: Places, places: Places, cards: Faces },
    /// DW-131: the pile was shared out, dealt in this order, the first card to `by`.
    PileSplit { by: Seat, place: u8, cards: Faces, order: Private<Places> },
    /// DW-134: cards begin to fall.
    GrabOpened { slots: Faces, falls: Box<[Fall]> },
    /// A seat got a slot; `missed` if nobody had grabbed it.
    CardGrabbed { seat: Seat, slot: u8, card: Option<CardId>, missed: bool },
    /// What was grabbed goes to the decks.
    GrabClosed { counts: [u8; 2] },
    /// A Launch Stack was collected from a place of the pile.
    StackCollected { seat: Seat, card: CardId, place: u8, total: u8 },
    /// DW-118.
    StackStolen { from: Seat, to: Seat, card: CardId, place: u8, totals: [u8; 2] },
    /// DW-117: stacks went back into their owner's deck, which was shuffled.
    StacksRecalled { seat: Seat, place: u8, cards: Cards, totals: [u8; 2], deck: Private<Cards> },
    /// The winner took the pile.
    CardsCollected { seat: Seat, cards: Faces },
    /// A turn was settled.
    TurnEnded { turn: u32, decks: [u8; 2], stacks: [u8; 2] },
    /// The game ended.
    GameOver { ending: Ending },
}

/// The event as a viewer may see it: public except for [`Private`] fields.
pub(crate) fn event_for(event: &Event, viewer: Viewer) -> Event {
    match event.clone() {
        Event::GameStarted { settings, sizes, .. } => {
            Event::GameStarted { settings, sizes, deal: Private::Hidden }
        }
        Event::OpenOffered { seat, count, cards } => {
            Event::OpenOffered { seat, count, cards: cards.shown(viewer.is(seat)) }
        }
        Event::OpenAnswered { seat, slot } => {
            Event::OpenAnswered { seat, slot: slot.shown(viewer.is(seat)) }
        }
        Event::OpenPicked { seat, count, slot, .. } => {
            // The order in which the unpicked cards went to the bottom is hidden from everybody.
            let slot = slot.shown(viewer.is(seat));
            Event::OpenPicked { seat, count, slot, rest: Private::Hidden }
        }
        Event::FaceDownLaid { seat, count, .. } => {
            Event::FaceDownLaid { seat, count, cards: Private::Hidden }
        }
        Event::PileSplit { by, place, cards, .. } => {
            Event::PileSplit { by, place, cards, order: Private::Hidden }
        }
        Event::StacksRecalled { seat, place, cards, totals, .. } => {
            Event::StacksRecalled { seat, place, cards, totals, deck: Private::Hidden }
        }
        public => public,
    }
}
