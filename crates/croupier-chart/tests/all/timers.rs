//! Virtual time: timed transitions, the chart's own timers, and that slicing a wait changes
//! nothing.

use crate::common::*;
use croupier_chart::prelude::*;

const CLOCK: TimerId = TimerId(1);
const TICK: TimerId = TimerId(2);

fn start_clock(scope: &mut Scope<'_, Test>) {
    scope.raise_after(CLOCK, Millis(1000), Ev::C);
}
fn start_ticks(scope: &mut Scope<'_, Test>) {
    scope.raise_every(TICK, Millis(100), Ev::B);
}

#[test]
fn a_timed_transition_is_cancelled_when_its_state_is_left() {
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").after(Millis(1000), to("late").run(log("late"))).on(EvKind::A, "b"))
        .child(state("b").on(EvKind::A, "a"))
        .child(state("late")));
    chart.advance(Millis(900)).unwrap();
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(chart.next_due(), None);
    assert_eq!(wait(&mut chart, 5000), Vec::<String>::new());
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(chart.next_due(), Some(Millis(6900)));
}

#[test]
fn candidates_of_one_delay_share_a_timer_and_the_first_enabled_is_taken() {
    let root = || {
        state("root")
            .initial("a")
            .child(
                state("a")
                    .after(Millis(500), [to("b").when(open(0)), to("c").when(open(1)), to("d")]),
            )
            .child(state("b"))
            .child(state("c"))
            .child(state("d"))
    };
    for (bits, leaf) in [(0b11, "b"), (0b10, "c"), (0, "d")] {
        let mut chart = run(root());
        chart.rules.open = bits;
        assert_eq!(chart.advance(Millis(500)).unwrap(), 1);
        assert_eq!(chart.leaves(), [leaf]);
    }
}

#[test]
fn a_computed_delay_is_worked_out_on_entry() {
    fn as_many_as_open(look: &Look<'_, Test>) -> Millis {
        Millis(u64::from(look.rules.open))
    }
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, "b"))
        .child(state("b").after(as_many_as_open, "c"))
        .child(state("c")));
    chart.rules.open = 250;
    let _ = chart.send(&Ev::A).unwrap();
    chart.rules.open = 1;
    assert_eq!(chart.next_due(), Some(Millis(250)));
}

#[test]
fn timers_of_one_instant_fire_in_the_order_in_which_they_were_armed() {
    let region = |key: &'static str| {
        state(key)
            .initial("wait")
            .child(state("wait").after(Millis(100), to("end").run(log(key))))
            .child(state("end"))
    };
    let mut chart = run(parallel("root").child(region("x")).child(region("y")).child(region("z")));
    assert_eq!(wait(&mut chart, 100), ["x", "y", "z"]);
}

#[test]
fn an_own_timer_outlives_the_state_that_started_it() {
    let mut chart = run(state("root")
        .initial("a")
        .on(EvKind::C, internal().run(log("rang")))
        .child(state("a").on(EvKind::A, to("b").run(start_clock)))
        .child(state("b").on(EvKind::A, "a")));
    let _ = chart.send(&Ev::A).unwrap();
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(wait(&mut chart, 999), Vec::<String>::new());
    assert_eq!(wait(&mut chart, 1), ["rang"]);
    assert_eq!(wait(&mut chart, 10_000), Vec::<String>::new());
}

#[test]
fn an_own_timer_can_be_cancelled_suspended_and_resumed() {
    fn cancel(scope: &mut Scope<'_, Test>) {
        assert!(scope.cancel(CLOCK));
        assert!(!scope.cancel(CLOCK));
    }
    fn suspend(scope: &mut Scope<'_, Test>) {
        assert!(scope.suspend(CLOCK));
    }
    fn resume(scope: &mut Scope<'_, Test>) {
        assert!(scope.resume(CLOCK));
    }
    let mut chart = run(state("root")
        .initial("running")
        .entry(start_clock)
        .on(EvKind::C, internal().run(log("rang")))
        .on(EvKind::B, internal().run(cancel))
        .child(state("running").on(EvKind::A, to("held").run(suspend)))
        .child(state("held").on(EvKind::A, to("running").run(resume))));
    chart.advance(Millis(300)).unwrap();
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(chart.snapshot().timer_due(CLOCK), None);
    chart.advance(Millis(5000)).unwrap();
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(chart.snapshot().timer_due(CLOCK), Some(Millis(6000)));
    assert_eq!(wait(&mut chart, 700), ["rang"]);
    let mut chart = run(state("root")
        .entry(start_clock)
        .on(EvKind::C, internal().run(log("rang")))
        .on(EvKind::B, internal().run(cancel)));
    let _ = chart.send(&Ev::B).unwrap();
    assert_eq!(wait(&mut chart, 5000), Vec::<String>::new());
}

/// At the same instant, the tick of a countdown always comes before the end of a pause.
#[test]
fn a_repeating_timer_stays_on_its_grid_and_keeps_its_place() {
    let mut chart = run(state("root")
        .initial("a")
        .entry(start_ticks)
        .on(EvKind::B, internal().run(log("tick")))
        .child(state("a").after(Millis(200), to("b").run(log("pause over"))))
        .child(state("b").after(Millis(200), to("a").run(log("pause over")))));
    assert_eq!(wait(&mut chart, 400), ["tick", "tick", "pause over", "tick", "tick", "pause over"]);
}

#[test]
fn the_clock_never_goes_back() {
    let mut chart = run(state("root").after(Millis(100), internal().run(count)));
    chart.advance_to(Millis(50)).unwrap();
    chart.advance_to(Millis(10)).unwrap();
    assert_eq!(chart.snapshot().now(), Millis(50));
    chart.advance_to(Millis::MAX).unwrap();
    assert_eq!(*chart.snapshot().context(), 1);
}

#[test]
fn slicing_time_changes_nothing() {
    let chart = || {
        run(parallel("root")
            .entry(start_ticks)
            .on(EvKind::B, internal().run(log("tick")))
            .child(
                state("x")
                    .initial("a")
                    .child(noisy("a").after(Millis(70), "b"))
                    .child(noisy("b").after(Millis(130), "a")),
            )
            .child(
                state("y")
                    .initial("a")
                    .child(noisy("a").after(Millis(100), "b"))
                    .child(noisy("b").after(Millis(33), "a")),
            ))
    };
    let mut whole = chart();
    whole.advance(Millis(1000)).unwrap();
    for slice in [1, 7, 100, 333] {
        let mut sliced = chart();
        while sliced.snapshot().now() < Millis(1000) {
            let left = Millis(1000) - sliced.snapshot().now();
            sliced.advance(Millis(slice).min(left)).unwrap();
        }
        assert_eq!(sliced.save(), whole.save(), "slices of {slice}");
        assert_eq!(sliced.rules, whole.rules, "slices of {slice}");
    }
}

/// Searches clone snapshots over others that have different timers and history.
#[test]
fn a_snapshot_copied_over_any_other_is_the_one_it_was_copied_from() {
    let chart = compile(
        state("root")
            .initial("a")
            .on(EvKind::C, internal().run(count))
            .child(
                state("a")
                    .initial("first")
                    .child(history("back"))
                    .child(state("first").entry(start_clock).on(EvKind::A, "second"))
                    .child(state("second").after(Millis(300), "#b").on(EvKind::B, "#b")),
            )
            .child(state("b").entry(start_ticks).on(EvKind::A, "#a.back")),
    );
    let mut rules = Log::default();
    let mut snapshots = vec![chart.start(0, &mut Env::new(&mut rules)).unwrap()];
    for round in 0..12 {
        let mut next = snapshots.last().unwrap().clone();
        let mut env = Env::new(&mut rules);
        let _ = chart.send(&mut next, &mut env, &Ev::A).unwrap();
        let now = next.now();
        chart.advance_to(&mut next, &mut env, now + Millis(round * 70)).unwrap();
        snapshots.push(next);
    }
    for one in &snapshots {
        for other in &snapshots {
            let mut copy = one.clone();
            copy.clone_from(other);
            assert_eq!(chart.save(&copy), chart.save(other));
            assert_eq!(chart.next_timer(&copy), chart.next_timer(other));
        }
    }
}
