//! Descriptions of options for the people who choose them.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One option of a game: its name, what it does, and which values it takes.
///
/// ```
/// use croupier_kit::game::{OptionDescription, OptionKind, Unit};
///
/// let hand = OptionDescription::range("hand_size", 1..=7, "Cards in a hand", "How many cards everybody is dealt.")
///     .counted_in(Unit::Cards);
/// assert!(matches!(&hand.kind, OptionKind::Range(range) if range.max == Some(7)));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OptionDescription {
    /// Its key in the options. Dots separate nested keys: `delays.card_flip`.
    pub key: Cow<'static, str>,
    /// A short label for a form.
    pub label: Cow<'static, str>,
    /// What it does, in one sentence.
    pub about: Cow<'static, str>,
    /// The values that it takes.
    pub kind: OptionKind,
    /// Who is meant to set it.
    pub audience: Audience,
}

/// The values that an option takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OptionKind {
    /// On or off: `true` or `false`.
    Switch,
    /// A whole number between two limits.
    Range(NumberRange),
    /// Two numbers, the first not greater than the second: `[-20, -10]`.
    Interval(NumberRange),
    /// One of these values.
    OneOf(Vec<OptionValue>),
    /// A list of strings, such as names of cards.
    Words,
    /// Data specific to the game, for which a form has no field.
    Data,
}

/// The numbers that an option takes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberRange {
    /// The smallest number that the option takes.
    pub min: i64,
    /// The maximum; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The unit of the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The field that holds the number, if the option is an object: `max_ms` in
    /// `{"max_ms": 8000}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Cow<'static, str>>,
    /// A value that can be set instead of a number, such as "off" or "no limit".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<OptionValue>,
}

impl NumberRange {
    /// A number in the form in which the options store it.
    pub fn written(&self, number: i64) -> Value {
        match &self.field {
            Some(field) => {
                Value::Object([(field.to_string(), number.into())].into_iter().collect())
            }
            None => number.into(),
        }
    }

    /// Whether a value is a number in this range, or the value that means "off".
    pub fn takes(&self, value: &Value) -> bool {
        if self.off.as_ref().is_some_and(|off| off.value == *value) {
            return true;
        }
        let number = match &self.field {
            Some(field) => value.get(field.as_ref()).and_then(Value::as_i64),
            None => value.as_i64(),
        };
        number.is_some_and(|number| number >= self.min && self.max.is_none_or(|max| number <= max))
    }
}

/// The unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The names say it.
#[non_exhaustive]
pub enum Unit {
    Milliseconds,
    Seconds,
    Cards,
    Players,
    Points,
    Turns,
    Degrees,
    PerMille,
}

/// A value that an option can be set to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OptionValue {
    /// The value, as it is stored in the options.
    pub value: Value,
    /// A short label for a form.
    pub label: Cow<'static, str>,
}

impl OptionValue {
    /// Creates a value with this label.
    pub fn new(value: impl Into<Value>, label: &'static str) -> Self {
        Self { value: value.into(), label: label.into() }
    }
}

/// Who is meant to set an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Audience {
    /// People who set up a match.
    Players,
    /// Tests, simulations and servers.
    Tests,
}

impl OptionDescription {
    /// Creates the description of an option for players.
    pub fn new(
        key: &'static str,
        kind: OptionKind,
        label: &'static str,
        about: &'static str,
    ) -> Self {
        let (key, label, about) = (key.into(), label.into(), about.into());
        Self { key, label, about, kind, audience: Audience::Players }
    }

    /// An option that is on or off.
    pub fn switch(key: &'static str, label: &'static str, about: &'static str) -> Self {
        Self::new(key, OptionKind::Switch, label, about)
    }

    /// A number within bounds.
    pub fn range(
        key: &'static str,
        bounds: RangeInclusive<i64>,
        label: &'static str,
        about: &'static str,
    ) -> Self {
        let (min, max) = bounds.into_inner();
        let range = NumberRange { min, max: Some(max), ..NumberRange::default() };
        Self::new(key, OptionKind::Range(range), label, about)
    }

    /// A number with a lower bound only.
    pub fn at_least(key: &'static str, min: i64, label: &'static str, about: &'static str) -> Self {
        let range = NumberRange { min, ..NumberRange::default() };
        Self::new(key, OptionKind::Range(range), label, about)
    }

    /// Two numbers within bounds, the first not greater than the second.
    pub fn interval(
        key: &'static str,
        bounds: RangeInclusive<i64>,
        label: &'static str,
        about: &'static str,
    ) -> Self {
        let (min, max) = bounds.into_inner();
        let range = NumberRange { min, max: Some(max), ..NumberRange::default() };
        Self::new(key, OptionKind::Interval(range), label, about)
    }

    /// One of these values, each with its label.
    pub fn one_of(
        key: &'static str,
        values: impl IntoIterator<Item = (Value, &'static str)>,
        label: &'static str,
        about: &'static str,
    ) -> Self {
        let values = values.into_iter().map(|(value, label)| OptionValue::new(value, label));
        Self::new(key, OptionKind::OneOf(values.collect()), label, about)
    }

    /// Sets what the number counts.
    #[must_use]
    pub fn counted_in(mut self, unit: Unit) -> Self {
        if let Some(range) = self.numbers() {
            range.unit = Some(unit);
        }
        self
    }

    /// Allows this value instead of a number.
    #[must_use]
    pub fn or(mut self, value: impl Into<Value>, label: &'static str) -> Self {
        if let Some(range) = self.numbers() {
            range.off = Some(OptionValue::new(value, label));
        }
        self
    }

    /// Stores the number in a field of this name.
    #[must_use]
    pub fn inside(mut self, field: &'static str) -> Self {
        if let Some(range) = self.numbers() {
            range.field = Some(field.into());
        }
        self
    }

    /// Marks the option as one for tests, not for players.
    #[must_use]
    pub fn for_tests(mut self) -> Self {
        self.audience = Audience::Tests;
        self
    }

    fn numbers(&mut self) -> Option<&mut NumberRange> {
        match &mut self.kind {
            OptionKind::Range(range) | OptionKind::Interval(range) => Some(range),
            _ => None,
        }
    }

    /// The option's value in serialized options.
    pub fn value<'a>(&self, options: &'a Value) -> Option<&'a Value> {
        self.key.split('.').try_fold(options, |options, key| options.get(key))
    }

    /// Whether the option can be set to a value.
    pub fn takes(&self, value: &Value) -> bool {
        match &self.kind {
            OptionKind::Switch => value.is_boolean(),
            OptionKind::Range(range) => range.takes(value),
            OptionKind::Interval(range) => match value.as_array().map(Vec::as_slice) {
                Some([low, high]) => {
                    range.takes(low) && range.takes(high) && low.as_i64() <= high.as_i64()
                }
                _ => false,
            },
            OptionKind::OneOf(values) => values.iter().any(|known| known.value == *value),
            OptionKind::Words => {
                value.as_array().is_some_and(|words| words.iter().all(Value::is_string))
            }
            OptionKind::Data => true,
        }
    }
}

/// Descriptions for a game that provides none: booleans are switches, everything else is data.
pub(crate) fn undescribed(options: &Value) -> Vec<OptionDescription> {
    let Value::Object(fields) = options else { return vec![] };
    let described = fields.iter().map(|(key, value)| {
        let kind = if value.is_boolean() { OptionKind::Switch } else { OptionKind::Data };
        OptionDescription {
            key: key.clone().into(),
            label: key.replace('_', " ").into(),
            about: format!("The option {key}.").into(),
            kind,
            audience: Audience::Players,
        }
    });
    described.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_description_knows_which_values_it_names() {
        let wait = OptionDescription::range("hold", 1..=9, "Wait", "How long.")
            .inside("max_ms")
            .or("off", "Never");
        let takes = |value: Value| wait.takes(&value);
        assert!(takes(json!("off")) && takes(json!({"max_ms": 9})));
        assert!(!takes(json!({"max_ms": 10})) && !takes(json!(9)) && !takes(json!("on")));
        let pair = OptionDescription::interval("range", -5..=5, "Range", "From and to.");
        assert!(pair.takes(&json!([-5, 5])) && !pair.takes(&json!([5, -5])));
        assert!(!pair.takes(&json!([-6, 0])));
        let deep = OptionDescription::switch("a.b", "B", "B.");
        assert_eq!(deep.value(&json!({"a": {"b": true}})), Some(&json!(true)));
    }

    #[test]
    fn descriptions_survive_json() {
        let all = [
            OptionDescription::range("a", 0..=3, "A", "A.").counted_in(Unit::Cards).for_tests(),
            OptionDescription::at_least("b", 1, "B", "B.").or(Value::Null, "No limit"),
            OptionDescription::one_of("c", [(json!("x"), "X")], "C", "C."),
        ];
        let written = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Vec<OptionDescription>>(&written).unwrap(), all);
    }
}
