use std::sync::LazyLock;

use croupier_chart::define::Action;
use croupier_chart::prelude::*;

use super::{Event, Kind, Rules, SCRIPT, ScriptStep, delay, tooltip};
use crate::contest::Contestant;
use crate::running::Running;

/// Data War's flow as croupier-chart sees it.
pub struct DataWar;

impl Machine for DataWar {
    type Trigger = Event;
    type Context = ();
    type Children = ();
    type Rules = Rules;
    type Emit = ();
    type Output = ();
}

/// The compiled chart.
pub static CHART: LazyLock<Chart<DataWar>> =
    LazyLock::new(|| definition().compile().expect("the chart is sound"));

/// The chart before it is compiled.
pub fn definition() -> Definition<DataWar> {
    let root = state("game")
        .initial("welcome")
        .on(Kind::ResetGame, to(".welcome").run(reset))
        .on(Kind::QuitGame, to(".welcome"))
        .children(setup())
        .children(turn())
        .child(data_war())
        .child(special_effect())
        .child(pre_reveal())
        .child(final_state("game_over").entry(show("game_over", tooltip::GAME_OVER)));
    Definition::new("dataWarGame", root)
}

fn setup() -> [StateDef<DataWar>; 7] {
    [
        shown("welcome", tooltip::WELCOME)
            .on(Kind::StartGame, "select_billionaire")
            .on(Kind::SkipToGame, "ready"),
        shown("select_billionaire", tooltip::SELECT_BILLIONAIRE)
            .on(Kind::SelectBillionaire, "select_background"),
        shown("select_background", tooltip::SELECT_BACKGROUND).on(Kind::SelectBackground, "intro"),
        shown("intro", tooltip::INTRO)
            .on(Kind::ShowGuide, "quick_start_guide")
            .on(Kind::SkipInstructions, "vs_animation"),
        shown("quick_start_guide", tooltip::QUICK_START_GUIDE)
            .on_each([Kind::ShowMission, Kind::SkipGuide], "your_mission"),
        shown("your_mission", tooltip::YOUR_MISSION).on(Kind::StartPlaying, "vs_animation"),
        shown("vs_animation", tooltip::VS_ANIMATION)
            .on(Kind::VsAnimationComplete, "ready")
            .after(Millis(delay::VS_ANIMATION), "ready"),
    ]
}

fn turn() -> [StateDef<DataWar>; 4] {
    [
        shown("ready", tooltip::READY).on(Kind::RevealCards, "revealing"),
        shown("revealing", tooltip::REVEALING).on(Kind::CardsRevealed, "comparing"),
        state("comparing")
            .entry(compare)
            .entry(show("comparing", tooltip::COMPARING))
            .on(Kind::Tie, "data_war")
            .on(Kind::SpecialEffect, "special_effect")
            .on(Kind::ResolveTurn, "resolving")
            .after(
                Millis(delay::COMPARISON),
                [
                    to("data_war").when(is_data_war),
                    to("special_effect").when(has_special_effects),
                    to("resolving"),
                ],
            ),
        shown("resolving", tooltip::RESOLVING).on(
            Kind::CheckWinCondition,
            [to("game_over").when(has_win_condition), to("pre_reveal")],
        ),
    ]
}

fn data_war() -> StateDef<DataWar> {
    state("data_war")
        .initial("animating")
        .child(
            shown("animating", tooltip::WAR_ANIMATING)
                .after(Millis(delay::DATA_WAR), "reveal_face_down"),
        )
        .child(
            shown("reveal_face_down", tooltip::WAR_FACE_DOWN).on(Kind::TapDeck, "reveal_face_up"),
        )
        .child(
            shown("reveal_face_up", tooltip::WAR_FACE_UP)
                .on(Kind::TapDeck, to("#comparing").run(count_turn)),
        )
}

fn special_effect() -> StateDef<DataWar> {
    state("special_effect")
        .initial("showing")
        .child(shown("showing", tooltip::EFFECT_SHOWING).on(Kind::DismissEffect, "processing"))
        .child(
            shown("processing", tooltip::EFFECT_PROCESSING)
                .after(Millis(delay::EFFECT), "#resolving"),
        )
}

fn pre_reveal() -> StateDef<DataWar> {
    state("pre_reveal")
        .initial("processing")
        .on(Kind::PreRevealComplete, "ready")
        .child(shown("processing", tooltip::PRE_PROCESSING).after(
            Millis(delay::WIN),
            [to("animating").when(has_pre_reveal_effects), to("#ready")],
        ))
        .child(
            shown("animating", tooltip::PRE_ANIMATING)
                .after(Millis(delay::OPEN_WHAT_YOU_WANT), "awaiting_interaction"),
        )
        .child(shown("awaiting_interaction", tooltip::PRE_AWAITING).on(Kind::TapDeck, "selecting"))
        .child(shown("selecting", tooltip::PRE_SELECTING).on(Kind::CardSelected, "#revealing"))
}

/// A state that shows a tooltip when it is entered.
fn shown(key: &'static str, tooltip: u64) -> StateDef<DataWar> {
    state(key).entry(show(key, tooltip))
}

fn show(state: &str, tooltip: u64) -> Action<DataWar> {
    action(format!("show_{state}"), move |scope: &mut Scope<'_, DataWar>| scope.rules.show(tooltip))
}

fn compare(scope: &mut Scope<'_, DataWar>) {
    scope.rules.compare();
}

fn count_turn(scope: &mut Scope<'_, DataWar>) {
    scope.rules.count_turn();
}

fn reset(scope: &mut Scope<'_, DataWar>) {
    scope.rules.reset();
}

fn has_win_condition(look: &Look<'_, DataWar>) -> bool {
    look.rules.has_win_condition()
}

fn is_data_war(look: &Look<'_, DataWar>) -> bool {
    look.rules.is_data_war()
}

fn has_special_effects(look: &Look<'_, DataWar>) -> bool {
    look.rules.has_special_effects()
}

fn has_pre_reveal_effects(look: &Look<'_, DataWar>) -> bool {
    look.rules.has_pre_reveal_effects()
}

/// Data War's flow in croupier-chart.
pub struct Ours(Running<DataWar>);

impl Ours {
    /// The chart at work, for reading.
    pub fn running(&self) -> &Running<DataWar> {
        &self.0
    }
}

impl Contestant for Ours {
    type Step = ScriptStep;
    const SCRIPT: &'static [ScriptStep] = SCRIPT;

    fn fresh() -> Self {
        let mut game = Running::start(&CHART, (), Rules::default());
        game.send(&Event::SkipToGame);
        Self(game)
    }

    #[inline(never)]
    fn step(&mut self, step: &ScriptStep) {
        match step {
            ScriptStep::Send(event) => self.0.send(event),
            ScriptStep::Wait(ms) => self.0.advance(*ms),
        }
    }

    fn checksum(&self) -> u64 {
        self.0.rules().sum()
    }
}
