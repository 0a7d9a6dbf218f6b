//! The chart `dataWarGame`: when something may happen (DW-20 to DW-42).

mod context;
mod flow_state;
pub(crate) mod guards;
pub(crate) mod steps;
mod trigger;

use std::sync::LazyLock;

use croupier_chart::compile::StateMap;
use croupier_chart::prelude::*;

pub use context::{Context, Flow, Tooltip};
pub(crate) use flow_state::FlowState;
pub use trigger::{Kind, Trigger};

use crate::options::Delays;

static FLOW: LazyLock<Compiled> = LazyLock::new(|| {
    let chart = assert_sound(definition().compile());
    let states = chart.map(FlowState::at_path);
    Compiled { chart, states }
});

struct Compiled {
    chart: Chart<Flow>,
    /// The meaning of every state to the rules.
    states: StateMap<Flow, FlowState>,
}

/// The chart, shared by all options: guards and delays decide which states are reached.
pub(crate) fn chart() -> &'static Chart<Flow> {
    &FLOW.chart
}

/// The active state of the flow.
#[inline]
pub(crate) fn flow_state(flow: &croupier_chart::run::Snapshot<Flow>) -> FlowState {
    *FLOW.states.at(flow)
}

/// A delay of DW-22, taken from the options.
fn wait(name: &'static str, of: fn(&Delays) -> Millis) -> croupier_chart::define::Delay<Flow> {
    delay(name, move |look: &croupier_chart::run::Look<'_, Flow>| of(&look.rules.options.delays))
}

/// Guard that skips a delay of zero, so that simulations need no timer for it.
fn no_wait(of: fn(&Delays) -> Millis) -> croupier_chart::define::Guard<Flow> {
    guard("noWait", move |look: &croupier_chart::run::Look<'_, Flow>| {
        of(&look.rules.options.delays).is_zero()
    })
}

/// Sets a tooltip on entry and records it in the chart's metadata for clients.
fn says(def: StateDef<Flow>, tooltip: Tooltip) -> StateDef<Flow> {
    tells(def, tooltip).entry(action(
        format!("tooltip {}", tooltip.id()),
        move |scope: &mut croupier_chart::run::Scope<'_, Flow>| {
            scope.context.tooltip = tooltip;
        },
    ))
}

/// Records a tooltip that an entry action sets.
fn tells(def: StateDef<Flow>, tooltip: Tooltip) -> StateDef<Flow> {
    def.meta("tooltip", tooltip.text())
}

/// Set-up screens, where nobody can concede.
const SET_UP: [&str; 7] = [
    "#welcome",
    "#select_billionaire",
    "#select_background",
    "#intro",
    "#quick_start_guide",
    "#your_mission",
    "#vs_animation",
];

fn in_game() -> croupier_chart::define::Guard<Flow> {
    not(any(SET_UP.map(in_state)))
}

/// DW-187: while the results of a scramble are shown, the outcome may already be decided.
fn undecided() -> croupier_chart::define::Guard<Flow> {
    not(guard("hasWinCondition", guards::has_win_condition))
}

/// DW-23: the definition of the chart.
pub fn definition() -> Definition<Flow> {
    let root = state("dataWarGame")
        .initial("welcome")
        .on(Kind::ResetGame, to("#welcome").given(undecided()).run(steps::reset))
        .on(
            Kind::QuitGame,
            [
                to("#game_over")
                    .when(guard_with("quitsSharedGame", guards::quits_shared_game))
                    .when(in_game())
                    .given(undecided())
                    .run(action_with("concede", steps::concede_by_quitting)),
                to("#welcome").given(undecided()),
            ],
        )
        .on(Kind::Concede, to("#game_over").given(in_game()).given(undecided()).run(steps::concede))
        .on(Kind::SeatChanged, internal().run(steps::change_seat))
        .on_each([Kind::NoTie, Kind::NoSpecialEffect, Kind::Win, Kind::Continue], internal())
        .children(set_up())
        .children(turn())
        .child(data_war())
        .child(special_effect())
        .child(resolving())
        .child(pre_reveal())
        .child(data_grab())
        .child(
            says(final_state("game_over"), Tooltip::GameOver)
                .output(|look| look.rules.state.ending),
        );
    // Snapshots of two earlier versions still load. The first lacked guards (DW-187) and the
    // handling of connections (DW-42), the second the choice of characters (DW-39).
    Definition::new("dataWarGame", root).restores("9c95116b8640dd10").restores("b4b11f6a235fcf2b")
}

fn set_up() -> [StateDef<Flow>; 7] {
    let into_game = || {
        [to("pre_reveal").when(guard("hasWaitingOpens", guards::has_waiting_opens)), to("ready")]
    };
    let skip = into_game().map(|way| way.run(steps::initialize_game));
    [
        says(state("welcome"), Tooltip::Welcome)
            .on(Kind::StartGame, "select_billionaire")
            .on(Kind::SkipToGame, skip),
        says(state("select_billionaire"), Tooltip::SelectBillionaire).on(
            Kind::SelectBillionaire,
            to("select_background")
                .given(guard_with("knownCharacter", guards::known_character))
                .run(steps::select_billionaire),
        ),
        says(state("select_background"), Tooltip::SelectBackground).on(
            Kind::SelectBackground,
            to("intro")
                .given(guard_with("knownBackground", guards::known_background))
                .run(steps::select_background),
        ),
        says(state("intro"), Tooltip::Intro)
            .on(Kind::ShowGuide, "quick_start_guide")
            .on(Kind::SkipInstructions, "vs_animation"),
        says(state("quick_start_guide"), Tooltip::QuickStartGuide)
            .on_each([Kind::ShowMission, Kind::SkipGuide], "your_mission"),
        says(state("your_mission"), Tooltip::YourMission).on(Kind::StartPlaying, "vs_animation"),
        says(state("vs_animation"), Tooltip::VsAnimation)
            .entry(steps::initialize_game)
            .on(Kind::VsAnimationComplete, into_game())
            .after(wait("SPECIAL_EFFECT_DISPLAY", |d| d.special_effect_display), into_game()),
    ]
}

/// `ready`, `revealing` and `comparing`.
fn turn() -> [StateDef<Flow>; 3] {
    [
        tells(state("ready"), Tooltip::Ready)
            .entry(steps::await_reveal)
            .exit(steps::stop_auto)
            .on(Kind::Tap, internal().run(steps::tap_ready))
            .on(Kind::Auto, internal().run(steps::auto_ready))
            .on(
                Kind::SelectBillionaire,
                internal()
                    .given(guard("beforeFirstReveal", guards::before_first_reveal))
                    .given(guard_with("knownCharacter", guards::known_character))
                    .run(steps::select_billionaire),
            )
            .on(
                Kind::RevealCards,
                to("revealing").when(guard("tapsComplete", guards::taps_complete)),
            ),
        tells(state("revealing"), Tooltip::Cleared)
            .entry(steps::reveal)
            .on(Kind::CardsRevealed, "comparing")
            .after(wait("CARD_FLIP", |d| d.card_flip), "comparing"),
        tells(state("comparing"), Tooltip::Cleared)
            .entry(steps::compare)
            .after(
                wait("CARD_COMPARISON", |d| d.card_comparison),
                [
                    to("data_grab").when(guard("isDataGrab", guards::is_data_grab)),
                    to("resolving").when(guard("owesAnotherPlay", guards::owes_another_play)),
                    to("data_war").when(guard("isDataWar", guards::is_data_war)),
                    to("special_effect")
                        .when(guard("hasSpecialEffects", guards::has_special_effects)),
                    to("resolving"),
                ],
            )
            .on(Kind::DataGrab, to("data_grab").when(guard("isDataGrab", guards::is_data_grab)))
            .on(Kind::Tie, to("data_war").when(guard("isDataWar", guards::is_data_war)))
            .on(
                Kind::SpecialEffect,
                to("special_effect").when(guard("hasSpecialEffects", guards::has_special_effects)),
            )
            .on(
                Kind::ResolveTurn,
                to("resolving").when(guard("resolvesNow", guards::resolves_now)),
            ),
    ]
}

/// DW-25: the state of a war.
fn data_war() -> StateDef<Flow> {
    let selecting = state("owyw_selecting")
        .describe("A fighter picks its war card (option owyw_in_war)")
        .entry(steps::open_in_war)
        .exit(steps::stop_auto)
        .on(Kind::PickOpen, internal().run(steps::pick_open))
        .on(Kind::Auto, internal().run(steps::pick_open_for_silent))
        .on(
            Kind::CardSelected,
            to("#comparing")
                .when(guard("opensComplete", guards::opens_complete))
                .run(steps::complete_opens)
                .run(steps::show_up),
        );
    let tapping = state("tapping")
        .entry(steps::await_war_tap)
        .exit(steps::stop_auto)
        .on(Kind::Tap, internal().run(steps::tap_war))
        .on(Kind::Auto, internal().run(steps::auto_war))
        .on(
            Kind::TapDeck,
            [
                to("owyw_selecting").when(guard("openInWar", guards::opens_in_war)),
                to("#comparing")
                    .when(guard("tapsComplete", guards::war_taps_complete))
                    .run(steps::show_up),
            ],
        );
    state("data_war")
        .initial("animating")
        .entry(steps::begin_war)
        .child(
            says(state("animating"), Tooltip::DataWar)
                .after(
                    wait("SPECIAL_EFFECT_DISPLAY", |d| d.special_effect_display),
                    "reveal_face_down",
                )
                .always(to("reveal_face_down").when(no_wait(|d| d.special_effect_display))),
        )
        .child(
            says(state("reveal_face_down"), Tooltip::WarFaceDown)
                .entry(steps::await_war_tap)
                .exit(steps::stop_auto)
                .on(Kind::Tap, internal().run(steps::tap_war))
                .on(Kind::Auto, internal().run(steps::auto_war))
                .on(
                    Kind::TapDeck,
                    to("reveal_face_up")
                        .when(guard("tapsComplete", guards::war_taps_complete))
                        .run(steps::lay_down),
                ),
        )
        .child(
            says(state("reveal_face_up"), Tooltip::WarFaceUp)
                .initial("tapping")
                .child(tapping)
                .child(selecting),
        )
}

/// DW-26: effects are shown.
fn special_effect() -> StateDef<Flow> {
    state("special_effect")
        .initial("showing")
        .child(
            tells(state("showing"), Tooltip::SpecialEffect)
                .entry(steps::show_effects)
                .exit(steps::stop_auto)
                .on(Kind::Dismiss, internal().run(steps::dismiss))
                .on(Kind::SeatChanged, internal().run(steps::change_seat_on_show))
                .on(Kind::Auto, internal().run(steps::dismiss_for_silent))
                .on(
                    Kind::DismissEffect,
                    to("processing").when(guard("dismissalsComplete", guards::dismissals_complete)),
                ),
        )
        .child(
            state("processing")
                .after(wait("EFFECT_SETTLE", |d| d.effect_settle), "#resolving")
                .always(to("#resolving").when(no_wait(|d| d.effect_settle))),
        )
}

/// DW-29: the turn is settled.
fn resolving() -> StateDef<Flow> {
    tells(state("resolving"), Tooltip::Cleared)
        .entry(steps::resolve)
        .exit(steps::stop_auto)
        .on(Kind::PickTantrum, internal().run(steps::pick_tantrum))
        .on(Kind::Auto, internal().run(steps::pick_tantrum_for_silent))
        .on(
            Kind::CheckWinCondition,
            [
                to("game_over").when(guard("hasWinCondition", guards::has_win_condition)),
                to("pre_reveal").when(guard("noOpenChoice", guards::no_open_choice)),
            ],
        )
}

/// DW-27: seats open cards before the reveal.
fn pre_reveal() -> StateDef<Flow> {
    state("pre_reveal")
        .initial("processing")
        .on(
            Kind::PreRevealComplete,
            to("ready").when(not(guard("hasPreRevealEffects", guards::has_pre_reveal_effects))),
        )
        .child(
            tells(state("processing"), Tooltip::Cleared)
                .entry(steps::process_opens)
                .on(
                    Kind::StartOwywAnimation,
                    to("animating")
                        .when(guard("hasPreRevealEffects", guards::has_pre_reveal_effects)),
                )
                .after(
                    wait("WIN_ANIMATION", |d| d.win_animation),
                    [
                        to("animating")
                            .when(guard("hasPreRevealEffects", guards::has_pre_reveal_effects)),
                        to("#ready"),
                    ],
                ),
        )
        .child(
            says(state("animating"), Tooltip::Cleared)
                .after(wait("OWYW_ANIMATION", |d| d.owyw_animation), "awaiting_interaction"),
        )
        .child(
            tells(state("awaiting_interaction"), Tooltip::OwywTap)
                .entry(steps::await_open_taps)
                .exit(steps::stop_auto)
                .on(Kind::Tap, internal().run(steps::tap_open))
                .on(Kind::SeatChanged, internal().run(steps::change_seat_before_open))
                .on(Kind::Auto, internal().run(steps::tap_open_for_silent))
                .on(
                    Kind::TapDeck,
                    to("selecting").when(guard("openTapsComplete", guards::open_taps_complete)),
                ),
        )
        .child(
            tells(state("selecting"), Tooltip::Cleared)
                .entry(steps::offer_opens)
                .exit(steps::stop_auto)
                .on(Kind::PickOpen, internal().run(steps::pick_open))
                .on(Kind::Auto, internal().run(steps::pick_open_for_silent))
                .on(
                    Kind::CardSelected,
                    to("#revealing")
                        .when(guard("opensComplete", guards::opens_complete))
                        .run(steps::complete_opens),
                ),
        )
}

/// DW-28: the scramble.
fn data_grab() -> StateDef<Flow> {
    state("data_grab")
        .describe("The scramble (option data_grab = scramble)")
        .initial("takeover")
        .child(
            tells(state("takeover"), Tooltip::GrabTakeover)
                .entry(steps::open_grab)
                .on(Kind::GrabCountdownComplete, "playing")
                .after(wait("DATA_GRAB_TAKEOVER", |d| d.data_grab_takeover), "playing"),
        )
        .child(
            tells(state("playing"), Tooltip::GrabPlaying)
                .entry(steps::play_grab)
                .exit(steps::stop_tick)
                .on(Kind::Grab, internal().run(steps::grab))
                .on(Kind::GrabTick, internal().run(steps::arm_tick))
                .on(
                    Kind::GrabGameComplete,
                    to("results").when(guard("noSlotLeft", guards::no_slot_left)),
                )
                .on(Kind::CloseGrab, "results")
                .after(delay("the limit of DW-134", grab_limit), "results"),
        )
        .child(
            tells(state("results"), Tooltip::GrabResults)
                .entry(steps::close_grab)
                .exit(steps::stop_auto)
                .on_each([Kind::GrabResultsViewed, Kind::Auto], "#resolving"),
        )
}

/// DW-134: the limit, or the end of the last fall if that is later.
fn grab_limit(look: &croupier_chart::run::Look<'_, Flow>) -> Millis {
    let last =
        look.rules.state.scramble.windows().map(|(_, end)| end).max().unwrap_or(Millis::ZERO);
    look.rules.options.delays.data_grab_limit.max(last)
}
