//! A chart that breaks a law is caught, and one that obeys them is not.

use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crate::common::*;
use croupier_chart::check::laws;
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

/// A context of which one half is not saved.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Forgetful {
    presses: u32,
    #[serde(skip)]
    secret: u32,
}

struct Bell;
impl Machine for Bell {
    type Trigger = Ev;
    type Context = Forgetful;
    type Children = ();
    type Rules = Vec<u32>;
    type Emit = ();
    type Output = ();
}

fn press(scope: &mut Scope<'_, Bell>) {
    scope.context.presses += 1;
    scope.context.secret += 1;
}

/// A bell that records what `ring` computes from the flow data.
fn bell(ring: impl Fn(&Forgetful) -> u32 + Send + Sync + 'static) -> Chart<Bell> {
    let ring = action("ring", move |scope: &mut Scope<'_, Bell>| {
        let note = ring(scope.context);
        scope.rules.push(note);
    });
    let root = state("bell")
        .on(EvKind::A, internal().run(press))
        .on(EvKind::B, internal().run(ring.clone()))
        .after(Millis(250), to("#bell").reenter().run(ring));
    Definition::new("bell", root).compile().expect("sound")
}

fn walk(chart: &Chart<Bell>) -> laws::Walk {
    laws::walk(chart, Forgetful::default(), vec![], |_, _| vec![Ev::A, Ev::B, Ev::C])
}

#[test]
fn a_lawful_chart_is_walked_to_the_end() {
    let walked = walk(&bell(|context| context.presses));
    assert!(walked.taken > 100 && walked.refused > 50 && walked.fired > 50, "{walked:?}");
    assert_eq!(walked.starts, 1);
    assert_eq!(walked, walk(&bell(|context| context.presses)), "the same way every time");
}

#[test]
fn a_chart_that_ends_is_started_again() {
    let chart = compile(
        state("root").initial("a").child(state("a").after(Millis(5), "z")).child(final_state("z")),
    );
    let walked = laws::walk(&chart, 0, Log::default(), |_, _| vec![]);
    assert!(walked.starts > 50 && walked.fired >= walked.starts - 1, "{walked:?}");
}

/// The panic message of a walk or a step.
fn complaint<R: Debug>(test: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("a broken law is noticed");
    panic.downcast_ref::<String>().expect("with a message").clone()
}

#[track_caller]
fn assert_says(complaint: &str, expected: &str) {
    assert!(complaint.contains(expected), "{complaint}");
}

#[test]
fn a_context_that_is_not_written_down_is_caught() {
    let complaint = complaint(|| walk(&bell(|context| context.secret)));
    assert_says(&complaint, "a save read back must go on alike; the rules differ");
}

#[test]
fn a_callback_that_remembers_is_caught() {
    let calls = AtomicU32::new(0);
    let complaint = complaint(|| walk(&bell(move |_| calls.fetch_add(1, Relaxed))));
    assert_says(&complaint, "a save read back must go on alike; the rules differ");
}

/// Each way of waiting is tried and compared: a bell that rings correctly the first few times and
/// then does not is caught by whichever way comes next.
#[test]
fn a_wait_is_taken_in_every_way() {
    for (good, law) in [
        (1, "a save read back must go on alike"),
        (2, "one long wait must equal many short ones"),
        (3, "an observer must change nothing"),
    ] {
        let calls = AtomicU32::new(0);
        let chart = bell(move |_| u32::from(calls.fetch_add(1, Relaxed) < good));
        let mut bell = Runner::start(chart, Forgetful::default(), vec![]).unwrap();
        let complaint = complaint(|| laws::wait(&mut bell, Millis(250)));
        assert_says(&complaint, &format!("chart bell, wait 250 ms: {law}; the rules differ"));
    }
}

#[test]
fn a_trigger_is_sent_in_every_way() {
    for (good, law) in
        [(1, "a save read back must go on alike"), (2, "an observer must change nothing")]
    {
        let asked = AtomicU32::new(0);
        let fickle = guard("fickle", move |_: &Look<'_, Test>| asked.fetch_add(1, Relaxed) < good);
        let mut chart = run(state("root").on(EvKind::Set, internal().when(fickle)));
        let complaint = complaint(|| laws::send(&mut chart, &Ev::Set { level: 3 }));
        assert_says(&complaint, &format!("chart test, SET {{\"level\":3}}: {law}"));
    }
}

struct Nosy;
impl Machine for Nosy {
    type Trigger = Ev;
    type Context = ();
    type Children = ();
    type Rules = Cell<u32>;
    type Emit = ();
    type Output = ();
}

#[test]
fn a_guard_that_changes_the_rules_is_caught() {
    let count = guard("count", |look: &Look<'_, Nosy>| {
        look.rules.set(look.rules.get() + 1);
        false
    });
    let chart = Definition::new("nosy", state("root").on(EvKind::A, internal().when(count)));
    let mut nosy = Runner::start(chart.compile().unwrap(), (), Cell::new(0)).unwrap();
    let complaint = complaint(|| laws::send(&mut nosy, &Ev::A));
    assert_says(
        &complaint,
        "chart nosy, A: a refused trigger must change nothing; the rules differ",
    );
}

#[test]
#[should_panic(expected = "nothing ever moved chart test")]
fn a_walk_that_goes_nowhere_shows_nothing() {
    let chart = compile(state("root").on(EvKind::A, internal()));
    laws::walk(&chart, 0, Log::default(), |_, _| vec![Ev::B]);
}
