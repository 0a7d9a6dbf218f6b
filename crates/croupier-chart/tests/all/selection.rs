//! Which transition a trigger takes: inner first, document order, wildcards, conflicts.

use crate::common::*;
use croupier_chart::check::LintKind;
use croupier_chart::define::{Selection, Semantics, Wildcards};
use croupier_chart::prelude::*;

#[test]
fn an_inner_state_goes_before_its_ancestors() {
    let mut chart = run(state("root")
        .initial("a")
        .on(EvKind::A, internal().run(log("root")))
        .child(state("a").initial("b").child(state("b").on(EvKind::A, internal().run(log("b"))))));
    assert_eq!(send(&mut chart, &Ev::A), ["b"]);
}

#[test]
fn the_first_enabled_candidate_wins_and_a_failed_guard_falls_through_to_the_ancestor() {
    let mut chart = run(state("root")
        .initial("a")
        .on(EvKind::A, internal().run(log("root")))
        .child(state("a").on(
            EvKind::A,
            [
                internal().when(open(0)).run(log("first")),
                internal().when(open(1)).run(log("second")),
            ],
        )));
    assert_eq!(send(&mut chart, &Ev::A), ["root"]);
    chart.rules.open = 0b10;
    assert_eq!(send(&mut chart, &Ev::A), ["second"]);
    chart.rules.open = 0b11;
    assert_eq!(send(&mut chart, &Ev::A), ["first"]);
}

#[test]
fn a_wildcard_comes_after_what_is_named_unless_document_order_is_asked_for() {
    let root = || {
        state("root").initial("a").child(
            state("a")
                .on_any(internal().run(log("any")))
                .on(EvKind::A, internal().run(log("named"))),
        )
    };
    let mut chart = run(root());
    assert_eq!(send(&mut chart, &Ev::A), ["named"]);
    assert_eq!(send(&mut chart, &Ev::B), ["any"]);
    let semantics = Semantics { wildcards: Wildcards::DocumentOrder, ..Semantics::default() };
    let chart = Definition::new("test", root()).semantics(semantics).compile().unwrap();
    let mut chart = Runner::start(chart, 0, Log::default()).unwrap();
    assert_eq!(send(&mut chart, &Ev::A), ["any"]);
}

#[test]
fn a_forbidden_trigger_is_taken_and_does_nothing() {
    let mut chart = run(state("root")
        .initial("a")
        .on(EvKind::A, ".b")
        .child(state("a").forbid(EvKind::A))
        .child(state("b")));
    assert_eq!(chart.send(&Ev::A).unwrap(), Answer::Taken);
    assert_eq!(chart.leaves(), ["a"]);
}

fn two_regions() -> StateDef<Test> {
    let region = |name: &'static str, other: &'static str| {
        state(name)
            .initial("x")
            .child(noisy("x").on(EvKind::A, "y").on(EvKind::B, format!("#{other}.y")))
            .child(noisy("y"))
    };
    parallel("root").child(region("left", "right")).child(region("right", "left"))
}

#[test]
fn every_region_takes_its_own_transition_in_one_microstep() {
    let mut chart = run(two_regions());
    // All exits in reverse document order, then all entries in document order.
    assert_eq!(send(&mut chart, &Ev::A), ["-x", "-x", "+y", "+y"]);
    assert_eq!(chart.leaves(), ["left.y", "right.y"]);
}

#[test]
fn of_two_transitions_that_leave_the_same_states_the_first_wins() {
    let mut chart = run(two_regions());
    // The left region's transition goes to right.y, so left starts again; the right one's, to
    // left.y, is preempted.
    let _ = send(&mut chart, &Ev::B);
    assert_eq!(chart.leaves(), ["left.x", "right.y"]);
}

/// The two dialects, on a chart in which both a region and the root react.
#[test]
fn selection_per_leaf_asks_the_root_for_idle_regions_and_nested_selection_does_not() {
    let root = || {
        parallel("root")
            .on(EvKind::A, internal().run(log("root")))
            .child(state("busy").on(EvKind::A, internal().run(log("busy"))))
            .child(state("idle"))
    };
    let mut scxml = run(root());
    assert_eq!(send(&mut scxml, &Ev::A), ["busy", "root"]);
    let semantics = Semantics { selection: Selection::Nested, ..Semantics::default() };
    let chart = Definition::new("test", root()).semantics(semantics).compile().unwrap();
    let mut xstate = Runner::start(chart, 0, Log::default()).unwrap();
    assert_eq!(send(&mut xstate, &Ev::A), ["busy"]);
}

#[test]
fn an_inner_transition_preempts_an_outer_one_that_leaves_it() {
    let mut chart = run(state("root")
        .initial("p")
        .child(
            parallel("p")
                .on(EvKind::A, to("out").run(log("outer")))
                .child(state("one").on(EvKind::A, to("#p.one").reenter().run(log("inner"))))
                .child(state("two")),
        )
        .child(state("out")));
    assert_eq!(send(&mut chart, &Ev::A), ["inner"]);
    assert_eq!(chart.leaves(), ["p.one", "p.two"]);
}

#[test]
fn guards_combine() {
    let guards = [
        ("all", all([open(0), open(1)])),
        ("any", any([open(0), open(1)])),
        ("not", not(open(0))),
        ("in", in_state("#a")),
        ("elsewhere", in_state("#b")),
    ];
    let transitions: Vec<_> =
        guards.into_iter().map(|(name, guard)| internal().when(guard).run(log(name))).collect();
    let expected = [(0b11, "all"), (0b01, "any"), (0b10, "any"), (0b00, "not")];
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, transitions))
        .child(state("b").allow(LintKind::UnreachableState, "only asked for")));
    for (bits, name) in expected {
        chart.rules.open = bits;
        assert_eq!(send(&mut chart, &Ev::A), [name], "{bits:b}");
    }
}

#[test]
fn a_second_guard_must_hold_as_well() {
    let mut chart =
        run(state("root").on(EvKind::A, internal().when(open(0)).when(open(1)).run(log("both"))));
    chart.rules.open = 0b01;
    assert_eq!(chart.send(&Ev::A).unwrap(), Answer::Refused(Refusal::Guarded));
    chart.rules.open = 0b11;
    assert_eq!(send(&mut chart, &Ev::A), ["both"]);
}
