//! Scenarios: an arrangement, steps and expectations, as a file anyone can write.
//!
//! A scenario is played in a match alone, or in a room if it has one.

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

/// A game that scenarios can be written for. All of it is optional: with `impl Arrange for YourGame
/// {}` a position is written as the state's own fields, and `state` says where the flow is entered.
pub trait Arrange: Show {
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
        self.begin(setup, record_events, None)
    }

    /// The same, recorded and with a save that can be continued. It cannot be replayed: nothing in
    /// it says how the position came about.
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
    /// How many persons play, or who sits where, in a match without a room.
    #[serde(default)]
    pub seats: Seats,
    /// The room in which it is played, if it is played in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomSetup>,
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

/// Refusals of the opening, as failures.
impl<G: Game> From<InputError<G>> for ScenarioError {
    fn from(refused: InputError<G>) -> Self {
        Self::Failed(refused.to_string())
    }
}

impl Scenario {
    /// Reads one, or says what is wrong with it.
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

    /// Plays it.
    pub fn run<G: Arrange>(&self) -> Result<(), ScenarioError> {
        self.play::<G>(false)
    }

    /// Plays it, with a save and a load after every step.
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

/// The first step that cannot be read, if there is one. Serde's own message does not name it.
fn strange_step(scenario: &Value) -> Option<String> {
    let steps = scenario.get("steps")?.as_array()?.iter().enumerate();
    let mut wrong = steps.filter_map(|(at, step)| Some((at, Step::deserialize(step).err()?)));
    wrong.next().map(|(at, why)| format!("step {}: {why}", at + 1))
}

/// Scripted dice that could not give what they were told to are a fault of the scenario.
fn dice_complaint<G: Game>(game: &Match<G>) -> Result<(), String> {
    game.dice().complaint().map_or(Ok(()), |why| Err(why.to_owned()))
}

fn fail(place: &str, why: impl std::fmt::Display) -> ScenarioError {
    ScenarioError::Failed(format!("{place}: {why}"))
}
