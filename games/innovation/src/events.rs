//! The events: what happened (section 13). Only [`fold`](crate::fold::fold) changes a state.

use croupier_kit::cards::Private;
use croupier_kit::game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::action::Slot;
use crate::cards::{Card, Colour};
use crate::choice::{CardList, Choice, Question, Reply, Source};
use crate::effects::{CardError, Kind};
use crate::state::{Condition, Origin, Phase};
use crate::world::{Achievement, Splay};
use crate::zones::{Location, PLAYERS};

/// Something that happened. It cannot be refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its number, from 0 without gaps (IN-119).
    pub seq: u32,
    /// Why it happened.
    pub cause: Cause,
    /// What happened.
    pub what: What,
}

/// Why something happened (IN-119).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The turn player's action.
    Action,
    /// An effect.
    Effect(Source),
    /// A rule, by its number.
    Rule(u16),
}

/// A card, as far as it is seen: its age always (IN-82).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// Its age.
    pub age: u8,
    /// Which card it is, for those who may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
}

impl From<Card> for Seen {
    #[inline]
    fn from(card: Card) -> Self {
        Self { age: card.age(), card: Some(card) }
    }
}

impl Seen {
    /// The same, without the card unless the viewer may know it.
    #[must_use]
    pub fn shown(self, may_know: bool) -> Self {
        Self { card: self.card.filter(|_| may_know), ..self }
    }
}

/// A card that an undone effect had moved (IN-115).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PutBack {
    /// The card.
    pub card: Seen,
    /// Where the effect had put it.
    pub from: Location,
    /// Where it is again.
    pub to: Location,
}

/// What becomes of a card that is drawn (IN-121).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// It stays in the hand.
    Hand,
    /// It is melded at once.
    Meld,
    /// It is tucked at once.
    Tuck,
    /// It is scored at once.
    Score,
}

/// An action that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Taken {
    Draw,
    Meld(Card),
    Achieve(u8),
    Dogma(Card),
}

/// How an achievement was claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Via {
    /// With an action.
    Action,
    /// Its condition was met.
    Condition,
    /// An effect says so.
    Effect,
}

/// The events of IN-120, by these names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum What {
    /// The decks are shuffled and the age achievements laid out (IN-6).
    GameStarted {
        /// All decks one after another, each from its top.
        decks: Private<Box<[Card]>>,
        /// Where chance came from.
        origin: Private<Origin>,
    },
    /// A seat got its two cards (IN-8).
    StartingHandDealt { seat: Seat, cards: [Seen; 2] },
    /// All chosen cards are on the boards (IN-9).
    StartingCardsPlaced {
        /// By seat.
        cards: CardList,
    },
    /// Who begins (IN-10).
    FirstPlayer { seat: Seat },
    TurnStarted {
        seat: Seat,
        /// Which, from 1.
        turn: u32,
        /// How many actions it has.
        actions: u8,
    },
    /// The phase is another one (IN-91).
    PhaseChanged { phase: Phase },
    /// The turn player acts.
    ActionTaken { seat: Seat, action: Taken },
    /// A card was drawn.
    Drew {
        seat: Seat,
        card: Seen,
        /// What becomes of it. If it does not stay in the hand, it moves with the next event.
        to: Destination,
    },
    /// A card was melded.
    Melded {
        seat: Seat,
        card: Card,
        from: Location,
        /// At which place of its pile, if it was on a board.
        index: u8,
    },
    /// A card was tucked.
    Tucked {
        seat: Seat,
        card: Card,
        from: Location,
        /// At which place of its pile, if it was on a board.
        index: u8,
    },
    /// A card was scored.
    Scored {
        seat: Seat,
        card: Seen,
        from: Location,
        /// At which place of its pile, if it was on a board.
        index: u8,
    },
    /// A card went to the bottom of its deck.
    Returned {
        seat: Seat,
        card: Seen,
        from: Location,
        /// At which place of its pile, if it was on a board.
        index: u8,
    },
    /// A card was moved otherwise.
    Transferred {
        card: Seen,
        from: Location,
        /// At which place of its pile, if it was on a board.
        index: u8,
        to: Location,
    },
    /// Two sets of cards changed places (IN-41).
    Exchanged {
        one: Location,
        other: Location,
        /// What left the one for the other.
        given: Vec<Seen>,
        /// What left the other for the one.
        taken: Vec<Seen>,
    },
    /// A card was shown to everybody.
    Revealed { seat: Seat, card: Card },
    /// A hand was shown as a proof (IN-85).
    HandRevealed { seat: Seat, cards: CardList },
    /// A pile was splayed.
    Splayed {
        seat: Seat,
        colour: Colour,
        splay: Splay,
        /// How it was before.
        before: Option<Splay>,
    },
    /// A pile fell below two cards (IN-32).
    Unsplayed {
        seat: Seat,
        colour: Colour,
        /// How it was splayed before.
        before: Splay,
    },
    /// A pile was put into another order.
    Rearranged {
        seat: Seat,
        colour: Colour,
        /// The new order, bottom to top.
        order: CardList,
        /// The old one.
        before: CardList,
    },
    /// A card was activated (IN-53, IN-54).
    DogmaActivated {
        seat: Seat,
        card: Card,
        /// Everybody's featured icons.
        counts: [u8; PLAYERS],
        sharers: SeatSet,
        /// Who suffers demands.
        vulnerable: SeatSet,
    },
    /// A player begins to execute an effect.
    EffectStarted {
        card: Card,
        /// The number of the effect, from 1.
        effect: u8,
        executor: Seat,
        /// Whether it is a demand.
        kind: Kind,
    },
    /// An effect has no executor.
    EffectSkipped {
        card: Card,
        /// The number of the effect, from 1.
        effect: u8,
    },
    /// An effect went wrong and was undone (IN-115).
    EffectFailed {
        code: CardError,
        /// The first event that was undone.
        first_undone: u32,
        /// The cards that are back where they were.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        back: Vec<PutBack>,
    },
    /// A player is asked.
    ChoiceRequested {
        id: u32,
        player: Seat,
        kind: Question,
        /// What asks.
        source: Option<Source>,
        /// What exactly, for the chooser.
        choice: Private<Choice>,
        /// The backs to choose from, where the chooser sees no more (IN-103).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slots: Vec<Slot>,
    },
    ChoiceAnswered {
        id: u32,
        player: Seat,
        /// What, for the chooser, unless it was chosen by its back.
        reply: Private<Reply>,
        /// Whether the chooser saw only backs.
        hidden: bool,
    },
    /// Another card's effects are executed (IN-67).
    NestedExecution {
        seat: Seat,
        card: Card,
        /// How deeply, from 1.
        depth: u8,
    },
    /// The activator draws because another player shared (IN-66).
    SharingBonus { seat: Seat },
    /// A player has one more achievement.
    AchievementClaimed { seat: Seat, achievement: Achievement, via: Via },
    /// All cards of all players are out of the game (IN-43).
    CardsRemoved {
        /// Those that lay open.
        open: CardList,
        /// The others, by owner.
        hidden: Vec<(Seat, Seen)>,
        /// Where they were: first the open ones, then the others, in the same order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<Location>,
    },
    /// The dogma action is over at once (IN-68).
    DogmaStopped,
    /// A turn is over.
    TurnEnded { seat: Seat },
    /// The match is over.
    GameEnded { winners: SeatSet, condition: Condition },
}
