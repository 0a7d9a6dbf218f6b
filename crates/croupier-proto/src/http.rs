//! The bodies of HTTP requests and their answers.

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, Outcome};
use croupier_kit::room::{Phase, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Refusal;

/// What somebody wants to be called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nickname {
    /// The name.
    pub nickname: String,
}

/// A new guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewGuest {
    /// What the guest is known by from now on. It is told once.
    pub token: String,
    /// The name.
    pub nickname: String,
}

/// A body that says why not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// Why not.
    pub error: Refusal,
}

/// The games of a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The games, in the order in which they are shown.
    pub games: Vec<GameCard>,
    /// How well bots can play.
    pub levels: Vec<LevelCard>,
    /// The server.
    pub server: ServerCard,
}

/// A level of bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelCard {
    /// The name, as commands use it.
    pub name: String,
    /// What it does.
    pub about: String,
}

/// What a server tells of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerCard {
    /// Its version.
    pub version: String,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Game"))]
pub struct GameCard {
    /// The name in addresses.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// The version of the rules.
    pub version: u32,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Whether a seat can be played by the game itself (`add_bot` with the level `house`).
    pub house: bool,
    /// The preset of a table that chooses none.
    pub table_preset: Option<String>,
    /// Named sets of options.
    pub presets: Vec<PresetView>,
    /// The options that players choose from.
    pub options: Vec<OptionDescription>,
    /// The game in a few paragraphs.
    pub primer: Vec<String>,
}

/// A named set of options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Preset"))]
pub struct PresetView {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// The options.
    pub options: Value,
}

/// The machines of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineList {
    /// The machines, the game's own first.
    pub machines: Vec<MachineCard>,
}

/// A machine of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineCard {
    /// Its name.
    pub name: String,
    /// What it belongs to: `match`, or `room` for those that run around every game.
    pub owner: String,
    /// Its definition, as XState v5 reads it.
    pub chart: Value,
}

/// Who may watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Only those who have a seat see the table.
    #[default]
    Nobody,
    /// Whoever knows the code.
    Link,
    /// Whoever likes to: the table is in the list.
    Anyone,
}

/// A table, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableRow"))]
pub struct TableCard {
    /// The code by which it is found.
    pub code: String,
    /// The id of its game.
    pub game: String,
    /// Where it stands.
    pub phase: Phase,
    /// How many persons are there.
    pub people: u32,
    /// How many seats it has.
    pub seats: u32,
    /// What its host is called.
    pub host: Option<String>,
    /// Whether it is open to strangers: in the list of open tables while a seat is free.
    pub listed: bool,
    /// Whether whoever asks can take a seat: with the code of the table, or from the list.
    pub joinable: bool,
    /// Who may watch.
    pub watch: Watch,
    /// Whether whoever asks has a seat there.
    pub mine: bool,
}

/// Tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// The tables.
    pub rooms: Vec<TableCard>,
}

/// A room to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The id of the game.
    pub game: String,
    /// The preset to begin with.
    #[serde(default)]
    pub preset: Option<String>,
    /// Options that differ from it.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// What the maker is called there. Else the nickname.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether strangers find it.
    #[serde(default)]
    pub listed: bool,
    /// Who may watch.
    #[serde(default)]
    pub watch: Watch,
    /// What its maker chooses of how the room treats people.
    #[serde(default)]
    pub settings: ChosenSettings,
    /// The levels of bots that sit down at once.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Whether the match begins at once.
    // Nobody adds to the chance of its deal then: whoever wants to has to see the commitment first.
    #[serde(default)]
    pub start: bool,
}

impl NewRoom {
    /// A room of a game, with everything else as it is usual.
    pub fn of(game: impl Into<String>) -> Self {
        Self {
            game: game.into(),
            preset: None,
            set: Map::new(),
            name: None,
            listed: false,
            watch: Watch::Nobody,
            settings: ChosenSettings::default(),
            bots: vec![],
            start: false,
        }
    }
}

/// What the maker of a room may choose of how it treats people.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChosenSettings {
    /// Whether the last action may be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<bool>,
    /// Whether persons may ask for a hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Any person can start the next match at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instant_rematch: Option<bool>,
    /// Players are ready when they join.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_ready: Option<bool>,
    /// How long a bot seems to think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_delay_ms: Option<Millis>,
    /// How long a lost connection keeps its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<Millis>,
    /// How long the vote is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote_ms: Option<Millis>,
    /// The named set of settings to begin with: `table`, `strict` or, where the server allows it,
    /// `bench`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// What a guest is called at a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Join {
    /// The name there. Else the nickname.
    pub name: Option<String>,
}

/// A seat at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The code of the room.
    pub code: String,
    /// The number of the player.
    pub player: PlayerId,
}

/// Which game somebody wants to play with whoever is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Quick {
    /// The id of the game.
    pub game: String,
}

/// A part of a finished match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayPage {
    /// The id of the game.
    pub game: String,
    /// Who sat where.
    pub names: Vec<String>,
    /// What it was played with.
    #[cfg_attr(feature = "schema", schemars(with = "croupier_kit::schema::AnyOptions"))]
    pub options: Value,
    /// How many frames there are.
    pub total: usize,
    /// The number of the first frame here.
    pub from: usize,
    /// The frames.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::frames"))]
    pub frames: Vec<Value>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How the deal was made fair.
    pub deal: Option<Value>,
}
