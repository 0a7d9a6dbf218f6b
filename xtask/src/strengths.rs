//! Measures how strong the bots are: runs the arena and writes the table in `docs/bots.md`.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

const PAGE: &str = "docs/bots.md";
const BEGIN: &str = "<!-- strengths: begin -->\n";
const END: &str = "<!-- strengths: end -->";

/// What to measure: a game, the bots, the number of games, and further arguments of the arena. The
/// first of the bots is the one being measured.
const CONTESTS: [(&str, &str, u32, &str); 15] = [
    ("data-war", "greedy,random", 10_000, "--preset bench"),
    ("data-war", "medium,random", 10_000, "--preset bench"),
    ("rush", "greedy,random", 10_000, ""),
    ("rush", "medium,random", 10_000, ""),
    ("rush", "medium,greedy", 10_000, ""),
    ("may-i", "greedy,random,random,random", 100, "--preset bench"),
    ("may-i", "medium,greedy,greedy,greedy", 400, "--preset bench"),
    ("min-or-max", "greedy,random", 2_000, "--preset bench"),
    ("min-or-max", "medium,greedy", 2_000, "--preset bench"),
    ("min-or-max", "hard,greedy", 400, "--preset bench"),
    ("min-or-max", "greedy,random,random,random", 2_000, "--preset bench"),
    ("innovation", "greedy,random", 400, ""),
    ("innovation", "easy,greedy", 200, ""),
    ("innovation", "medium,greedy", 200, ""),
    ("innovation", "greedy,random,random,random", 200, ""),
];

/// Measures, and writes the table. Given a game's id, only that game's rows are measured again.
pub(crate) fn main(root: &Path, only: Option<&str>) -> ExitCode {
    match write(root, only) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

fn write(root: &Path, only: Option<&str>) -> Result<()> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let (before, rest) = page.split_once(BEGIN).context("the page has no place for the table")?;
    let (old, after) = rest.split_once(END).context("the place for the table does not end")?;
    let mut rows = CONTESTS.map(|(game, bots, ..)| {
        let known = old.lines().find(|line| line.starts_with(&start(game, bots)));
        known.map(str::to_owned)
    });
    for (at, (game, bots, games, more)) in CONTESTS.into_iter().enumerate() {
        if rows[at].is_some() && only.is_some_and(|only| only != game) {
            continue;
        }
        rows[at] = Some(measure(root, game, bots, games, more)?);
        // The whole run takes an hour, so each result is written at once in case it is interrupted.
        let text = format!("{before}{BEGIN}{}{END}{after}", table(&rows));
        fs::write(root.join(PAGE), text).context(PAGE)?;
    }
    Ok(())
}

/// The table of the rows measured so far, with the commands that produce them.
fn table(rows: &[Option<String>]) -> String {
    let mut table = "\n| game | bots | games | the first one wins | 95 % interval | even share | \
                     Elo ahead of the next |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows.iter().flatten() {
        let _ = writeln!(table, "{row}");
    }
    table.push_str("\n```text\n");
    for (game, bots, games, more) in CONTESTS {
        let _ = writeln!(table, "{}", command(game, bots, games, more));
    }
    table.push_str("```\n\n");
    table
}

fn command(game: &str, bots: &str, games: u32, more: &str) -> String {
    format!("croupier arena {game} --bots {bots} --games {games} {more}").trim_end().to_owned()
}

/// The beginning of a contest's row.
fn start(game: &str, bots: &str) -> String {
    format!("| {game} | {} |", bots.replace(',', ", "))
}

/// Runs one contest, which may take a while, and returns its row.
fn measure(root: &Path, game: &str, bots: &str, games: u32, more: &str) -> Result<String> {
    let line = command(game, bots, games, more);
    eprintln!("{line}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "croupier", "--"])
        .args(line.split_whitespace().skip(1))
        .arg("--json")
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be started")?;
    if !output.status.success() {
        bail!("`{line}` failed");
    }
    let report: Value = serde_json::from_slice(&output.stdout).context("the arena's report")?;
    row(game, bots, &report).with_context(|| format!("what `{line}` reported"))
}

/// The row of a contest.
fn row(game: &str, bots: &str, report: &Value) -> Result<String> {
    let number = |value: &Value| value.as_f64().context("a number is missing");
    let percent =
        |value: &Value| Ok::<_, anyhow::Error>(format!("{:.1} %", number(value)? * 100.0));
    let (first, next) = (&report["bots"][0], &report["bots"][1]);
    Ok(format!(
        "{} {} | {} | {} to {} | {} | {:+.0} |",
        start(game, bots),
        report["games"],
        percent(&first["win_rate"])?,
        percent(&first["ci95"][0])?,
        percent(&first["ci95"][1])?,
        percent(&report["share"])?,
        number(&first["elo"])? - number(&next["elo"])?,
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_becomes_a_row() {
        let bot = |rate: f64, elo: f64| json!({"win_rate": rate, "ci95": [0.5, 0.75], "elo": elo});
        let report =
            json!({"games": 400, "share": 0.25, "bots": [bot(0.6, 30.0), bot(0.4, -30.0)]});
        assert_eq!(
            row("may-i", "medium,greedy", &report).unwrap(),
            "| may-i | medium, greedy | 400 | 60.0 % | 50.0 % to 75.0 % | 25.0 % | +60 |"
        );
        assert!(row("may-i", "medium,greedy", &json!({})).is_err());
    }

    #[test]
    fn the_page_has_a_place_for_the_table() {
        let page = include_str!("../../docs/bots.md");
        assert!(page.split_once(BEGIN).is_some_and(|(_, rest)| rest.contains(END)));
    }
}
