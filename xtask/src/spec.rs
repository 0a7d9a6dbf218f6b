//! `cargo xtask spec`: every rule of an existing game, and every clause of a rule that marks its
//! clauses, must have a test named after it, or an entry in the game's `exemptions.json` with the
//! reason: covered elsewhere, or owed. The tests that stand for requirements without a rule exist.

mod citation;
mod coverage;
mod requirement;
mod rule;

use std::{fmt::Write as _, path::Path, process::ExitCode};

use anyhow::Result;
use serde_json::json;

use self::coverage::{Coverage, Tests};

/// The games that have a specification, with the prefix of their rule ids.
const GAMES: [(&str, &str); 5] = [
    ("data-war", "DW"),
    ("rush", "RU"),
    ("may-i", "MI"),
    ("min-or-max", "MM"),
    ("innovation", "IN"),
];

/// Runs the chore.
pub(crate) fn main(root: &Path, json: bool) -> ExitCode {
    match check(root, json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

/// Checks all games under `games/`.
#[allow(clippy::print_stdout, reason = "the JSON that was asked for")]
fn check(root: &Path, json: bool) -> Result<()> {
    let present = GAMES.into_iter().filter(|(game, _)| root.join("games").join(game).is_dir());
    let tests = Tests::read(root)?;
    let games = present
        .map(|(game, prefix)| Coverage::read(root, game, prefix, &tests))
        .collect::<Result<Vec<_>>>()?;
    if json {
        let games: Vec<_> = games.iter().map(Coverage::to_json).collect();
        println!("{}", json!({ "games": games }));
    } else {
        eprint!("{}", report(&games));
    }
    let document = coverage::read(&root.join("docs/specs/README.md"))?;
    let mut faults = requirement::faults(&document, &tests.names());
    faults.extend(games.into_iter().flat_map(|it| it.faults));
    let list = faults.join("\n  ");
    anyhow::ensure!(faults.is_empty(), "the specifications and their tests disagree:\n  {list}");
    Ok(())
}

fn report(games: &[Coverage]) -> String {
    let mut text = String::new();
    for coverage in games {
        let _ = writeln!(text, "{}", coverage.summary());
        for (rule, why, owed) in coverage.owed() {
            let _ = writeln!(text, "  owed {rule}: {why} Waits for: {owed}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specification_has_rules() {
        for (game, prefix) in GAMES {
            let path = crate::root().join(format!("docs/specs/{game}.md"));
            let text = std::fs::read_to_string(path).unwrap();
            assert!(rule::declared(&text, prefix).len() > 50, "{game}");
        }
    }
}
