//! `croupier games`: the catalog.

use std::fmt::Write as _;

use clap::Args;
use croupier_catalog::{AnyGame, Catalog, OptionChoice};
use serde_json::{Value, json};

use crate::cli::Output;
use crate::console::{BOLD, Console, FAINT};
use crate::fault::CliError;

/// List the games with their seats, options and presets
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier games
  croupier games --json")]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &GamesArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    if args.output.json {
        let games = catalog.iter().map(as_json).collect::<Result<Vec<_>, _>>()?;
        return console.print_json(&json!({ "games": games }));
    }
    let mut text = String::new();
    for game in catalog.iter() {
        let (min, max) = game.seats();
        let seats = if min == max { min.to_string() } else { format!("{min} to {max}") };
        let (id, name, version) = (game.id(), game.name(), game.version());
        let _ = writeln!(
            text,
            "{BOLD}{id}{BOLD:#}  {name}, {seats} seats {FAINT}(rules version {version}){FAINT:#}"
        );
        for preset in game.presets() {
            let _ = writeln!(text, "  --preset {:<10} {}", preset.name, preset.about);
        }
        if let Some(Value::Object(options)) = game.presets().first().map(|first| &first.options) {
            let options = options.iter().map(|(key, value)| format!("{key}={value}"));
            text.push_str(&wrapped("  --set ", options));
        }
    }
    if text.is_empty() {
        text.push_str("There are no games in this catalog.\n");
    }
    console.print(&text)
}

/// Words in lines of a width that fits a terminal, those after the first being indented.
fn wrapped(title: &str, words: impl Iterator<Item = String>) -> String {
    const WIDTH: usize = 100;
    let indent = " ".repeat(title.len());
    let mut text = String::new();
    let mut line = title.to_owned();
    for word in words {
        if line.len() > indent.len() && line.len() + word.len() > WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clone_from(&indent);
        }
        line.push_str(&word);
        line.push(' ');
    }
    let _ = writeln!(text, "{}", line.trim_end());
    text
}

fn as_json(game: &dyn AnyGame) -> Result<Value, CliError> {
    let (min, max) = game.seats();
    let machines = game.machines(&OptionChoice::default()).map_err(CliError::found)?;
    let presets: Vec<_> = game
        .presets()
        .into_iter()
        .map(
            |preset| json!({"name": preset.name, "about": preset.about, "options": preset.options}),
        )
        .collect();
    Ok(json!({
        "id": game.id(),
        "name": game.name(),
        "version": game.version(),
        "seats": {"min": min, "max": max},
        "length_unit": game.length_unit(),
        "machines": machines.names().collect::<Vec<_>>(),
        "options": game.options(&OptionChoice::default()).map_err(CliError::found)?,
        "presets": presets,
    }))
}
