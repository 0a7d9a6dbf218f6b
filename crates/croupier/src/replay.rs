//! `croupier replay`: a saved match played again.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_catalog::{AnyGame, Catalog, ReplayReport};
use croupier_kit::game::Outcome;
use serde_json::json;

use crate::cli::Output;
use crate::console::{BAD, BOLD, Console, GOOD};
use crate::fault::CliError;
use crate::file::{self, FoundSave};
use crate::numbers::counted;

/// Play a saved match again from the deal
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier replay evening.json --verify
  croupier replay evening.json --until 12 --json
  croupier replay evening.json --until 12 --save before-the-mistake.json")]
pub(crate) struct ReplayArgs {
    /// The save
    file: PathBuf,
    /// Fail unless it ends as it was saved
    #[arg(long, conflicts_with = "until")]
    verify: bool,
    /// Stop after this many inputs and show the position
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    /// Write the match as it then stands as a save, to be gone on with
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &ReplayArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let FoundSave { save, .. } = FoundSave::read(&args.file)?;
    let at_file = |why| CliError::found(why).at(args.file.display());
    let game = catalog.find(&save.game).map_err(at_file)?;
    let replayed = game.replay(&save, args.until).map_err(at_file)?;
    if let Some(path) = &args.save {
        file::write_new(path, &replayed.save)?;
    }
    // Half a match has no end to compare.
    let is_whole = replayed.inputs == save.inputs.len();
    let verified = is_whole.then_some(replayed.verified);
    if args.output.json {
        console.print_json(&json!({
            "game": game.id(),
            "inputs": replayed.inputs,
            "hash": format!("{:016x}", replayed.end.hash),
            "verified": verified,
            "outcome": replayed.end.outcome,
            "now": replayed.end.now,
            "position": replayed.end.position,
        }))?;
    } else {
        console.print(&as_text(game, &replayed, verified))?;
    }
    if args.verify && verified != Some(true) {
        let (found, saved) = (replayed.end.hash, save.snapshot.hash);
        let sentence =
            format!("the replay ends with hash {found:016x}, the save with {saved:016x}");
        return Err(CliError::check("replay_differs", sentence));
    }
    Ok(())
}

fn as_text(game: &dyn AnyGame, replayed: &ReplayReport, verified: Option<bool>) -> String {
    let ReplayReport { inputs, end, .. } = replayed;
    let inputs = counted(*inputs as u64, "input", "inputs");
    let mut text = format!("{BOLD}{}{BOLD:#}: {inputs} replayed, to {}\n", game.name(), end.now);
    let outcome = end.outcome.as_ref().map_or_else(|| "none yet".to_owned(), describe);
    let _ = writeln!(text, "  outcome   {outcome}");
    if verified.is_none() {
        let _ = writeln!(text, "  position  {}", end.position);
    }
    let _ = writeln!(text, "  hash      {:016x}", end.hash);
    match verified {
        Some(true) => _ = writeln!(text, "  {GOOD}verified{GOOD:#}  it ended as it was saved"),
        Some(false) => _ = writeln!(text, "  {BAD}differs{BAD:#}   it was saved with another end"),
        None => {}
    }
    text
}

/// An end in a sentence.
pub(crate) fn describe(outcome: &Outcome) -> String {
    let mut text = outcome.reason.to_string();
    let winners: Vec<_> = outcome.winners.iter().map(|seat| seat.to_string()).collect();
    if winners.is_empty() {
        text.push_str(", nobody won");
    } else {
        let _ = write!(text, ", won by {}", winners.join(" and "));
    }
    if !outcome.scores.is_empty() {
        let scores: Vec<_> = outcome.scores.iter().map(ToString::to_string).collect();
        let _ = write!(text, ", scores {}", scores.join(", "));
    }
    text
}
