//! What the server says.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{PlayerId, TableView};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::ByeCode;

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ServerMessage {
    /// The greeting was accepted.
    Welcome(Welcome),
    /// What is new.
    Push(Box<Push>),
    /// What came of something that the client said.
    Answer(Answer),
    /// The connection ends.
    Bye(Bye),
}

/// The answer to a greeting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// Names the time for which the room has been awake: pushes are counted within it.
    pub life: String,
    /// The number of the guest's player. None for those who only watch.
    pub you: Option<PlayerId>,
    /// The code of the room.
    pub code: String,
    /// The id of its game.
    pub game: String,
    /// The server's instant.
    pub now: Millis,
    /// The highest number of this client that was answered.
    pub n: u64,
}

/// What came of something that a client said or asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The number that the client gave.
    pub n: u64,
    /// What came of it: null for a command, something for a question.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    pub ok: Option<Value>,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
}

/// A value that was written, null included. Without it null would be the same as nothing.
fn given<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(reader).map(Some)
}

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// For programs. Codes are added, never renamed.
    pub code: String,
    /// For people.
    pub sentence: String,
    /// What a program may want to know.
    #[serde(default)]
    pub details: Option<Value>,
}

impl Refusal {
    /// A refusal without details.
    pub fn new(code: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { code: code.into(), sentence: sentence.into(), details: None }
    }
}

impl From<croupier_kit::game::Error> for Refusal {
    fn from(error: croupier_kit::game::Error) -> Self {
        let details = error.details.map(|details| *details);
        Self { code: error.code.into_owned(), sentence: error.message, details }
    }
}

/// The end of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bye {
    /// Why.
    pub code: ByeCode,
    /// Why, for people.
    pub sentence: String,
    /// When it makes sense to come back.
    #[serde(default)]
    pub retry_ms: Option<Millis>,
    /// Where to come back, for whoever follows: the address of the server that has the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl From<ByeCode> for Bye {
    fn from(code: ByeCode) -> Self {
        let sentence = code.sentence().to_owned();
        Self { code, sentence, retry_ms: code.retry_ms(), at: None }
    }
}

/// What is new for a viewer. A part that is left out has not changed; null means that there is none.
///
/// The server writes pushes with a [`PushWriter`](crate::PushWriter); this is how a client reads them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Push {
    /// Counts the pushes of a viewer, without gaps.
    pub v: u64,
    /// The server's instant.
    pub now: Millis,
    /// What happened since the last push.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::entries"))]
    pub entries: Vec<Value>,
    /// Where the room stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableView>,
    /// Everybody at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<croupier_kit::room::PlayerView>>"))]
    pub players: Option<Value>,
    /// How the room treats its people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::room::RoomOptions>"))]
    pub settings: Option<Value>,
    /// What the match is played with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::schema::AnyOptions>"))]
    pub options: Option<Value>,
    /// The match as the viewer sees it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::schema::AnyView>", extend("x-null" = true)))]
    pub view: Option<Value>,
    /// The match as text, for a client that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::text::Board>", extend("x-null" = true)))]
    pub board: Option<Value>,
    /// What the viewer is asked.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Prompt>", extend("x-null" = true)))]
    pub prompt: Option<Value>,
    /// What the viewer may do without being asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<crate::schema::Choice>>"))]
    pub offers: Option<Value>,
    /// Which commands are open to the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<Vec<croupier_kit::room::OpenCommand>>")
    )]
    pub commands: Option<Value>,
    /// Whom the table waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<croupier_kit::room::Waiting>>"))]
    pub waiting: Option<Value>,
    /// How many are watching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
    /// The active states of the game's machines that the viewer may know of, and while no match runs
    /// those of the room's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<MachineStates>>,
    /// How the next deal is made fair, and how the last one was.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Deal>", extend("x-null" = true)))]
    pub deal: Option<Value>,
    /// The match that has just ended.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<ReplayLink>", extend("x-null" = true)))]
    pub replay: Option<Value>,
    /// Reactions since the last push.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reactions: Vec<Reaction>,
    /// Whether actions were taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

/// The active states of a machine that a viewer may know of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineStates {
    /// Its name, as `GET /api/games/ID/machines` lists it.
    pub machine: String,
    /// Their paths in it, `a.b` for a state within another. What is around an active state is active too.
    pub states: Vec<String>,
}

/// The address and the name of a match that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayLink {
    /// Its address under `/api/replays`, which nobody can guess.
    pub link: String,
    /// Its name, for `croupier save export`.
    #[serde(rename = "match")]
    pub name: String,
}

/// Somebody shows a feeling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reacted"))]
pub struct Reaction {
    /// Who.
    pub seat: Seat,
    /// `emoji`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The reaction.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_is_not_the_same_as_nothing() {
        let read = |value: Value| serde_json::from_value::<Push>(value).unwrap();
        assert_eq!(read(json!({"v": 1, "now": 5})).prompt, None);
        assert_eq!(read(json!({"v": 1, "now": 5, "prompt": null})).prompt, Some(Value::Null));
        let ok = Answer { n: 1, ok: Some(Value::Null), error: None };
        assert_eq!(serde_json::to_value(&ok).unwrap(), json!({"n": 1, "ok": null}));
    }

    #[test]
    fn a_bye_says_whether_to_come_back() {
        let bye = ServerMessage::Bye(ByeCode::Restarting.into());
        let written = json!({"bye": {
            "code": "restarting",
            "sentence": "the server starts anew in a moment",
            "retry_ms": 1000,
        }});
        assert_eq!(serde_json::to_value(&bye).unwrap(), written);
    }
}
