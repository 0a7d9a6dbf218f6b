//! Exploration: configurations, paths and gaps, with time and children.

#[path = "../fixtures/data_war.rs"]
mod data_war;

use croupier_chart::check::LintKind;
use croupier_chart::check::graph::{self, Coverage, Explorer, PathStep};
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Ev: EvKind { A => "A", B => "B", C => "C", Set { level: u8 } => "SET" }
}

struct Plain;
impl Machine for Plain {
    type Trigger = Ev;
    type Context = u8;
    type Children = ();
    type Rules = u8;
    type Emit = ();
    type Output = u8;
}

fn compile(root: StateDef<Plain>) -> Chart<Plain> {
    Definition::new("test", root).compile().expect("sound")
}

fn toggle() -> Chart<Plain> {
    compile(
        state("toggle")
            .initial("off")
            .child(state("off").on(EvKind::A, "on"))
            .child(state("on").on(EvKind::A, "off").after(Millis(2_000), "off")),
    )
}

fn panic_of(work: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(work).expect_err("should have panicked");
    payload.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn a_toggle_has_two_configurations() {
    let toggle = toggle();
    let graph = graph::explore(&toggle, 0, 0, |_, _| vec![Ev::A, Ev::B]).unwrap();
    let configurations: Vec<_> = graph.configurations().map(ToString::to_string).collect();
    assert_eq!(configurations, ["off", "on; waiting for on"]);
    let steps: Vec<_> =
        graph.steps().map(|(from, step, to)| format!("{from} {step} {to}")).collect();
    assert_eq!(steps, ["0 A 1", "1 A 0", "1 wait 2000 ms 0"]);
    assert!(graph.is_whole());
    assert!(graph.coverage().is_complete());
}

#[test]
fn paths_are_shortest_and_print_well() {
    let toggle = toggle();
    let graph = graph::explore(&toggle, 0, 0, |_, _| vec![Ev::A]).unwrap();
    let shortest: Vec<_> = graph.shortest_paths().iter().map(ToString::to_string).collect();
    assert_eq!(shortest, ["", "→ A"]);
    let covering: Vec<_> = graph.covering_paths().iter().map(ToString::to_string).collect();
    assert_eq!(covering, ["→ A → A → A → wait 2000 ms"]);
    let on = toggle.state("on").unwrap();
    let path = graph.shortest_path_to(|snapshot, _| snapshot.is_in(on)).unwrap();
    assert_eq!(path.steps, [PathStep::Send(Ev::A)]);
    assert_eq!(path.end.active, ["on"]);
    assert_eq!(graph.shortest_path_to(|snapshot, _| snapshot.is_done()), None);
    assert_eq!(PathStep::Send(Ev::Set { level: 3 }).to_string(), r#"SET {"level":3}"#);
}

#[test]
fn covering_a_toggle_is_one_line() {
    graph::cover(&toggle(), 0, 0, |_, _| vec![Ev::A]).assert_complete();
}

#[test]
fn what_is_not_covered_is_listed_with_the_paths_tried() {
    let chart = compile(
        state("lamp")
            .initial("off")
            .child(state("off").on(EvKind::A, "on"))
            .child(state("on").on(EvKind::A, "off").on(EvKind::B, "broken"))
            .child(state("broken").on(EvKind::C, "off")),
    );
    let cover = || graph::cover(&chart, 0, 0, |_, _| vec![Ev::A]);
    let message = panic_of(std::panic::AssertUnwindSafe(|| drop(cover().assert_complete())));
    assert_eq!(
        message,
        "chart test is not covered:
  not visited: test/broken
  not visited: test/on: B → broken
  not visited: test/broken: C → off
2 configurations; paths: 1
  → A → A"
    );
    let excepted = || cover().except("broken", "nobody breaks it");
    excepted().except("on: B → broken", "the same").assert_complete();
    let needless = excepted().except("test/on: B → broken", "the same").except("off", "why?");
    let message = panic_of(std::panic::AssertUnwindSafe(|| drop(needless.assert_complete())));
    assert!(message.contains("\n  needless exception: off (why?)\n"), "{message}");
    assert!(!message.contains("not visited"), "{message}");
}

/// Two seats: each thinks for a while, and an alarm ends both.
fn seats() -> Chart<Plain> {
    let seat = |name: &'static str, kind: EvKind, patience: u64| {
        state(name)
            .initial("idle")
            .child(state("idle").on(kind, "busy"))
            .child(state("busy").after(Millis(patience), "idle").on(EvKind::C, "done"))
            .child(final_state("done"))
    };
    compile(
        state("table").initial("seats").child(final_state("end")).child(
            parallel("seats")
                .on_done("end")
                .after(Millis(2_000), "end")
                .child(seat("one", EvKind::A, 300))
                .child(seat("two", EvKind::B, 500)),
        ),
    )
}

#[test]
fn regions_and_timers_are_part_of_the_state() {
    let seats = seats();
    let triggers = |_: &Snapshot<Plain>, _: &u8| vec![Ev::A, Ev::B, Ev::C];
    let orders = |graph: &graph::Graph<'_, Plain>| -> std::collections::BTreeSet<String> {
        let busy = ["seats.one.busy", "seats.two.busy"];
        let both_busy = graph.configurations().filter(|it| it.active == busy);
        both_busy.map(|it| it.pending.join(" ")).collect()
    };
    let graph = graph::explore(&seats, 0, 0, triggers).unwrap();
    assert_eq!(orders(&graph), ["seats.one.busy seats.two.busy seats".to_owned()].into());
    // Which timer is due first depends on how much of a wait has passed.
    let graph = Explorer::new(&seats, triggers).waits_matter().explore(0, 0).unwrap();
    assert!(graph.is_whole());
    assert!(orders(&graph).contains("seats.two.busy seats.one.busy seats"), "{:?}", orders(&graph));
    let cover = graph::cover(&seats, 0, 0, triggers).assert_complete();
    assert!(cover.paths().len() <= 3, "{cover}");
}

struct Parent;
#[derive(Debug, Clone, Default)]
struct Kids {
    inner: Option<Actor<Plain>>,
}
impl Machine for Parent {
    type Trigger = Ev;
    type Context = u8;
    type Children = Kids;
    type Rules = u8;
    type Emit = ();
    type Output = ();
}

fn family() -> Chart<Parent> {
    let inner = Definition::new(
        "inner",
        state("inner")
            .initial("one")
            .child(state("one").on(EvKind::A, "two").on(EvKind::B, "lost"))
            .child(state("two").after(Millis(50), "end"))
            .child(state("lost").on(EvKind::A, "one"))
            .child(final_state("end").output(|look| *look.context)),
    );
    let inner = inner.compile().expect("sound");
    let child =
        ChildDef::<Parent, Plain>::new("guest", inner, slot!(inner), Wiring::shared(), |l| {
            *l.context
        });
    let root = state("outer")
        .initial("alone")
        .allow(LintKind::UnhandledTrigger, "SET is for other charts of this file")
        .child(state("alone").on(EvKind::C, "together"))
        .child(state("together").invoke(child.on_done("alone")).on(EvKind::C, "alone"));
    assert_sound(Definition::new("outer", root).compile())
}

#[test]
fn children_are_part_of_the_state() {
    let family = family();
    let graph = graph::explore(&family, 0, 0, |_, _| vec![Ev::A, Ev::B, Ev::C]).unwrap();
    let configurations: Vec<_> = graph.configurations().map(ToString::to_string).collect();
    assert_eq!(
        configurations,
        [
            "alone",
            "together, together/guest/one",
            "together, together/guest/two; waiting for guest/two",
            "together, together/guest/lost",
        ]
    );
    graph::cover(&family, 0, 0, |_, _| vec![Ev::A, Ev::B, Ev::C]).assert_complete();
    let message = panic_of(std::panic::AssertUnwindSafe(|| {
        drop(graph::cover(&family, 0, 0, |_, _| vec![Ev::A, Ev::C]).assert_complete());
    }));
    assert!(message.contains("not visited: inner/lost\n"), "{message}");
    assert!(message.contains("not visited: inner/one: B → lost\n"), "{message}");
    graph::cover(&family, 0, 0, |_, _| vec![Ev::A, Ev::C])
        .except("inner/lost", "B is not tried")
        .except("inner/one: B → lost", "B is not tried")
        .assert_complete();
}

#[test]
fn exploring_from_a_snapshot_counts_what_is_active() {
    let family = family();
    let mut rules = 0;
    let mut start = family.start(0, &mut Env::new(&mut rules)).unwrap();
    let _ = family.send(&mut start, &mut Env::new(&mut rules), &Ev::C).unwrap();
    let graph = Explorer::new(&family, |_, _| vec![Ev::A]).explore_from(start, rules).unwrap();
    let visited: Vec<_> = graph.coverage().visited().map(ToString::to_string).collect();
    for item in ["outer/together", "inner/one", "inner/one: A → two", "outer/alone"] {
        assert!(visited.iter().any(|known| known == item), "{item} in {visited:?}");
    }
}

fn add(scope: &mut Scope<'_, Plain>) {
    *scope.context = scope.context.saturating_add(1).min(5);
}
fn is_three(look: &Look<'_, Plain>) -> bool {
    *look.context == 3
}

#[test]
fn a_key_tells_contexts_apart() {
    let chart = compile(
        state("counter")
            .initial("low")
            .child(
                state("low")
                    .on(EvKind::A, internal().run(add))
                    .on(EvKind::B, to("top").when(is_three)),
            )
            .child(final_state("top")),
    );
    let triggers = |_: &Snapshot<Plain>, _: &u8| vec![Ev::A, Ev::B];
    assert!(!graph::cover(&chart, 0, 0, triggers).coverage().is_complete());
    let explorer = Explorer::new(&chart, triggers).key(|snapshot, _| *snapshot.context());
    let cover = explorer.cover(0, 0).assert_complete();
    assert_eq!(cover.paths().len(), 1);
    assert_eq!(cover.paths()[0].to_string(), "→ A → A → A → B");
}

#[test]
fn a_limit_stops_the_search_and_says_so() {
    let chart = compile(state("counter").on(
        EvKind::Set,
        internal().run(|scope: &mut Scope<'_, Plain>| {
            *scope.rules = scope.rules.wrapping_add(1);
        }),
    ));
    let graph = Explorer::new(&chart, |_, _| vec![Ev::Set { level: 1 }])
        .key(|_, rules| *rules)
        .limit(10)
        .explore(0, 0)
        .unwrap();
    assert_eq!(graph.configurations().len(), 10);
    assert!(!graph.is_whole());
}

#[test]
fn a_runaway_comes_with_the_way_there() {
    let chart = compile(
        state("trap")
            .initial("fine")
            .child(state("fine").on(EvKind::A, "edge"))
            .child(state("edge").after(Millis(5), "round"))
            .child(state("round").always("again"))
            .child(state("again").always("round")),
    );
    let error = graph::explore(&chart, 0, 0, |_, _| vec![Ev::A]).expect_err("a runaway");
    assert_eq!(error.path, "→ A → wait 5 ms");
    assert!(error.to_string().contains("does not come to rest"), "{error}");
}

#[test]
fn history_is_part_of_the_state() {
    let chart = compile(
        state("player")
            .initial("playing")
            .child(
                state("playing")
                    .initial("slow")
                    .on(EvKind::C, "paused")
                    .child(state("slow").on(EvKind::A, "fast"))
                    .child(state("fast").on(EvKind::A, "slow"))
                    .child(history("before")),
            )
            .child(state("paused").on(EvKind::C, "playing.before")),
    );
    let graph = graph::explore(&chart, 0, 0, |_, _| vec![Ev::A, Ev::C]).unwrap();
    let paused = graph.configurations().filter(|it| it.active == ["paused"]);
    let remembered: Vec<_> = paused.map(|it| it.remembered.join("")).collect();
    assert_eq!(remembered, ["playing.before: playing.slow", "playing.before: playing.fast"]);
}

#[test]
fn any_run_can_be_measured() {
    let toggle = toggle();
    let mut coverage = Coverage::of(&toggle);
    let mut rules = 0;
    let mut env = Env::new(&mut rules).observed_by(&mut coverage);
    let mut snapshot = toggle.start(0, &mut env).unwrap();
    let _ = toggle.send(&mut snapshot, &mut env, &Ev::A).unwrap();
    assert_eq!(
        coverage.to_string(),
        "3 of 3 states, 1 of 3 transitions
  not visited: test/on: A → off
  not visited: test/on: after 2000 ms → off"
    );
}

#[test]
fn data_war_is_covered_whole() {
    let chart = assert_sound(data_war::definition().compile());
    let explorer = Explorer::new(&chart, |_, _| data_war::triggers()).key(|_, rules| *rules);
    let cover = explorer.cover(0, None).assert_complete();
    let states = cover.coverage().items().filter(|item| item.transition.is_none());
    let top = states.filter(|item| !item.state.is_empty() && !item.state.contains('.'));
    assert_eq!(top.count(), 15);
    assert!(cover.paths().len() <= 10, "{cover}");
}

#[test]
fn walking_a_path_shows_every_rest() {
    let toggle = toggle();
    let graph = graph::explore(&toggle, 0, 0, |_, _| vec![Ev::A]).unwrap();
    let mut leaves = vec![];
    for path in graph.covering_paths() {
        graph.walk(&path, |snapshot, _| leaves.extend(toggle.leaves(snapshot))).unwrap();
    }
    assert_eq!(leaves, ["off", "on", "off", "on", "off"]);
}
