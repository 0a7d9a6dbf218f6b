//! The worked scenarios of section 16 and appendix A, as files that anybody can add to. What a file
//! cannot express (a single machine) is in `machines.rs`.

use croupier_kit::scenario::Scenario;
use croupier_kit::testing::{check_scenarios, scenarios_in};
use may_i::MayI;

fn scenarios() -> Vec<(String, Scenario)> {
    scenarios_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/specs/scenarios/may-i"))
}

#[test]
fn every_scenario_holds() {
    check_scenarios::<MayI>(&scenarios());
}

#[test]
fn all_that_a_file_can_say_are_there() {
    let files = scenarios();
    for number in 1..=44 {
        let (name, id) = (format!("s-{number:02}"), format!("S-{number}"));
        let there = files
            .iter()
            .any(|(file, scenario)| file.starts_with(&name) && scenario.rules.contains(&id));
        assert!(there, "{id} has no file");
    }
}
