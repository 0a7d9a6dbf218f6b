//! `croupier chart` for a game whose machines run inside each other.

use std::sync::LazyLock;

use crate::common::Stream;
use croupier::Console;
use croupier_catalog::Catalog;
use croupier_chart::prelude::*;
use croupier_kit::Millis;
use croupier_kit::cards::Dice;
#[allow(unused_imports)] // Schemas need it, where the kit has them.
use croupier_kit::for_macros::*;
use croupier_kit::game::{
    By, Game, Heuristic, Observation, Outcome, Position, Rejection, RuleContext, Seat, SeatKind,
    SeatSet, Viewer,
};
use croupier_kit::scenario::{Arrange, Arrangement, ScenarioError};
use croupier_kit::{described, described_triggers};
use insta::assert_snapshot;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

described_triggers! {
    /// The only thing to say.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub enum Say: Word { Boo => "BOO" }
}

/// Two people say "boo" in turn. Whoever says it third wins.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Boo;

described! {
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    struct Options {}
}

struct Round;
#[derive(Debug, Clone, Default)]
struct RoundCharts {
    turn: Option<Actor<Turn>>,
}
impl Machine for Round {
    type Trigger = Say;
    type Context = ();
    type Children = RoundCharts;
    type Rules = RuleContext<Boo>;
    type Emit = ();
    type Output = ();
}

struct Turn;
#[derive(Debug, Clone, Default)]
struct TurnCharts {
    echo: Option<Actor<Echo>>,
}
impl Machine for Turn {
    type Trigger = Say;
    type Context = ();
    type Children = TurnCharts;
    type Rules = RuleContext<Boo>;
    type Emit = ();
    type Output = ();
}

struct Echo;
impl Machine for Echo {
    type Trigger = Say;
    type Context = ();
    type Children = ();
    type Rules = RuleContext<Boo>;
    type Emit = ();
    type Output = ();
}

fn say(turn: &mut Scope<'_, Turn>) {
    turn.rules.emit(());
}

fn is_over(round: &Look<'_, Round>) -> bool {
    round.rules.state == 3
}

static CHART: LazyLock<Chart<Round>> = LazyLock::new(|| {
    let echo = state("echo")
        .initial("loud")
        .child(state("loud").after(Millis(100), "silent"))
        .child(final_state("silent"));
    let echo = assert_sound(Definition::new("theEcho", echo).shares_triggers().compile());
    let echo = ChildDef::<Turn, Echo>::new("echo", echo, slot!(echo), Wiring::shared(), |_| ());
    let turn = state("turn")
        .initial("waiting")
        .child(state("waiting").on(Word::Boo, to("said").run(say)))
        .child(state("said").invoke(echo.on_done("done")))
        .child(final_state("done"));
    let turn = assert_sound(Definition::new("turn", turn).shares_triggers().compile());
    let turn = ChildDef::<Round, Turn>::new("turn", turn, slot!(turn), Wiring::shared(), |_| ());
    let turn = turn.on_done([to("over").when(is_over), to("playing").reenter()]);
    let round = state("round")
        .initial("playing")
        .child(state("playing").invoke(turn))
        .child(final_state("over"));
    assert_sound(Definition::new("round", round).compile())
});

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("it is not your turn")]
struct NotYourTurn;

impl Rejection for NotYourTurn {
    fn code(&self) -> &'static str {
        "boo.not_your_turn"
    }
}

impl Game for Boo {
    const ID: &'static str = "boo";
    const NAME: &'static str = "Boo";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 2);

    type Options = Options;
    type State = u8;
    type Action = Say;
    type Event = ();
    type View = u8;
    type Memory = ();
    type Reject = NotYourTurn;
    type Flow = Round;

    fn flow(_: &Options) -> &'static Chart<Round> {
        &CHART
    }

    fn new(_: &Options, _: &[SeatKind]) -> u8 {
        0
    }

    fn check(at: Position<'_, Self>, by: By, say: &Say) -> Result<Say, NotYourTurn> {
        let turn = at.flow.children().turn.as_ref();
        let is_waiting = turn.is_some_and(|turn| turn.children().echo.is_none());
        let may_say = is_waiting && by == By::Seat(Seat(at.state % 2));
        if may_say { Ok(say.clone()) } else { Err(NotYourTurn) }
    }

    fn fold(said: &mut u8, (): &()) {
        *said += 1;
    }

    fn candidate_actions(_: Position<'_, Self>, _: Seat, actions: &mut Vec<Say>) {
        actions.push(Say::Boo);
    }

    fn view(at: Position<'_, Self>, _: Viewer) -> u8 {
        *at.state
    }

    fn resample(observation: Observation<'_, Self>, _: &mut Dice) -> u8 {
        *observation.view
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        at.flow.is_done().then(|| Outcome::new("third_boo", SeatSet::of(Seat(0)), []))
    }
}

impl Heuristic for Boo {}

impl croupier_kit::text::Show for Boo {}

impl Arrange for Boo {
    fn arrange(_: &Value, _: &Options, _: &[SeatKind]) -> Result<Arrangement<Self>, ScenarioError> {
        Ok(Arrangement { state: 0, flow: None, context: (), dice: Dice::scripted() })
    }

    fn describe(at: Position<'_, Self>) -> Value {
        json!(at.state)
    }
}

/// The machines of the game, then those of the room.
const MACHINES: [&str; 6] = ["round", "turn", "theEcho", "game", "lobby", "gameOver"];

/// Everything that the command prints, and its exit status.
fn run(line: &str) -> (String, u8) {
    let stream = Stream::default();
    let mut console = Console::plain(stream.clone(), stream.clone());
    let args = ["croupier"].into_iter().chain(line.split_whitespace());
    let exit = croupier::run_with(&Catalog::new().with::<Boo>(), args, &mut console);
    let said = stream.text();
    (said, exit)
}

#[test]
fn the_game_s_own_machine_is_shown_and_the_others_are_named() {
    let (text, exit) = run("chart boo");
    assert_eq!(exit, 0);
    assert_snapshot!(text, @"
    round
    ├─ playing (initial)
    │    runs turn
    │    done turn → over [is_over]
    │    done turn → playing (re-enters)
    └─ over (final)
    Other machines: turn, theEcho, game, lobby, gameOver (--machine NAME)
    ");
}

#[test]
fn every_machine_can_be_asked_for() {
    let (text, exit) = run("chart boo --machine theEcho");
    assert_eq!(exit, 0);
    assert_snapshot!(text, @"
    theEcho
    ├─ loud (initial)
    │    after 100 ms → silent
    └─ silent (final)
    Other machines: round, turn, game, lobby, gameOver (--machine NAME)
    ");
    for machine in MACHINES {
        let (text, exit) = run(&format!("chart boo --machine {machine} --format xstate"));
        assert_eq!(
            (serde_json::from_str::<Value>(&text).unwrap()["id"].as_str(), exit),
            (Some(machine), 0)
        );
    }
}

/// The other formats are read by programs.
#[test]
fn no_format_but_text_has_hints() {
    for format in ["mermaid", "dot", "scxml", "xstate"] {
        let (text, exit) = run(&format!("chart boo --format {format}"));
        assert_eq!(exit, 0);
        assert!(!text.contains("--machine"), "{text}");
        assert_eq!(text, run(&format!("chart boo --format {format} --machine round")).0);
    }
}

#[test]
fn a_machine_that_is_not_there_is_answered_with_those_that_are() {
    let misuse = |machine: &str| {
        let (text, exit) = run(&format!("chart boo --machine {machine}"));
        assert_eq!(exit, 2);
        text
    };
    assert_snapshot!(misuse("the-eco"), @r#"error[unknown_machine]: Boo has no machine "the-eco"; did you mean "theEcho"? It has round, turn, theEcho, game, lobby, gameOver"#);
    assert_snapshot!(misuse("kitchen"), @r#"error[unknown_machine]: Boo has no machine "kitchen"; it has round, turn, theEcho, game, lobby, gameOver"#);
}

#[test]
fn the_list_of_games_names_the_machines() {
    let (text, _) = run("games --json");
    let games: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(games["games"][0]["machines"], json!(MACHINES));
}

/// The machines must also run, not only be shown.
#[test]
fn the_machines_play() {
    let (text, exit) = run("sim boo --games 3 --json");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["finished"], &report["actions"], exit), (&json!(3), &json!(9), 0));
}
