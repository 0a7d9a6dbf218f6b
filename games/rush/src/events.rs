//! The events: what happened, and what each viewer is told.

use std::borrow::Cow;

use croupier_kit::Millis;
use croupier_kit::cards::{Card, Pile, Private};
use croupier_kit::game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::action::SeatChange;
use crate::name::label;
use crate::plays::PlayKind;
use crate::score::FinalScores;
use crate::{Cards, Options};

/// The log of RU-73, and the small changes that are not logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// A player sat down.
    PlayerJoined {
        seat: Seat,
        /// Under which name, if the seat was given one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Cow<'static, str>>,
    },
    PlayerLeft {
        seat: Seat,
    },
    /// A game is about to begin.
    GameStarting {
        /// Which one at this table.
        game: u32,
        players: SeatSet,
        params: Box<Options>,
        at: Millis,
    },
    /// The deck was shuffled. Hidden from everybody.
    DeckShuffled {
        /// The deck, top first.
        deck: Private<Pile<Card, 52>>,
    },
    /// A seat got its cards.
    HandDealt {
        seat: Seat,
        count: u8,
        cards: Private<Cards>,
    },
    /// The deal is done, and a card is turned up.
    CardsDealt {
        /// The first discard.
        first: Card,
        /// How many cards are left over.
        undealt: u8,
    },
    /// The countdown began. Not logged.
    ClockStarted {
        at: Millis,
    },
    TurnStarted {
        seat: Seat,
        /// What is to be matched.
        top: Card,
    },
    /// A card was selected. Not logged.
    CardSelected {
        card: Card,
    },
    /// A card was put back. Not logged.
    CardDeselected {
        card: Card,
    },
    /// Cards were put down.
    CardsPlayed {
        seat: Seat,
        cards: Cards,
        /// What made it legal.
        kind: PlayKind,
        /// Whether the system did it, and why.
        auto: Auto,
        /// How many cards are left in the hand.
        left: u8,
        at: Millis,
    },
    /// A turn was lost.
    TurnSkipped {
        seat: Seat,
        how: Skip,
        at: Millis,
    },
    /// The turn passed to another player. Not logged.
    TurnPassed {
        to: Seat,
    },
    /// An undealt card was put on the pile.
    CardFlipped {
        card: Card,
    },
    /// A player wants to end the game.
    EndVote {
        seat: Seat,
    },
    /// A second went by. Not logged.
    Ticked {
        left: u32,
    },
    /// It is settled why the game ends. Not logged; `GameEnding` says it.
    EndReasonSet {
        reason: EndReason,
    },
    GameEnding {
        reason: EndReason,
        seconds_left: u32,
        /// How everybody stands. From here on hands are public.
        scores: FinalScores,
        winners: SeatSet,
    },
    /// The match is over.
    GameOver,
    /// The table is empty again.
    GameRestarted {
        /// The number of the game to come.
        game: u32,
    },
    /// Seats are held by others. The room logs it (RU-53).
    SeatsChanged {
        seats: Box<[SeatChange]>,
    },
}

/// Whether the system made a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Auto {
    /// No: the player did.
    None,
    /// RU-29: it was the only one.
    Single,
    /// RU-66: the player let the time run out.
    ShotClock,
}

/// How a turn was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Skip {
    /// RU-29: the turn had come, and there was no move.
    NoMove,
    /// RU-31: the turn went to a later player, because this one had no move.
    PassedOver,
}

/// Why a game ended (RU-50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The three minutes are over.
    TimerExpired,
    /// Nobody can move.
    NoValidMoves,
    /// The players ended it.
    ManualEnd,
    /// A hand is empty.
    PlayerWon,
}

impl EndReason {
    /// The specification's word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TimerExpired => "timer_expired",
            Self::NoValidMoves => "no_valid_moves",
            Self::ManualEnd => "manual_end",
            Self::PlayerWon => "player_won",
        }
    }
}

/// RU-71, RU-73: an event as a viewer may see it. None if it is hidden from them.
pub(crate) fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::HandDealt { seat, count, cards } => {
            let cards = cards.shown(viewer.is(*seat));
            Some(Event::HandDealt { seat: *seat, count: *count, cards })
        }
        Event::PlayerJoined { seat, name } => {
            let name = name.clone().filter(|name| name != label(*seat));
            Some(Event::PlayerJoined { seat: *seat, name })
        }
        Event::DeckShuffled { .. }
        | Event::ClockStarted { .. }
        | Event::CardSelected { .. }
        | Event::CardDeselected { .. }
        | Event::TurnPassed { .. }
        | Event::Ticked { .. }
        | Event::EndReasonSet { .. }
        | Event::SeatsChanged { .. } => None,
        public => Some(public.clone()),
    }
}
