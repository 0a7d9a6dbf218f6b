//! The chart of IN-99 with the phases of IN-91: when something may happen.

use croupier_chart::prelude::*;
use croupier_kit::flow;
use croupier_kit::game::{RuleContext, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::choice::{Choice, Reply};
use crate::zones::PLAYERS;
use crate::{Innovation, rules};

triggers! {
    /// The triggers of the chart: actions that `check` has accepted, with the cards they refer to
    /// and the choice that is answered.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Trigger: On {
        Draw => "DRAW",
        Meld { card: Card } => "MELD",
        Achieve { age: u8 } => "ACHIEVE",
        Dogma { card: Card } => "DOGMA",
        Answer { choice: Choice, reply: Reply } => "ANSWER",
    }
}

/// The seat that answers.
struct Answerer(Seat);

impl Carries<Answerer> for Trigger {
    fn kinds() -> &'static [On] {
        &[On::Answer]
    }

    fn carried(&self) -> Option<Answerer> {
        match self {
            Self::Answer { choice, .. } => Some(Answerer(choice.player)),
            _ => None,
        }
    }
}

/// The machine of the chart. It has no context; everything is in the state.
#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Innovation>;
    type Emit = ();
    type Output = ();

    /// It has no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

flow! {
    /// The chart of the game, and the states that the rules look up.
    pub static FLOW: Places<Flow> = definition();
    awaiting_action: "play.awaitingAction",
    awaiting_choice: "play.awaitingChoice",
    setup: "setup",
    game_over: "gameOver",
}

fn definition() -> Definition<Flow> {
    Definition::new(
        "innovation",
        state("innovation")
            .initial("setup")
            .child(
                parallel("setup")
                    .describe("Everybody chooses a starting card, in secret.")
                    .entry(rules::deal)
                    .on_done(to("play").run(rules::place_starting_cards))
                    .children((0..PLAYERS).map(region)),
            )
            .child(play())
            .child(final_state("gameOver").describe("Nothing further happens.")),
    )
}

/// One region per possible seat. It is done if the seat is empty or has chosen.
fn region(number: usize) -> StateDef<Flow> {
    let is_done = guard(format!("is_done_{number}"), move |look: &Look<'_, Flow>| {
        let state = &look.rules.state;
        usize::from(state.seats) <= number || state.chosen[number].is_some()
    });
    let is_own = move |_: &Look<'_, Flow>, Answerer(seat): Answerer| seat.at() == number;
    let is_seat = guard_with(format!("is_seat_{number}"), is_own);
    state(format!("seat{number}"))
        .initial("choosing")
        .child(
            state("choosing")
                .always(to("chosen").when(is_done))
                .on(On::Answer, to("chosen").when(is_seat).run(rules::answer)),
        )
        .child(final_state("chosen"))
}

fn play() -> StateDef<Flow> {
    state("play")
        .initial("awaitingAction")
        .child(
            state("awaitingAction")
                .describe("The turn player owes an action.")
                .on(On::Draw, to("checkingWin").run(rules::draw))
                .on(On::Meld, to("checkingWin").run(rules::meld))
                .on(On::Achieve, to("checkingWin").run(rules::achieve))
                .on(On::Dogma, to("resolvingDogma").run(rules::activate)),
        )
        .child(
            state("resolvingDogma")
                .describe("Effects run until somebody must choose or all is done.")
                .entry(rules::resolve)
                .always([
                    to("#gameOver").when(rules::is_over).run(rules::game_over),
                    to("awaitingChoice").when(rules::is_asking).run(rules::await_choice),
                    to("checkingWin"),
                ]),
        )
        .child(
            state("awaitingChoice")
                .describe("A named player owes an answer.")
                .on(On::Answer, to("resolvingDogma").run(rules::answer)),
        )
        .child(
            state("checkingWin")
                .describe("Between an action and what follows.")
                .entry(rules::check_win)
                .always([
                    to("#gameOver").when(rules::is_over).run(rules::game_over),
                    to("awaitingAction").when(rules::has_actions_left).run(rules::go_on),
                    to("#gameOver").when(rules::is_last_turn).run(rules::end_by_turn_limit),
                    to("awaitingAction").run(rules::end_turn),
                ]),
        )
}
