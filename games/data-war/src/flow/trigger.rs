//! The triggers of the chart (DW-31).

use croupier_chart::triggers;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::screen::{Background, Character};

triggers! {
    /// Events of the flow and actions of seats. `gives_up` marks a seat that leaves a game which
    /// goes on for the other (DW-33).
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    pub enum Trigger: Kind {
        StartGame => "START_GAME",
        SkipToGame => "SKIP_TO_GAME",
        SelectBillionaire { seat: Seat, billionaire: Character } => "SELECT_BILLIONAIRE",
        SelectBackground { background: Background } => "SELECT_BACKGROUND",
        ShowGuide => "SHOW_GUIDE",
        SkipInstructions => "SKIP_INSTRUCTIONS",
        ShowMission => "SHOW_MISSION",
        SkipGuide => "SKIP_GUIDE",
        StartPlaying => "START_PLAYING",
        VsAnimationComplete => "VS_ANIMATION_COMPLETE",
        RevealCards => "REVEAL_CARDS",
        CardsRevealed => "CARDS_REVEALED",
        Tie => "TIE",
        SpecialEffect => "SPECIAL_EFFECT",
        ResolveTurn => "RESOLVE_TURN",
        DataGrab => "DATA_GRAB",
        TapDeck => "TAP_DECK",
        DismissEffect => "DISMISS_EFFECT",
        CheckWinCondition => "CHECK_WIN_CONDITION",
        StartOwywAnimation => "START_OWYW_ANIMATION",
        CardSelected => "CARD_SELECTED",
        PreRevealComplete => "PRE_REVEAL_COMPLETE",
        GrabCountdownComplete => "DATA_GRAB_COUNTDOWN_COMPLETE",
        Grab { seat: Seat, slot: u8 } => "GRAB",
        GrabGameComplete => "DATA_GRAB_GAME_COMPLETE",
        GrabResultsViewed => "DATA_GRAB_RESULTS_VIEWED",
        ResetGame => "RESET_GAME",
        QuitGame { seat: Seat, gives_up: bool } => "QUIT_GAME",
        Concede { seat: Seat } => "CONCEDE",
        NoTie => "NO_TIE",
        NoSpecialEffect => "NO_SPECIAL_EFFECT",
        Win => "WIN",
        Continue => "CONTINUE",
        // The specification describes these inputs only by their results; the names are ours.
        Tap { seat: Seat } => "TAP",
        Dismiss { seat: Seat } => "DISMISS",
        PickOpen { seat: Seat, slot: u8 } => "PICK_OPEN",
        PickTantrum { seat: Seat, slots: [Option<u8>; 2] } => "PICK_TANTRUM",
        CloseGrab => "CLOSE_GRAB",
        SeatChanged { seat: Seat, is_away: bool } => "SEAT_CHANGED",
        // Timers that end with their state. They run only where a seat is not waited for.
        Auto => "AUTO",
        GrabTick => "GRAB_TICK",
    }
}
