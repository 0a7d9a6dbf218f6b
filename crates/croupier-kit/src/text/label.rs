//! Labels for actions that the game has not described.

use serde::Serialize;
use serde_json::Value;

/// The label of an action, made from its serialized form: its name, then its data.
pub(crate) fn label<A: Serialize>(action: &A) -> String {
    let mut words = vec![];
    if let Ok(written) = serde_json::to_value(action) {
        collect(&written, &mut words);
    }
    let text = words.join(" ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) => words.push(value.to_string()),
        Value::String(text) => words.push(text.replace('_', " ")),
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            // Field names are left out, except for the action's own name and for nested objects.
            if field.is_object() || fields.len() == 1 && words.is_empty() {
                words.push(name.replace('_', " "));
            }
            collect(field, words);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Suit};

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Action {
        Play { card: Card, suit: Option<Suit> },
        EndTurn,
        Ask(u8),
        Meld { cards: Vec<Card> },
    }

    #[test]
    fn names_come_first_and_what_is_none_is_not_said() {
        let card: Card = "8H".parse().unwrap();
        assert_eq!(label(&Action::Play { card, suit: None }), "Play 8H");
        assert_eq!(label(&Action::Play { card, suit: Some(Suit::Spades) }), "Play 8H S");
        assert_eq!(label(&Action::EndTurn), "End turn");
        assert_eq!(label(&Action::Ask(3)), "Ask 3");
        assert_eq!(label(&Action::Meld { cards: vec![card, card] }), "Meld 8H 8H");
        assert_eq!(label(&()), "");
    }
}
