//! The order in which things happen inside one step.

use std::sync::OnceLock;

use crate::common::*;
use croupier_chart::prelude::*;

#[test]
fn a_transition_to_the_source_stays_inside_unless_it_reenters() {
    let root = |reenter: bool| {
        let go = to("a").run(log("go"));
        let go = if reenter { go.reenter() } else { go };
        state("root")
            .initial("a")
            .child(noisy("a").initial("b").on(EvKind::A, go).child(noisy("b")).child(noisy("c")))
    };
    assert_eq!(send(&mut run(root(false)), &Ev::A), ["-b", "go", "+b"]);
    assert_eq!(send(&mut run(root(true)), &Ev::A), ["-b", "-a", "go", "+a", "+b"]);
}

#[test]
fn initial_actions_run_on_default_entry_only() {
    let mut chart = run(state("root")
        .initial("start")
        .child(state("start").on(EvKind::A, "box").on(EvKind::B, "box.two"))
        .child(
            noisy("box")
                .initial(to("one").run(log("default")))
                .child(noisy("one"))
                .child(noisy("two").on(EvKind::C, "start")),
        ));
    assert_eq!(send(&mut chart, &Ev::B), ["+box", "+two"]);
    let _ = send(&mut chart, &Ev::C);
    assert_eq!(send(&mut chart, &Ev::A), ["+box", "default", "+one"]);
}

#[test]
fn eventless_transitions_come_before_raised_triggers() {
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, to("b").run(|s: &mut Scope<'_, Test>| s.raise(Ev::B))))
        .child(noisy("b").on(EvKind::B, internal().run(log("too early"))).always("c"))
        .child(noisy("c").on(EvKind::B, internal().run(log("raised")))));
    assert_eq!(send(&mut chart, &Ev::A), ["+b", "-b", "+c", "raised"]);
}

#[test]
fn raised_triggers_are_handled_in_order_before_the_step_ends() {
    fn raise_two(scope: &mut Scope<'_, Test>) {
        scope.raise(Ev::B);
        scope.raise(Ev::C);
    }
    let mut chart = run(state("root")
        .on(EvKind::A, internal().run(raise_two))
        .on(EvKind::B, internal().run(log("B")))
        .on(EvKind::C, internal().run(log("C"))));
    assert_eq!(send(&mut chart, &Ev::A), ["B", "C"]);
}

#[test]
fn a_triggers_data_stays_visible_in_the_eventless_steps_that_follow() {
    fn keep(scope: &mut Scope<'_, Test>) {
        if let Some(Ev::Set { level }) = scope.trigger() {
            *scope.context = *level;
        }
    }
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").on(EvKind::Set, "b"))
        .child(state("b").always("c"))
        .child(state("c").entry(keep)));
    let _ = chart.send(&Ev::Set { level: 7 }).unwrap();
    assert_eq!(*chart.snapshot().context(), 7);
}

#[test]
fn a_state_is_active_from_before_its_entry_until_after_its_exit() {
    // Handles exist only once the chart is compiled, so the actions get them afterwards.
    static HANDLES: OnceLock<[(&str, StateId<Test>); 3]> = OnceLock::new();
    fn look_around(scope: &mut Scope<'_, Test>) {
        let handles = HANDLES.get().expect("set before the chart starts");
        let active = handles.iter().filter(|(_, state)| scope.is_in(*state));
        let names: Vec<_> = active.map(|(name, _)| *name).collect();
        scope.rules.lines.push(names.join(" "));
    }
    let chart = compile(
        state("root").initial("outer").child(
            state("outer")
                .initial("one")
                .child(state("one").exit(look_around).on(EvKind::A, to("two").run(look_around)))
                .child(state("two").entry(look_around)),
        ),
    );
    let handle = |path| (path, chart.state(path).unwrap());
    HANDLES.set(["outer", "outer.one", "outer.two"].map(handle)).unwrap();
    let mut chart = Runner::start(chart, 0, Log::default()).unwrap();
    assert_eq!(send(&mut chart, &Ev::A), ["outer outer.one", "outer", "outer outer.two"]);
}

#[test]
fn multiple_targets_enter_all_their_regions_and_the_others_by_default() {
    let region =
        |key: &'static str| state(key).initial("one").child(state("one")).child(state("two"));
    let mut chart = run(state("root")
        .initial("out")
        .child(state("out").on(EvKind::A, to_all(["p.x.two", "p.z.two"])))
        .child(parallel("p").child(region("x")).child(region("y")).child(region("z"))));
    let _ = send(&mut chart, &Ev::A);
    assert_eq!(chart.leaves(), ["p.x.two", "p.y.one", "p.z.two"]);
}

#[test]
fn done_goes_up_through_parallel_states() {
    let region = |key: &'static str, kind| {
        state(key).initial("run").child(state("run").on(kind, "end")).child(final_state("end"))
    };
    let mut chart = run(state("root")
        .initial("p")
        .child(
            parallel("p")
                .on_done(to("after").run(log("all done")))
                .child(region("x", EvKind::A).on_done(internal().run(log("x done"))))
                .child(region("y", EvKind::B).on_done(internal().run(log("y done")))),
        )
        .child(state("after")));
    assert_eq!(send(&mut chart, &Ev::B), ["y done"]);
    assert_eq!(send(&mut chart, &Ev::A), ["x done", "all done"]);
    assert_eq!(chart.leaves(), ["after"]);
}

/// Two ends are queued at once; the first one leaves the state, so nothing handles the second.
#[test]
fn a_state_left_in_the_meantime_does_not_hear_that_it_was_done() {
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").on(EvKind::A, "x"))
        .child(state("x").initial("end").always("y").on_done("z").child(final_state("end")))
        .child(state("y"))
        .child(state("z")));
    let _ = send(&mut chart, &Ev::A);
    assert_eq!(chart.leaves(), ["y"]);
    let region = |key: &'static str| {
        state(key).initial("run").child(state("run").on(EvKind::A, "end")).child(final_state("end"))
    };
    let mut chart = run(state("root")
        .initial("p")
        .child(
            parallel("p")
                .on_done(to("never").run(log("too late")))
                .child(region("x"))
                .child(region("y").on_done("#out")),
        )
        .child(state("out"))
        .child(state("never")));
    assert_eq!(send(&mut chart, &Ev::A), Vec::<String>::new());
    assert_eq!(chart.leaves(), ["out"]);
}

#[test]
fn the_end_runs_all_exit_actions_and_refuses_what_comes_later() {
    let mut chart = run(noisy("root")
        .initial("a")
        .child(noisy("a").on(EvKind::A, "end"))
        .child(final_state("end").exit(log("-end")).output(|look| *look.context + 1)));
    assert_eq!(send(&mut chart, &Ev::A), ["-a", "-end", "-root"]);
    assert!(chart.snapshot().is_done());
    assert_eq!(chart.leaves(), ["end"]);
    assert_eq!(chart.output(), Some(1));
    assert_eq!(chart.send(&Ev::A).unwrap(), Answer::Refused(Refusal::Finished));
    assert_eq!(chart.advance(Millis(1000)).unwrap(), 0);
}

#[test]
fn a_chart_can_be_started_in_the_middle() {
    let chart = compile(noisy("root").initial("a").child(noisy("a")).child(
        noisy("box").initial("x").child(noisy("x")).child(noisy("y").after(Millis(10), "x")),
    ));
    let mut rules = Log::default();
    let middle = chart.state("box.y").unwrap();
    let snapshot = chart.start_in(middle, Millis(500), 0, &mut Env::new(&mut rules)).unwrap();
    assert_eq!(rules.lines, ["+root", "+box", "+y"]);
    assert_eq!(chart.leaves(&snapshot), ["box.y"]);
    assert_eq!(chart.next_due(&snapshot), Some(Millis(510)));
}

#[test]
fn a_chart_can_be_stopped_before_its_end() {
    let chart = compile(
        noisy("root")
            .initial("a")
            .child(noisy("a").after(Millis(10), "end"))
            .child(final_state("end").output(|look| *look.context)),
    );
    let mut rules = Log::default();
    let mut snapshot = chart.start(0, &mut Env::new(&mut rules)).unwrap();
    chart.stop(&mut snapshot, &mut Env::new(&mut rules));
    assert_eq!(rules.lines, ["+root", "+a", "-a", "-root"]);
    assert!(snapshot.is_done());
    assert_eq!(chart.output(&snapshot, &rules), None);
    assert_eq!(chart.next_due(&snapshot), None);
}

#[test]
fn a_trigger_can_be_raised_when_a_state_is_done() {
    let mut chart = run(state("root")
        .initial("box")
        .on(EvKind::Set, internal().run(log("heard of it")))
        .child(
            state("box")
                .initial("a")
                .raise_when_done(|look| Ev::Set { level: *look.context })
                .child(state("a").on(EvKind::A, "b"))
                .child(final_state("b")),
        ));
    assert_eq!(send(&mut chart, &Ev::A), ["heard of it"]);
}

#[test]
fn a_chart_that_never_rests_is_an_error_not_a_hang() {
    let chart = compile(
        state("root")
            .initial("a")
            .child(state("a").on(EvKind::A, "b"))
            .child(state("b").always(to("c").when(not(open(0)))))
            .child(state("c").always(to("b").when(not(open(0))))),
    );
    let mut runner = Runner::start(chart, 0, Log::default()).unwrap();
    let runaway = runner.send(&Ev::A).unwrap_err();
    assert_eq!(runaway.chart(), "test");
    assert!(runaway.to_string().contains("does not come to rest"));
}

#[test]
fn timers_of_length_zero_cannot_hang_either() {
    let mut chart = run(state("root")
        .initial("a")
        .child(state("a").after(Millis::ZERO, "b"))
        .child(state("b").after(Millis::ZERO, "a")));
    assert!(chart.advance(Millis(10)).is_err());
}
