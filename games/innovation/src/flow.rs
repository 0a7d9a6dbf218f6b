//! When something may happen: the chart of IN-99 with the phases of IN-91.

use croupier_chart::{
    Definition, Look, Machine, StateDef, final_state, guard, parallel, state, to, triggers,
};
use croupier_kit::{By, RuleContext, Seat, ToTrigger, flow};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Answer, CardId, Named};
use crate::zones::PLAYERS;
use crate::{Innovation, rules};

triggers! {
    /// What the chart reacts to.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Trigger: On {
        Draw => "DRAW",
        Meld { card: CardId } => "MELD",
        Achieve { achievement: Named } => "ACHIEVE",
        Dogma { card: CardId } => "DOGMA",
        Answer { seat: Seat, answer: Answer } => "ANSWER",
    }
}

impl ToTrigger<Trigger> for Action {
    #[inline]
    fn to_trigger(&self, by: By) -> Trigger {
        match self {
            Self::Draw => Trigger::Draw,
            Self::Meld { card } => Trigger::Meld { card: *card },
            Self::Achieve { achievement } => Trigger::Achieve { achievement: *achievement },
            Self::Dogma { card } => Trigger::Dogma { card: *card },
            Self::Answer { answer, .. } => {
                let seat = match by {
                    By::Seat(seat) => seat,
                    By::Host => Seat(u8::MAX), // Refused by `check`; no region is the host's.
                };
                Trigger::Answer { seat, answer: answer.clone() }
            }
        }
    }
}

/// The machine of the chart. It remembers nothing: all there is to know lies on the table.
#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Innovation>;
    type Emit = ();
    type Output = ();
}

flow! {
    /// The chart of the game, and the places that rules ask about.
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

/// One region for each seat there can be. A seat that nobody has, or that has chosen, is done.
fn region(number: usize) -> StateDef<Flow> {
    let is_done = guard(format!("is_done_{number}"), move |look: &Look<'_, Flow>| {
        let state = &look.rules.state;
        usize::from(state.seats) <= number || state.chosen[number].is_some()
    });
    let is_seat = guard(
        format!("is_seat_{number}"),
        move |look: &Look<'_, Flow>| matches!(look.trigger(), Some(Trigger::Answer { seat, .. }) if seat.at() == number),
    );
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
