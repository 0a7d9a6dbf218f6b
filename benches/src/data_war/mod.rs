//! Chart (d): the flow of Data War, from the welcome screen to the end of the game.
//!
//! 15 top-level states, three of them compound, 25 nodes with the root, 22 events, and timers on
//! six of the states. The script plays four turns (a normal one, a tie, a special effect, and "open
//! what you want") from `ready` back to `ready`: 19 sent events and 14 timers.

mod by_hand;
mod ours;
mod rules;
mod script;
mod statig;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

pub use self::by_hand::ByHand;
pub use self::ours::{CHART, DataWar, Ours, definition};
pub use self::rules::Rules;
pub use self::script::{SCRIPT, ScriptStep};
pub use self::statig::Statig;

triggers! {
    /// What can be sent.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Event: Kind {
        /// Leave the welcome screen.
        StartGame => "START_GAME",
        /// Leave out everything before the first card.
        SkipToGame => "SKIP_TO_GAME",
        /// A character was chosen.
        SelectBillionaire => "SELECT_BILLIONAIRE",
        /// A background was chosen.
        SelectBackground => "SELECT_BACKGROUND",
        /// Read the guide.
        ShowGuide => "SHOW_GUIDE",
        /// Go on without reading anything.
        SkipInstructions => "SKIP_INSTRUCTIONS",
        /// From the guide to the mission.
        ShowMission => "SHOW_MISSION",
        /// Close the guide.
        SkipGuide => "SKIP_GUIDE",
        /// The mission is accepted.
        StartPlaying => "START_PLAYING",
        /// The opening animation ended early.
        VsAnimationComplete => "VS_ANIMATION_COMPLETE",
        /// Turn the cards.
        RevealCards => "REVEAL_CARDS",
        /// The cards are face up.
        CardsRevealed => "CARDS_REVEALED",
        /// The cards are equal.
        Tie => "TIE",
        /// A card has an effect to show.
        SpecialEffect => "SPECIAL_EFFECT",
        /// The turn has a winner.
        ResolveTurn => "RESOLVE_TURN",
        /// The player taps the deck.
        TapDeck => "TAP_DECK",
        /// The effect has been read.
        DismissEffect => "DISMISS_EFFECT",
        /// Ask whether the game is won.
        CheckWinCondition => "CHECK_WIN_CONDITION",
        /// The player chose one of three cards.
        CardSelected => "CARD_SELECTED",
        /// Nothing is left to do before the next reveal.
        PreRevealComplete => "PRE_REVEAL_COMPLETE",
        /// Start over.
        ResetGame => "RESET_GAME",
        /// Back to the welcome screen.
        QuitGame => "QUIT_GAME",
    }
}

/// How long the animations last, in virtual milliseconds.
mod delay {
    pub(super) const VS_ANIMATION: u64 = 2_000;
    pub(super) const COMPARISON: u64 = 1_500;
    pub(super) const DATA_WAR: u64 = 2_000;
    pub(super) const EFFECT: u64 = 500;
    pub(super) const WIN: u64 = 1_200;
    pub(super) const OPEN_WHAT_YOU_WANT: u64 = 2_000;
}

/// The tooltip that each state shows on entry; its number is also what it adds to the checksum.
mod tooltip {
    pub(super) const WELCOME: u64 = 2;
    pub(super) const SELECT_BILLIONAIRE: u64 = 3;
    pub(super) const SELECT_BACKGROUND: u64 = 5;
    pub(super) const INTRO: u64 = 7;
    pub(super) const QUICK_START_GUIDE: u64 = 11;
    pub(super) const YOUR_MISSION: u64 = 13;
    pub(super) const VS_ANIMATION: u64 = 17;
    pub(super) const READY: u64 = 19;
    pub(super) const REVEALING: u64 = 23;
    pub(super) const COMPARING: u64 = 29;
    pub(super) const RESOLVING: u64 = 31;
    pub(super) const GAME_OVER: u64 = 37;
    pub(super) const WAR_ANIMATING: u64 = 41;
    pub(super) const WAR_FACE_DOWN: u64 = 43;
    pub(super) const WAR_FACE_UP: u64 = 47;
    pub(super) const EFFECT_SHOWING: u64 = 53;
    pub(super) const EFFECT_PROCESSING: u64 = 59;
    pub(super) const PRE_PROCESSING: u64 = 61;
    pub(super) const PRE_ANIMATING: u64 = 67;
    pub(super) const PRE_AWAITING: u64 = 71;
    pub(super) const PRE_SELECTING: u64 = 73;
}

/// What a new turn adds to the checksum.
const TURN_COUNTED: u64 = 79;
/// What starting over adds to the checksum.
const RESET: u64 = 83;
