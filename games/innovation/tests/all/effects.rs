//! Every effect of every card, by age: its main path, its empty path, and what declining, sharing
//! and demanding do (IN-151, IN-177). The tests are scenarios in the form of section 19.
#![allow(clippy::unwrap_used)]

mod age_1;
mod age_10;
mod age_2;
mod age_3;
mod age_4;
mod age_5;
mod age_6;
mod age_7;
mod age_8;
mod age_9;

use croupier_kit::scenario::Arrange;
use innovation::effects::demands_of;
use innovation::{Card, Innovation};

/// Runs a scenario. Returns the reason if it fails.
fn play(scenario: &str) -> Result<(), String> {
    let scenario = serde_json::from_str(scenario).map_err(|why| why.to_string())?;
    Innovation::run_scenario(&scenario).map_err(|why| why.to_string())
}

/// Runs a scenario and panics with the reason if it fails.
#[track_caller]
fn check(scenario: &str) {
    play(scenario).unwrap_or_else(|why| panic!("{why}"));
}

/// The same from a position shared by several checks.
#[track_caller]
fn check_at(position: &str, rest: &str) {
    check(&format!("{{{position},{rest}}}"));
}

/// Runs a scenario that must pass without this event occurring.
#[track_caller]
fn check_without(event: &str, scenario: &str) {
    check(scenario);
    let with =
        scenario.replacen(r#""expect":{"#, &format!(r#""expect":{{"events":["{event}"],"#), 1);
    let why = play(&with).unwrap_err();
    assert!(why.ends_with("is not among the events"), "{why}");
}

/// A card activated in a position, whose questions can be answered in several ways.
struct Activated {
    card: &'static str,
    position: &'static str,
}

/// The turn player activates a card.
fn activated(card: &'static str, position: &'static str) -> Activated {
    Activated { card, position }
}

impl Activated {
    fn scenario(&self, answers: &str, expect: &str) -> String {
        let Self { card, position } = self;
        let comma = if answers.is_empty() { "" } else { "," };
        let steps = format!(r#"[{{"act":"dogma","card":"{card}"}}{comma}{answers}]"#);
        format!(r#"{{{position},"steps":{steps},"expect":{{{expect}}}}}"#)
    }

    /// Checks the expectations after these answers.
    #[track_caller]
    fn ends(&self, answers: &str, expect: &str) {
        check(&self.scenario(answers, expect));
    }

    /// Checks the question after these answers.
    #[track_caller]
    fn asks(&self, answers: &str, pending: &str) {
        self.ends(answers, &format!(r#""pending":{{{pending}}}"#));
    }
}

const TESTS: [&str; 10] = [
    include_str!("effects/age_1.rs"),
    include_str!("effects/age_2.rs"),
    include_str!("effects/age_3.rs"),
    include_str!("effects/age_4.rs"),
    include_str!("effects/age_5.rs"),
    include_str!("effects/age_6.rs"),
    include_str!("effects/age_7.rs"),
    include_str!("effects/age_8.rs"),
    include_str!("effects/age_9.rs"),
    include_str!("effects/age_10.rs"),
];

/// Tests are named after the effect they cover.
#[test]
fn in_151_every_effect_has_a_test_of_its_own() {
    let mut missing = vec![];
    for card in Card::all() {
        let words = card.name().to_lowercase().replace('.', "").replace(' ', "_");
        for number in 1..=demands_of(card).len() {
            let name = format!("fn {words}_{number}_");
            if !TESTS[usize::from(card.age()) - 1].contains(&name) {
                missing.push(format!("{card} {number}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
