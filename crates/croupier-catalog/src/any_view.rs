//! What loses its types by becoming data.

use croupier_kit::game::{Choice, Prompt};
use croupier_kit::room::RoomView;
use serde::Serialize;
use serde_json::Value;

/// A [`RoomView`] without the types of a game: everything that a client draws. Its parts can be sent
/// one by one, each only when it has changed.
pub type AnyView = RoomView<Value, Value, Value>;

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
