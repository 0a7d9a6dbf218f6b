//! The flow's own small data (DW-21).

use croupier_chart::define::Machine;
use croupier_chart::run::TimerId;
use croupier_kit::Millis;
use croupier_kit::game::{RuleContext, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::steps::{AUTO, TICK};
use super::trigger::Trigger;
use crate::DataWar;
use crate::names::names;
use crate::rules::ending::Ending;
use crate::screen::Background;

names! {
    /// DW-34: what the screen says, by key.
    Tooltip {
        Cleared => "cleared", "Nothing.",
        Welcome => "welcome", "Set in `welcome`.",
        SelectBillionaire => "select_billionaire", "Set in `select_billionaire`.",
        SelectBackground => "select_background", "Set in `select_background`.",
        Intro => "intro", "Set in `intro`.",
        QuickStartGuide => "quick_start_guide", "Set in `quick_start_guide`.",
        YourMission => "your_mission", "Set in `your_mission`.",
        VsAnimation => "vs_animation", "Set in `vs_animation`.",
        Ready => "ready", "Set in `ready`.",
        DataWar => "data_war", "Set in `data_war.animating`.",
        WarFaceDown => "war_face_down", "Set in `data_war.reveal_face_down`.",
        WarFaceUp => "war_face_up", "Set in `data_war.reveal_face_up`.",
        SpecialEffect => "special_effect", "Set in `special_effect.showing`.",
        OwywTap => "owyw_tap", "Set in `pre_reveal.awaiting_interaction`.",
        GameOver => "game_over", "Set in `game_over`.",
        TantrumPick => "tantrum_pick", "Set while `resolving` waits for a choice.",
        GrabTakeover => "grab_takeover", "Set in `data_grab.takeover`.",
        GrabPlaying => "grab_playing", "Set in `data_grab.playing`.",
        GrabResults => "grab_results", "Set in `data_grab.results`.",
    }
}

impl Tooltip {
    /// The text shown to players.
    pub fn text(self) -> &'static str {
        match self {
            Self::Cleared | Self::Unknown => "",
            Self::Welcome => "Welcome to Data War!",
            Self::SelectBillionaire => "Whose little face is going to space?",
            Self::SelectBackground => "Which one do you want to play on?",
            Self::Intro => "How do I play?",
            Self::QuickStartGuide => "Quick Launch Guide",
            Self::YourMission => "Your mission: (should you choose to accept it)",
            Self::VsAnimation => "Get ready for battle!",
            Self::Ready => "Tap stack to start!",
            Self::DataWar => "DATA WAR!",
            Self::WarFaceDown => "Tap to reveal 3 cards face down",
            Self::WarFaceUp => "Tap to reveal final card",
            Self::SpecialEffect => "Special card effect!",
            Self::OwywTap => "Tap to see top 3 cards",
            Self::GameOver => "The game is decided",
            Self::TantrumPick => "Choose what you take with you",
            Self::GrabTakeover => "Get your hands ready",
            Self::GrabPlaying => "Take what you can!",
            Self::GrabResults => "This is what everybody got",
        }
    }
}

/// The context of DW-21, plus what belongs to the flow rather than to the rules.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// The number of the current hand (DW-35).
    pub current_turn: u32,
    /// The latest active Tracker Smacker. A copy of the rules' data, for display.
    pub tracker_smacker_active: Option<Seat>,
    /// The text on the screen.
    pub tooltip: Tooltip,
    /// The background chosen on the set-up screen (DW-172).
    pub background: Option<Background>,
    /// Who has dismissed the effects, or tapped to see the offer (DW-42).
    pub waved: SeatSet,
    /// Seats whose person has lost the connection.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub away: SeatSet,
    /// When `data_grab.playing` was entered. The times of falling slots are relative to it.
    pub playing_since: Millis,
    /// The time of each seat's last grab (DW-135).
    pub grabbed: [Option<Millis>; 2],
}

impl Context {
    /// The context before anything has happened.
    pub fn new() -> Self {
        Self {
            current_turn: 0,
            tracker_smacker_active: None,
            tooltip: Tooltip::Cleared,
            background: None,
            waved: SeatSet::NOBODY,
            away: SeatSet::NOBODY,
            playing_since: Millis::ZERO,
            grabbed: [None; 2],
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference.
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// The machine of the chart `dataWarGame`.
#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = Context;
    type Children = ();
    type Rules = RuleContext<DataWar>;
    type Emit = ();
    type Output = Option<Ending>;

    fn raises(timer: TimerId, trigger: &Trigger) -> bool {
        match trigger {
            Trigger::Auto => timer == AUTO,
            Trigger::GrabTick => timer == TICK,
            _ => false,
        }
    }
}
