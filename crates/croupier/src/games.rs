//! `croupier games`: the catalog, or one game of it.

mod page;

use std::fmt::Write as _;

use clap::Args;
use croupier_catalog::{AnyGame, Catalog, OptionChoice};
use serde_json::{Value, json};

use crate::cli::Output;
use crate::console::{BOLD, Console, FAINT};
use crate::error::CliError;

/// List games with their seats, options and presets
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier games
  croupier games may-i
  croupier games may-i --json")]
pub(crate) struct GamesArgs {
    /// Show one game: description, presets, explained options and bots
    game: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &GamesArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    if let Some(game) = &args.game {
        let game = catalog.find(game).map_err(CliError::asked)?;
        if args.output.json {
            return console.print_json(&page::page_as_json(game)?);
        }
        return console.print(&page::page(game)?);
    }
    if args.output.json {
        let games = catalog.iter().map(as_json).collect::<Result<Vec<_>, _>>()?;
        return console.print_json(&json!({ "games": games }));
    }
    let mut text = String::new();
    for game in catalog.iter() {
        text.push_str(&headline(game));
        for preset in game.presets() {
            let mark = mark(game, preset.name);
            let _ = writeln!(text, "  --preset {:<10} {}{mark}", preset.name, preset.about);
        }
        if let Some(Value::Object(options)) = game.presets().first().map(|first| &first.options) {
            let options: Vec<_> =
                options.iter().map(|(key, value)| format!("{key}={value}")).collect();
            text.push_str(&wrapped("  --set ", options.iter().map(String::as_str)));
        }
    }
    if text.is_empty() {
        text.push_str("There are no games in this catalog.\n");
    }
    console.print(&text)
}

/// Marks the preset that tables use, if it is not the first.
fn mark(game: &dyn AnyGame, preset: &str) -> &'static str {
    let is_first = game.presets().first().is_some_and(|first| first.name == preset);
    if !is_first && game.table_preset() == Some(preset) { " (what tables play)" } else { "" }
}

/// The name of a game, its seats and its version.
fn headline(game: &dyn AnyGame) -> String {
    let (min, max) = game.seats();
    let seats = if min == max { min.to_string() } else { format!("{min} to {max}") };
    let (id, name, version) = (game.id(), game.name(), game.version());
    format!("{BOLD}{id}{BOLD:#}  {name}, {seats} seats {FAINT}(rules version {version}){FAINT:#}\n")
}

/// Wraps words to the width of a terminal, with the lines after the first indented.
fn wrapped<'a>(title: &str, words: impl Iterator<Item = &'a str>) -> String {
    const WIDTH: usize = 100;
    let indent = " ".repeat(title.len());
    let mut text = String::new();
    let mut line = title.to_owned();
    for word in words {
        if line.len() > indent.len() && line.len() + word.len() > WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clone_from(&indent);
        }
        line.push_str(word);
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
        "table_preset": game.table_preset(),
    }))
}
