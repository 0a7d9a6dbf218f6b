//! Compares expectations with what was found.

use serde_json::Value;

/// The differences, as sentences. Of objects, also inside lists of equal length, only the expected
/// fields are compared; all other values must be equal. An expected field must exist, even if it is
/// expected to be `null`.
pub(super) fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut list = vec![];
    differ("", expected, found, &mut list);
    list
}

fn differ(path: &str, expected: &Value, found: &Value, list: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match found.get(key) {
                    Some(found) => differ(&inner, value, found, list),
                    None => list.push(format!("there is no {inner}, which should be {value}")),
                }
            }
        }
        (Value::Array(expected), Value::Array(found))
            if expected.len() == found.len() && expected.iter().any(is_nested) =>
        {
            for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
                differ(&format!("{path}[{at}]"), expected, found, list);
            }
        }
        _ if expected == found => {}
        _ if path.is_empty() => list.push(format!("it is {found}, not {expected}")),
        _ => list.push(format!("{path} is {found}, not {expected}")),
    }
}

fn is_nested(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// The differences between log entries and expected entries, in order. An expected string is the
/// name of an entry's event.
pub(super) fn log_differences(reader: &str, expected: &[Value], found: &[Value]) -> Vec<String> {
    if expected.len() != found.len() {
        let told: Vec<_> = found.iter().map(event_name).collect();
        let name = |entry: &Value| entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        let wanted: Vec<_> = expected.iter().map(name).collect();
        let (told, wanted) = (told.join(", "), wanted.join(", "));
        return vec![format!("{reader} is told [{told}], not [{wanted}]")];
    }
    let mut list = vec![];
    for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
        let place = format!("entry {} of {reader}", at + 1);
        match expected.as_str() {
            Some(name) if name == event_name(found) => {}
            Some(name) => list.push(format!("{place} is {}, not {name}", event_name(found))),
            None => differ(&place, expected, found, &mut list),
        }
    }
    list
}

/// The name of an entry's event: `{"event": {"room": {"player_ready": …}}}` is `player_ready`.
fn event_name(entry: &Value) -> String {
    let event = entry.get("event").and_then(|event| event.get("room").or(event.get("game")));
    match event {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Object(fields)) if fields.len() == 1 => fields.keys().cloned().collect(),
        _ => entry.to_string(),
    }
}

/// Whether the data contains a word, such as the code of a card. `10D` does not contain the word
/// `0D`.
pub(super) fn names(data: &Value, word: &str) -> bool {
    match data {
        Value::String(text) => text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            ![before, after].into_iter().flatten().any(char::is_alphanumeric)
        }),
        Value::Array(items) => items.iter().any(|item| names(item, word)),
        Value::Object(fields) => {
            fields.iter().any(|(key, value)| key == word || names(value, word))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_named_is_compared() {
        let found = json!({"a": 1, "b": {"c": [1, 2], "d": null}});
        assert!(differences(&json!({"b": {"c": [1, 2]}}), &found).is_empty());
        assert_eq!(differences(&json!({"b": {"c": [2, 1]}}), &found), ["b.c is [1,2], not [2,1]"]);
    }

    #[test]
    fn a_field_that_is_expected_must_be_there() {
        let found = json!({"b": {"d": null}});
        assert!(differences(&json!({"b": {"d": null}}), &found).is_empty());
        let why = |expected| differences(&expected, &found);
        assert_eq!(why(json!({"x": 1})), ["there is no x, which should be 1"]);
        assert_eq!(why(json!({"b": {"e": null}})), ["there is no b.e, which should be null"]);
        assert_eq!(why(json!({"b": null})), [r#"b is {"d":null}, not null"#]);
        assert_eq!(why(Value::Null), [r#"it is {"b":{"d":null}}, not null"#]);
        assert!(differences(&Value::Null, &Value::Null).is_empty());
    }

    #[test]
    fn objects_in_a_list_are_compared_as_far_as_they_are_named() {
        let found = json!({"players": [{"name": "Ann", "id": 1}, {"name": "Ben", "id": 2}]});
        let why = |names: &[&str]| {
            let players: Vec<_> = names.iter().map(|name| json!({ "name": name })).collect();
            differences(&json!({ "players": players }), &found)
        };
        assert!(why(&["Ann", "Ben"]).is_empty());
        assert_eq!(why(&["Ann", "Cat"]), [r#"players[1].name is "Ben", not "Cat""#]);
        assert_eq!(why(&["Ann"]).len(), 1);
    }

    #[test]
    fn a_log_is_compared_entry_by_entry() {
        let found = [
            json!({"number": 3, "event": {"room": {"player_ready": {"seat": 0}}}}),
            json!({"number": 4, "event": {"room": "options_changed"}}),
        ];
        let why = |expected: &[Value]| log_differences("Ann", expected, &found);
        assert!(why(&[json!("player_ready"), json!({"number": 4})]).is_empty());
        assert_eq!(
            why(&[json!("options_changed"), json!("player_ready")]),
            [
                "entry 1 of Ann is player_ready, not options_changed",
                "entry 2 of Ann is options_changed, not player_ready"
            ]
        );
        assert_eq!(why(&[]), ["Ann is told [player_ready, options_changed], not []"]);
        assert_eq!(
            why(&[json!({"number": 3}), json!({"text": null})]),
            ["there is no entry 2 of Ann.text, which should be null"]
        );
    }

    #[test]
    fn a_word_is_found_wherever_it_stands() {
        let data = json!({"hand": ["10D", {"JH": 1}], "text": "Ann plays 7D, then KS"});
        for word in ["10D", "JH", "7D", "KS", "Ann plays"] {
            assert!(names(&data, word), "{word}");
        }
        for word in ["0D", "D", "hand of", "8D", "Anna"] {
            assert!(!names(&data, word), "{word}");
        }
    }
}
