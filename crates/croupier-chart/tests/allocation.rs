//! A steady-state transition allocates nothing.

mod common;

use std::alloc::System;

use common::*;
use croupier_chart::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_steady_state_transition_allocates_nothing() {
    fn raise(scope: &mut Scope<'_, Test>) {
        scope.raise(Ev::B);
        scope.raise_after(TimerId(1), Millis(500), Ev::C);
    }
    let chart = compile(
        parallel("root")
            .on(EvKind::C, internal().run(count))
            .child(
                state("x")
                    .initial("a")
                    .child(history("back"))
                    .child(state("a").entry(count).on(EvKind::A, to("b").run(raise)))
                    .child(state("b").exit(count).after(Millis(100), "a").on(EvKind::A, "x.back")),
            )
            .child(
                state("y")
                    .initial("a")
                    .child(state("a").on(EvKind::B, "b"))
                    .child(state("b").always(to("a").when(in_state("#x.a")))),
            ),
    );
    let mut rules = Log::default();
    let mut snapshot = chart.start(0, &mut Env::new(&mut rules)).unwrap();
    let mut round = |snapshot: &mut Snapshot<Test>| {
        let mut env = Env::new(&mut rules);
        for at in 0..1000 {
            let _ = chart.send(snapshot, &mut env, &Ev::A).unwrap();
            let now = snapshot.now();
            chart.advance_to(snapshot, &mut env, now + Millis(at % 130)).unwrap();
            let fork = snapshot.clone();
            let _ = chart.send(snapshot, &mut env, &Ev::Set { level: 1 }).unwrap();
            assert!(chart.next_due(&fork) == chart.next_due(snapshot));
        }
    };
    // The allocator counts for the whole process, and the test harness has its own thread: one
    // round without any allocation is enough to show that a transition needs none.
    let counts = [(); 5].map(|()| {
        let region = Region::new(ALLOCATOR);
        round(&mut snapshot);
        let change = region.change();
        change.allocations + change.reallocations
    });
    assert_eq!(counts.into_iter().min(), Some(0), "{counts:?}");
    assert!(*snapshot.context() > 1000);
}
