//! Scenarios: an arrangement, steps and expectations, as a file anyone can write.

mod by_field;

use std::borrow::Cow;

use croupier_chart::{Env, Machine};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{By, Game, InputError, MAX_SEATS, Position, RuleContext, Seat, SeatKind};
pub use crate::game::{options_of, set_options};
use crate::matches::{Act, Input, Match, Setup};

/// A game that scenarios can be written for. All of it is optional: with `impl Arrange for YourGame
/// {}` a position is written as the state's own fields, and `state` says where the flow is entered.
pub trait Arrange: Game {
    /// The position that `setup` describes, in the notation of the game's specification. Every
    /// fault of the description is an error: `Err("there must be a card to match".into())`.
    ///
    /// Default: the named fields of the state are as they are written, and the others as before
    /// the deal; [`complete`](Self::complete) puts them right.
    fn arrange(
        setup: &Value,
        options: &Self::Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        by_field::arrange(setup, options, seats)
    }

    /// Puts what a position does not name where it can do no harm: the other cards under the stock.
    fn complete(_state: &mut Self::State) {}

    /// A position in the same notation, for expectations to be compared with. Default: the fields
    /// of the state, the state of the flow (`state`), and at the end `reason`, `winners` and `scores`.
    fn describe(at: Position<'_, Self>) -> Value {
        by_field::describe(at)
    }

    /// Whether a scenario is written as it should be. A game whose specification has
    /// a form of its own replaces this and [`run_scenario`](Self::run_scenario).
    fn check_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        Scenario::read(scenario).map(|_| ())
    }

    /// Plays a scenario.
    fn run_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        Scenario::read(scenario)?.run::<Self>()
    }
}

/// An arranged position.
#[derive(Debug)]
pub struct Arrangement<G: Game> {
    /// The cards and counters.
    pub state: G::State,
    /// Where the flow is entered, by its path; entry actions run. None starts it as usual, opening
    /// included.
    pub flow: Option<&'static str>,
    /// The flow data.
    pub context: <G::Flow as Machine>::Context,
    /// The dice: scripted ones, or those of a seed.
    pub dice: Dice,
}

impl<G: Game> Arrangement<G> {
    /// A match in this position, with its opening if the flow starts as usual. What happens in
    /// it can be recorded, but it has no past and cannot be saved.
    pub fn start(self, setup: &Setup<G>, record_events: bool) -> Result<Match<G>, ScenarioError> {
        setup.check().map_err(|why| fail("options", why))?;
        let Self { state, flow, context, dice } = self;
        let mut rules = RuleContext::new(state, setup.options.clone(), &setup.seats, dice);
        rules.recorder = record_events.then(Vec::new);
        let chart = G::flow(&setup.options);
        let mut env = Env::new(&mut rules);
        let started = match flow {
            None => chart.start(context, &mut env),
            Some(path) => {
                let state = chart.state(path).map_err(|why| fail("setup", why))?;
                chart.start_in(state, Millis::ZERO, context, &mut env)
            }
        };
        let started = started.map_err(|why| fail("setup", why))?;
        let mut arranged = Match::arranged(chart, rules, started);
        if flow.is_none() {
            arranged.open().map_err(|why| fail("opening", why))?;
        }
        G::invariants(arranged.position()).map_err(|why| fail("setup", why))?;
        Ok(arranged)
    }
}

/// A scenario as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows.
    #[serde(default)]
    pub name: String,
    /// The rules it shows, by their ids.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The game's id.
    #[serde(default)]
    pub game: String,
    /// A named set of options to begin with.
    #[serde(default)]
    pub preset: Option<String>,
    /// Options that differ from it.
    #[serde(default)]
    pub options: serde_json::Map<String, Value>,
    /// How many persons play, or who sits where.
    #[serde(default)]
    pub seats: Seats,
    /// The position.
    #[serde(default)]
    pub setup: Value,
    /// What happens, in order.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// What must hold at the end. Only what is named is compared.
    #[serde(default)]
    pub expect: Value,
}

/// Who sits at the table of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seats {
    /// So many persons.
    Count(usize),
    /// These.
    Kinds(Vec<SeatKind>),
}

impl Default for Seats {
    fn default() -> Self {
        Self::Count(2)
    }
}

impl Seats {
    fn kinds(&self) -> Vec<SeatKind> {
        match self {
            // One more than there can be is enough to be refused.
            Self::Count(count) => vec![SeatKind::Person; (*count).min(MAX_SEATS + 1)],
            Self::Kinds(kinds) => kinds.clone(),
        }
    }
}

/// A step of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A seat acts, and the action is taken or refused.
    Do(Doing),
    /// Time passes.
    Wait {
        /// So many milliseconds.
        wait_ms: Millis,
    },
    /// Something must hold in the middle.
    Expect {
        /// What.
        expect: Value,
    },
}

/// A seat acts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doing {
    /// `P1`, `P2`, … or, counted from 0, `player-0`, `player-1`, …; or `host`.
    pub by: String,
    /// The action, as it goes over the wire.
    #[serde(rename = "do")]
    pub action: Value,
    /// The code with which it must be refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reject: Option<String>,
}

/// Why a scenario failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// It is not written as it should be.
    #[error("{0}")]
    Malformed(Cow<'static, str>),
    /// It went wrong, or otherwise than expected, in a sentence that says where.
    #[error("{0}")]
    Failed(String),
}

impl ScenarioError {
    /// Part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed_scenario",
            Self::Failed(_) => "scenario_failed",
        }
    }
}

impl From<&'static str> for ScenarioError {
    fn from(sentence: &'static str) -> Self {
        Self::Malformed(sentence.into())
    }
}

impl From<String> for ScenarioError {
    fn from(sentence: String) -> Self {
        Self::Malformed(sentence.into())
    }
}

impl Scenario {
    /// Reads one, or says what is wrong with it.
    pub fn read(scenario: &Value) -> Result<Self, ScenarioError> {
        Self::deserialize(scenario)
            .map_err(|why| strange_step(scenario).unwrap_or_else(|| why.to_string()).into())
    }

    /// Plays it.
    pub fn run<G: Arrange>(&self) -> Result<(), ScenarioError> {
        let mut game = self.arrange::<G>()?;
        sound("setup", &game)?;
        for (at, step) in self.steps.iter().enumerate() {
            let place = format!("step {}", at + 1);
            match step {
                Step::Wait { wait_ms } => {
                    let until = game.now() + *wait_ms;
                    game.advance_to(until).map_err(|why| fail(&place, why))?;
                }
                Step::Expect { expect } => compare::<G>(&place, &game, expect)?,
                Step::Do(doing) => perform(&place, &mut game, doing)?,
            }
            G::invariants(game.position()).map_err(|why| fail(&place, why))?;
            sound(&place, &game)?;
        }
        compare::<G>("the end", &game, &self.expect)
    }

    fn arrange<G: Arrange>(&self) -> Result<Match<G>, ScenarioError> {
        let options = options_of::<G>(self.preset.as_deref(), &self.options)
            .map_err(|why| fail("options", why))?;
        let seats = self.seats.kinds();
        let setup = Setup::<G> { options, seats, seed: Seed::from_number(0), undo: false };
        setup.check().map_err(|why| fail("options", why))?;
        let arranged = G::arrange(&self.setup, &setup.options, &setup.seats);
        arranged.map_err(|why| fail("setup", why))?.start(&setup, false)
    }
}

fn perform<G: Arrange>(
    place: &str,
    game: &mut Match<G>,
    doing: &Doing,
) -> Result<(), ScenarioError> {
    let by = parse_by(&doing.by).ok_or_else(|| fail(place, format!("who is {:?}?", doing.by)))?;
    let answer = match serde_json::from_value::<G::Action>(doing.action.clone()) {
        Ok(action) => {
            let input = Input { at: game.now(), by, act: Act::Do(action) };
            game.input(input).map_err(|refused| (refused.code().to_owned(), refused.to_string()))
        }
        Err(why) => Err(("malformed".to_owned(), why.to_string())),
    };
    match (answer, &doing.reject) {
        (Ok(()), None) => Ok(()),
        (Err((code, _)), Some(expected)) if code == *expected => Ok(()),
        (Ok(()), Some(expected)) => {
            Err(fail(place, format!("{} was taken, not refused with {expected}", doing.action)))
        }
        (Err((code, why)), expected) => {
            let expected = expected.as_ref().map_or("taken", |code| code);
            Err(fail(place, format!("refused with {code} ({why}), not {expected}")))
        }
    }
}

/// `P1` is the first seat, as people count; so is `player-0`, as some specifications do.
fn parse_by(text: &str) -> Option<By> {
    if text == "host" {
        return Some(By::Host);
    }
    let seat = match text.strip_prefix("player-") {
        Some(number) => number.parse().ok()?,
        None => text.strip_prefix('P')?.parse::<u8>().ok()?.checked_sub(1)?,
    };
    Some(By::Seat(Seat(seat)))
}

/// The first step that cannot be read, if there is one. Serde's own message does not name it.
fn strange_step(scenario: &Value) -> Option<String> {
    let steps = scenario.get("steps")?.as_array()?;
    let at = steps.iter().position(|step| Step::deserialize(step).is_err())?;
    let kinds = r#"{"by", "do"}, {"by", "do", "reject"}, {"wait_ms"} or {"expect"}"#;
    Some(format!("step {} is not one of {kinds}: {}", at + 1, steps[at]))
}

/// Scripted dice that could not give what they were told to are a fault of the scenario.
fn sound<G: Game>(place: &str, game: &Match<G>) -> Result<(), ScenarioError> {
    game.dice().complaint().map_or(Ok(()), |why| Err(fail(place, why)))
}

fn compare<G: Arrange>(
    place: &str,
    game: &Match<G>,
    expected: &Value,
) -> Result<(), ScenarioError> {
    let found = G::describe(game.position());
    let mut differences = vec![];
    differ("", expected, &found, &mut differences);
    if differences.is_empty() { Ok(()) } else { Err(fail(place, differences.join("; "))) }
}

/// Objects are compared field by field, as far as the expectation goes; all else must be equal.
fn differ(path: &str, expected: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Null, _) if path.is_empty() => {}
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                differ(&inner, value, found.get(key).unwrap_or(&Value::Null), differences);
            }
        }
        _ if expected == found => {}
        _ => differences.push(format!("{path} is {found}, not {expected}")),
    }
}

fn fail(place: &str, why: impl std::fmt::Display) -> ScenarioError {
    ScenarioError::Failed(format!("{place}: {why}"))
}

/// Refusals of the opening, as failures.
impl<G: Game> From<InputError<G>> for ScenarioError {
    fn from(refused: InputError<G>) -> Self {
        Self::Failed(refused.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn differences(expected: &Value, found: &Value) -> Vec<String> {
        let mut list = vec![];
        differ("", expected, found, &mut list);
        list
    }

    #[test]
    fn only_what_is_named_is_compared() {
        let found = json!({"a": 1, "b": {"c": [1, 2], "d": null}});
        assert!(differences(&json!({"b": {"c": [1, 2]}}), &found).is_empty());
        assert!(differences(&Value::Null, &found).is_empty());
        assert_eq!(differences(&json!({"b": {"c": [2, 1]}}), &found), ["b.c is [1,2], not [2,1]"]);
        assert_eq!(differences(&json!({"x": 1}), &found), ["x is null, not 1"]);
    }

    #[test]
    fn seats_are_counted_from_one_for_people() {
        assert_eq!(parse_by("P1"), Some(By::Seat(Seat(0))));
        assert_eq!(parse_by("player-0"), Some(By::Seat(Seat(0))));
        assert_eq!(parse_by("host"), Some(By::Host));
        assert_eq!(parse_by("P0"), None);
        assert_eq!(parse_by("Ann"), None);
    }
}
