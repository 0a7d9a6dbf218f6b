//! The state of the flow, as far as legality depends on it (DW-41).

/// A leaf state of the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FlowState {
    Outer,
    Welcome,
    SelectBillionaire,
    SelectBackground,
    Intro,
    QuickStartGuide,
    YourMission,
    VsAnimation,
    Ready,
    Revealing,
    Comparing,
    WarAnimating,
    WarFaceDown,
    WarFaceUp,
    WarSelecting,
    EffectShowing,
    EffectProcessing,
    Resolving,
    OpenProcessing,
    OpenAnimating,
    OpenAwaiting,
    OpenSelecting,
    GrabTakeover,
    GrabPlaying,
    GrabResults,
    GameOver,
}

const PATHS: [(&str, FlowState); 25] = [
    ("welcome", FlowState::Welcome),
    ("select_billionaire", FlowState::SelectBillionaire),
    ("select_background", FlowState::SelectBackground),
    ("intro", FlowState::Intro),
    ("quick_start_guide", FlowState::QuickStartGuide),
    ("your_mission", FlowState::YourMission),
    ("vs_animation", FlowState::VsAnimation),
    ("ready", FlowState::Ready),
    ("revealing", FlowState::Revealing),
    ("comparing", FlowState::Comparing),
    ("data_war.animating", FlowState::WarAnimating),
    ("data_war.reveal_face_down", FlowState::WarFaceDown),
    ("data_war.reveal_face_up.tapping", FlowState::WarFaceUp),
    ("data_war.reveal_face_up.owyw_selecting", FlowState::WarSelecting),
    ("special_effect.showing", FlowState::EffectShowing),
    ("special_effect.processing", FlowState::EffectProcessing),
    ("resolving", FlowState::Resolving),
    ("pre_reveal.processing", FlowState::OpenProcessing),
    ("pre_reveal.animating", FlowState::OpenAnimating),
    ("pre_reveal.awaiting_interaction", FlowState::OpenAwaiting),
    ("pre_reveal.selecting", FlowState::OpenSelecting),
    ("data_grab.takeover", FlowState::GrabTakeover),
    ("data_grab.playing", FlowState::GrabPlaying),
    ("data_grab.results", FlowState::GrabResults),
    ("game_over", FlowState::GameOver),
];

impl FlowState {
    /// The state with this path in the chart.
    pub(crate) fn at_path(path: &str) -> Self {
        let known = PATHS.iter().find(|(known, _)| *known == path);
        known.map_or(Self::Outer, |(_, state)| *state)
    }

    /// The state's path in the chart.
    pub(crate) fn path(self) -> &'static str {
        PATHS.iter().find(|(_, state)| *state == self).map_or("", |(path, _)| path)
    }

    /// Whether taps are the only input this state can wait for.
    #[inline]
    pub(crate) fn asks_for_taps(self) -> bool {
        matches!(self, Self::Ready | Self::WarFaceDown | Self::WarFaceUp | Self::OpenAwaiting)
    }

    /// Whether this state never waits for anybody. Simulations pass mostly through these.
    #[inline]
    pub(crate) fn asks_nobody(self) -> bool {
        use FlowState::{Comparing, EffectProcessing, GameOver, GrabTakeover, OpenAnimating};
        use FlowState::{OpenProcessing, Outer, Revealing, VsAnimation, WarAnimating};
        matches!(
            self,
            Outer
                | VsAnimation
                | Revealing
                | Comparing
                | WarAnimating
                | EffectProcessing
                | OpenProcessing
                | OpenAnimating
                | GrabTakeover
                | GameOver
        )
    }

    /// Whether this state comes before play starts.
    pub(crate) fn is_set_up(self) -> bool {
        use FlowState::{Intro, QuickStartGuide, SelectBackground, SelectBillionaire};
        use FlowState::{VsAnimation, Welcome, YourMission};
        matches!(
            self,
            Welcome
                | SelectBillionaire
                | SelectBackground
                | Intro
                | QuickStartGuide
                | YourMission
                | VsAnimation
        )
    }
}
