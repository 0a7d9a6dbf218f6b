//! Scenarios: a position, steps and expectations, in a file that anyone can write.
//!
//! A scenario is played on a match alone, or in a room if it has one.

mod by_field;
mod compare;
mod match_subject;
mod room_setup;
mod room_subject;
mod run;
mod step;

use std::borrow::Cow;

use croupier_chart::define::Machine;
use croupier_chart::run::Env;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::match_subject::MatchSubject;
pub use self::match_subject::contents;
pub use self::room_setup::RoomSetup;
use self::room_subject::RoomSubject;
pub use self::step::{FullRefusal, Refusal, Step};
use crate::Millis;
use crate::cards::{Dice, Seed};
use crate::game::{Game, InputError, MAX_SEATS, Position, RuleContext, SeatKind};
pub use crate::game::{options_of, set_options};
use crate::matches::{Match, Record, Setup};
use crate::text::Show;

/// A game for which scenarios can be written. All of it is optional: with `impl Arrange for
/// YourGame {}` a position is written as the fields of the state, and `state` says in which state
/// the flow starts.
pub trait Arrange: Show {
    /// The position that `setup` describes, in the notation of the game's specification. Every
    /// mistake in the description is an error: `Err("there must be a card to match".into())`.
    ///
    /// Default: the named fields of the state have the given values, and the others are as before
    /// the deal; then [`complete`](Self::complete) is called.
    fn arrange(
        setup: &Value,
        options: &Self::Options,
        seats: &[SeatKind],
    ) -> Result<Arrangement<Self>, ScenarioError> {
        by_field::arrange(setup, options, seats)
    }

    /// Places whatever a position does not name, for example the remaining cards under the stock.
    fn complete(_state: &mut Self::State) {}

    /// Describes a position in the same notation, to compare it with expectations. Default: the
    /// fields of the state, the state of the flow (`state`), and once the match is over `reason`,
    /// `winners` and `scores`.
    fn describe(at: Position<'_, Self>) -> Value {
        by_field::describe(at)
    }

    /// Checks that a scenario is well-formed. A game whose specification has its own format
    /// overrides this and [`run_scenario`](Self::run_scenario).
    fn check_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        Scenario::read(scenario).map(|_| ())
    }

    /// Runs a scenario.
    fn run_scenario(scenario: &Value) -> Result<(), ScenarioError> {
        Scenario::read(scenario)?.run::<Self>()
    }
}

/// An arranged position.
#[derive(Debug)]
pub struct Arrangement<G: Game> {
    /// The cards and counters.
    pub state: G::State,
    /// The path of the state in which the flow starts; entry actions run. `None` starts it as
    /// usual, including the opening.
    pub flow: Option<&'static str>,
    /// The context of the flow.
    pub context: <G::Flow as Machine>::Context,
    /// The dice: scripted ones, or those of a seed.
    pub dice: Dice,
}

impl<G: Game> Arrangement<G> {
    /// Starts a match in this position, with its opening if the flow starts as usual. Its events
    /// can be recorded, but it has no inputs and cannot be saved.
    pub fn start(self, setup: &Setup<G>, record_events: bool) -> Result<Match<G>, ScenarioError> {
        self.begin(setup, record_events, None)
    }

    /// The same, but recorded: it can be saved and continued. It cannot be replayed, because
    /// nothing records how the position came about.
    pub fn start_recorded(self, setup: Setup<G>) -> Result<Match<G>, ScenarioError> {
        let record = Box::new(Record::new(setup.clone()));
        self.begin(&setup, true, Some(record))
    }

    fn begin(
        self,
        setup: &Setup<G>,
        record_events: bool,
        record: Option<Box<Record<G>>>,
    ) -> Result<Match<G>, ScenarioError> {
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
        arranged.record = record;
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
    /// What it demonstrates.
    #[serde(default)]
    pub name: String,
    /// The ids of the rules that it demonstrates.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The game's id.
    #[serde(default)]
    pub game: String,
    /// The preset to start from.
    #[serde(default)]
    pub preset: Option<String>,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: serde_json::Map<String, Value>,
    /// How many people play, or who plays each seat, in a match without a room.
    #[serde(default)]
    pub seats: Seats,
    /// The room, if the scenario is played in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomSetup>,
    /// The position at the start.
    #[serde(default)]
    pub setup: Value,
    /// What happens, in order.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// What must hold at the end. Only the named fields are compared.
    #[serde(default)]
    pub expect: Value,
}

/// Who sits at the table of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seats {
    /// This many people.
    Count(usize),
    /// These kinds, by seat.
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
            // One more than allowed is enough for it to be refused.
            Self::Count(count) => vec![SeatKind::Person; (*count).min(MAX_SEATS + 1)],
            Self::Kinds(kinds) => kinds.clone(),
        }
    }
}

/// Why a scenario failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// It is not well-formed.
    #[error("{0}")]
    Malformed(Cow<'static, str>),
    /// Something failed or was not as expected; the sentence says where.
    #[error("{0}")]
    Failed(String),
}

impl ScenarioError {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
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

/// A refused opening is a failure.
impl<G: Game> From<InputError<G>> for ScenarioError {
    fn from(refused: InputError<G>) -> Self {
        Self::Failed(refused.to_string())
    }
}

impl Scenario {
    /// Parses a scenario, or says what is wrong with it.
    pub fn read(scenario: &Value) -> Result<Self, ScenarioError> {
        let read = Self::deserialize(scenario)
            .map_err(|why| strange_step(scenario).unwrap_or_else(|| why.to_string()))?;
        for (at, step) in read.steps.iter().enumerate() {
            let place = format!("step {}", at + 1);
            let kind = step.kind().map_err(|why| format!("{place}: {why}"))?;
            if kind.is_of_room() && read.room.is_none() {
                return Err(format!("{place}: there is no room in this scenario").into());
            }
        }
        Ok(read)
    }

    /// Runs the scenario.
    pub fn run<G: Arrange>(&self) -> Result<(), ScenarioError> {
        self.play::<G>(false)
    }

    /// Runs the scenario, with a save and a load after every step.
    pub fn run_saving<G: Arrange>(&self) -> Result<(), ScenarioError> {
        self.play::<G>(true)
    }

    fn play<G: Arrange>(&self, saving: bool) -> Result<(), ScenarioError> {
        let options = options_of::<G>(self.preset.as_deref(), &self.options)
            .map_err(|why| fail("options", why))?;
        let Self { steps, expect, .. } = self;
        match &self.room {
            None => {
                let mut subject = MatchSubject::new(self.arrange::<G>(options)?);
                run::run(&mut subject, steps, expect, saving)
            }
            Some(room) => {
                let subject = RoomSubject::<G>::new(room, options, &self.setup);
                let mut subject = subject.map_err(|why| fail("room", why))?;
                run::run(&mut subject, steps, expect, saving)
            }
        }
    }

    fn arrange<G: Arrange>(&self, options: G::Options) -> Result<Match<G>, ScenarioError> {
        let seats = self.seats.kinds();
        let setup = Setup::<G> { options, seats, seed: Seed::from_number(0), undo: false };
        setup.check().map_err(|why| fail("options", why))?;
        let arranged = G::arrange(&self.setup, &setup.options, &setup.seats);
        arranged.map_err(|why| fail("setup", why))?.start_recorded(setup)
    }
}

/// The first step that cannot be parsed, which serde's own message does not name.
fn strange_step(scenario: &Value) -> Option<String> {
    let steps = scenario.get("steps")?.as_array()?.iter().enumerate();
    let mut wrong = steps.filter_map(|(at, step)| Some((at, Step::deserialize(step).err()?)));
    wrong.next().map(|(at, why)| format!("step {}: {why}", at + 1))
}

/// Scripted dice with a number that is out of range are a mistake in the scenario.
fn dice_complaint<G: Game>(game: &Match<G>) -> Result<(), String> {
    game.dice().complaint().map_or(Ok(()), |why| Err(why.to_owned()))
}

fn fail(place: &str, why: impl std::fmt::Display) -> ScenarioError {
    ScenarioError::Failed(format!("{place}: {why}"))
}
