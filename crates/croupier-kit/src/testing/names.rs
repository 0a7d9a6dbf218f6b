//! Finds the names of cards in a state, using its JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

/// Every string that occurs exactly once in a value, with its place: the path to it without the
/// index in the innermost list. `{"hands": [["7H"], ["8S", "KD"]]}` has `KD` at `.hands.1`: it
/// matters whose card it is, but not at which position of the hand.
pub(super) fn places(value: &impl Serialize) -> BTreeMap<String, String> {
    let value = serde_json::to_value(value).expect("what is sent can be written");
    let mut found = BTreeMap::new();
    walk(&value, &mut String::new(), &mut |name, place| {
        let again = found.contains_key(name);
        found.insert(name.to_owned(), (!again).then(|| place.to_owned()));
    });
    found.into_iter().filter_map(|(name, place)| Some((name, place?))).collect()
}

/// Every string in a value.
pub(super) fn names(value: &impl Serialize) -> Vec<String> {
    let value = serde_json::to_value(value).expect("what is sent can be written");
    let mut found = vec![];
    walk(&value, &mut String::new(), &mut |name, _| found.push(name.to_owned()));
    found
}

fn walk(value: &Value, path: &mut String, visit: &mut impl FnMut(&str, &str)) {
    let length = path.len();
    match value {
        Value::String(name) => visit(name, path),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                if !item.is_string() {
                    let _ = write!(path, ".{at}");
                }
                walk(item, path, visit);
                path.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                path.push('.');
                path.push_str(key);
                walk(field, path, visit);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_has_a_place_if_it_is_there_once() {
        let state = json!({"hands": [["7H"], ["8S", "KD"]], "top": "9C", "pile": ["9C"], "n": 3});
        let found: Vec<_> = places(&state).into_iter().collect();
        let at = |name: &str, place: &str| (name.to_owned(), place.to_owned());
        assert_eq!(found, [at("7H", ".hands.0"), at("8S", ".hands.1"), at("KD", ".hands.1")]);
        assert_eq!(names(&state), ["7H", "8S", "KD", "9C", "9C"]);
    }
}
