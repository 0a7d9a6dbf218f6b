//! A settings file: TOML, with the names of the arguments as keys.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction};
use toml::Value;

use super::settings::{command, key};
use crate::error::CliError;
use crate::file;

/// The values of each setting in a file, as they would be written after `--KEY=`. Reports all
/// errors at once.
pub(super) fn read(path: &Path) -> Result<BTreeMap<String, Vec<String>>, CliError> {
    let text = file::read_text(path)?;
    let bad = |why: String| CliError::check("bad_config", why).at(path.display());
    let table: toml::Table = toml::from_str(&text).map_err(|why| {
        let before = why.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        bad(format!("line {}: {}", before.matches('\n').count() + 1, why.message()))
    })?;
    let command = command();
    let (mut written, mut faults) = (BTreeMap::new(), vec![]);
    for (name, value) in &table {
        let known = command.get_arguments().find(|arg| key(arg) == name);
        let read = known.map_or_else(|| Err(unknown(name)), |arg| values(arg, value));
        match read {
            Ok(values) => drop(written.insert(name.clone(), values)),
            Err(why) => faults.push(why),
        }
    }
    if faults.is_empty() { Ok(written) } else { Err(bad(faults.join("; "))) }
}

fn unknown(name: &str) -> String {
    let (command, lower) = (command(), name.to_lowercase());
    let rated = command
        .get_arguments()
        .map(|arg| (strsim::damerau_levenshtein(&lower, key(arg)), key(arg)));
    let near = rated.min().filter(|(distance, _)| *distance <= (name.len() / 3).max(2));
    if let Some((_, near)) = near {
        return format!("there is no setting {name:?}; did you mean {near:?}?");
    }
    let all: Vec<_> = command.get_arguments().map(key).collect();
    format!("there is no setting {name:?}; there are {}", all.join(", "))
}

/// The values of a setting, if they are valid.
fn values(arg: &Arg, value: &Value) -> Result<Vec<String>, String> {
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let parts = match value {
        Value::Array(parts) if is_list => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut texts = vec![];
    for part in parts {
        let text = match part {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Boolean(is) => is.to_string(),
            Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
                return Err(format!("{} takes one value, not a {}", key(arg), part.type_str()));
            }
        };
        let given = [String::from("serve"), format!("--{}={text}", key(arg))];
        if let Err(why) = command().try_get_matches_from(given) {
            return Err(format!("{} cannot be {text:?}: {}", key(arg), reason(&why)));
        }
        texts.push(text);
    }
    Ok(texts)
}

/// Why a value is invalid, and what would be valid.
fn reason(why: &clap::Error) -> String {
    if let Some(ContextValue::Strings(valid)) = why.get(ContextKind::ValidValue)
        && !valid.is_empty()
    {
        return format!("it takes {}", valid.join(" or "));
    }
    why.source().map_or_else(|| why.to_string(), ToString::to_string)
}
