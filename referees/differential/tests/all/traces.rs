//! Ours against recorded traces of XState 5.33.3: the active leaves and every action, in order.
//!
//! If the generator changes, record again:
//! `cargo run --release -p croupier-differential -- --charts 300 --record referees/differential/traces`

use croupier_chart::define::Selection;
use croupier_differential::compare::{Known, compare};
use croupier_differential::generate::generate;
use croupier_differential::machine::compile;
use croupier_differential::record::{Record, folder, read};
use croupier_differential::script::play;

fn records() -> Vec<Record> {
    read(&folder()).expect("the traces are checked in")
}

#[test]
fn every_recorded_chart_does_what_xstate_did() {
    let records = records();
    let (mut identical, mut steps) = (0, 0);
    for Record { seed, fingerprint, script, steps: theirs } in &records {
        let sketch = generate(*seed);
        assert_eq!(
            &sketch.fingerprint(),
            fingerprint,
            "the generator makes another chart {seed} than it did; record anew, see above"
        );
        let outcome = compare(&sketch, Selection::Nested, script, theirs);
        if let Some(at) = outcome.failed_at {
            let chart = compile(&sketch, Selection::Nested).expect("it was just played");
            let ours = &play(&chart, script)[at];
            panic!(
                "chart {seed}, step {at}\nours:   {ours:?}\nxstate: {:?}\n{script:?}",
                theirs[at]
            );
        }
        let known = &outcome.known;
        assert!(
            known.iter().all(|known| matches!(known, Known::History | Known::InitialActions)),
            "chart {seed}: {known:?}"
        );
        identical += usize::from(outcome.is_identical());
        steps += outcome.identical;
    }
    // So that an empty or useless file does not count as agreement.
    assert!(records.len() >= 250, "only {} charts", records.len());
    assert!(identical * 10 >= records.len() * 7, "only {identical} of {} identical", records.len());
    assert!(steps >= 2_500, "only {steps} steps identical");
}

#[test]
fn the_recorded_charts_use_everything() {
    use croupier_differential::sketch::{Kind, Move, On, Sketch, State, Test};
    let sketches: Vec<Sketch> = records().iter().map(|record| generate(record.seed)).collect();
    let state = |what: &str, test: &dyn Fn(&State) -> bool| {
        let has = |sketch: &&Sketch| sketch.states().into_iter().any(test);
        let count = sketches.iter().filter(has).count();
        assert!(count >= 20, "{what}: only in {count} charts");
    };
    state("parallel", &|state| state.kind == Kind::Parallel);
    state("final", &|state| state.kind == Kind::Final);
    state("shallow history", &|state| state.kind == Kind::Shallow && state.initial.is_none());
    state("deep history", &|state| state.kind == Kind::Deep && state.initial.is_none());
    state("history with a default", &|state| state.kind.is_history() && state.initial.is_some());
    state("initial actions", &|state| state.starts);
    let step = |what: &str, test: &dyn Fn(&State, &Move) -> bool| {
        state(what, &|state| state.moves.iter().any(|step| test(state, step)));
    };
    step("always", &|_, step| step.on == On::Always);
    step("after", &|_, step| matches!(step.on, On::After(_)));
    step("computed delays", &|_, step| matches!(step.on, On::Late(_)));
    step("on_done", &|_, step| step.on == On::Done);
    step("wildcards", &|_, step| step.on == On::Any);
    step("several targets", &|_, step| step.targets.len() > 1);
    step("re-entering", &|_, step| step.reenter && !step.targets.is_empty());
    step("forbidden", &|_, step| step.targets.is_empty() && step.guard.is_none() && !step.acts);
    step("without a target", &|_, step| step.targets.is_empty() && step.acts);
    step("in-state guards", &|_, step| matches!(step.guard, Some(Test::In(_))));
    step("combined guards", &|_, step| matches!(step.guard, Some(Test::All(_) | Test::Any(_))));
    let largest = sketches.iter().map(|sketch| sketch.states().len()).max();
    assert!(largest >= Some(50), "the largest chart has {largest:?} states");
}
