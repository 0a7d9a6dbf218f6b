//! The messages of the server.

use croupier_kit::Millis;
use croupier_kit::game::Seat;
use croupier_kit::room::{PlayerId, TableView};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::ByeCode;

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ServerMessage {
    /// The answer to `hello`: the client is in the room.
    Welcome(Welcome),
    /// What has changed for the viewer.
    Push(Box<Push>),
    /// The answer to a command or question of the client.
    Answer(Answer),
    /// The reason why the server ends the connection.
    Bye(Bye),
}

/// The answer to an accepted `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// A random id for the time that the room has been awake. Push numbers are only comparable
    /// within one life.
    pub life: String,
    /// The number of the guest's player; `null` for those who only watch.
    pub you: Option<PlayerId>,
    /// The code of the room.
    pub code: String,
    /// The id of the game.
    pub game: String,
    /// The current time of the server's clock, in milliseconds.
    pub now: Millis,
    /// The highest message number of this client that was answered; 0 if none.
    pub n: u64,
}

/// The answer to a command or question. It has either `ok` or `error`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The number of the message that is answered.
    pub n: u64,
    /// The result: `null` for a command, a value for a question.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    pub ok: Option<Value>,
    /// Why it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
}

/// A value that was written, null included. Without it null would be the same as nothing.
fn given<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(reader).map(Some)
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// A stable code for programs. Codes are added, never renamed.
    pub code: String,
    /// An explanation for people.
    pub sentence: String,
    /// Further data for programs, depending on the code.
    #[serde(default)]
    pub details: Option<Value>,
}

impl Refusal {
    /// The maximum length of a sentence, in characters. Longer ones are cut, because sentences may
    /// quote what the client has sent, and refusals are remembered.
    pub const LONGEST: usize = 300;

    /// A refusal without details.
    pub fn new(code: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { code: code.into(), sentence: cut(sentence.into()), details: None }
    }
}

/// Cuts a sentence that is too long.
fn cut(mut sentence: String) -> String {
    if let Some((end, _)) = sentence.char_indices().nth(Refusal::LONGEST) {
        sentence.truncate(end);
        sentence.push('…');
        sentence.shrink_to_fit();
    }
    sentence
}

impl From<croupier_kit::game::Error> for Refusal {
    fn from(error: croupier_kit::game::Error) -> Self {
        let details = error.details.map(|details| *details);
        Self { details, ..Self::new(error.code, error.message) }
    }
}

/// The last message of a connection: why the server ends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bye {
    /// The reason, as a code.
    pub code: ByeCode,
    /// The reason, for people.
    pub sentence: String,
    /// How long to wait before reconnecting; `null` if reconnecting is pointless.
    #[serde(default)]
    pub retry_ms: Option<Millis>,
    /// The address of the server that has the room, for clients that connected with `?follow`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl From<ByeCode> for Bye {
    fn from(code: ByeCode) -> Self {
        let sentence = code.sentence().to_owned();
        Self { code, sentence, retry_ms: code.retry_ms(), at: None }
    }
}

/// What has changed for a viewer. A part that is absent has not changed; `null` means that there is
/// none.
///
/// The server writes pushes with a [`PushWriter`](crate::PushWriter); this is how a client reads
/// them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Push {
    /// The number of the push. It counts up without gaps, except after a reconnect that sends all
    /// parts.
    pub v: u64,
    /// The current time of the server's clock, in milliseconds.
    pub now: Millis,
    /// The log entries since the last push.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::entries"))]
    pub entries: Vec<Value>,
    /// The state of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableView>,
    /// Everybody at the table, in turn order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<croupier_kit::room::PlayerView>>"))]
    pub players: Option<Value>,
    /// The settings of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::room::RoomOptions>"))]
    pub settings: Option<Value>,
    /// The options of the game: those of the running match, or else of the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::schema::AnyOptions>"))]
    pub options: Option<Value>,
    /// The match as the viewer sees it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::schema::AnyView>", extend("x-null" = true)))]
    pub view: Option<Value>,
    /// The match as text, if the client asked for it in `hello`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<croupier_kit::text::Board>", extend("x-null" = true)))]
    pub board: Option<Value>,
    /// What the viewer is asked.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Prompt>", extend("x-null" = true)))]
    pub prompt: Option<Value>,
    /// What the viewer may do in the match without being asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<crate::schema::Choice>>"))]
    pub offers: Option<Value>,
    /// The commands that the room would accept from the viewer now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<Vec<croupier_kit::room::OpenCommand>>")
    )]
    pub commands: Option<Value>,
    /// Whom the table is waiting for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<croupier_kit::room::Waiting>>"))]
    pub waiting: Option<Value>,
    /// How many people are watching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
    /// The active states of the game's machines, as far as the viewer may know them. While no match
    /// is running, also those of the room's machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<MachineStates>>,
    /// The proof that deals are fair: the commitment to the next deal, and the secret of the last
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Deal>", extend("x-null" = true)))]
    pub deal: Option<Value>,
    /// The link to the replay of the match that has just ended.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<ReplayLink>", extend("x-null" = true)))]
    pub replay: Option<Value>,
    /// The reactions since the last push.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reactions: Vec<Reaction>,
    /// Whether actions were undone. Then draw the match from `view`, without animations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

/// The active states of a machine, as far as the viewer may know them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineStates {
    /// The name of the machine, as in `GET /api/games/ID/machines`.
    pub machine: String,
    /// The paths of the active states: `a.b` for a state `b` inside `a`. All states that contain an
    /// active state are active too.
    pub states: Vec<String>,
}

/// The link to a finished match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayLink {
    /// Its address under `/api/replays`, which cannot be guessed.
    pub link: String,
    /// Its name, for `croupier save export`.
    #[serde(rename = "match")]
    pub name: String,
}

/// A reaction of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reacted"))]
pub struct Reaction {
    /// The seat of the player.
    pub seat: Seat,
    /// Always `emoji`.
    #[serde(rename = "type")]
    pub kind: String,
    /// One of the room's reactions.
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
    fn a_refusal_quotes_little_of_what_was_said() {
        use croupier_kit::game::{Error, ErrorKind};
        let whole = "ä".repeat(Refusal::LONGEST);
        assert_eq!(Refusal::new("malformed", whole.clone()).sentence, whole);
        let error = Error::new(ErrorKind::IllegalAction, "malformed", "ä".repeat(60_000));
        for refusal in [Refusal::new("malformed", "ä".repeat(60_000)), error.into()] {
            assert_eq!(refusal.sentence, format!("{whole}…"));
            assert!(refusal.sentence.capacity() < 1_000);
        }
    }

    #[test]
    fn a_bye_says_whether_to_come_back() {
        let bye = ServerMessage::Bye(ByeCode::Restarting.into());
        let written = json!({"bye": {
            "code": "restarting",
            "sentence": "the server is restarting",
            "retry_ms": 1000,
        }});
        assert_eq!(serde_json::to_value(&bye).unwrap(), written);
    }
}
