//! Saves (section 14): `gameState`, and the file format of the specification around it.
//!
//! A [`State`] is serialized as the `gameState` of IN-126. The kit's save files contain the same
//! (IN-135), with options, seed and inputs as fields of the file. [`SavedGame`] is the
//! specification's own format, with the event log, older versions and exact errors.

mod error;
mod migrate;
mod read;
mod write;

use croupier_kit::UnixMillis;
use croupier_kit::cards::{Dice, Seed, fingerprint};
use croupier_kit::game::SeatKind;
use croupier_kit::matches::{Match, Setup};
use croupier_kit::scenario::{Arrangement, ScenarioError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use error::{Code, SavedGameError};

use crate::Innovation;
use crate::events::Event;
use crate::flow::FLOW;
use crate::invariants::validate;
use crate::state::{Phase, State};

/// The card set of a save (IN-0).
pub const EDITION: &str = "base-1";
/// The version written (IN-128).
pub const VERSION: &str = "1.0.0";

/// The maximum size of a decompressed save.
const LARGEST: u64 = 1 << 26;

/// An event with the time at which the caller recorded it (IN-119).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Logged {
    /// The caller's time.
    pub timestamp: UnixMillis,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// A match in the specification's file format.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedGame {
    /// When it was saved, by the caller's clock.
    pub timestamp: UnixMillis,
    /// The players' names by seat.
    pub players: Vec<String>,
    /// The id of the game.
    pub game_id: String,
    /// The state of the match.
    pub state: State,
    /// All events, unredacted.
    pub log: Vec<Logged>,
}

/// A loaded match, with warnings about missing fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The match.
    pub game: SavedGame,
    /// Missing fields that got their defaults (IN-133).
    pub warnings: Vec<String>,
}

/// Serializes a match: sorted keys, no whitespace, always the same bytes (IN-127).
pub fn serialize(game: &SavedGame) -> Result<String, SavedGameError> {
    let unwritable = |why: serde_json::Error| SavedGameError::new(Code::BadField, why.to_string());
    let mut state = serde_json::to_value(&game.state).map_err(unwritable)?;
    state["eventLog"] = serde_json::to_value(&game.log).map_err(unwritable)?;
    let state = sorted(state);
    let save = json!({
        "version": VERSION,
        "timestamp": game.timestamp,
        "checksum": checksum(&state),
        "metadata": {
            "players": game.players,
            "gameId": game.game_id,
            "turnCount": game.state.turns,
        },
        "gameState": state,
    });
    Ok(sorted(save).to_string())
}

/// Reads a match of this version or of a supported older one (IN-128, IN-129).
pub fn deserialize(text: &str) -> Result<Loaded, SavedGameError> {
    let save: Value = serde_json::from_str(text)
        .map_err(|why| SavedGameError::new(Code::BadJson, why.to_string()))?;
    let save = Fields::of(&save, "a save")?;
    let version: String = save.get("version")?;
    let old = migrate::is_old(&version)?;
    let timestamp = save.get("timestamp")?;
    let metadata = Fields::of(save.value("metadata")?, "metadata")?;
    let (players, game_id) = (metadata.get("players")?, metadata.get("gameId")?);
    let turns: u32 = metadata.get("turnCount")?;
    let written = save.value("gameState")?;
    let mut warnings = vec![];
    let mut state = Fields::of(written, "gameState")?.of.clone();
    let log = migrate::log(&state, old, &mut warnings)?;
    migrate::complete(&mut state, &log, turns, old, &mut warnings)?;
    let state = read::state(&Value::Object(state))?;
    match save.of.get("checksum") {
        None => warnings.push("checksum is missing and was not tested".to_owned()),
        Some(found) if *found == json!(checksum(&sorted(written.clone()))) => {}
        Some(_) => {
            let message = "gameState is not what the checksum was taken of";
            return Err(SavedGameError::new(Code::ChecksumMismatch, message));
        }
    }
    if let Some(broken) = validate(&state).into_iter().next() {
        return Err(SavedGameError::broken(broken.rule, broken.why));
    }
    let game = SavedGame { timestamp, players, game_id, state, log };
    Ok(Loaded { game, warnings })
}

/// Checks whether a save can be read: version, fields, checksum, then section 15 (IN-132). Returns
/// the warnings.
pub fn validate_save(text: &str) -> Result<Vec<String>, SavedGameError> {
    deserialize(text).map(|loaded| loaded.warnings)
}

/// Compresses a save (IN-131).
pub fn compress(save: &str) -> Result<Vec<u8>, SavedGameError> {
    zstd::encode_all(save.as_bytes(), 3)
        .map_err(|why| SavedGameError::new(Code::BadField, why.to_string()))
}

/// Decompresses a save, or reports that it is damaged.
pub fn decompress(bytes: &[u8]) -> Result<String, SavedGameError> {
    use std::io::Read;
    let damaged =
        |why: std::io::Error| SavedGameError::new(Code::BadJson, format!("damaged: {why}"));
    let mut text = String::new();
    let decoder = zstd::Decoder::new(bytes).map_err(damaged)?;
    decoder.take(LARGEST).read_to_string(&mut text).map_err(damaged)?;
    Ok(text)
}

impl SavedGame {
    /// Continues the match exactly where it was.
    pub fn resume(&self) -> Result<Match<Innovation>, ScenarioError> {
        let state = self.state.clone();
        let seed = state.origin.seed.unwrap_or(Seed([0; 32]));
        let setup = Setup {
            options: state.options,
            seats: vec![SeatKind::Person; usize::from(state.seats)],
            seed,
            undo: false,
        };
        let flow = match state.phase() {
            _ if state.is_setup() => None,
            Phase::AwaitingChoice => Some("play.awaitingChoice"),
            Phase::GameOver => Some("gameOver"),
            _ => Some("play.awaitingAction"),
        };
        debug_assert!(flow.is_none_or(|path| FLOW.chart.state(path).is_ok()));
        Arrangement { state, flow, context: (), dice: Dice::new(seed) }.start(&setup, true)
    }
}

/// The hash of the canonical text, in hexadecimal.
fn checksum(state: &Value) -> String {
    format!("{:016x}", fingerprint(&state.to_string()))
}

/// Sorts the keys of all objects.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.into_iter().collect();
            fields.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(fields.into_iter().map(|(key, value)| (key, sorted(value))).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(sorted).collect()),
        leaf => leaf,
    }
}

/// An object with access to fields by name.
#[derive(Clone, Copy)]
struct Fields<'v> {
    of: &'v Map<String, Value>,
    /// What the object is, for error messages.
    within: &'static str,
}

impl<'v> Fields<'v> {
    fn of(value: &'v Value, within: &'static str) -> Result<Self, SavedGameError> {
        let of = value.as_object().ok_or_else(|| bad(within, "it is no object"))?;
        Ok(Self { of, within })
    }

    fn value(&self, name: &str) -> Result<&'v Value, SavedGameError> {
        self.of.get(name).ok_or_else(|| {
            SavedGameError::new(Code::MissingField, format!("{} has no {name}", self.within))
        })
    }

    fn get<T: for<'de> Deserialize<'de>>(&self, name: &str) -> Result<T, SavedGameError> {
        T::deserialize(self.value(name)?).map_err(|why| bad(name, &why.to_string()))
    }

    /// An optional field.
    fn maybe<T: for<'de> Deserialize<'de>>(&self, name: &str) -> Result<Option<T>, SavedGameError> {
        match self.of.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(_) => self.get(name).map(Some),
        }
    }
}

fn bad(name: &str, why: &str) -> SavedGameError {
    SavedGameError::new(Code::BadField, format!("{name}: {why}"))
}
