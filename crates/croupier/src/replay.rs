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
use crate::verdict::Verdict;

/// Play a saved match again from the deal
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier replay evening.json --verify
  croupier replay evening.json --until 12 --json
  croupier replay evening.json --until 12 --save before-the-mistake.json")]
pub(crate) struct ReplayArgs {
    /// The save
    file: PathBuf,
    /// Fail unless the save says exactly what the replay comes to
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
    if args.verify
        && let Some(verdict) = Verdict::without_replay(&save, game)
    {
        if args.output.json {
            console.print_json(&json!({
                "game": game.id(),
                "inputs": 0,
                "hash": null,
                "verified": null,
                "verdict": verdict.word(),
                "outcome": null,
            }))?;
        }
        return verdict.into_result();
    }
    let replayed = game.replay(&save, args.until).map_err(at_file)?;
    if let Some(path) = &args.save {
        file::write_new(path, &replayed.save)?;
    }
    // Half a match has no end to compare.
    let is_whole = replayed.inputs == save.inputs.len();
    let verdict = is_whole.then(|| Verdict::of_replay(&replayed.differing));
    if args.output.json {
        console.print_json(&json!({
            "game": game.id(),
            "inputs": replayed.inputs,
            "hash": format!("{:016x}", replayed.end.hash),
            "verified": verdict.as_ref().map(|verdict| *verdict == Verdict::Verified),
            "verdict": verdict.as_ref().map(Verdict::word),
            "differs": verdict.as_ref().map(Verdict::differing),
            "outcome": replayed.end.outcome,
            "now": replayed.end.now,
            "position": replayed.end.position,
        }))?;
    } else {
        console.print(&as_text(game, &replayed, verdict.as_ref()))?;
    }
    match verdict.filter(|_| args.verify) {
        Some(verdict) => verdict.into_result(),
        None => Ok(()),
    }
}

fn as_text(game: &dyn AnyGame, replayed: &ReplayReport, verdict: Option<&Verdict>) -> String {
    let ReplayReport { inputs, end, .. } = replayed;
    let inputs = counted(*inputs as u64, "input", "inputs");
    let mut text = format!("{BOLD}{}{BOLD:#}: {inputs} replayed, to {}\n", game.name(), end.now);
    let outcome = end.outcome.as_ref().map_or_else(|| "none yet".to_owned(), describe);
    let _ = writeln!(text, "  outcome   {outcome}");
    if verdict.is_none() {
        let _ = writeln!(text, "  position  {}", end.position);
    }
    let _ = writeln!(text, "  hash      {:016x}", end.hash);
    if let Some(verdict) = verdict {
        let (style, rest) = match verdict {
            Verdict::Verified => (GOOD, "it ended as it was saved".to_owned()),
            differs => (BAD, format!("it was saved otherwise: {}", differs.differing().join(", "))),
        };
        let _ = writeln!(text, "  {style}{:<9}{style:#} {rest}", verdict.word());
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
