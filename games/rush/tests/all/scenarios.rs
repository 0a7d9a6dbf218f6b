//! The worked scenarios of section 11, as files that anybody can add to.

use croupier_kit::scenario::Scenario;
use croupier_kit::testing::{check_scenarios, scenarios_in};
use rush::Rush;

fn scenarios() -> Vec<(String, Scenario)> {
    scenarios_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/rush"))
}

#[test]
fn every_scenario_holds() {
    check_scenarios::<Rush>(&scenarios());
}

#[test]
fn all_thirty_six_are_there() {
    let files = scenarios();
    for number in 1..=36 {
        let name = format!("ru-sc-{number:02}");
        let id = format!("RU-SC-{number}");
        let there = files
            .iter()
            .any(|(file, scenario)| file.starts_with(&name) && scenario.rules.contains(&id));
        assert!(there, "{id} has no file");
    }
}
