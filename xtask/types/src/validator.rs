//! A small JSON Schema validator that supports exactly what our schemas use. An unknown keyword is
//! an error, so that nothing is silently ignored.

use std::collections::BTreeMap;

use croupier_kit::schema::Definitions;
use regex_lite::Regex;
use serde_json::{Map, Value};

use crate::document::reference;

/// Keywords that do not affect validity. Formats of numbers repeat their bounds.
const REMARKS: [&str; 4] = ["description", "format", "title", "readOnly"];

/// The definitions to validate against.
pub(crate) struct Validator {
    all: Definitions,
    patterns: BTreeMap<String, Regex>,
}

impl Validator {
    /// Creates a validator for these definitions.
    pub(crate) fn new(all: Definitions) -> Self {
        let patterns = all.values().flat_map(patterns);
        let read = |text: &str| Regex::new(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let patterns = patterns.map(|text| (text.to_owned(), read(text))).collect();
        Self { all, patterns }
    }

    /// Checks a value; the error says what is wrong and where.
    pub(crate) fn validate(&self, value: &Value, schema: &Value) -> Result<(), String> {
        self.judge(value, schema, "")
    }

    /// Checks a value against a named definition.
    pub(crate) fn validate_as(&self, value: &Value, name: &str) -> Result<(), String> {
        let schema =
            self.all.get(name).ok_or_else(|| format!("there is no definition of {name}"))?;
        self.validate(value, schema).map_err(|why| format!("{name}: {why}"))
    }

    fn judge(&self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        match schema {
            Value::Bool(true) => Ok(()),
            Value::Bool(false) => {
                Err(format!("{at}: nothing is allowed here, but there is {value}"))
            }
            Value::Object(rules) => rules
                .iter()
                .try_for_each(|(key, rule)| self.rule(value, rules, key, rule, schema, at)),
            other => Err(format!("{at}: {other} is not a schema")),
        }
    }

    #[allow(clippy::too_many_lines)] // A table.
    fn rule(
        &self,
        value: &Value,
        rules: &Map<String, Value>,
        key: &str,
        rule: &Value,
        schema: &Value,
        at: &str,
    ) -> Result<(), String> {
        let holds = |holds: bool| {
            if holds { Ok(()) } else { Err(format!("{at}: {value} breaks {key} {rule}")) }
        };
        let (object, array) = (value.as_object(), value.as_array());
        let bound = rule.as_u64().and_then(|bound| usize::try_from(bound).ok());
        match key {
            "$ref" => {
                let name =
                    reference(schema).ok_or_else(|| format!("{at}: {rule} leads nowhere"))?;
                let found =
                    self.all.get(name).ok_or_else(|| format!("{at}: there is no {name}"))?;
                self.judge(value, found, at)
            }
            "type" => {
                let names = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                holds(names.iter().filter_map(Value::as_str).any(|name| is_of_type(value, name)))
            }
            "const" => holds(value == rule),
            "enum" => holds(rule.as_array().is_some_and(|values| values.contains(value))),
            "anyOf" | "oneOf" => {
                let choices = rule.as_array().map(Vec::as_slice).unwrap_or_default();
                let judged: Vec<_> =
                    choices.iter().map(|choice| self.judge(value, choice, at)).collect();
                let fitting = judged.iter().filter(|judged| judged.is_ok()).count();
                if fitting == 1 || (fitting > 1 && key == "anyOf") {
                    return Ok(());
                }
                let why: Vec<String> = judged.into_iter().filter_map(Result::err).collect();
                Err(format!("{at}: {fitting} of {} fit {value}: {}", choices.len(), why.join("; ")))
            }
            "properties" => {
                rule.as_object().into_iter().flatten().try_for_each(|(name, schema)| {
                    match object.and_then(|object| object.get(name)) {
                        Some(inner) => self.judge(inner, schema, &format!("{at}/{name}")),
                        None => Ok(()),
                    }
                })
            }
            "required" => {
                let names = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
                let mut missing =
                    names.filter(|name| object.is_some_and(|it| !it.contains_key(*name)));
                match missing.next() {
                    Some(name) => Err(format!("{at}: there is no {name}")),
                    None => Ok(()),
                }
            }
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object);
                let is_known = |name: &str| known.is_some_and(|known| known.contains_key(name));
                let others = object.into_iter().flatten().filter(|(name, _)| !is_known(name));
                others
                    .into_iter()
                    .try_for_each(|(name, inner)| self.judge(inner, rule, &format!("{at}/{name}")))
            }
            "items" => {
                let first = rules.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                let items = array.into_iter().flatten().enumerate().skip(first);
                items
                    .into_iter()
                    .try_for_each(|(place, item)| self.judge(item, rule, &format!("{at}/{place}")))
            }
            "prefixItems" => {
                let pairs = array.into_iter().flatten().zip(rule.as_array().into_iter().flatten());
                pairs.enumerate().try_for_each(|(place, (item, schema))| {
                    self.judge(item, schema, &format!("{at}/{place}"))
                })
            }
            "minItems" => holds(array.is_none_or(|array| Some(array.len()) >= bound)),
            "maxItems" => holds(array.is_none_or(|array| Some(array.len()) <= bound)),
            "maxProperties" => holds(object.is_none_or(|object| Some(object.len()) <= bound)),
            "uniqueItems" => {
                let twice = |items: &Vec<Value>| {
                    (1..items.len()).any(|end| items[..end].contains(&items[end]))
                };
                holds(!array.is_some_and(twice))
            }
            "minimum" => holds(value.as_f64().is_none_or(|number| Some(number) >= rule.as_f64())),
            "maximum" => holds(value.as_f64().is_none_or(|number| Some(number) <= rule.as_f64())),
            "pattern" => {
                let pattern = rule.as_str().and_then(|text| self.patterns.get(text));
                let pattern = pattern.ok_or_else(|| format!("{at}: {rule} is not a pattern"))?;
                holds(value.as_str().is_none_or(|text| pattern.is_match(text)))
            }
            remark if REMARKS.contains(&remark) => Ok(()),
            other => Err(format!("{at}: the keyword {other} is not known here")),
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// All patterns in a schema.
fn patterns(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(rules) => {
            let own = rules.get("pattern").and_then(Value::as_str);
            own.into_iter().chain(rules.values().flat_map(patterns)).collect()
        }
        Value::Array(items) => items.iter().flat_map(patterns).collect(),
        _ => vec![],
    }
}
