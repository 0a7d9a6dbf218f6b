//! The actions: what players and the room ask for. Any of them can be refused.

use std::borrow::Cow;

use croupier_kit::cards::Card;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::Cards;

/// The commands of RU-74, and the system's own events, which are refused from everybody.
///
/// Where a command names a player it is the sender; a client may leave it out. The host names the
/// player in whose name it speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Action {
    /// `PLAY_CARDS`: puts cards down, in this order.
    PlayCards {
        /// The cards; the last one is the new top (RU-26).
        cards: Cards,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Seat>,
    },
    /// `CARD_SELECTED`
    CardSelected {
        card: Card,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Seat>,
    },
    /// `CARD_DESELECTED`
    CardDeselected {
        card: Card,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Seat>,
    },
    /// `END_GAME`
    EndGame,
    /// `PLAYER_JOIN`
    PlayerJoin {
        /// Under which name.
        name: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Seat>,
    },
    /// `START_GAME`
    StartGame,
    /// `RESTART_GAME`
    RestartGame,
    /// `LEAVE_GAME`
    LeaveGame {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Seat>,
    },
    /// `SEATS_CHANGED`: the room tells who holds which seat (RU-53).
    SeatsChanged { seats: Box<[SeatChange]> },
    /// `AUTO_PLAY`: the system's own.
    AutoPlay { card: Card },
    /// `SKIP_TURN`: the system's own.
    SkipTurn,
    /// `TIMER_TICK`: the system's own.
    TimerTick {
        /// Seconds left.
        remaining_time: u32,
    },
}

impl Action {
    /// Plays these cards in the sender's own name.
    #[inline]
    pub fn play(cards: Cards) -> Self {
        Self::PlayCards { cards, player: None }
    }

    /// The player a command names, if any.
    pub(crate) fn player(&self) -> Option<Seat> {
        match self {
            Self::PlayCards { player, .. }
            | Self::CardSelected { player, .. }
            | Self::CardDeselected { player, .. }
            | Self::PlayerJoin { player, .. }
            | Self::LeaveGame { player } => *player,
            _ => None,
        }
    }
}

/// One seat as the room knows it (RU-53).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// The seat.
    pub player: Seat,
    /// The display name, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'static, str>>,
    /// Whether a person holds it.
    #[serde(default = "yes")]
    pub person: bool,
    /// Whether the connection is alive.
    #[serde(default = "yes")]
    pub connected: bool,
    /// Whether whoever is no person stands in for one (MM-70).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
}

fn yes() -> bool {
    true
}
