//! A game without its types.

use std::fmt::Debug;

use croupier_bots::{ArenaPlan, SimPlan};
use croupier_kit::Millis;
use croupier_kit::game::{Error, Features, OptionDescription, Outcome};
use croupier_kit::matches::SavePart;
use croupier_kit::save::Save;
use croupier_kit::scenario::ScenarioError;
use serde_json::Value;

use crate::{
    AnyArena, AnyFrames, AnyRoom, AnySimulation, LoadPlan, Machines, OptionChoice, RoomPlan,
};

/// A game without its types: everything that a command or a server does with a game it does not
/// know. Implemented for every game that a [`Catalog`](crate::Catalog) accepts.
pub trait AnyGame: Debug + Send + Sync {
    /// The id in commands, files and URLs.
    fn id(&self) -> &'static str;

    /// The name for people.
    fn name(&self) -> &'static str;

    /// The version of the rules.
    fn version(&self) -> u32;

    /// The minimum and maximum number of seats.
    fn seats(&self) -> (usize, usize);

    /// Whether the game itself can play a seat.
    fn has_house(&self) -> bool;

    /// The unit in which the length of a match is measured.
    fn length_unit(&self) -> &'static str;

    /// The features whose use simulations count.
    fn features(&self) -> Features;

    /// Named sets of options, the first being the default.
    fn presets(&self) -> Vec<PresetCard>;

    /// The preset of a table that chooses none.
    fn table_preset(&self) -> Option<&'static str>;

    /// The options, described: label, sentence, possible values, and whom each is for.
    fn describe_options(&self) -> Vec<OptionDescription>;

    /// The game in a few paragraphs, for readers who have never played it.
    fn primer(&self) -> &'static [&'static str];

    /// The JSON Schema of its options, views, actions and events.
    #[cfg(feature = "schema")]
    fn schema(&self) -> croupier_kit::schema::GameSchema;

    /// All options that result from a choice.
    fn options(&self, choice: &OptionChoice) -> Result<Value, Error>;

    /// The machines that result from a choice, the game's own first.
    fn machines(&self, choice: &OptionChoice) -> Result<Machines, Error>;

    /// Prepares a simulation of matches between bots.
    fn simulation(
        &self,
        choice: &OptionChoice,
        plan: &SimPlan,
    ) -> Result<Box<dyn AnySimulation>, Error>;

    /// Prepares matches that compare bots.
    fn arena(&self, choice: &OptionChoice, plan: &ArenaPlan) -> Result<Box<dyn AnyArena>, Error>;

    /// Creates an empty room.
    fn room(&self, plan: &RoomPlan) -> Result<Box<dyn AnyRoom>, Error>;

    /// Continues a saved room, or a saved match in a new room around it.
    fn load_room(&self, bytes: &[u8], plan: &LoadPlan) -> Result<Box<dyn AnyRoom>, Error>;

    /// Checks that a scenario is well-formed. The error says what is wrong.
    fn check_scenario(&self, scenario: &Value) -> Result<(), Error>;

    /// Runs a scenario.
    fn run_scenario(&self, scenario: &Value) -> Result<(), ScenarioError>;

    /// Checks that a saved match can be continued.
    fn load(&self, save: &Save) -> Result<MatchSummary, Error>;

    /// Replays a saved match from the deal, completely or up to this many inputs.
    fn replay(&self, save: &Save, until: Option<usize>) -> Result<ReplayReport, Error>;

    /// Replays a saved match, and returns `count` of its frames from number `from` on.
    fn frames(&self, save: &Save, from: usize, count: usize) -> Result<AnyFrames, Error>;

    /// The same match, saved with the current rules and in the current format.
    fn migrate(&self, save: &Save) -> Result<Save, Error>;
}

/// Where a match stands.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MatchSummary {
    /// The instant that the match had reached.
    pub now: Millis,
    /// The hash of the state.
    pub hash: u64,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Its length in the game's own unit, if it has one.
    pub length: Option<u32>,
    /// The position in the notation of scenarios. It hides nothing.
    pub position: Value,
}

/// The result of a replay.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReplayReport {
    /// How many inputs were replayed.
    pub inputs: usize,
    /// Whether the whole match was replayed and the save agrees with the replay in everything.
    pub verified: bool,
    /// The parts of the save that differ.
    pub differing: Vec<SavePart>,
    /// Where the replay ended.
    pub end: MatchSummary,
    /// A save of that position, to be continued.
    pub save: Save,
}

/// A preset, for display.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PresetCard {
    /// The name given with `--preset`.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// The options as JSON.
    pub options: Value,
}
