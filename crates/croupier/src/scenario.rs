//! `croupier scenario`: arrangements, steps and what must come of them.

mod source;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_catalog::Catalog;
use serde_json::json;

use crate::cli::Output;
use crate::console::{BAD, Console, FAINT, GOOD};
use crate::error::CliError;
use crate::numbers::counted;
use crate::words::on_one_line;

/// Run scenarios: an arrangement, steps and expected results
///
/// A FILE is a JSON file with one scenario or a list of them, a Markdown file with scenarios in its
/// fenced json blocks, or a folder, which stands for all JSON files in it. A scenario that names no
/// game belongs to the game that the file or its folder is named after.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier scenario docs/specs/scenarios
  croupier scenario docs/specs/scenarios/rush/opening.json --json
  croupier scenario docs/specs/innovation.md")]
pub(crate) struct ScenarioArgs {
    /// Files or folders to run
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Everything is read before anything runs, so that a faulty file is reported at once.
pub(crate) fn run(
    catalog: &Catalog,
    args: &ScenarioArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let mut cases = vec![];
    for path in &args.files {
        cases.extend(source::read(catalog, path)?);
    }
    let mut failed = vec![];
    for case in &cases {
        if let Err(why) = case.game.run_scenario(&case.scenario) {
            failed.push((case, why.to_string()));
        }
    }
    let passed = cases.len() - failed.len();
    if args.output.json {
        let failed: Vec<_> = failed
            .iter()
            .map(|(case, why)| json!({"name": case.name, "why": why, "file": case.place}))
            .collect();
        console.print_json(&json!({"passed": passed, "failed": failed}))?;
    } else {
        let mut text = String::new();
        for (case, why) in &failed {
            let (name, place) = (on_one_line(&case.name), on_one_line(&case.place));
            let why = why.lines().map(on_one_line).collect::<Vec<_>>().join("\n       ");
            let _ =
                writeln!(text, "{BAD}failed{BAD:#} {name} {FAINT}({place}){FAINT:#}\n       {why}");
        }
        if passed > 0 {
            let passed = counted(passed as u64, "scenario", "scenarios");
            let _ = writeln!(text, "{GOOD}passed{GOOD:#} {passed}");
        }
        console.print(&text)?;
    }
    if failed.is_empty() {
        return Ok(());
    }
    let all = counted(cases.len() as u64, "scenario", "scenarios");
    Err(CliError::check("scenario_failed", format!("{} of {all} failed", failed.len())))
}
