//! Checks the descriptions of a game's options.

use serde_json::Value;

use crate::game::{Game, NumberRange, OptionDescription, OptionKind};

/// Every option is described exactly once; presets use described values; described values are
/// accepted, and numbers out of bounds are not.
pub(super) fn check<G: Game>() {
    let described = G::describe_options();
    let written = write::<G>(&G::Options::default());
    check_keys(&described, &written);
    for option in &described {
        assert!(
            !option.label.is_empty() && !option.about.is_empty(),
            "{} has no label or no description",
            option.key
        );
        for preset in G::presets() {
            let value = option.value(&write::<G>(&preset.options)).cloned();
            let takes = value.as_ref().is_some_and(|value| option.takes(value));
            assert!(
                takes,
                "{} of {} is {value:?}, which is not described",
                option.key, preset.name
            );
        }
        check_values::<G>(option, &written);
    }
}

fn write<G: Game>(options: &G::Options) -> Value {
    serde_json::to_value(options).expect("options can be written")
}

fn check_keys(described: &[OptionDescription], written: &Value) {
    let mut missing = vec![];
    leaves("", written, &mut missing);
    for (at, option) in described.iter().enumerate() {
        let key = &option.key;
        assert!(option.value(written).is_some(), "there is no option {key}");
        let twice = described[..at].iter().any(|other| other.key == *key);
        assert!(!twice, "the option {key} is described twice");
        let inside = format!("{key}.");
        missing.retain(|leaf| leaf != key && !leaf.starts_with(&inside));
    }
    assert!(missing.is_empty(), "these options are not described: {missing:?}");
}

/// The paths of all options that are not objects.
fn leaves(path: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                leaves(&path, value, found);
            }
        }
        _ => found.extend((!path.is_empty()).then(|| path.to_owned())),
    }
}

fn check_values<G: Game>(option: &OptionDescription, written: &Value) {
    let key = &option.key;
    let takes = |value: Value| {
        assert!(accepts::<G>(option, written, &value), "{key} does not take {value}");
    };
    let refuses = |value: Value| {
        assert!(!accepts::<G>(option, written, &value), "{key} takes {value}");
    };
    match &option.kind {
        OptionKind::Switch => [true, false].into_iter().for_each(|it| takes(it.into())),
        OptionKind::Range(range) => {
            check_bounds(
                range,
                |number| takes(range.written(number)),
                |number| {
                    refuses(range.written(number));
                },
            );
            range.off.iter().for_each(|off| takes(off.value.clone()));
        }
        OptionKind::Interval(range) => {
            let default = option.value(written).and_then(Value::as_array).cloned();
            let [low, high] = default.unwrap_or_default().try_into().expect("two numbers");
            let pair = |low: &Value, high: &Value| Value::Array(vec![low.clone(), high.clone()]);
            takes(pair(&range.min.into(), &high));
            refuses(pair(&(range.min - 1).into(), &high));
            if let Some(max) = range.max {
                takes(pair(&low, &max.into()));
                refuses(pair(&low, &(max + 1).into()));
            }
            refuses(pair(&(high.as_i64().unwrap_or(0) + 1).into(), &high));
        }
        OptionKind::OneOf(values) => {
            for known in values {
                takes(known.value.clone());
            }
            refuses("no such value".into());
        }
        OptionKind::Words | OptionKind::Data => {}
    }
}

fn check_bounds(range: &NumberRange, takes: impl Fn(i64), refuses: impl Fn(i64)) {
    takes(range.min);
    refuses(range.min - 1);
    if let Some(max) = range.max {
        takes(max);
        refuses(max + 1);
    }
}

/// Whether some number of seats can play with this value.
fn accepts<G: Game>(option: &OptionDescription, written: &Value, value: &Value) -> bool {
    let mut options = written.clone();
    let path = format!("/{}", option.key.replace('.', "/"));
    if let Some(place) = options.pointer_mut(&path) {
        *place = value.clone();
    }
    let Ok(options) = serde_json::from_value::<G::Options>(options) else { return false };
    (G::SEATS.0..=G::SEATS.1).any(|seats| G::check_options(&options, seats).is_ok())
}
