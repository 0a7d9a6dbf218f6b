//! Corrections to the derived schemas.

use schemars::generate::Contract;
use serde_json::{Map, Value};

/// Marks a field that may be omitted *and* may be null, with different meanings.
pub(super) const NULL_TOO: &str = "x-null";

/// Corrects a schema and everything in it to match what is on the wire, and cleans up descriptions.
pub(super) fn tidy(schema: &mut Value, contract: &Contract) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| tidy(item, contract)),
        Value::Object(schema) => {
            // Defaults are documented; repeating them in every message schema adds nothing.
            schema.remove("default");
            if contract.is_serialize() {
                forbid_null_where_left_out(schema);
            }
            if let Some(Value::String(text)) = schema.get_mut("description") {
                *text = in_plain_words(text);
            }
            for (key, inner) in schema.iter_mut() {
                match (key.as_str(), inner) {
                    ("properties" | "$defs", Value::Object(named)) => {
                        named.values_mut().for_each(|inner| tidy(inner, contract));
                    }
                    ("const" | "enum" | "required" | "examples", _) => {}
                    (_, inner) => tidy(inner, contract),
                }
            }
            schema.remove(NULL_TOO);
        }
        _ => {}
    }
}

/// A field that is omitted when empty is never null.
fn forbid_null_where_left_out(schema: &mut Map<String, Value>) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required.as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties.iter_mut() {
        if !is_required(name) && property.get(NULL_TOO).is_none() {
            without_null(property);
        }
    }
}

fn without_null(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    let Some(Value::Array(choices)) = fields.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|it| it != "null"));
    if let [only] = choices.as_slice() {
        let only = only.clone();
        fields.remove("anyOf");
        if let Value::Object(only) = only {
            for (key, value) in only {
                // The field's own keywords take precedence over those of its type.
                fields.entry(key).or_insert(value);
            }
        }
    }
}

/// Removes what only readers of Rust documentation need: examples, and the targets of links.
fn in_plain_words(text: &str) -> String {
    let text = text.split("```").next().unwrap_or_default();
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        plain.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let Some(close) = inside.find(']') else {
            rest = &rest[open..];
            break;
        };
        let (words, after) = (&inside[..close], &inside[close + 1..]);
        let target = after.strip_prefix('(').and_then(|target| target.find(')'));
        match target {
            Some(end) => {
                plain.push_str(words);
                rest = &after[end + 2..];
            }
            None if words.starts_with('`') => {
                plain.push_str(words);
                rest = after;
            }
            None => {
                plain.push('[');
                rest = inside;
            }
        }
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn examples_and_targets_of_links_are_left_out() {
        let said = |text| in_plain_words(text);
        assert_eq!(
            said("A [`Card`] of [ours](crate::cards).\n\n```\nlet a;\n```\n"),
            "A `Card` of ours."
        );
        assert_eq!(said("`[-20, -10]` and [a"), "`[-20, -10]` and [a");
    }

    #[test]
    fn what_is_left_out_is_never_null_unless_it_says_so() {
        let mut schema = json!({
            "properties": {
                "always": {"type": ["integer", "null"]},
                "some": {"type": ["integer", "null"]},
                "named": {"description": "A.", "anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]},
                "both": {"type": ["integer", "null"], NULL_TOO: true},
            },
            "required": ["always"],
        });
        tidy(&mut schema, &Contract::Serialize);
        let expected = json!({
            "properties": {
                "always": {"type": ["integer", "null"]},
                "some": {"type": "integer"},
                "named": {"description": "A.", "$ref": "#/$defs/A"},
                "both": {"type": ["integer", "null"]},
            },
            "required": ["always"],
        });
        assert_eq!(schema, expected);
    }
}
