//! The actions. Any of them can be refused.

use croupier_kit::cards::Card;
use serde::{Deserialize, Serialize};

use crate::effect::DeclaredEffect;
use crate::wheel::{Band, Force};

/// The commands of MM-79 that belong to the game, and the game's own events, which are refused
/// whoever sends them. Nobody is named in a command: the sender is who sent it (MM-78).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// `SPIN_WHEEL {force}`: `{"spin_wheel": {"force": 0.8}}`.
    SpinWheel(Force),
    /// `CHOOSE_CARD {cardId}`
    ChooseCard {
        /// The card.
        card: Card,
    },
    /// `CHOOSE_CARD_EFFECT`: `{"choose_card_effect": {"ace_value": 11}}`.
    ChooseCardEffect(DeclaredEffect),
    /// `SKIP_SPIN`
    SkipSpin,
    /// `END_TURN`: a command with `may_pass` (MM-C8), else the game's own event.
    EndTurn,
    /// `SURRENDER` (MM-C9)
    Surrender,
    /// `TIMEOUT {turnSeq}`: the turn clock's, which is to say the host's (MM-22).
    Timeout {
        /// The turn whose time is over.
        turn_seq: u32,
    },
    /// `WHEEL_SPIN_COMPLETE`: the game's own.
    WheelSpinComplete,
    /// `CARDS_DEALT`: the game's own.
    CardsDealt,
    /// `THRESHOLDS_SET`: the game's own.
    ThresholdsSet,
    /// `WHEEL_SPUN`: the game's own.
    WheelSpun,
    /// `FIRST_CARD_PLAYED`: the game's own.
    FirstCardPlayed,
    /// `TURN_STARTED`: the game's own.
    TurnStarted,
    /// `PLAY_CARD`: the game's own.
    PlayCard,
    /// `PLAYER_WON`: the game's own.
    PlayerWon,
    /// `PLAYER_LOST`: the game's own.
    PlayerLost,
    /// `SETUP_COMPLETE`: the game's own.
    SetupComplete,
}

impl Action {
    /// A spin in this band, with the band's canonical force (MM-80).
    #[inline]
    pub fn spin(band: Band) -> Self {
        Self::SpinWheel(band.force())
    }
}
