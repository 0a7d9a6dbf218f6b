//! The worked scenarios of section 19, read from the specification itself, and those played in a
//! room, which are files.
#![allow(clippy::unwrap_used)]

use croupier_kit::scenario::Arrange;
use croupier_kit::testing::{check_scenarios, scenarios_in};
use innovation::Innovation;
use serde_json::{Value, json};

const SPECIFICATION: &str = include_str!("../../../../docs/specs/innovation.md");

/// The fenced blocks, each with the heading above it.
fn blocks() -> Vec<(String, serde_json::Value)> {
    let mut found = vec![];
    let mut heading = String::new();
    let mut lines = SPECIFICATION.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("### ") {
            title.clone_into(&mut heading);
        }
        if line == "```json" {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push((heading.clone(), serde_json::from_str(&block.join("\n")).unwrap()));
        }
    }
    found
}

#[test]
fn in_153_every_worked_scenario_holds() {
    let mut failed = vec![];
    let all = blocks();
    assert_eq!(all.len(), 80);
    for (heading, scenario) in all {
        if let Err(why) = Innovation::run_scenario(&scenario) {
            failed.push(format!("{heading}: {why}"));
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
}

/// Expectations must be meaningful: an unknown key or a value of the wrong kind could never fail,
/// so it is an error.
#[test]
fn in_153_what_is_expected_must_mean_something() {
    let (_, scenario) =
        blocks().into_iter().find(|(_, it)| it["expect"]["seats"].is_array()).unwrap();
    assert_eq!(Innovation::run_scenario(&scenario), Ok(()));
    let board = |pile: Value| json!([{"board": {"blue": pile}}]);
    for (word, value) in [
        ("seats", json!({"0": {"hand": []}})),
        ("seats", json!([{"icons": {"anvil": null}}])),
        ("seats", json!([{"purse": null}])),
        ("seats", json!([{}, {}, {}, {}, {}])),
        ("seats", board(json!({"card": []}))),
        ("events", json!("Melded")),
        ("events", json!([null])),
        ("icons", json!({"0": null})),
        ("icons", json!({"0": {"anvil": null}})),
        ("icons", json!({"9": {"leaf": 0}})),
        ("decks", json!({"1": null})),
        ("decks", json!({"11": []})),
        ("nothing", Value::Null),
    ] {
        let mut wrong = scenario.clone();
        wrong["expect"][word] = value.clone();
        assert!(Innovation::run_scenario(&wrong).is_err(), "{word}: {value}");
    }
    let mut wrong = scenario;
    wrong["steps"] = json!([]);
    wrong["expect"] = json!({"error": "IllegalAction/NotYourTurn"});
    assert!(Innovation::run_scenario(&wrong).is_err(), "nothing was refused");
}

#[test]
fn every_scenario_file_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/innovation");
    check_scenarios::<Innovation>(&scenarios_in(folder));
}
