//! Loads and runs the scenario files of a game, for its tests.

use std::path::Path;

use crate::scenario::{Arrange, Scenario};

/// Every scenario (`*.json`) in a folder with its file name, sorted by name.
#[allow(clippy::disallowed_methods)] // Tests may read files.
pub fn scenarios_in(folder: impl AsRef<Path>) -> Vec<(String, Scenario)> {
    let folder = folder.as_ref();
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|why| panic!("{} cannot be read: {why}", folder.display()));
    let read = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{name}: {why}"));
        let scenario = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        (name, scenario)
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_scenario = |path: &Path| path.extension().is_some_and(|end| end == "json");
    let mut found: Vec<_> =
        paths.filter(|path| is_scenario(path)).map(|path| read(&path)).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// Runs every scenario twice, the second time with a save and a load after every step. Panics with
/// all failures.
pub fn check_scenarios<G: Arrange>(scenarios: &[(String, Scenario)]) {
    assert!(!scenarios.is_empty(), "there are no scenarios");
    let run = |(file, scenario): &(String, Scenario)| {
        assert_eq!(scenario.game, G::ID, "{file} is of another game");
        let held = scenario.run::<G>().and_then(|()| scenario.run_saving::<G>());
        held.err().map(|why| format!("{file}: {why}"))
    };
    let failed: Vec<_> = scenarios.iter().filter_map(run).collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
