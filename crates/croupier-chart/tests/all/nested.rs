//! Nested charts: found by their ids at any depth, and exported in every format.

#[path = "../fixtures/nested.rs"]
mod fixture;

use std::fmt::Write as _;

use self::fixture::{Call, evening};
use croupier_chart::check::laws;
use croupier_chart::export::{self, Format};
use croupier_chart::run::AnyChart;
use insta::assert_snapshot;

/// Every chart of the tree in one format.
fn all(format: Format) -> String {
    let evening = evening();
    let mut text = String::new();
    for machine in evening.machines() {
        let _ = write!(text, "--- {}\n{}", machine.id(), machine.export(format));
    }
    text
}

#[test]
fn outlines() {
    assert_snapshot!(all(Format::Text));
}

#[test]
fn mermaid() {
    assert_snapshot!(all(Format::Mermaid));
}

#[test]
fn dot() {
    assert_snapshot!(all(Format::Dot));
}

#[test]
fn scxml() {
    assert_snapshot!(all(Format::Scxml));
}

#[test]
fn xstate() {
    assert_snapshot!(all(Format::Xstate));
}

fn ids<'c>(machines: &[&'c dyn AnyChart]) -> Vec<&'c str> {
    machines.iter().map(|machine| machine.id()).collect()
}

#[test]
fn a_machine_is_listed_once_however_often_it_is_invoked() {
    let evening = evening();
    assert_eq!(ids(&evening.machines()), ["evening", "round", "turn"]);
    let any: &dyn AnyChart = &evening;
    assert_eq!(ids(&any.invoked()), ["round", "round"]);
    let round = any.machine("round").unwrap();
    assert_eq!(ids(&round.machines()), ["round", "turn"]);
    assert_eq!(round.machine("turn").unwrap().invoked().len(), 0);
}

#[test]
fn a_machine_is_found_at_any_depth_and_a_slip_is_recognised() {
    let evening = evening();
    let turn = evening.machine("turn").unwrap();
    assert_eq!(turn.hash(), fixture::turn().hash());
    assert_eq!(turn.export(Format::Text), export::outline(fixture::turn().definition()));
    assert!(turn.can_finish() && turn.lints().is_empty());
    let why = |id| evening.machine(id).unwrap_err().to_string();
    assert_eq!(why("Trun"), "chart evening runs no machine \"Trun\"; did you mean \"turn\"?");
    assert_eq!(why("lobby"), "chart evening runs no machine \"lobby\"");
}

#[test]
fn every_text_ends_its_last_line() {
    let evening = evening();
    for machine in evening.machines() {
        for format in Format::ALL {
            let text = machine.export(format);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
        }
    }
}

#[test]
fn three_charts_deep_the_laws_are_kept() {
    let offer = [Call::Start, Call::Play { card: 7 }, Call::Play { card: 9 }, Call::Stop];
    let walk = laws::walk(&evening(), 0, vec![], |_, _| offer.to_vec());
    assert!(walk.starts > 1 && walk.taken > 50 && walk.fired > 20, "{walk:?}");
}
