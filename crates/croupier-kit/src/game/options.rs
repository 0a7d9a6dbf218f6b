//! Choosing options: a preset, and what differs from it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::game::{Audience, Error, ErrorKind, Game, OptionDescription};

/// The preset of every game that waits for nothing, for measurements and tests.
pub const BENCH: &str = "bench";

/// Why options cannot be played with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// There is no preset of this name.
    #[error("there is no preset {name:?}; there are {}", known.join(", "))]
    UnknownPreset {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The game has nothing to choose.
    #[error("the game has no options")]
    NoOptions,
    /// There is no option of this name.
    #[error("there is no option {name:?}; there are {}", known.join(", "))]
    UnknownOption {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A value that an option cannot have.
    #[error("{0}")]
    Malformed(String),
    /// Options that the game does not play with, in its own words.
    #[error("{0}")]
    Refused(Cow<'static, str>),
}

impl OptionsError {
    /// Part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownPreset { .. } => "unknown_preset",
            _ => "invalid_options",
        }
    }
}

/// What a game says in [`check_options`](Game::check_options): `Err("a round has a turn".into())`.
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

/// The options of a preset, the first one if none is named, with some fields replaced.
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

/// Options with some fields replaced, also within fields that have fields themselves. An unknown
/// field is an error.
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

/// The first option that is for tests only and differs between two sets.
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

/// The first delay that changes leave out, although no preset but [`BENCH`] does. Presets are given with
/// their options as they are written.
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

/// Replaces what a change names. Where it names something that is not there it replaces the whole,
/// for then it is another kind of thing, or a mistake that the options find themselves.
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
        // Another variant of an enum, or a slip of the pen: no mixture of both.
        let expected = json!({"delays": {"none": true}, "n": 4});
        assert_eq!(changed(json!({"delays": {"none": true}})), expected);
    }
}
