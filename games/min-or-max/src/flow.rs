//! The flow of a match: when something may happen. It is made of the machines `setup` and `playing`
//! (MM-86).

mod guards;
mod playing;
mod setup;

use std::sync::{Arc, LazyLock};

use croupier_chart::compile::StateMap;
use croupier_chart::prelude::*;
use croupier_kit::game::RuleContext;
use serde::{Deserialize, Serialize};

use crate::{Ending, MinOrMax, Options, rules};

pub(crate) use playing::{ChooseCard, ChooseCardEffect, SpinWheel, WheelSpinComplete};
pub use playing::{On, Playing, Trigger, Turn};
pub(crate) use setup::WheelSpun;
pub use setup::{Setup, SetupOn, SetupTrigger};

/// The machine of the whole match. Its context is the starting point of the first turn.
#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = Turn;
    type Children = Parts;
    type Rules = RuleContext<MinOrMax>;
    type Emit = ();
    type Output = ();

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The machines that run inside it, one after the other.
#[derive(Debug, Default)]
pub struct Parts {
    /// Section 2.3.
    pub setup: Option<Actor<Setup>>,
    /// Section 2.4.
    pub playing: Option<Actor<Playing>>,
}

impl Clone for Parts {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), playing: self.playing.clone() }
    }
}

/// The flags of section 9 that change the chart. All others only change what guards and actions do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) may_pass: bool,
    pub(crate) surrender: bool,
}

impl Variant {
    const ALL: [Self; 4] = [
        Self { may_pass: false, surrender: false },
        Self { may_pass: true, surrender: false },
        Self { may_pass: false, surrender: true },
        Self { may_pass: true, surrender: true },
    ];

    #[inline]
    fn of(options: &Options) -> Self {
        Self { may_pass: options.may_pass, surrender: options.surrender }
    }

    /// The index in [`ALL`](Self::ALL).
    #[inline]
    fn number(self) -> usize {
        usize::from(self.may_pass) | usize::from(self.surrender) << 1
    }
}

/// The machine `setup` on its own.
pub fn setup_chart() -> Arc<Chart<Setup>> {
    setup::chart()
}

/// The machine `playing` on its own, for these options.
pub fn playing_chart(options: &Options) -> Arc<Chart<Playing>> {
    playing::chart(Variant::of(options))
}

/// The chart of a match. Delays are computed at run time, so four charts serve all options.
pub(crate) fn chart(options: &Options) -> &'static Chart<Flow> {
    static CHARTS: LazyLock<[Chart<Flow>; 4]> =
        LazyLock::new(|| Variant::ALL.map(|variant| assert_sound(definition(variant).compile())));
    &CHARTS[Variant::of(options).number()]
}

fn definition(variant: Variant) -> Definition<Flow> {
    let setup = ChildDef::<Flow, Setup>::new(
        "setup",
        setup::chart(),
        slot!(setup),
        Wiring {
            map: |_| None, // No action shortens the deal.
            lend: |rules| rules,
            lend_mut: |rules| rules,
            relay: |()| Relay::Drop,
        },
        |_| (),
    );
    let playing = ChildDef::<Flow, Playing>::new(
        "playing",
        playing::chart(variant),
        slot!(playing),
        Wiring::shared(),
        |look| *look.context,
    );
    let root = state("min_or_max")
        .initial("setup")
        .child(
            state("setup")
                .describe("The cards are dealt and the first one is played.")
                .invoke(setup.on_done("playing")),
        )
        .child(
            state("playing")
                .describe("The players take turns until somebody wins or loses.")
                .invoke(playing.take(take_result).on_done("finished")),
        )
        .child(final_state("finished"));
    Definition::new("min_or_max", root)
}

fn take_result(scope: &mut Scope<'_, Flow>, ending: Ending) {
    rules::take_result(scope.rules, ending);
}

/// The step at which a match rests, by the specification's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum FlowState {
    /// `setup.dealingCards`
    DealingCards,
    /// `setup.generatingThresholds`
    GeneratingThresholds,
    /// `setup.spinningInitialWheel`
    SpinningInitialWheel,
    /// `setup.playingFirstCard`
    PlayingFirstCard,
    /// `playing.awaitingAction`
    AwaitingAction,
    /// `playing.spinningWheel`
    SpinningWheel,
    /// `playing.choosingCardEffect`
    ChoosingCardEffect,
    /// `playing.postCardPlay`
    PostCardPlay,
    /// The match is over.
    Finished,
}

impl FlowState {
    /// Whether the setup is still in progress.
    pub fn is_setup(self) -> bool {
        matches!(
            self,
            Self::DealingCards
                | Self::GeneratingThresholds
                | Self::SpinningInitialWheel
                | Self::PlayingFirstCard
        )
    }

    /// Whether a player is being asked.
    #[inline]
    pub fn is_asking(self) -> bool {
        matches!(self, Self::AwaitingAction | Self::ChoosingCardEffect | Self::PostCardPlay)
    }
}

struct States {
    setup: StateMap<Setup, FlowState>,
    playing: StateMap<Playing, FlowState>,
}

/// The states are the same in all variants of the chart.
static STATES: LazyLock<States> = LazyLock::new(|| States {
    setup: setup::chart().map(|path| match path {
        "dealingCards" => FlowState::DealingCards,
        "generatingThresholds" => FlowState::GeneratingThresholds,
        "spinningInitialWheel" => FlowState::SpinningInitialWheel,
        "playingFirstCard" => FlowState::PlayingFirstCard,
        _ => FlowState::Finished,
    }),
    playing: playing::chart(Variant::ALL[0]).map(|path| match path {
        "round.playerTurn.awaitingAction" => FlowState::AwaitingAction,
        "round.playerTurn.spinningWheel" => FlowState::SpinningWheel,
        "round.playerTurn.choosingCardEffect" => FlowState::ChoosingCardEffect,
        "round.playerTurn.postCardPlay" => FlowState::PostCardPlay,
        _ => FlowState::Finished,
    }),
});

/// The active state of a match's flow.
#[inline]
pub fn flow_state(flow: &Snapshot<Flow>) -> FlowState {
    let Parts { setup, playing } = flow.children();
    match (playing, setup) {
        (Some(playing), _) => *STATES.playing.at(playing),
        (None, Some(setup)) => *STATES.setup.at(setup),
        (None, None) => FlowState::Finished,
    }
}

/// The current turn. None during the setup.
#[inline]
pub fn turn(flow: &Snapshot<Flow>) -> Option<&Turn> {
    flow.children().playing.as_ref().map(Actor::context)
}
