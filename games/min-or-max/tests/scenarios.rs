//! The worked scenarios of section 11, as files that anybody can add to.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // It reads the files.

use std::path::Path;

use croupier_kit::scenario::Scenario;
use min_or_max::MinOrMax;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/specs/scenarios/min-or-max")
}

fn scenarios() -> Vec<(String, Scenario)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder()).expect("the scenarios are there") {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let scenario = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        found.push((name, scenario));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[test]
fn every_scenario_holds() {
    let mut failed = vec![];
    for (file, scenario) in scenarios() {
        if let Err(why) = scenario.run::<MinOrMax>() {
            failed.push(format!("{file}: {why}"));
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// MM-SC-30 to MM-SC-39, MM-SC-46 and MM-SC-47 are about the room.
#[test]
fn every_worked_scenario_of_the_game_is_there() {
    let files = scenarios();
    for number in (1..=29).chain(40..=45) {
        let name = format!("mm-sc-{number:02}");
        let id = format!("MM-SC-{number}");
        let there = files.iter().any(|(file, scenario)| {
            file.starts_with(&name) && scenario.rules.contains(&id) && scenario.game == "min-or-max"
        });
        assert!(there, "{id} has no file");
    }
}
