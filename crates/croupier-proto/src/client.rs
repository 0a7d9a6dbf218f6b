//! The messages of a client.

use std::fmt;
use std::str::FromStr;

use croupier_kit::room::Attempt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message from a client. The first one must be `hello`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// Exhaustive: a server has an answer to every message, and should not compile without.
pub enum ClientMessage {
    /// Enters a room: who the client is, where it wants to be and what it has seen.
    Hello(Hello),
    /// Sends a command to the room.
    Say(Say),
    /// Asks a question. It changes nothing.
    Ask(Ask),
}

/// The greeting, with which a client enters a room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The secret token of the guest.
    pub token: String,
    /// The id of this client. A guest may have several.
    pub client: ClientId,
    /// The code of the room.
    pub room: String,
    /// After a lost connection: how much of the room the client has seen, so that it is sent only
    /// what it missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
    /// Whether to send the match as text too, for a client that cannot draw the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub board: bool,
}

/// How much a client had seen of a room before it lost its connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Last {
    /// The room's `life` from `welcome`.
    pub life: String,
    /// The number of the last push that it received.
    pub v: u64,
    /// The number of the log entry that it expects next.
    pub entry: u64,
}

/// The id of one client of a guest: a random word of 8 to 40 letters, digits and hyphens, for
/// example one per browser tab.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct ClientId(String);

impl ClientId {
    /// The id as the client sent it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A word that names no client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a client is named by 8 to 40 letters, digits and hyphens")]
pub struct ParseClientIdError;

impl TryFrom<String> for ClientId {
    type Error = ParseClientIdError;

    fn try_from(word: String) -> Result<Self, ParseClientIdError> {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let fits = (8..=40).contains(&word.len()) && word.bytes().all(known);
        if fits { Ok(Self(word)) } else { Err(ParseClientIdError) }
    }
}

impl FromStr for ClientId {
    type Err = ParseClientIdError;

    fn from_str(word: &str) -> Result<Self, ParseClientIdError> {
        Self::try_from(word.to_owned())
    }
}

impl From<ClientId> for String {
    fn from(client: ClientId) -> Self {
        client.0
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A command to the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The number of the message, counted by the client from 1. A repeated number has no effect and
    /// is given the first answer again, so it is safe to repeat messages after a lost connection.
    pub n: u64,
    /// What the room is to do: `"ready"`, or `{"act": …}` with an action of the game.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::command"))]
    pub command: Value,
    /// A text of up to 64 characters that goes into the seed of the next deal. Choose it only after
    /// seeing the commitment to that deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
}

impl Say {
    /// A command under this number.
    pub fn new(n: u64, command: Value) -> Self {
        Self { n, command, chance: None }
    }
}

/// A question to the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask {
    /// The number of the message, from the same count as commands.
    pub n: u64,
    /// What is asked, next to the number in the same object.
    #[serde(flatten)]
    pub question: Question,
}

/// A question that changes nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
// Exhaustive: a server has an answer to every question, and should not compile without.
pub enum Question {
    /// What an action or a filled-in form would do, or why it would be refused.
    DryRun(
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Attempt"))] Attempt<Value>,
    ),
    /// What a bot would do now.
    Hint {},
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_have_one_key() {
        let read = |value: Value| serde_json::from_value::<ClientMessage>(value);
        let ask = read(json!({"ask": {"n": 2, "dry_run": {"action": {"play": "7H"}}}})).unwrap();
        let attempt = Attempt::Action(json!({"play": "7H"}));
        assert_eq!(ask, ClientMessage::Ask(Ask { n: 2, question: Question::DryRun(attempt) }));
        let hint = read(json!({"ask": {"n": 3, "hint": {}}})).unwrap();
        assert_eq!(hint, ClientMessage::Ask(Ask { n: 3, question: Question::Hint {} }));
        for bad in [
            json!({}),
            json!("hello"),
            json!({"say": {"n": -1, "command": "ready"}}),
            json!({"shout": 1}),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_client_is_a_word_of_some_length() {
        assert!("a1b2c3d4".parse::<ClientId>().is_ok());
        for bad in ["", "short", "with space in it", "no_underscore", &"x".repeat(41)] {
            assert_eq!(bad.parse::<ClientId>(), Err(ParseClientIdError), "{bad}");
        }
    }
}
