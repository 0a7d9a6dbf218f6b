//! How a game is shown to people.

use serde_json::Value;

use super::board::{outline, plain};
use crate::{Board, Game, Viewer};

/// How a game is shown to people. All of it is optional: `impl Show for YourGame {}` shows the view
/// as it goes over the wire.
pub trait Show: Game {
    /// The match as a viewer sees it, with the players' names by seat.
    fn board(view: &Self::View, _viewer: Viewer, _names: &[String]) -> Board {
        outline(&serde_json::to_value(view).unwrap_or_default())
    }

    /// The game in a few paragraphs, for somebody who has never played it.
    fn primer() -> &'static [&'static str] {
        &[]
    }

    /// What is said of an event that the viewer has heard. None says nothing.
    fn describe_event(event: &Self::Event, names: &[String]) -> Option<String> {
        Some(told(&serde_json::to_value(event).ok()?, names))
    }
}

/// The fields that name a seat.
const SEATS: [&str; 7] = ["seat", "player", "by", "to", "from", "winner", "dealer"];

/// An event in words: who, its name, and what it carries.
fn told(event: &Value, names: &[String]) -> String {
    let (name, carried) = match event {
        Value::String(name) => return sentence(name),
        Value::Object(fields) if fields.len() == 1 => match fields.iter().next() {
            Some((name, carried)) => (name.as_str(), carried),
            None => return String::new(),
        },
        other => return plain(other),
    };
    let Value::Object(fields) = carried else {
        return format!("{} {}", sentence(name), plain(carried));
    };
    let seat = |key: &str, value: &Value| {
        let number = value.as_u64().filter(|_| SEATS.contains(&key))?;
        names.get(usize::try_from(number).ok()?)
    };
    let who = fields.iter().take(1).find_map(|(key, value)| seat(key, value));
    let rest = fields.iter().skip(usize::from(who.is_some())).filter(|(_, value)| !value.is_null());
    let rest = rest.map(|(key, value)| match seat(key, value) {
        Some(name) => format!("{key} {name}"),
        None => format!("{} {}", key.replace('_', " "), plain(value)),
    });
    let rest = rest.collect::<Vec<_>>().join(", ");
    let who = who.map_or_else(String::new, |who| format!("{who}: "));
    let what = if who.is_empty() { sentence(name) } else { name.replace('_', " ") };
    if rest.is_empty() { format!("{who}{what}") } else { format!("{who}{what} ({rest})") }
}

fn sentence(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_are_told_with_names_and_without_what_is_hidden() {
        let names = ["You".to_owned(), "Bo".to_owned()];
        let said = |event| told(&event, &names);
        assert_eq!(said(json!("game_over")), "Game over");
        assert_eq!(
            said(json!({"drew": {"seat": 1, "card": null, "left": 3}})),
            "Bo: drew (left 3)"
        );
        assert_eq!(said(json!({"turned": {"card": "7H"}})), "Turned (card 7H)");
    }
}
