//! What loses its types by becoming data.

use croupier_kit::game::{Choice, Prompt};
use croupier_kit::room::RoomView;
use serde::Serialize;
use serde_json::Value;

/// A [`RoomView`] without the types of a game: everything that a client draws. Its parts can be sent
/// one by one, each only when it has changed.
pub type AnyView = RoomView<Value, Value, Value>;

/// What one viewer sees of an [`AnyView`], as JSON texts, a text for each part, for a server that sends
/// only what has changed. The texts are written anew each time into the same memory.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ViewParts {
    /// Where the room stands.
    pub table: String,
    /// The match as the viewer sees it, or `null`.
    pub game: String,
    /// What the viewer is asked, or `null`.
    pub prompt: String,
    /// What the viewer may do without being asked.
    pub offers: String,
    /// Which commands are open to the viewer.
    pub commands: String,
    /// The number of the viewer's next log entry.
    pub next_entry: u64,
}

/// What everybody sees the same of an [`AnyView`], as JSON texts.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SharedParts {
    /// Everybody at the table.
    pub players: String,
    /// Whom the table waits for.
    pub waiting: String,
}

/// What everybody sees the same of an [`AnyView`] and hardly ever changes, as JSON texts. It is written
/// anew only if [`AnyRoom::options_no`](crate::AnyRoom::options_no) is another one.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct OptionParts {
    /// How the room treats its people.
    pub settings: String,
    /// What the match is played with.
    pub options: String,
}

/// Writes data as JSON into a text, in place of what was there.
pub(crate) fn write_json(text: &mut String, data: &impl Serialize) {
    let mut bytes = std::mem::take(text).into_bytes();
    bytes.clear();
    if serde_json::to_writer(&mut bytes, data).is_err() {
        bytes.clear();
        bytes.extend_from_slice(b"null");
    }
    *text = String::from_utf8(bytes).unwrap_or_default();
}

pub(crate) fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

pub(crate) fn erased_choice<A: Serialize>(choice: Choice<A>) -> Choice<Value> {
    choice.map(|action| json(&action))
}

pub(crate) fn erased_prompt<A: Serialize>(prompt: Prompt<A>) -> Prompt<Value> {
    prompt.map(|action| json(&action))
}

pub(crate) fn erased_view<O: Serialize, V: Serialize, A: Serialize>(
    view: RoomView<O, V, A>,
) -> AnyView {
    view.map(|options| json(&options), |game| json(&game), |action| json(&action))
}
