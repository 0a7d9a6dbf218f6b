//! Observers: a trace shows everything, in order, and changes nothing.

use crate::common::*;
use croupier_chart::prelude::*;
use croupier_chart::run::Moment;

#[test]
fn an_observer_sees_every_moment_in_order() {
    let chart = compile(
        state("root")
            .initial("a")
            .child(noisy("a").on(EvKind::A, [to("b").when(open(0)), to("c").run(count)]))
            .child(state("b"))
            .child(noisy("c").after(Millis(50), "b")),
    );
    let mut rules = Log::default();
    let mut snapshot = chart.start(0, &mut Env::new(&mut rules)).unwrap();
    let mut seen = vec![];
    let mut observer = |moment: Moment<'_>| seen.push(moment.to_string());
    let mut env = Env::new(&mut rules).observed_by(&mut observer);
    let _ = chart.send(&mut snapshot, &mut env, &Ev::A).unwrap();
    let _ = chart.send(&mut snapshot, &mut env, &Ev::B).unwrap();
    chart.advance_to(&mut snapshot, &mut env, Millis(60)).unwrap();
    assert_eq!(
        seen,
        [
            "0 test: trigger A",
            "0 test: guard open0 fails",
            "0 test: transition 1 of a",
            "0 test: action -a",
            "0 test: exit a",
            "0 test: action count",
            "0 test: enter c",
            "0 test: action +c",
            "0 test: timer of c due at 50",
            "0 test: at rest",
            "0 test: trigger B",
            "0 test: refused B",
            "50 test: timer of c",
            "50 test: transition 2 of c",
            "50 test: action -c",
            "50 test: exit c",
            "50 test: enter b",
            "50 test: at rest",
        ]
    );
    assert_eq!(chart.transitions().nth(1), Some(("a", "the transition on A")));
}

#[test]
fn being_observed_changes_nothing() {
    let root = || {
        parallel("root")
            .child(
                state("x")
                    .initial("a")
                    .child(noisy("a").on(EvKind::A, "b"))
                    .child(noisy("b").after(Millis(10), "a")),
            )
            .child(
                state("y")
                    .initial("a")
                    .child(noisy("a").always(to("b").when(in_state("#x.b"))))
                    .child(noisy("b")),
            )
    };
    let chart = compile(root());
    let (mut quiet, mut loud) = (Log::default(), Log::default());
    let mut first = chart.start(0, &mut Env::new(&mut quiet)).unwrap();
    let mut sink = |_: Moment<'_>| {};
    let mut env = Env::new(&mut loud).observed_by(&mut sink);
    let mut second = chart.start(0, &mut env).unwrap();
    for at in 1..40 {
        let _ = chart.send(&mut first, &mut Env::new(&mut quiet), &Ev::A).unwrap();
        chart.advance_to(&mut first, &mut Env::new(&mut quiet), Millis(at * 7)).unwrap();
        let _ = chart.send(&mut second, &mut env, &Ev::A).unwrap();
        chart.advance_to(&mut second, &mut env, Millis(at * 7)).unwrap();
    }
    assert_eq!(chart.save(&first), chart.save(&second));
    assert_eq!(quiet, loud);
}

#[test]
fn a_refused_trigger_changes_nothing_and_the_refusal_lists_what_would_be_taken() {
    let mut chart = run(state("root")
        .initial("a")
        .on(EvKind::C, internal().when(open(0)))
        .child(state("a").on(EvKind::A, "b").after(Millis(500), "b"))
        .child(state("b").on(EvKind::B, "a")));
    let before = chart.save();
    assert_eq!(chart.send(&Ev::B).unwrap(), Answer::Refused(Refusal::NotHere));
    assert_eq!(chart.send(&Ev::C).unwrap(), Answer::Refused(Refusal::Guarded));
    assert_eq!(chart.save(), before);
    assert_eq!(chart.chart().expected(chart.snapshot()), ["A", "C"]);
    assert!(!chart.can(&Ev::C));
    assert!(chart.can(&Ev::A));
}

#[test]
fn the_pure_step_leaves_the_old_snapshot_alone() {
    let chart =
        compile(state("root").initial("a").child(state("a").on(EvKind::A, "b")).child(state("b")));
    let mut rules = Log::default();
    let before = chart.start(0, &mut Env::new(&mut rules)).unwrap();
    let (after, answer) = chart.step(&before, &mut Env::new(&mut rules), &Ev::A).unwrap();
    assert_eq!(answer, Answer::Taken);
    assert_eq!(chart.leaves(&before), ["a"]);
    assert_eq!(chart.leaves(&after), ["b"]);
}

#[test]
fn tags_and_metadata_tell_the_outside_about_active_states() {
    let chart = compile(
        state("root")
            .initial("a")
            .meta("tooltip", "somewhere")
            .child(state("a").tag("clock runs").on(EvKind::A, "b"))
            .child(state("b").meta("tooltip", "in b").on(EvKind::A, "a")),
    );
    let mut rules = Log::default();
    let mut snapshot = chart.start(0, &mut Env::new(&mut rules)).unwrap();
    let runs = chart.tag("clock runs");
    assert!(snapshot.has(runs));
    assert_eq!(chart.meta(&snapshot, "tooltip"), Some("somewhere"));
    let _ = chart.send(&mut snapshot, &mut Env::new(&mut rules), &Ev::A).unwrap();
    assert!(!snapshot.has(runs));
    assert_eq!(chart.meta(&snapshot, "tooltip"), Some("in b"));
}

#[test]
fn the_hash_covers_the_flow_and_not_the_words_around_it() {
    let chart = |target: &'static str, words: &'static str| {
        compile(
            state("root")
                .initial("a")
                .child(
                    state("a")
                        .describe(words)
                        .meta("tooltip", words)
                        .tag(words)
                        .on(EvKind::A, target),
                )
                .child(state("b")),
        )
    };
    assert_eq!(chart("b", "one").hash(), chart("b", "another").hash());
    assert_ne!(chart("b", "one").hash(), chart("a", "one").hash());
}
