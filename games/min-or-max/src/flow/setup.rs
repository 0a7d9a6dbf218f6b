//! Section 2.3: the machine `setup`, which deals and plays the first card (MM-11).

use std::sync::{Arc, LazyLock};

use croupier_chart::define::Action;
use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::game::RuleContext;
use serde::{Deserialize, Serialize};

use crate::rules::setup;
use crate::wheel::Angle;
use crate::{MinOrMax, Options};

triggers! {
    /// The triggers of the setup. All of them are raised by delays.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum SetupTrigger: SetupOn {
        CardsDealt => "CARDS_DEALT",
        ThresholdsSet => "THRESHOLDS_SET",
        WheelSpun { angle: Angle } => "WHEEL_SPUN",
        FirstCardPlayed => "FIRST_CARD_PLAYED",
    }
}

/// The machine of the setup.
#[derive(Debug)]
pub struct Setup;

impl Machine for Setup {
    type Trigger = SetupTrigger;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<MinOrMax>;
    type Emit = ();
    type Output = ();

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &SetupTrigger) -> bool {
        false
    }
}

pub(crate) fn chart() -> Arc<Chart<Setup>> {
    static CHART: LazyLock<Arc<Chart<Setup>>> =
        LazyLock::new(|| Arc::new(assert_sound(definition().compile())));
    Arc::clone(&CHART)
}

fn definition() -> Definition<Setup> {
    let dealing_cards = SetupStep {
        key: "dealingCards",
        about: "A fresh deck is shuffled and everybody is dealt a hand.",
        work: action("deal", setup::deal),
        lasts: SETUP_STEP,
        raises: |_| SetupTrigger::CardsDealt,
    };
    let generating_thresholds = SetupStep {
        key: "generatingThresholds",
        about: "The thresholds are drawn.",
        work: action("drawThresholds", setup::draw_thresholds),
        lasts: SETUP_STEP,
        raises: |_| SetupTrigger::ThresholdsSet,
    };
    let spinning_initial_wheel = SetupStep {
        key: "spinningInitialWheel",
        about: "The wheel turns for the first time.",
        work: action("computeSpin", setup::compute_spin),
        lasts: ("spin_ms", |options| options.spin_ms),
        raises: setup::wheel_spun,
    };
    let playing_first_card = SetupStep {
        key: "playingFirstCard",
        about: "The top card of the draw pile starts the discard pile.",
        work: action("playFirstCard", setup::play_first_card),
        lasts: SETUP_STEP,
        raises: |_| SetupTrigger::FirstCardPlayed,
    };
    let first_card = to("playingFirstCard").run(action_with("applySpin", setup::apply_spin));
    let complete = action("emit SETUP_COMPLETE", setup::setup_complete);
    let root = state("setup")
        .initial("dealingCards")
        .child(dealing_cards.state().on(SetupOn::CardsDealt, "generatingThresholds"))
        .child(generating_thresholds.state().on(SetupOn::ThresholdsSet, "spinningInitialWheel"))
        .child(spinning_initial_wheel.state().on(SetupOn::WheelSpun, first_card))
        .child(playing_first_card.state().on(SetupOn::FirstCardPlayed, "complete"))
        .child(final_state("complete").entry(complete));
    Definition::new("setup", root)
}

/// A step that acts on entry and raises its own event after a delay.
struct SetupStep {
    key: &'static str,
    about: &'static str,
    work: Action<Setup>,
    /// The option for its duration: its name, and how to read it.
    lasts: (&'static str, fn(&Options) -> Millis),
    raises: fn(&Scope<'_, Setup>) -> SetupTrigger,
}

const SETUP_STEP: (&str, fn(&Options) -> Millis) = ("setup_step_ms", |it| it.setup_step_ms);

impl SetupStep {
    /// Without a delay the event is raised at once, so that the step ends in the same macrostep
    /// (MM-4).
    fn state(self) -> StateDef<Setup> {
        let Self { key, about, work, lasts: (option, ms), raises } = self;
        let raise = move |scope: &mut Scope<'_, Setup>| scope.raise(raises(scope));
        let at_once = move |scope: &mut Scope<'_, Setup>| {
            if ms(&scope.rules.options).is_zero() {
                raise(scope);
            }
        };
        state(key).describe(about).entry(work).entry(action("raise without delay", at_once)).after(
            delay(option, move |look: &Look<'_, Setup>| ms(&look.rules.options)),
            internal().run(action("raise", raise)),
        )
    }
}
