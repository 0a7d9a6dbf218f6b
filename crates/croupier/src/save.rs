//! `croupier save`: work on saves.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use croupier_catalog::Catalog;
use croupier_kit::save::Save;
use croupier_server::admin::{ExportedMatch, MatchName, Request};
use croupier_store::registry::Registry as _;
use serde_json::json;

use crate::cli::Output;
use crate::console::{BOLD, Console, GOOD};
use crate::data::Folder;
use crate::deal;
use crate::error::CliError;
use crate::file::{self, FoundSave};
use crate::numbers::count;
use crate::replay::describe;
use crate::verdict::Verdict;
use crate::words::on_one_line;

#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:
  croupier save inspect evening.json
  croupier save verify evening.json --json
  croupier save migrate evening.json
  croupier save export --match 0a1b2c3d4e5f60718293a4b5c6d7e8f9 evening.json --data /var/lib/croupier")]
pub(crate) enum SaveCommand {
    /// Show what a save contains
    #[command(after_help = "Examples:
  croupier save inspect evening.json
  croupier save inspect evening.json --json")]
    Inspect(SaveArgs),
    /// Check that a save is intact, loads, and matches the replay of its inputs exactly
    #[command(after_help = "Examples:
  croupier save verify evening.json
  croupier save verify evening.json --json")]
    Verify(SaveArgs),
    /// Rewrite a save in the current format and rules; the old one is kept as FILE.bak
    #[command(after_help = "Examples:
  croupier save migrate evening.json
  croupier save migrate evening.json --output today.json")]
    Migrate(MigrateArgs),
    /// Export a match from a server, running or stopped, to a save
    #[command(after_help = "Examples:
  croupier save export --match 0a1b2c3d4e5f60718293a4b5c6d7e8f9 evening.json
  croupier save export --match 0a1b2c3d4e5f60718293a4b5c6d7e8f9 evening.json.zst --data /var/lib/croupier

Clients are told the id of a match when it is over. How it was dealt is written to
FILE.deal.json, for `croupier replay FILE --verify`. Neither file may exist yet.")]
    Export(ExportArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SaveArgs {
    /// Save to read
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Save to migrate
    file: PathBuf,
    /// Write to this file instead and leave FILE unchanged
    #[arg(long = "output", value_name = "OUT")]
    output_file: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Save to write; must not exist yet; compressed if the name ends in .zst
    file: PathBuf,
    /// Id of the match
    #[arg(long = "match", value_name = "ID")]
    name: MatchName,
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(
    catalog: &Catalog,
    command: SaveCommand,
    console: &mut Console,
) -> Result<(), CliError> {
    match command {
        SaveCommand::Inspect(args) => inspect(catalog, &args, console),
        SaveCommand::Verify(args) => verify(catalog, &args, console),
        SaveCommand::Migrate(args) => migrate(catalog, &args, console),
        SaveCommand::Export(args) => export(&args, console),
    }
}

/// Shows what a save contains. That works even for unknown games. The seed is omitted, because it
/// reveals every card.
fn inspect(catalog: &Catalog, args: &SaveArgs, console: &mut Console) -> Result<(), CliError> {
    let found = FoundSave::read(&args.file)?;
    let save = &found.save;
    let Save { game, rules, dealt_under, metadata, .. } = save;
    let known = catalog.find(game).ok();
    let outcome =
        known.and_then(|known| known.load(save).ok()).and_then(|standing| standing.outcome);
    if args.output.json {
        return console.print_json(&json!({
            "game": game,
            "known": known.is_some(),
            "format": Save::VERSION,
            "rules": rules,
            "dealt_under": dealt_under,
            "timestamp": save.timestamp,
            "match_id": metadata.match_id,
            "players": metadata.players,
            "turn_count": metadata.turn_count,
            "seats": save.seats,
            "undo": save.undo,
            "options": save.options,
            "inputs": save.inputs.len(),
            "now": save.snapshot.flow.now,
            "hash": format!("{:016x}", save.snapshot.hash),
            "outcome": outcome,
            "compressed": found.is_compressed(),
            "bytes": found.bytes.len(),
        }));
    }
    let name = known.map_or(game.as_str(), |known| known.name());
    let (name, id) = (on_one_line(name), &metadata.match_id);
    let mut text = format!("{BOLD}{name}{BOLD:#}: match {id:?}\n");
    let mut line = |title: &str, rest: String| {
        let _ = writeln!(text, "  {title:<9} {}", on_one_line(&rest));
    };
    let unknown = if known.is_none() { " (not in this catalog)" } else { "" };
    line("game", format!("{game}{unknown}, rules {rules}, dealt under {dealt_under}"));
    line("players", metadata.players.join(", "));
    line("options", save.options.to_string());
    line(
        "played",
        format!(
            "{} inputs, {} turns, {} ms",
            count(save.inputs.len() as u64),
            count(metadata.turn_count),
            save.snapshot.flow.now.get()
        ),
    );
    line("outcome", outcome.as_ref().map_or_else(|| "none yet".to_owned(), describe));
    line("hash", format!("{:016x}", save.snapshot.hash));
    let how = if found.is_compressed() { "compressed" } else { "plain" };
    line(
        "file",
        format!("{} bytes, {how}, format {}", count(found.bytes.len() as u64), Save::VERSION),
    );
    console.print(&text)
}

/// Loads a save and replays it: the save must agree with the replay exactly. One that was dealt
/// under older rules can only be loaded, which proves nothing.
fn verify(catalog: &Catalog, args: &SaveArgs, console: &mut Console) -> Result<(), CliError> {
    let FoundSave { save, .. } = FoundSave::read(&args.file)?;
    let at_file = |why| CliError::found(why).at(args.file.display());
    let game = catalog.find(&save.game).map_err(at_file)?;
    let standing = game.load(&save).map_err(at_file)?;
    let (verdict, replayed) = if let Some(verdict) = Verdict::without_replay(&save, game) {
        (verdict, false)
    } else {
        let replayed = game.replay(&save, None).map_err(at_file)?;
        (Verdict::of_replay(&replayed.differing), true)
    };
    if args.output.json {
        console.print_json(&json!({
            "game": game.id(),
            "verdict": verdict.word(),
            "differs": verdict.differing(),
            "loaded": true,
            "replayed": replayed,
            "inputs": save.inputs.len(),
            "hash": format!("{:016x}", standing.hash),
        }))?;
    } else if verdict == Verdict::Verified {
        let (id, hash) = (game.id(), standing.hash);
        console.print(&format!("{GOOD}good{GOOD:#} {id} {hash:016x}: it loads and replays\n"))?;
    }
    verdict.into_result()
}

/// Writes a save in the current format under the current rules. Keeps the old one beside it.
fn migrate(catalog: &Catalog, args: &MigrateArgs, console: &mut Console) -> Result<(), CliError> {
    let found = FoundSave::read(&args.file)?;
    let at_file = |why| CliError::found(why).at(args.file.display());
    let game = catalog.find(&found.save.game).map_err(at_file)?;
    let migrated = game.migrate(&found.save).map_err(at_file)?;
    let bytes = found.write_alike(&migrated);
    let target = args.output_file.as_ref().unwrap_or(&args.file);
    let is_new = bytes != found.bytes || *target != args.file;
    if is_new {
        if *target != args.file && target.exists() {
            let sentence = format!("{} already exists", target.display());
            return Err(CliError::misuse("file_exists", sentence));
        }
        file::write(target, &bytes)?;
    }
    let (rules, format) = (game.version(), Save::VERSION);
    if args.output.json {
        return console.print_json(&json!({
            "game": game.id(),
            "written": is_new,
            "file": target,
            "format": format,
            "rules": {"from": found.save.rules, "to": rules},
        }));
    }
    let place = target.display();
    console.print(&if is_new {
        format!("{GOOD}written{GOOD:#} {place}: format {format}, rules {rules}\n")
    } else {
        format!("{GOOD}good{GOOD:#} {place} is of format {format} and rules {rules} already\n")
    })
}

/// Writes a finished match as a save, and how it was dealt beside it.
fn export(args: &ExportArgs, console: &mut Console) -> Result<(), CliError> {
    let deal_file = deal::place(&args.file);
    // Checked before anything is written: a save without its deal would be only half of what was
    // requested.
    file::is_vacant(&args.file)?;
    deal_file.is_vacant().map_err(|why| file::refused(&why))?;
    let ExportedMatch { save, deal } = find_match(args)?.ok_or_else(|| {
        let sentence = format!("there is no match {}; old matches are deleted", args.name);
        CliError::misuse("match_missing", sentence)
    })?;
    let save = Save::read(save.as_bytes()).map_err(|why| CliError::found(why.into()))?;
    file::write_new(&args.file, &save)?;
    let has_deal = !deal.is_null();
    if has_deal {
        let text = format!("{deal:#}\n");
        deal_file.create(text.as_bytes()).map_err(|why| file::refused(&why))?;
    }
    if args.output.json {
        return console.print_json(&json!({
            "match": args.name.to_string(),
            "game": save.game,
            "file": args.file,
            "deal": has_deal.then(|| deal_file.path()),
        }));
    }
    let beside =
        if has_deal { format!(" and {}", deal_file.path().display()) } else { String::new() };
    console.print(&format!("{GOOD}written{GOOD:#} {}{beside}\n", args.file.display()))
}

/// The match, from the running server, or from the store if none runs.
fn find_match(args: &ExportArgs) -> Result<Option<ExportedMatch>, CliError> {
    let ExportArgs { name, folder, .. } = args;
    if let Some(answer) = folder.ask_if_served(&Request::Match { id: *name })? {
        let read = serde_json::from_value(answer);
        return read.map_err(|why| CliError::check("refused", why.to_string()));
    }
    folder.with_store(async |store| {
        let kept = store.finished_match(name.0).await;
        let kept = kept.map_err(|why| CliError::check("store", why.to_string()))?;
        kept.map(ExportedMatch::try_from).transpose().map_err(CliError::found)
    })
}
