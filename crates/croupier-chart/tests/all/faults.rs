//! Invalid input: every wrong definition and every wrong save gets its own error, never a panic.

use crate::common::*;
use croupier_chart::compile::MAX_STATES;
use croupier_chart::define::Fault;
use croupier_chart::prelude::*;
use croupier_chart::run::{RestoreError, Saved, SavedTimer};
use serde_json::json;

fn faults(root: StateDef<Test>) -> Vec<Fault> {
    Definition::new("test", root).compile().map(|_| ()).unwrap_err().faults
}

fn text(root: StateDef<Test>) -> String {
    let faults = Definition::new("test", root).compile().map(|_| ()).unwrap_err();
    faults.to_string()
}

#[test]
fn an_unknown_target_is_named_with_a_suggestion() {
    let root = state("root")
        .initial("idle")
        .child(state("idle").on(EvKind::A, "runing"))
        .child(state("running"));
    assert_eq!(
        text(root),
        "chart test has 1 fault:\n  the transition on A of \"idle\" leads to unknown state \
         \"runing\"; did you mean \"running\"?"
    );
}

#[test]
fn every_fault_is_reported_at_once() {
    let found = faults(
        state("root")
            .child(state("twin").on(EvKind::A, "nowhere"))
            .child(state("twin"))
            .child(state("bad key"))
            .child(state("box").initial("twin").child(state("inside")))
            .child(state("lonely").initial("x"))
            .child(final_state("end").on(EvKind::A, "twin").child(state("x")))
            .child(state("deep").initial("end").child(final_state("end").output(|_| 1)))
            .child(state("guarded").initial(to("g").when(open(0))).child(state("g")))
            .child(state("asks").always(to("twin").when(in_state("nobody")))),
    );
    let expected = [
        "MissingInitial",
        "DuplicateState",
        "BadKey",
        "NeedlessInitial",
        "NotAContainer",
        "TooBusy",
        "MisplacedOutput",
        "GuardedInitial",
        "InitialOutside",
        "UnknownTarget",
    ];
    let debug = format!("{found:?}");
    for name in expected {
        assert!(debug.contains(name), "{name} is missing in {debug}");
    }
    assert!(found.iter().filter(|fault| matches!(fault, Fault::UnknownTarget { .. })).count() >= 2);
}

#[test]
fn more_states_than_the_limit_are_refused_and_the_limit_itself_is_not() {
    let with = |count: usize| {
        state("root")
            .initial("s0")
            .children((0..count).map(|at| state(format!("s{at}")).on(EvKind::A, "s0")))
    };
    assert_eq!(
        faults(with(MAX_STATES)),
        [Fault::TooManyStates { count: MAX_STATES + 1, limit: MAX_STATES }]
    );
    let mut chart = run(with(MAX_STATES - 1).on(EvKind::B, format!(".s{}", MAX_STATES - 2)));
    let _ = chart.send(&Ev::B).unwrap();
    assert_eq!(chart.leaves(), [format!("s{}", MAX_STATES - 2)]);
}

#[test]
fn states_nested_without_end_are_a_fault_and_no_stack_overflow() {
    let deep = (0..100_000).fold(state("s"), |inner, _| state("s").initial("s").child(inner));
    let count = 100_001;
    assert!(faults(deep).contains(&Fault::TooManyStates { count, limit: MAX_STATES }));
}

#[test]
fn targets_that_exclude_each_other_are_refused() {
    let root = state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, to_all(["b", "c"])))
        .child(state("b"))
        .child(state("c"));
    assert!(matches!(faults(root)[..], [Fault::ConflictingTargets { .. }]));
}

#[test]
fn a_history_that_leads_to_itself_is_refused() {
    let root = state("root").initial("back").child(history("back")).child(state("a"));
    assert!(faults(root).iter().any(|fault| matches!(fault, Fault::HistoryLoop { .. })));
}

#[test]
fn ends_agree_on_whether_they_give_an_output() {
    let root = state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, "won").on(EvKind::B, "lost"))
        .child(final_state("won").output(|look| *look.context))
        .child(final_state("lost"));
    assert_eq!(faults(root), [Fault::MissingOutput { state: "lost".to_owned() }]);
}

#[test]
fn a_handle_for_an_unknown_state_says_what_might_be_meant() {
    let chart = compile(state("root").initial("playing").child(state("playing")));
    let error = chart.state("plaing").unwrap_err();
    assert_eq!(error.to_string(), "chart test has no state \"plaing\"; did you mean \"playing\"?");
}

fn two_timers() -> Runner<Test> {
    let region = |key: &'static str| {
        state(key)
            .initial("a")
            .child(history("back"))
            .child(state("a").after(Millis(100), "b"))
            .child(state("b").after(Millis(100), "a"))
    };
    run(parallel("root").child(region("x")).child(region("y")))
}

/// Tampers with a save and restores it.
fn forged(change: impl FnOnce(&mut Saved)) -> RestoreError {
    let runner = two_timers();
    let mut saved = runner.save();
    change(&mut saved);
    runner.chart().restore(&saved).map(|_| ()).unwrap_err()
}

#[test]
fn a_snapshot_of_another_chart_is_refused() {
    let other = compile(state("root").initial("x").child(state("x")));
    let error = other.restore(&two_timers().save()).map(|_| ()).unwrap_err();
    assert!(matches!(error, RestoreError::OtherChart { .. }));
}

#[test]
fn a_snapshot_of_an_older_version_is_refused_until_it_is_migrated() {
    let old = run(state("root").initial("lobby").child(state("lobby").after(Millis(100), "lobby")));
    let new =
        compile(state("root").initial("hall").child(state("hall").after(Millis(100), "hall")));
    let mut saved = old.save();
    assert!(matches!(new.restore(&saved), Err(RestoreError::OtherChart { .. })));
    saved.root.rename_states(|path| (path == "lobby").then(|| "hall".to_owned()));
    saved.root.hash = new.fingerprint();
    let snapshot = new.restore(&saved).unwrap();
    assert_eq!(new.leaves(&snapshot), ["hall"]);
    assert_eq!(new.next_due(&snapshot), Some(Millis(100)));
}

#[test]
fn a_damaged_snapshot_is_refused_whatever_is_damaged() {
    type Check = fn(&RestoreError) -> bool;
    let cases: [(RestoreError, Check); 11] = [
        (forged(|saved| saved.seq = 1), |error| matches!(error, RestoreError::BadTimer { .. })),
        (forged(|saved| saved.root.active[0] = "x.nowhere".to_owned()), |error| {
            matches!(error, RestoreError::UnknownState { .. })
        }),
        (forged(|saved| saved.root.active.push("x.b".to_owned())), |error| {
            matches!(error, RestoreError::NotAConfiguration { .. })
        }),
        (forged(|saved| saved.root.active.clear()), |error| {
            matches!(error, RestoreError::NotAConfiguration { .. })
        }),
        (forged(|saved| saved.root.done = true), |error| {
            matches!(error, RestoreError::BadTimer { .. })
        }),
        (forged(|saved| saved.root.context = json!("seven")), |error| {
            matches!(error, RestoreError::BadData { .. })
        }),
        (forged(|saved| saved.root.timers.push(saved.root.timers[0].clone())), |error| {
            matches!(error, RestoreError::BadTimer { .. })
        }),
        (
            forged(|saved| {
                let state = "x.b".to_owned();
                saved.root.timers =
                    vec![SavedTimer::After { state, delay: 0, due: Millis(5), seq: 1 }];
            }),
            |error| matches!(error, RestoreError::BadTimer { .. }),
        ),
        (
            forged(|saved| {
                let (id, trigger) = (TimerId(1), json!({ "Set": { "level": 7 } }));
                let (due, seq) = (Millis(5), 1);
                let timer =
                    SavedTimer::Own { id, trigger, due, seq, every: None, suspended: false };
                saved.root.timers.push(timer);
            }),
            |error| matches!(error, RestoreError::BadTimer { why, .. } if why.contains("SET")),
        ),
        (
            forged(|saved| {
                let past = vec!["y.a".to_owned()];
                saved.root.history.insert("x.back".to_owned(), past);
            }),
            |error| matches!(error, RestoreError::BadHistory { .. }),
        ),
        (
            forged(|saved| {
                let child = saved.root.clone();
                saved.root.children.insert("ghost".to_owned(), child);
            }),
            |error| matches!(error, RestoreError::BadChild { .. }),
        ),
    ];
    for (error, is_right) in cases {
        assert!(is_right(&error), "{error}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn a_save_at_the_end_of_all_numbers_goes_on_without_overflow() {
    let runner = two_timers();
    let mut saved = runner.save();
    saved.seq = u64::MAX;
    saved.now = Millis::MAX - Millis(1);
    let mut runner = Runner::restore(runner.chart().clone(), &saved, Log::default()).unwrap();
    // Time is at its last instant, at which the timers fire forever.
    assert!(runner.advance(Millis(10)).is_err());
}

#[test]
fn a_save_survives_its_way_through_text_and_a_broken_text_is_refused() {
    let runner = two_timers();
    let text = serde_json::to_string(&runner.save()).unwrap();
    let back: Saved = serde_json::from_str(&text).unwrap();
    assert_eq!(back, runner.save());
    for cut in 0..text.len() {
        assert!(serde_json::from_str::<Saved>(&text[..cut]).is_err());
    }
}
