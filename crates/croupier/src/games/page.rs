//! The page about one game: what it is, and all its options.

use std::fmt::Write as _;

use croupier_bots::LEVELS;
use croupier_catalog::{AnyGame, OptionChoice};
use croupier_kit::game::{Audience, NumberRange, OptionDescription, OptionKind, OptionValue, Unit};
use serde_json::{Value, json};

use super::{as_json, headline, mark, wrapped};
use crate::console::{BOLD, FAINT};
use crate::error::CliError;

/// The page for people.
pub(super) fn page(game: &dyn AnyGame) -> Result<String, CliError> {
    let mut text = headline(game);
    for paragraph in game.primer() {
        let _ = write!(text, "\n{}", wrapped("  ", paragraph.split_whitespace()));
    }
    let _ = writeln!(text, "\n{BOLD}Presets{BOLD:#} (--preset NAME; the first is the default)");
    for preset in game.presets() {
        let mark = mark(game, preset.name);
        let _ = writeln!(text, "  {:<12} {}{mark}", preset.name, preset.about);
    }
    let defaults = game.options(&OptionChoice::default()).map_err(CliError::found)?;
    let described = game.describe_options();
    for (audience, title) in [(Audience::Players, "Options"), (Audience::Tests, "For tests")] {
        let mut options = described.iter().filter(|it| it.audience == audience).peekable();
        if options.peek().is_some() {
            let _ = writeln!(text, "\n{BOLD}{title}{BOLD:#} (--set KEY=VALUE)");
        }
        for option in options {
            text.push_str(&entry(option, &defaults));
        }
    }
    let _ = writeln!(text, "\n{BOLD}Bots{BOLD:#} (--bots NAME,NAME…)");
    for level in LEVELS {
        let _ = writeln!(text, "  {:<12} {}", level.name, level.about);
    }
    let id = game.id();
    let _ = writeln!(text, "\n{FAINT}Try: croupier play {id}, croupier chart {id}{FAINT:#}");
    Ok(text)
}

/// The page for programs: the entry of the list, and the texts for people.
pub(super) fn page_as_json(game: &dyn AnyGame) -> Result<Value, CliError> {
    let mut page = as_json(game)?;
    page["primer"] = json!(game.primer());
    page["described_options"] = json!(game.describe_options());
    let levels = LEVELS.iter().map(|level| json!({"name": level.name, "about": level.about}));
    page["levels"] = levels.collect();
    Ok(page)
}

/// An option with its default, its possible values, and what it does.
fn entry(option: &OptionDescription, defaults: &Value) -> String {
    let OptionDescription { key, label, about, kind, .. } = option;
    let default = option.value(defaults).cloned().unwrap_or_default();
    let about = format!("{label}. {about} {}.", capitalised(&values(kind)));
    let mut text = format!("  {BOLD}{key}{BOLD:#}={default}\n");
    text.push_str(&wrapped("      ", about.split_whitespace()));
    text
}

/// The possible values of an option.
fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Switch => "true or false".to_owned(),
        OptionKind::Range(range) => numbers(range),
        OptionKind::Interval(range) => format!("two numbers, each {}", numbers(range)),
        OptionKind::OneOf(values) => values.iter().map(value).collect::<Vec<_>>().join(", "),
        OptionKind::Words => "a list of words".to_owned(),
        // Data, or a kind that is newer than this page.
        _ => "data, as JSON".to_owned(),
    }
}

fn numbers(range: &NumberRange) -> String {
    let NumberRange { min, max, unit, off, .. } = range;
    let unit = unit.map_or("", |unit| match unit {
        Unit::Milliseconds => " ms",
        Unit::Seconds => " s",
        Unit::Cards => " cards",
        Unit::Players => " players",
        Unit::Points => " points",
        Unit::Turns => " turns",
        Unit::Degrees => " degrees",
        Unit::PerMille => " ‰",
        _ => "",
    });
    let mut text = match max {
        Some(max) => format!("{} to {}{unit}", range.written(*min), range.written(*max)),
        None => format!("at least {}{unit}", range.written(*min)),
    };
    if let Some(off) = off {
        let _ = write!(text, ", or {}", value(off));
    }
    text
}

/// A value as it is typed, and what it means.
fn value(value: &OptionValue) -> String {
    let OptionValue { value, label, .. } = value;
    let typed = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    if typed.eq_ignore_ascii_case(label) { typed } else { format!("{typed} ({label})") }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
