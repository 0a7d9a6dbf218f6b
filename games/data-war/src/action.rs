//! The actions (DW-31, DW-41). Any of them can be refused.

use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::events::Places;
use crate::names::names;
use crate::screen::{Background, Character};

names! {
    /// Events of the flow by the specification's names (DW-31), sent by the client or the driver.
    /// A trigger of the flow that is sent from outside can at most shorten a wait.
    FlowEvent {
        StartGame => "START_GAME", "From `welcome` to the set-up screens.",
        SkipToGame => "SKIP_TO_GAME", "From `welcome` straight into the game.",
        ShowGuide => "SHOW_GUIDE", "From `intro`.",
        SkipInstructions => "SKIP_INSTRUCTIONS", "From `intro`.",
        ShowMission => "SHOW_MISSION", "From `quick_start_guide`.",
        SkipGuide => "SKIP_GUIDE", "From `quick_start_guide`.",
        StartPlaying => "START_PLAYING", "From `your_mission`.",
        VsAnimationComplete => "VS_ANIMATION_COMPLETE", "From `vs_animation`.",
        RevealCards => "REVEAL_CARDS", "Raised when the taps are in.",
        CardsRevealed => "CARDS_REVEALED", "Ends the flip of the cards.",
        Tie => "TIE", "Leaves `comparing` for a war that is due.",
        SpecialEffect => "SPECIAL_EFFECT", "Leaves `comparing` for effects that are pending.",
        ResolveTurn => "RESOLVE_TURN", "Leaves `comparing` for `resolving`.",
        DataGrab => "DATA_GRAB", "Leaves `comparing` for the scramble.",
        TapDeck => "TAP_DECK", "Raised when the taps are in.",
        DismissEffect => "DISMISS_EFFECT", "Raised when the dismissals are in.",
        CheckWinCondition => "CHECK_WIN_CONDITION", "Raised by `resolving`.",
        StartOwywAnimation => "START_OWYW_ANIMATION", "Shortens `pre_reveal.processing`.",
        CardSelected => "CARD_SELECTED", "Raised when the picks are in.",
        PreRevealComplete => "PRE_REVEAL_COMPLETE", "Raised by `pre_reveal.processing`.",
        GrabCountdownComplete => "DATA_GRAB_COUNTDOWN_COMPLETE", "Starts the scramble.",
        GrabGameComplete => "DATA_GRAB_GAME_COMPLETE", "Raised when no slot is left.",
        GrabResultsViewed => "DATA_GRAB_RESULTS_VIEWED", "Leaves the scramble.",
        ResetGame => "RESET_GAME", "Back to `welcome`, everything thrown away.",
        QuitGame => "QUIT_GAME", "Back to `welcome`; among several clients, giving up.",
        NoTie => "NO_TIE", "Declared and ignored.",
        NoSpecialEffect => "NO_SPECIAL_EFFECT", "Declared and ignored.",
        Win => "WIN", "Declared and ignored.",
        Continue => "CONTINUE", "Declared and ignored.",
    }
}

/// An action of a seat or of the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Action {
    /// Says "go on".
    Tap,
    /// Has read what the effects do.
    Dismiss,
    /// Opens one of the offered cards.
    PickOpen {
        /// Which, counted from the top.
        slot: u8,
    },
    /// Takes cards of the winner.
    PickTantrum {
        /// Which, in row order.
        slots: Places,
    },
    /// Grabs a falling card.
    Grab {
        /// Which, in pile order.
        slot: u8,
    },
    /// Ends a scramble (the host's).
    CloseGrab,
    /// Gives up.
    Concede,
    /// Gives up for a seat (the host's).
    ConcedeFor { seat: Seat },
    /// DW-42: tells who is at a seat (the host's).
    SeatChanged {
        seat: Seat,
        /// Whether the table waits for whoever plays it. Rooms always say so: a bot in a person's place is
        /// treated like the person (MM-70). Records of before said no for such a bot, and the seat then
        /// counted as away; they are played again as they were.
        person: bool,
        /// Whether the connection is alive.
        connected: bool,
    },
    /// Chooses who is shown at the first seat; in a networked game, at the own one.
    SelectBillionaire { billionaire: Character },
    /// Chooses where the game is played.
    SelectBackground { background: Background },
    /// Sends an event to the flow.
    Event(FlowEvent),
}

impl Action {
    /// Whether only the host may send it.
    pub fn is_hosts(&self) -> bool {
        matches!(self, Self::CloseGrab | Self::ConcedeFor { .. } | Self::SeatChanged { .. })
    }

    /// DW-40: whether it is accepted while the match is paused.
    pub fn works_while_paused(&self) -> bool {
        matches!(self, Self::Event(FlowEvent::ResetGame | FlowEvent::QuitGame))
    }
}
