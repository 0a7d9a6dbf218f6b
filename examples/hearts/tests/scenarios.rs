//! Worked examples.

use croupier_kit::testing::{check_scenarios, scenarios_in};
use hearts::Hearts;

#[test]
fn every_scenario_holds() {
    check_scenarios::<Hearts>(&scenarios_in(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios")));
}
