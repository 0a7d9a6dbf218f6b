//! The worked scenarios of section 16 and appendix A, as files that anybody can add to. What a file
//! cannot say (a save in the window, views, one machine alone) is in `machines.rs` and `secrecy.rs`.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // It reads the files.

use std::path::Path;

use croupier_kit::scenario::Scenario;
use may_i::MayI;

fn scenarios() -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/specs/scenarios/may-i");
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).expect("the scenarios are there") {
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
        if let Err(why) = scenario.run::<MayI>() {
            failed.push(format!("{file}: {why}"));
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn all_that_a_file_can_say_are_there() {
    let files = scenarios();
    for number in (1..=41).chain([43]) {
        let (name, id) = (format!("s-{number:02}"), format!("S-{number}"));
        let there = files.iter().any(|(file, scenario)| {
            file.starts_with(&name) && scenario.rules.contains(&id) && scenario.game == "may-i"
        });
        assert!(there, "{id} has no file");
    }
}
