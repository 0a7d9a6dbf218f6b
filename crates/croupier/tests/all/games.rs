//! `croupier games`, `croupier chart`, help and invalid requests.

use std::fmt::Write as _;

use crate::common::run;
use insta::assert_snapshot;

#[test]
fn games_are_listed() {
    assert_snapshot!(run("games").text());
}

#[test]
fn games_are_listed_for_programs() {
    assert_snapshot!(run("games --json").text());
}

#[test]
fn one_game_is_described() {
    let told = run("games nim").out;
    assert!(told.starts_with("nim  Nim, "), "{told}");
    for part in
        ["\nPresets ", "\nOptions ", "\n  stones=12\n", "\n  random       any legal action\n"]
    {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
    let page: serde_json::Value = serde_json::from_str(&run("games nim --json").out).unwrap();
    assert_eq!((&page["id"], &page["levels"][0]["name"]), (&"nim".into(), &"random".into()));
    assert_eq!(page["described_options"][0]["key"], "stones");
}

#[test]
fn a_chart_is_an_outline_unless_told_otherwise() {
    assert_snapshot!(run("chart nim").text());
    assert_eq!(run("chart nim").out, run("chart nim --machine nim --format text").out);
}

#[test]
fn a_chart_comes_in_every_format() {
    let first = |format: &str| {
        let answer = run(&format!("chart nim --format {format}"));
        assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
        assert!(answer.out.ends_with('\n'));
        answer.out.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(first("mermaid"), "stateDiagram-v2");
    assert!(first("dot").starts_with("digraph"));
    assert!(first("scxml").starts_with("<?xml"));
    let json = run("chart nim --format xstate").out;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["id"], "nim");
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run("--help").text());
    for command in ["games", "chart", "sim", "scenario", "replay", "save"] {
        let answer = run(&format!("{command} --help"));
        assert_eq!((answer.exit, answer.err.as_str()), (0, ""));
        assert!(answer.out.contains("Examples:\n  croupier "), "{}", answer.out);
    }
    assert_snapshot!(run("sim --help").text());
}

/// One line on stderr, nothing on stdout, and exit status 2.
#[test]
fn misuse_is_answered_in_one_line() {
    let lines = [
        "chart nin",
        "chart bridge",
        "chart nim --machine turn",
        "chart nim --format pdf",
        "chart nim --preset fast",
        "chart nim --set stones",
        "chart",
        "game",
        "shuffle",
        "games --jsn",
        "",
    ];
    let mut all = String::new();
    for line in lines {
        let answer = run(line);
        assert_eq!((answer.exit, answer.out.as_str()), (2, ""), "{line}");
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        let _ = write!(all, "$ croupier {line}\n{}", answer.err);
    }
    assert_snapshot!(all);
}
