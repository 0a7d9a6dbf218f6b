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

/// A game without its types: everything that a command or a server does with a game it has never
/// heard of. Implemented for every game that a [`Catalog`](crate::Catalog) takes.
pub trait AnyGame: Debug + Send + Sync {
    /// The name in commands, files and addresses.
    fn id(&self) -> &'static str;

    /// The name people read.
    fn name(&self) -> &'static str;

    /// The version of the rules.
    fn version(&self) -> u32;

    /// The fewest and the most seats.
    fn seats(&self) -> (usize, usize);

    /// Whether a seat can be played by the game itself.
    fn has_house(&self) -> bool;

    /// What the length of a match is counted in.
    fn length_unit(&self) -> &'static str;

    /// What simulations count the use of.
    fn features(&self) -> Features;

    /// Named sets of options, the first being the default.
    fn presets(&self) -> Vec<PresetCard>;

    /// The preset that a table plays which chooses none.
    fn table_preset(&self) -> Option<&'static str>;

    /// The options in words: label, sentence, what each can be set to, and whom it is for.
    fn describe_options(&self) -> Vec<OptionDescription>;

    /// The game in a few paragraphs, for readers who have never played it.
    fn primer(&self) -> &'static [&'static str];

    /// The shapes of its options, views, actions and events, as JSON Schema.
    #[cfg(feature = "schema")]
    fn schema(&self) -> croupier_kit::schema::GameSchema;

    /// All options of a choice.
    fn options(&self, choice: &OptionChoice) -> Result<Value, Error>;

    /// The machines that a choice calls for, the game's own first.
    fn machines(&self, choice: &OptionChoice) -> Result<Machines, Error>;

    /// Prepares games that play themselves.
    fn simulation(
        &self,
        choice: &OptionChoice,
        plan: &SimPlan,
    ) -> Result<Box<dyn AnySimulation>, Error>;

    /// Prepares games in which bots are compared.
    fn arena(&self, choice: &OptionChoice, plan: &ArenaPlan) -> Result<Box<dyn AnyArena>, Error>;

    /// An empty room.
    fn room(&self, plan: &RoomPlan) -> Result<Box<dyn AnyRoom>, Error>;

    /// Continues a saved room, or a saved match in a new room around it.
    fn load_room(&self, bytes: &[u8], plan: &LoadPlan) -> Result<Box<dyn AnyRoom>, Error>;

    /// Whether this is a scenario at all. What is wrong with it, if something is, in a sentence.
    fn check_scenario(&self, scenario: &Value) -> Result<(), Error>;

    /// Plays a scenario.
    fn run_scenario(&self, scenario: &Value) -> Result<(), ScenarioError>;

    /// Checks that a saved match can be continued.
    fn load(&self, save: &Save) -> Result<MatchSummary, Error>;

    /// Plays a saved match again from the deal, or its first so many inputs.
    fn replay(&self, save: &Save, until: Option<usize>) -> Result<ReplayReport, Error>;

    /// Plays a saved match again, and gives `count` of its steps from number `from` on.
    fn frames(&self, save: &Save, from: usize, count: usize) -> Result<AnyFrames, Error>;

    /// The same match, saved under the rules and in the format of today.
    fn migrate(&self, save: &Save) -> Result<Save, Error>;
}

/// How a match stands.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MatchSummary {
    /// The virtual time.
    pub now: Millis,
    /// The hash of the state.
    pub hash: u64,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// How long it has been in the game's own measure, if it has one.
    pub length: Option<u32>,
    /// The position in the notation of scenarios. It hides nothing.
    pub position: Value,
}

/// A match that was played again.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReplayReport {
    /// How many inputs were replayed.
    pub inputs: usize,
    /// Whether all of the match was replayed and the save says exactly what the replay came to.
    pub verified: bool,
    /// The parts of the save that say something else.
    pub differing: Vec<SavePart>,
    /// Where it came to.
    pub end: MatchSummary,
    /// The same written down, to be continued.
    pub save: Save,
}

/// A preset, for showing.
#[derive(Debug, Clone, PartialEq)]
pub struct PresetCard {
    /// The name given with `--preset`.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// The options as JSON.
    pub options: Value,
}
