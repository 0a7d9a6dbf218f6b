//! Runs the worked examples in `scenarios/`.

use croupier_kit::testing::{check_scenarios, scenarios_in};

use your_game::YourGame;

#[test]
fn every_scenario_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    check_scenarios::<YourGame>(&scenarios_in(folder));
}
