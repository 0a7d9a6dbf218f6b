//! `croupier replay`: a saved match played again.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_catalog::{AnyGame, Catalog, ReplayReport};
use croupier_kit::game::Outcome;
use croupier_kit::save::Save;
use serde_json::json;

use crate::cli::Output;
use crate::console::{BAD, BOLD, Console, GOOD};
use crate::deal::{self, CheckedDeal};
use crate::error::CliError;
use crate::file::{self, FoundSave};
use crate::numbers::counted;
use crate::verdict::Verdict;

/// Replay a saved match from the deal
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier replay evening.json --verify
  croupier replay evening.json --verify --deal evening.json.deal.json --json
  croupier replay evening.json --until 12 --json
  croupier replay evening.json --until 12 --save before-the-mistake.json")]
pub(crate) struct ReplayArgs {
    /// Save to replay
    file: PathBuf,
    /// Fail unless the save matches the result of the replay exactly
    #[arg(long, conflicts_with = "until")]
    verify: bool,
    /// File that says how the match was dealt: its secret and contributions must give the save's
    /// seed. Defaults to FILE.deal.json if that exists
    #[arg(long, value_name = "DEAL", requires = "verify")]
    deal: Option<PathBuf>,
    /// Stop after N inputs and show the position
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    /// Write the match as it stands then to a save, which can be continued
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
    let deal = find_deal(args, &save)?;
    let deal_json = deal.as_ref().map(CheckedDeal::json);
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
                "deal": deal_json,
            }))?;
        }
        return verdict.into_result();
    }
    let replayed = game.replay(&save, args.until).map_err(at_file)?;
    if let Some(path) = &args.save {
        file::write_new(path, &replayed.save)?;
    }
    // A partial replay has no end to compare.
    let is_whole = replayed.inputs == save.inputs.len();
    let verdict = is_whole.then(|| Verdict::of_replay(&replayed.differing));
    if args.output.json {
        let mut report = json!({
            "game": game.id(),
            "inputs": replayed.inputs,
            "hash": format!("{:016x}", replayed.end.hash),
            "verified": verdict.as_ref().map(|verdict| *verdict == Verdict::Verified),
            "verdict": verdict.as_ref().map(Verdict::word),
            "differs": verdict.as_ref().map(Verdict::differing),
            "outcome": replayed.end.outcome,
            "now": replayed.end.now,
            "position": replayed.end.position,
        });
        if args.verify {
            report["deal"] = json!(deal_json);
        }
        console.print_json(&report)?;
    } else {
        let mut text = as_text(game, &replayed, verdict.as_ref());
        if let Some(deal) = &deal {
            text.push_str(&deal_as_text(deal));
        }
        console.print(&text)?;
    }
    if let Some(verdict) = verdict.filter(|_| args.verify) {
        verdict.into_result()?;
    }
    match deal.and_then(|deal| deal.fault().cloned()) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// How the match was dealt, if that is to be checked and is known.
fn find_deal(args: &ReplayArgs, save: &Save) -> Result<Option<CheckedDeal>, CliError> {
    let beside = deal::beside(&args.file);
    let path = args.deal.as_deref().or_else(|| beside.exists().then_some(&*beside));
    let path = path.filter(|_| args.verify);
    path.map(|path| CheckedDeal::read(path, save)).transpose()
}

fn deal_as_text(deal: &CheckedDeal) -> String {
    match deal.fault() {
        None => {
            format!("  {GOOD}fair{GOOD:#}      it was dealt as promised by {}\n", deal.commitment())
        }
        Some(why) => format!("  {BAD}unfair{BAD:#}    {}\n", why.sentence),
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
            Verdict::Verified => (GOOD, "it ended as saved".to_owned()),
            differs => (BAD, format!("the replay differs in {}", differs.differing().join(", "))),
        };
        let _ = writeln!(text, "  {style}{:<9}{style:#} {rest}", verdict.word());
    }
    text
}

/// The outcome as a sentence.
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
