//! Every worked scenario of the specification is a file; this plays them all.
#![allow(clippy::disallowed_methods)] // The files are the test.

use croupier_kit::scenario::Scenario;
use data_war::DataWar;

#[test]
fn every_scenario_file_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/data-war");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    let mut failures = vec![];
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let scenario: Scenario =
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        if let Err(why) = scenario.run::<DataWar>() {
            failures.push(format!("{name}: {why}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(files.len() >= 70, "only {} scenarios", files.len());
}
