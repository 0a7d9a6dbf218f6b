//! Where the flow stands, as the rules of who may do what see it (DW-41).

use croupier_chart::Chart;

use super::context::Flow;

/// A leaf of the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
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

const PATHS: [(&str, Place); 25] = [
    ("welcome", Place::Welcome),
    ("select_billionaire", Place::SelectBillionaire),
    ("select_background", Place::SelectBackground),
    ("intro", Place::Intro),
    ("quick_start_guide", Place::QuickStartGuide),
    ("your_mission", Place::YourMission),
    ("vs_animation", Place::VsAnimation),
    ("ready", Place::Ready),
    ("revealing", Place::Revealing),
    ("comparing", Place::Comparing),
    ("data_war.animating", Place::WarAnimating),
    ("data_war.reveal_face_down", Place::WarFaceDown),
    ("data_war.reveal_face_up.tapping", Place::WarFaceUp),
    ("data_war.reveal_face_up.owyw_selecting", Place::WarSelecting),
    ("special_effect.showing", Place::EffectShowing),
    ("special_effect.processing", Place::EffectProcessing),
    ("resolving", Place::Resolving),
    ("pre_reveal.processing", Place::OpenProcessing),
    ("pre_reveal.animating", Place::OpenAnimating),
    ("pre_reveal.awaiting_interaction", Place::OpenAwaiting),
    ("pre_reveal.selecting", Place::OpenSelecting),
    ("data_grab.takeover", Place::GrabTakeover),
    ("data_grab.playing", Place::GrabPlaying),
    ("data_grab.results", Place::GrabResults),
    ("game_over", Place::GameOver),
];

impl Place {
    /// The places of all states, by number.
    pub(crate) fn table(chart: &Chart<Flow>) -> Vec<Self> {
        let find = |path: &str| PATHS.iter().find(|(known, _)| *known == path);
        chart.states().map(|id| find(chart.path(id)).map_or(Self::Outer, |(_, at)| *at)).collect()
    }

    /// The state's path in the chart.
    pub(crate) fn path(self) -> &'static str {
        PATHS.iter().find(|(_, place)| *place == self).map_or("", |(path, _)| path)
    }

    /// Whether this is before the first deal of cards to be played.
    pub(crate) fn is_set_up(self) -> bool {
        use Place::{Intro, QuickStartGuide, SelectBackground, SelectBillionaire};
        use Place::{VsAnimation, Welcome, YourMission};
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
