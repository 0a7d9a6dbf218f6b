//! The bodies of HTTP requests and their answers.

use croupier_kit::Millis;
use croupier_kit::game::{OptionDescription, Outcome};
use croupier_kit::room::{Phase, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Refusal;

/// The nickname of a guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nickname {
    /// How the guest is called in lists, and at tables by default.
    pub nickname: String,
}

/// A new guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewGuest {
    /// The secret token that identifies the guest from now on. The server never shows it again.
    pub token: String,
    /// How the guest is called in lists, and at tables by default.
    pub nickname: String,
}

/// The body of a response to a refused request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Refused"))]
pub struct ErrorBody {
    /// Why it was refused.
    pub error: Refusal,
}

/// What a server offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The games, in the order in which to show them.
    pub games: Vec<GameCard>,
    /// The levels of bots.
    pub levels: Vec<LevelCard>,
    /// About the server itself.
    pub server: ServerCard,
}

/// A level of bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelCard {
    /// The name, as used in commands.
    pub name: String,
    /// How such a bot plays.
    pub about: String,
}

/// Information about the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerCard {
    /// The version of the server program.
    pub version: String,
}

/// A game that the server offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Game"))]
pub struct GameCard {
    /// Its id, as used in addresses and requests.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The version of the rules.
    pub version: u32,
    /// The minimum and maximum number of seats.
    pub seats: (usize, usize),
    /// Whether the game can play a seat itself (`add_bot` with the level `house`).
    pub house: bool,
    /// The preset of a room that chooses none; `null` for the first preset.
    pub table_preset: Option<String>,
    /// Named sets of options.
    pub presets: Vec<PresetView>,
    /// The options that players may set, with the values that they take.
    pub options: Vec<OptionDescription>,
    /// An introduction to the game, by paragraph.
    pub primer: Vec<String>,
}

/// A named set of options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Preset"))]
#[allow(missing_docs)]
pub struct PresetView {
    pub name: String,
    /// What it is for.
    pub about: String,
    pub options: Value,
}

/// The state machines of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineList {
    /// The machines, starting with the game's own.
    pub machines: Vec<MachineCard>,
}

/// A state machine of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineCard {
    /// The id of its chart.
    pub name: String,
    /// `match` for a machine of the game, or `room` for one that runs around every game.
    pub owner: String,
    /// Its definition, in the format of XState v5.
    pub chart: Value,
}

/// Who may watch a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Nobody: only players see the table.
    #[default]
    Nobody,
    /// Everybody who knows the code.
    Link,
    /// Everybody: the room is in the public list.
    Anyone,
}

/// A room, as it appears in lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableRow"))]
pub struct TableCard {
    /// The code of the room.
    pub code: String,
    /// The id of the game.
    pub game: String,
    /// The phase of the room.
    pub phase: Phase,
    /// How many people are at the table, not counting bots.
    pub people: u32,
    /// The maximum number of seats.
    pub seats: u32,
    /// The name of the host; `null` if there is none.
    pub host: Option<String>,
    /// Whether the room is open to strangers: it is in the list of open tables while a seat is
    /// free.
    pub listed: bool,
    /// Whether the guest who asks can take a seat: with the code, or in the list of open tables
    /// without it.
    pub joinable: bool,
    /// Who may watch without a seat.
    pub watch: Watch,
    /// Whether the guest who asks has a seat there.
    pub mine: bool,
}

/// A list of rooms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// In the order in which to show them; empty if there are none.
    pub rooms: Vec<TableCard>,
}

/// The request for a new room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The id of the game.
    pub game: String,
    /// The preset of options to start from. By default the `table_preset` of the game.
    #[serde(default)]
    pub preset: Option<String>,
    /// Options that differ from the preset, by key.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// The name of the creator at the table. By default the nickname.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the room is open to strangers, in the list of open tables.
    #[serde(default)]
    pub listed: bool,
    /// Who may watch without a seat.
    #[serde(default)]
    pub watch: Watch,
    /// The settings of the room.
    #[serde(default)]
    pub settings: ChosenSettings,
    /// The levels of bots to add at once.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Whether to start the match at once.
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

/// The settings of a room that its creator may choose. Those that are absent keep the value of the
/// preset.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChosenSettings {
    /// Whether players may undo their last action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<bool>,
    /// Whether people may ask for hints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether any person can start the next match at once, without a vote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instant_rematch: Option<bool>,
    /// Whether players are ready as soon as they join.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_ready: Option<bool>,
    /// How long bots pause before they act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_delay_ms: Option<Millis>,
    /// How long the seat of a lost connection is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<Millis>,
    /// How long the vote on a rematch stays open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote_ms: Option<Millis>,
    /// The preset of settings to start from: `table`, `strict` or, where the server allows it,
    /// `bench`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// The request to join a room.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Join {
    /// The name at the table. By default the nickname.
    pub name: Option<String>,
}

/// The seat that a guest was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The code of the room.
    pub code: String,
    /// The number of the guest's player.
    pub player: PlayerId,
}

/// The request for a seat at any open table of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Quick {
    /// The id of the game.
    pub game: String,
}

/// A page of the replay of a finished match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayPage {
    /// The id of the game.
    pub game: String,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The options that the match was played with.
    #[cfg_attr(feature = "schema", schemars(with = "croupier_kit::schema::AnyOptions"))]
    pub options: Value,
    /// The number of frames of the whole match.
    pub total: usize,
    /// The number of the first frame on this page, counted from 0.
    pub from: usize,
    /// The frames on this page.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::frames"))]
    pub frames: Vec<Value>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
    /// The proof that the deal was fair.
    pub deal: Option<Value>,
}
