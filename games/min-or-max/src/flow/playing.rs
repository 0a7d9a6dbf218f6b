//! Section 2.4: the machine `playing`, which runs one turn after the other.

use std::sync::{Arc, LazyLock};

use croupier_chart::define::Action;
use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::Card;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use super::Variant;
use super::guards::{
    can_beat_top_card, card_played_this_turn, effect_chosen, has_card_effect, has_spun_this_turn,
    has_valid_card, is_card_in_hand, is_current_player, is_exact_threshold, is_over_threshold,
    is_stalemate, is_stuck, is_this_turn, timed_out, valid_effect, valid_force,
};
use crate::MinOrMax;
use crate::effect::DeclaredEffect;
use crate::ending::{Ending, Reason};
use crate::rules::turn;
use crate::wheel::Angle;

triggers! {
    /// The triggers of a turn, under the specification's names.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Trigger: On {
        SpinWheel { by: Seat, force_milli: u16 } => "SPIN_WHEEL",
        WheelSpinComplete { angle: Angle } => "WHEEL_SPIN_COMPLETE",
        ChooseCard { by: Seat, card: Card } => "CHOOSE_CARD",
        ChooseCardEffect { by: Seat, effect: DeclaredEffect } => "CHOOSE_CARD_EFFECT",
        SkipSpin { by: Seat } => "SKIP_SPIN",
        Timeout { turn_seq: u32 } => "TIMEOUT",
        EndTurn { by: Seat } => "END_TURN",
        Surrender { by: Seat } => "SURRENDER",
    }
}

/// Who sent a command.
pub(super) struct Sender(pub(super) Seat);

impl Carries<Sender> for Trigger {
    fn kinds() -> &'static [On] {
        &[
            On::SpinWheel,
            On::ChooseCard,
            On::ChooseCardEffect,
            On::SkipSpin,
            On::EndTurn,
            On::Surrender,
        ]
    }

    fn carried(&self) -> Option<Sender> {
        match *self {
            Self::SpinWheel { by, .. }
            | Self::ChooseCard { by, .. }
            | Self::ChooseCardEffect { by, .. }
            | Self::SkipSpin { by }
            | Self::EndTurn { by }
            | Self::Surrender { by } => Some(Sender(by)),
            Self::WheelSpinComplete { .. } | Self::Timeout { .. } => None,
        }
    }
}

/// The machine of the turns.
#[derive(Debug)]
pub struct Playing;

impl Machine for Playing {
    type Trigger = Trigger;
    type Context = Turn;
    type Children = ();
    type Rules = RuleContext<MinOrMax>;
    type Emit = ();
    type Output = Ending;

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

/// The flow's data about a turn. All of it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // Each flag is one of the specification's.
pub struct Turn {
    /// `turnSeq`: 0 before the first turn, then one more in every turn.
    pub seq: u32,
    /// When it began.
    pub since: Millis,
    /// `hasSpunThisTurn`
    pub has_spun: bool,
    /// `cardPlayedThisTurn`
    pub card_played: bool,
    /// `timedOut`
    pub timed_out: bool,
    /// `forfeited`
    pub forfeited: bool,
    /// Whether the player drew a card at the start of the turn.
    pub drew: bool,
    /// MM-C8: how many passes in a row preceded this turn with nothing left to draw.
    pub passes: u8,
    /// Why the match is over.
    pub ended: Option<Reason>,
}

pub(crate) fn chart(variant: Variant) -> Arc<Chart<Playing>> {
    static CHARTS: LazyLock<[Arc<Chart<Playing>>; 4]> = LazyLock::new(|| {
        Variant::ALL.map(|variant| Arc::new(assert_sound(definition(variant).compile())))
    });
    Arc::clone(&CHARTS[variant.number()])
}

fn definition(variant: Variant) -> Definition<Playing> {
    let turn = state("playerTurn")
        .initial("awaitingAction")
        .child(awaiting_action(variant))
        .child(spinning_wheel())
        .child(choosing_card())
        .child(choosing_card_effect())
        .child(processing_card())
        .child(post_card_play());
    let round = state("round")
        .initial("turnStart")
        .child(turn_start())
        .child(turn)
        .child(evaluating_outcome(variant));
    let root = state("playing")
        .initial("round")
        .child(round)
        .child(final_state("finished").output(ending));
    Definition::new("playing", root).shares_triggers()
}

fn turn_start() -> StateDef<Playing> {
    state("turnStart")
        .describe("The player draws a card.")
        .entry(action("beginTurn", turn::begin_turn))
        .entry(action("emit TURN_STARTED", turn::turn_started))
        .entry(action("reshuffleIfEmpty", turn::reshuffle_if_empty))
        .entry(action("drawCard", turn::draw_card))
        .always("playerTurn.awaitingAction")
}

fn awaiting_action(variant: Variant) -> StateDef<Playing> {
    let spin = all([is_current_player(), valid_force(), not(has_spun_this_turn())]);
    let choose = all([is_current_player(), is_card_in_hand(), can_beat_top_card()]);
    let auto = || to("choosingCard").run(action("autoChoose", turn::auto_choose));
    let time_is_up = || action("timedOut = true", turn::time_out);
    let mut waiting = state("awaitingAction")
        .describe("The player plays a card, or spins the wheel first.")
        .tag("asking");
    if !variant.may_pass {
        waiting = waiting.always(to("evaluatingOutcome").when(is_stuck()));
    }
    waiting = waiting
        .on(On::SpinWheel, to("spinningWheel").given(spin).run(compute_spin()))
        .on(
            On::ChooseCard,
            to("choosingCard")
                .given(choose)
                .run(action_with("setChosenCard", turn::set_chosen_card)),
        )
        .on(
            On::Timeout,
            to("choosingCard")
                .given(is_this_turn())
                .when(has_valid_card())
                .run(time_is_up())
                .run(action("autoChoose", turn::auto_choose)),
        );
    if variant.may_pass {
        // MM-C8: the server spins for a player who cannot play, and times out again afterwards.
        let server_spin = action("computeSpin(500)", turn::compute_server_spin);
        let spin_first = to("spinningWheel").given(is_this_turn()).when(not(has_spun_this_turn()));
        waiting = waiting
            .always([
                auto().when(all([timed_out(), has_valid_card()])),
                to("evaluatingOutcome").when(timed_out()),
            ])
            .on(
                On::Timeout,
                [
                    spin_first.run(time_is_up()).run(server_spin),
                    to("evaluatingOutcome").given(is_this_turn()).run(time_is_up()),
                ],
            )
            .on(On::EndTurn, to("evaluatingOutcome").given(is_current_player()));
    } else {
        waiting = waiting.on(
            On::Timeout,
            to("evaluatingOutcome")
                .given(is_this_turn())
                .run(time_is_up())
                .run(action("forfeitPlay", turn::forfeit_play)),
        );
    }
    if variant.surrender {
        let give_up = to("finished").given(is_current_player());
        waiting = waiting.on(On::Surrender, lose(give_up, Reason::Surrendered));
    }
    waiting
}

fn spinning_wheel() -> StateDef<Playing> {
    let rest = |target| {
        to(target)
            .run(action_with("applySpin", turn::apply_spin))
            .run(action("markSpun", turn::mark_spun))
    };
    state("spinningWheel")
        .describe("The wheel turns. Nobody can do anything.")
        .entry(action("raise without delay", turn::complete_at_once))
        .after(
            delay("spin_ms", |look: &Look<'_, Playing>| look.rules.options.spin_ms),
            internal().run(action("raise WHEEL_SPIN_COMPLETE", turn::complete_spin)),
        )
        .on(
            On::WheelSpinComplete,
            [rest("evaluatingOutcome").when(card_played_this_turn()), rest("awaitingAction")],
        )
}

fn choosing_card() -> StateDef<Playing> {
    let unclear = all([has_card_effect(), not(effect_chosen())]);
    state("choosingCard").always([to("choosingCardEffect").when(unclear), to("processingCard")])
}

fn choosing_card_effect() -> StateDef<Playing> {
    let valid = all([is_current_player(), valid_effect()]);
    state("choosingCardEffect")
        .describe("The player says what the card does.")
        .tag("asking")
        .on(
            On::ChooseCardEffect,
            to("processingCard").given(valid).run(action_with("setEffect", turn::set_effect)),
        )
        .on(
            On::Timeout,
            to("processingCard")
                .given(is_this_turn())
                .run(action("timedOut = true", turn::time_out))
                .run(action("autoEffect", turn::auto_effect)),
        )
}

fn processing_card() -> StateDef<Playing> {
    let won = to("finished")
        .when(is_exact_threshold())
        .run(action("setExactWinner", |scope: &mut Scope<'_, Playing>| {
            scope.context.ended = Some(Reason::ExactThreshold);
        }))
        .run(action("emit PLAYER_WON", |scope: &mut Scope<'_, Playing>| {
            turn::player_won(scope, Reason::ExactThreshold);
        }));
    let lost = lose(to("finished").when(is_over_threshold()), Reason::ExceededThreshold);
    state("processingCard").entry(action("playCard", turn::play_card)).always([
        won,
        lost,
        to("postCardPlay"),
    ])
}

fn post_card_play() -> StateDef<Playing> {
    let spin = all([is_current_player(), valid_force()]);
    state("postCardPlay")
        .describe("The player may still spin the wheel.")
        .tag("asking")
        .always(to("evaluatingOutcome").when(any([has_spun_this_turn(), timed_out()])))
        .on(On::SpinWheel, to("spinningWheel").given(spin).run(compute_spin()))
        .on(On::SkipSpin, to("evaluatingOutcome").given(is_current_player()))
        .on(
            On::Timeout,
            to("evaluatingOutcome")
                .given(is_this_turn())
                .run(action("timedOut = true", turn::time_out)),
        )
}

fn evaluating_outcome(variant: Variant) -> StateDef<Playing> {
    let next = to("turnStart")
        .run(action("emit END_TURN", turn::end_turn))
        .run(action("advanceSeat", turn::advance_seat));
    let first = if variant.may_pass {
        to("finished").when(is_stalemate()).run(action(
            "setStalemate",
            |scope: &mut Scope<'_, Playing>| {
                scope.context.ended = Some(Reason::Stalemate);
            },
        ))
    } else {
        lose(to("finished").when(not(card_played_this_turn())), Reason::CannotBeat)
    };
    state("evaluatingOutcome").always([first, next])
}

/// Adds `setLoser(reason)` and `PLAYER_LOST` to a transition.
fn lose(transition: Transition<Playing>, reason: Reason) -> Transition<Playing> {
    let name = format!("setLoser({})", reason.as_str());
    let set = move |scope: &mut Scope<'_, Playing>| scope.context.ended = Some(reason);
    let tell = move |scope: &mut Scope<'_, Playing>| turn::player_lost(scope, reason);
    transition.run(action(name, set)).run(action("emit PLAYER_LOST", tell))
}

fn compute_spin() -> Action<Playing> {
    action_with("computeSpin", turn::compute_spin)
}

/// The output of the machine: who won, who lost, and why.
fn ending(look: &Look<'_, Playing>) -> Ending {
    let rules = look.rules;
    let ended = look.context.ended;
    debug_assert!(ended.is_some(), "every way to `finished` says why");
    let reason = ended.unwrap_or(Reason::CannotBeat);
    let (current, seats) = (rules.state.current, rules.seats.len());
    let ending = Ending::of(reason, current, seats, rules.options.previous_wins);
    let duration = look.now() - rules.state.began;
    Ending { timed_out: look.context.timed_out, duration, ..ending }
}
