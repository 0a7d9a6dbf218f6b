//! Worked examples, in the default notation of scenarios.

use crazy_eights::CrazyEights;
use croupier_kit::scenario::Arrange;
use croupier_kit::testing::{check_scenarios, scenarios_in};
use serde_json::{Value, json};

#[test]
fn every_scenario_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    check_scenarios::<CrazyEights>(&scenarios_in(folder));
}

#[track_caller]
fn is_refused(setup: &Value, why: &str) {
    let run = CrazyEights::run_scenario(&json!({"setup": setup}));
    let failure = run.expect_err("the setup is wrong");
    assert!(failure.to_string().starts_with(why), "{failure}");
}

#[test]
fn what_is_wrong_with_a_setup_is_said() {
    is_refused(&json!(7), "setup: it has no fields: 7");
    is_refused(&json!({"turn": 1}), "setup: \"turn\" needs \"state\": the deal would replace it");
    is_refused(&json!({"state": 7}), "setup: state is not a name: 7");
    is_refused(&json!({"state": "trun"}), "setup: ");
    let known = "setup: there is no \"hand\"; there are state, hands, stock, turn, open";
    is_refused(&json!({"state": "turn", "hand": []}), known);
    let twice = json!({"state": "turn", "hands": [["8C"], ["8C"]]});
    is_refused(&twice, "setup: 8C appears too often");
    is_refused(
        &json!({"state": "turn", "hands": [["8C"]]}),
        "setup: a seat has no hand, or the turn is of no seat",
    );
    is_refused(&json!({"state": "turn", "hands": [["1C"], []]}), "setup: \"1C\" is not a card");
}

#[test]
fn without_a_setup_the_match_begins_with_an_unshuffled_deck() {
    let hands = json!([["QS", "10S", "8S", "6S", "4S"], ["JS", "9S", "7S", "5S", "3S"]]);
    let expect = json!({"state": "turn.choosing", "open": {"pile": ["KS"]}, "hands": hands});
    CrazyEights::run_scenario(&json!({"expect": expect})).unwrap();
}
