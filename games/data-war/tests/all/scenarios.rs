//! Runs all worked scenarios of the specification, which are files.

use croupier_kit::testing::{check_scenarios, scenarios_in};
use data_war::DataWar;

#[test]
fn every_scenario_file_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/data-war");
    let scenarios = scenarios_in(folder);
    check_scenarios::<DataWar>(&scenarios);
    assert!(scenarios.len() >= 70, "only {} scenarios", scenarios.len());
}
