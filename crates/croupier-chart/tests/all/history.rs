//! History states: returning to what was active before.

use crate::common::*;
use croupier_chart::prelude::*;

fn chart(history: StateDef<Test>) -> StateDef<Test> {
    state("root")
        .initial("box")
        .child(
            noisy("box")
                .initial("one")
                .on(EvKind::C, "out")
                .child(history)
                .child(noisy("one").on(EvKind::A, "two"))
                .child(
                    noisy("two")
                        .initial("deep1")
                        .child(noisy("deep1").on(EvKind::B, "deep2"))
                        .child(noisy("deep2")),
                ),
        )
        .child(state("out").on(EvKind::C, "box.back").on(EvKind::A, "box"))
}

#[test]
fn shallow_history_remembers_the_child_and_enters_it_anew() {
    let mut chart = run(chart(history("back")));
    for trigger in [Ev::A, Ev::B, Ev::C] {
        let _ = chart.send(&trigger).unwrap();
    }
    assert_eq!(send(&mut chart, &Ev::C), ["+box", "+two", "+deep1"]);
}

#[test]
fn deep_history_remembers_the_leaf() {
    let mut chart = run(chart(deep_history("back")));
    for trigger in [Ev::A, Ev::B, Ev::C] {
        let _ = chart.send(&trigger).unwrap();
    }
    assert_eq!(send(&mut chart, &Ev::C), ["+box", "+two", "+deep2"]);
    assert_eq!(chart.leaves(), ["box.two.deep2"]);
}

#[test]
fn history_without_a_past_leads_to_its_default_and_runs_its_actions() {
    let root = |default: bool| {
        let back = history("back");
        let back = if default { back.default(to("two").run(log("default"))) } else { back };
        state("root").initial("out").child(state("out").on(EvKind::A, "box.back")).child(
            noisy("box")
                .initial(to("one").run(log("initial")))
                .child(back)
                .child(noisy("one"))
                .child(noisy("two")),
        )
    };
    assert_eq!(send(&mut run(root(true)), &Ev::A), ["+box", "default", "+two"]);
    assert_eq!(send(&mut run(root(false)), &Ev::A), ["+box", "initial", "+one"]);
}

#[test]
fn deep_history_of_a_parallel_state_brings_every_region_back() {
    let region = |key: &'static str, kind| {
        state(key).initial("a").child(state("a").on(kind, "b")).child(state("b"))
    };
    let mut chart = run(state("root")
        .initial("p")
        .child(
            parallel("p")
                .on(EvKind::C, "out")
                .child(deep_history("back"))
                .child(region("x", EvKind::A))
                .child(region("y", EvKind::B)),
        )
        .child(state("out").on(EvKind::C, "p.back")));
    for trigger in [Ev::B, Ev::C, Ev::C] {
        let _ = chart.send(&trigger).unwrap();
    }
    assert_eq!(chart.leaves(), ["p.x.a", "p.y.b"]);
}

/// XState resolves the history first and derives the exit set from the result, so it can enter a
/// state it never exited. Here a history state lies in its parent, so everything that is entered
/// was exited before.
#[test]
fn entries_and_exits_balance_around_history() {
    let mut chart = run(state("root")
        .initial("box")
        .child(
            noisy("box")
                .initial("left")
                .child(deep_history("back"))
                .child(
                    noisy("left")
                        .initial("l1")
                        .child(noisy("l1").on(EvKind::A, "l2"))
                        .child(noisy("l2").on(EvKind::B, "#box.back")),
                )
                .on(EvKind::C, to("#out")),
        )
        .child(state("out").on(EvKind::C, "box.back")));
    for trigger in [Ev::A, Ev::C, Ev::C] {
        let _ = chart.send(&trigger).unwrap();
    }
    assert_eq!(send(&mut chart, &Ev::B), ["-l2", "-left", "+left", "+l2"]);
}

#[test]
fn the_past_is_saved() {
    let mut first = run(chart(deep_history("back")));
    for trigger in [Ev::A, Ev::B, Ev::C] {
        let _ = first.send(&trigger).unwrap();
    }
    let saved = first.save();
    assert_eq!(saved.root.history["box.back"], ["box.two.deep2"]);
    let mut second = Runner::restore(first.chart().clone(), &saved, Log::default()).unwrap();
    assert_eq!(send(&mut second, &Ev::C), send(&mut first, &Ev::C));
    assert_eq!(second.save(), first.save());
}
