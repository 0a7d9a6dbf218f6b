//! Nim: a game small enough to read, for testing everything that takes a game.
//!
//! Some stones lie on the table. In turn, a player takes one to three of them. Whoever takes the
//! last stone wins. Between two turns the table waits.

use std::sync::LazyLock;

use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::Dice;
use croupier_kit::described;
#[allow(unused_imports)] // Schemas need it, where the kit has them.
use croupier_kit::for_macros::*;
use croupier_kit::game::{
    By, Game, Heuristic, InvariantError, Observation, OptionsError, Outcome, Position, Preset,
    Rejection, RuleContext, Seat, SeatKind, SeatSet, Viewer,
};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use croupier_kit::text::Show;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nim;

described! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Options {
        stones: u8,
        wait_ms: u64,
        /// A fault to order, for tests of what then happens: nobody is ever asked.
        endless: bool,
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { stones: 12, wait_ms: 500, endless: false }
    }
}

described! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct State {
        stones: u8,
        seats: u8,
        turn: Seat,
        turns: u32,
    }
}

described! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    pub enum Action {
        Take(u8),
    }
}

described! {
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Event {
        Laid(u8),
        Taken(u8),
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Reject {
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("{0} is not 1 to 3 of the stones that are left")]
    WrongNumber(u8),
}

impl Rejection for Reject {
    fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn => "nim.not_your_turn",
            Self::WrongNumber(_) => "nim.wrong_number",
        }
    }
}

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub enum Trigger: Kind { Take(u8) => "TAKE" }
}

#[derive(Debug)]
pub struct Flow;

impl Machine for Flow {
    type Trigger = Trigger;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Nim>;
    type Emit = ();
    type Output = ();

    /// It starts no timers of its own.
    fn raises(_: TimerId, _: &Trigger) -> bool {
        false
    }
}

static CHART: LazyLock<Chart<Flow>> = LazyLock::new(|| {
    let flow = Definition::new(
        "nim",
        state("nim")
            .initial("laying")
            .child(state("laying").entry(lay).always("playing"))
            .child(
                state("playing")
                    .always(to("over").when(all_taken))
                    .on(Kind::Take, to("waiting").run(take)),
            )
            .child(state("waiting").after(wait_ms, "playing"))
            .child(final_state("over")),
    );
    flow.compile().expect("the flow of Nim is sound")
});

fn lay(scope: &mut Scope<'_, Flow>) {
    let stones = scope.rules.options.stones;
    // A little chance, so that seeds matter.
    let extra = u8::try_from(scope.rules.dice.below(3)).unwrap_or(0);
    scope.rules.emit(Event::Laid(stones + extra));
}

fn take(scope: &mut Scope<'_, Flow>, Take(stones): Take) {
    scope.rules.emit(Event::Taken(stones));
}

fn all_taken(look: &Look<'_, Flow>) -> bool {
    look.rules.state.stones == 0
}

fn wait_ms(look: &Look<'_, Flow>) -> Millis {
    Millis(look.rules.options.wait_ms)
}

fn is_playing(at: Position<'_, Nim>) -> bool {
    CHART.state("playing").is_ok_and(|playing| at.flow.is_in(playing))
}

impl Game for Nim {
    const ID: &'static str = "nim";
    const NAME: &'static str = "Nim";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = State;
    type Memory = ();
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        let quick = Options { wait_ms: 0, ..Options::default() };
        vec![
            Preset { name: "classic", about: "Twelve stones.", options: Options::default() },
            Preset { name: "bench", about: "Nobody waits.", options: quick },
        ]
    }

    fn check_options(options: &Options, _: usize) -> Result<(), OptionsError> {
        match options.stones {
            0 | 201.. => Err(format!("{} stones are not 1 to 200", options.stones).into()),
            _ => Ok(()),
        }
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &CHART
    }

    fn new(_: &Options, seats: &[SeatKind]) -> State {
        let seats = u8::try_from(seats.len()).unwrap_or(2);
        State { stones: 0, seats, turn: Seat(0), turns: 0 }
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<Trigger, Reject> {
        let Action::Take(stones) = *action;
        if !is_playing(at) || by != By::Seat(at.state.turn) {
            return Err(Reject::NotYourTurn);
        }
        if (1..=3.min(at.state.stones)).contains(&stones) {
            Ok(Trigger::Take(stones))
        } else {
            Err(Reject::WrongNumber(stones))
        }
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Laid(stones) => state.stones = stones,
            Event::Taken(stones) => {
                state.stones -= stones;
                state.turn = state.turn.next(usize::from(state.seats));
                state.turns += 1;
            }
        }
    }

    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if is_playing(at) && !at.options.endless {
            SeatSet::of(at.state.turn)
        } else {
            SeatSet::NOBODY
        }
    }

    fn legal_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        if Self::to_act(at).contains(seat) {
            actions.extend((1..=3.min(at.state.stones)).map(Action::Take));
        }
    }

    fn view(at: Position<'_, Self>, _: Viewer) -> State {
        at.state.clone()
    }

    fn event_for(event: &Event, _: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn remember((): &mut (), _: Seat, _: &Event) {}

    fn resample(observation: Observation<'_, Self>, _: &mut Dice) -> State {
        observation.view.clone()
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        // The one before the seat whose turn it would be.
        let winner = Seat((at.state.turn.0 + at.state.seats - 1) % at.state.seats);
        at.flow.is_done().then(|| Outcome::new("last_stone", SeatSet::of(winner), []))
    }

    const LENGTH_UNIT: &'static str = "turns";

    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.turns)
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        if at.state.turn.at() < usize::from(at.state.seats) {
            Ok(())
        } else {
            Err("nobody's turn".into())
        }
    }

    fn default_action(at: Position<'_, Self>, seat: Seat) -> Option<Action> {
        Self::to_act(at).contains(seat).then_some(Action::Take(1))
    }

    fn random_action(at: Position<'_, Self>, seat: Seat, dice: &mut Dice) -> Option<Action> {
        let most = u32::from(at.state.stones.min(3));
        Self::to_act(at)
            .contains(seat)
            .then(|| Action::Take(u8::try_from(dice.between(1, most)).unwrap_or(1)))
    }
}

impl Arrange for Nim {
    fn arrange(
        setup: &Value,
        _: &Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        let stones = setup.get("stones").and_then(Value::as_u64).ok_or("how many stones?")?;
        let stones = u8::try_from(stones).map_err(|_| "too many stones")?;
        let seats = u8::try_from(seats.len()).unwrap_or(2);
        let state = State { stones, seats, turn: Seat(0), turns: 0 };
        let dice = Dice::scripted();
        Ok(Arrangement { state, flow: Some("playing"), context: (), dice })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        let over = at.flow.is_done();
        json!({"stones": at.state.stones, "turn": at.state.turn.to_string(), "over": over})
    }
}

impl Heuristic for Nim {}

impl Show for Nim {}
