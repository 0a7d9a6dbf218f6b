//! The worked scenarios of section 11, as files that anybody can add to.

use croupier_kit::scenario::Scenario;
use croupier_kit::testing::{check_scenarios, scenarios_in};
use min_or_max::MinOrMax;

fn scenarios() -> Vec<(String, Scenario)> {
    scenarios_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/min-or-max"))
}

#[test]
fn every_scenario_holds() {
    check_scenarios::<MinOrMax>(&scenarios());
}

/// MM-SC-47 is about a room with another game, so it is among the scenarios of May I?.
#[test]
fn every_worked_scenario_of_the_game_is_there() {
    let files = scenarios();
    for number in 1..=46 {
        let name = format!("mm-sc-{number:02}");
        let id = format!("MM-SC-{number}");
        let there = files
            .iter()
            .any(|(file, scenario)| file.starts_with(&name) && scenario.rules.contains(&id));
        assert!(there, "{id} has no file");
    }
}
