//! Choosing options: a preset plus changes to it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::game::{Audience, Error, ErrorKind, Game, OptionDescription};

/// The name of the preset without delays, for measurements and tests.
pub const BENCH: &str = "bench";

/// Why options cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// There is no preset of this name.
    #[error("there is no preset {name:?}; there are {}", known.join(", "))]
    UnknownPreset {
        /// The name as it was given.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// The game has no options to set.
    #[error("the game has no options")]
    NoOptions,
    /// There is no option of this name.
    #[error("there is no option {name:?}; there are {}", known.join(", "))]
    UnknownOption {
        /// The name as it was given.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A value of the wrong type or form.
    #[error("{0}")]
    Malformed(String),
    /// The game refuses these options; the sentence says why.
    #[error("{0}")]
    Refused(Cow<'static, str>),
}

impl OptionsError {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownPreset { .. } => "unknown_preset",
            _ => "invalid_options",
        }
    }
}

/// Lets a game write [`check_options`](Game::check_options) as `Err("a round has a turn".into())`.
impl From<&'static str> for OptionsError {
    fn from(sentence: &'static str) -> Self {
        Self::Refused(sentence.into())
    }
}

impl From<String> for OptionsError {
    fn from(sentence: String) -> Self {
        Self::Refused(sentence.into())
    }
}

impl From<OptionsError> for Error {
    fn from(error: OptionsError) -> Self {
        Self::new(ErrorKind::IllegalAction, error.code(), error.to_string())
    }
}

/// The options of a preset (the first one if none is named) with some fields replaced.
pub fn options_of<G: Game>(
    preset: Option<&str>,
    changes: &Map<String, Value>,
) -> Result<G::Options, OptionsError> {
    let presets = G::presets();
    let base = match preset {
        None => presets.first().map(|preset| preset.options.clone()).unwrap_or_default(),
        Some(name) => {
            let known = presets.iter().find(|preset| preset.name == name).ok_or_else(|| {
                let known = presets.iter().map(|preset| preset.name).collect();
                OptionsError::UnknownPreset { name: name.to_owned(), known }
            })?;
            known.options.clone()
        }
    };
    set_options::<G>(&base, changes)
}

/// Replaces some fields of options, including nested ones. An unknown field is an error.
pub fn set_options<G: Game>(
    options: &G::Options,
    changes: &Map<String, Value>,
) -> Result<G::Options, OptionsError> {
    let malformed = |why: serde_json::Error| OptionsError::Malformed(why.to_string());
    if changes.is_empty() {
        return Ok(options.clone());
    }
    let mut value = serde_json::to_value(options).map_err(malformed)?;
    let fields = value.as_object_mut().ok_or(OptionsError::NoOptions)?;
    for (name, change) in changes {
        let Some(field) = fields.get_mut(name) else {
            let known = fields.keys().cloned().collect();
            return Err(OptionsError::UnknownOption { name: name.clone(), known });
        };
        merge(field, change);
    }
    serde_json::from_value(value).map_err(malformed)
}

/// The first test-only option whose value differs between `before` and `after`.
pub(crate) fn changed_for_tests<G: Game>(
    before: &G::Options,
    after: &G::Options,
) -> Option<Cow<'static, str>> {
    let [before, after] =
        [before, after].map(|options| serde_json::to_value(options).unwrap_or_default());
    let mut described = G::describe_options().into_iter();
    let changed = described.find(|option| {
        option.audience == Audience::Tests && option.value(&before) != option.value(&after)
    });
    changed.map(|option| option.key)
}

/// The first delay that the changes set to 0 although no preset except [`BENCH`] does. `presets`
/// are pairs of a name and its serialized options.
pub fn left_out_delay<'a>(
    presets: impl IntoIterator<Item = (&'a str, &'a Value)> + Clone,
    described: Vec<OptionDescription>,
    changes: &Map<String, Value>,
) -> Option<Cow<'static, str>> {
    let (_, bench) = presets.clone().into_iter().find(|(name, _)| *name == BENCH)?;
    let changes = Value::Object(changes.clone());
    let left_out = described.into_iter().find(|option| {
        let is_zero = |it: &Value| option.value(it).and_then(Value::as_u64) == Some(0);
        let mut others = presets.clone().into_iter().filter(|(name, _)| *name != BENCH);
        is_zero(&changes) && is_zero(bench) && !others.any(|(_, options)| is_zero(options))
    });
    left_out.map(|option| option.key)
}

/// Merges a change into a value, field by field. If the change names an unknown field, it replaces
/// the whole value: it is then another enum variant, or a mistake that deserializing the options
/// will report.
pub(crate) fn merge(value: &mut Value, change: &Value) {
    match (value, change) {
        (Value::Object(fields), Value::Object(changes))
            if changes.keys().all(|key| fields.contains_key(key)) =>
        {
            for (key, change) in changes {
                merge(&mut fields[key], change);
            }
        }
        (value, change) => *value = change.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_named_is_replaced() {
        let changed = |change: Value| {
            let mut value = json!({"delays": {"deal": 1, "show": {"first": 2, "last": 3}}, "n": 4});
            merge(&mut value, &change);
            value
        };
        let expected = json!({"delays": {"deal": 1, "show": {"first": 9, "last": 3}}, "n": 5});
        assert_eq!(changed(json!({"delays": {"show": {"first": 9}}, "n": 5})), expected);
        // Another enum variant, or a typo: the change replaces the value, the two are never mixed.
        let expected = json!({"delays": {"none": true}, "n": 4});
        assert_eq!(changed(json!({"delays": {"none": true}})), expected);
    }
}
