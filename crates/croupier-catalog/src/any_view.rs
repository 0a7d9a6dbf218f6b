//! Views without the types of a game, as data.

use croupier_kit::game::{Choice, Prompt};
use croupier_kit::room::RoomView;
use serde::Serialize;
use serde_json::Value;

/// A [`RoomView`] without the types of a game: everything that a client shows. Its parts can be
/// sent separately, each only when it has changed.
pub type AnyView = RoomView<Value, Value, Value>;

/// The viewer-specific parts of an [`AnyView`], each as JSON text, for a server that sends only
/// what has changed. The buffers are reused each time.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ViewParts {
    /// The phase of the room and other facts about it.
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

/// The parts of an [`AnyView`] that are the same for everyone, as JSON texts.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SharedParts {
    /// Everyone at the table.
    pub players: String,
    /// Whom the table waits for.
    pub waiting: String,
}

/// The parts of an [`AnyView`] that are the same for everyone and hardly ever change, as JSON
/// texts. They need to be written again only if [`AnyRoom::options_no`](crate::AnyRoom::options_no)
/// has changed.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct OptionParts {
    /// The room's settings.
    pub settings: String,
    /// The options of the game.
    pub options: String,
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
