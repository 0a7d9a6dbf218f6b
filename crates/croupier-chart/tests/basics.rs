//! The smallest charts: what a trigger, a timer, a region and a child do.

use croupier_chart::*;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Ev: EvKind { A => "A", B => "B", C => "C", Set { level: u8 } => "SET" }
}

struct Plain;
impl Machine for Plain {
    type Trigger = Ev;
    type Context = u32;
    type Children = ();
    type Rules = Vec<String>;
    type Emit = &'static str;
    type Output = u32;
}

fn log(text: &'static str) -> Action<Plain> {
    action(text, move |s: &mut Scope<'_, Plain>| s.rules.push(text.to_owned()))
}

fn run(root: StateDef<Plain>) -> Runner<Plain> {
    let chart = Definition::new("test", root).compile().expect("sound");
    Runner::start(chart, 0, vec![]).expect("comes to rest")
}

fn count(scope: &mut Scope<'_, Plain>) {
    *scope.context += 1;
}

#[test]
fn a_toggle_toggles() {
    let mut toggle = run(state("root")
        .initial("off")
        .child(state("off").on(EvKind::A, to("on").run(count)))
        .child(state("on").on(EvKind::A, "off")));
    assert_eq!(toggle.leaves(), ["off"]);
    assert!(toggle.send(&Ev::A).unwrap().is_taken());
    assert_eq!(toggle.leaves(), ["on"]);
    assert_eq!(*toggle.snapshot().context(), 1);
    assert_eq!(toggle.send(&Ev::B).unwrap(), Answer::Refused(Refusal::NotHere));
}

#[test]
fn actions_run_exits_first_then_transition_then_entries() {
    let mut chart = run(state("root")
        .initial("a")
        .child(
            state("a")
                .initial("a1")
                .exit(log("exit a"))
                .child(state("a1").exit(log("exit a1")).on(EvKind::A, to("b").run(log("go")))),
        )
        .child(
            state("b")
                .entry(log("enter b"))
                .initial(to("b1").run(log("initial b")))
                .child(state("b1").entry(log("enter b1"))),
        ));
    let _ = chart.send(&Ev::A).unwrap();
    assert_eq!(chart.rules, ["exit a1", "exit a", "go", "enter b", "initial b", "enter b1"]);
}

#[test]
fn one_long_wait_equals_two_short_ones() {
    let chart = || {
        run(state("root")
            .initial("a")
            .child(state("a").after(300, "b"))
            .child(state("b").after(300, "c"))
            .child(state("c").after(300, "d"))
            .child(state("d")))
    };
    let (mut once, mut twice) = (chart(), chart());
    once.advance(1000).unwrap();
    twice.advance(500).unwrap();
    assert_eq!(twice.leaves(), ["b"]);
    twice.advance(500).unwrap();
    assert_eq!(once.leaves(), ["d"]);
    assert_eq!(once.save(), twice.save());
}

struct Parent;
#[derive(Clone, Default)]
struct Kids {
    inner: Option<Actor<Plain>>,
}
impl Machine for Parent {
    type Trigger = Ev;
    type Context = u32;
    type Children = Kids;
    type Rules = Vec<String>;
    type Emit = &'static str;
    type Output = ();
}

#[test]
fn a_child_is_offered_first_and_hands_over_its_output() {
    let inner = Definition::new(
        "inner",
        state("inner")
            .initial("one")
            .child(state("one").on(EvKind::A, to("two").run(count)))
            .child(state("two").after(50, to("end").run(count)))
            .child(last("end").output(|look| *look.context)),
    )
    .compile()
    .unwrap();
    let child =
        ChildDef::<Parent, Plain>::new("inner", inner, slot!(inner), Wiring::shared(), |look| {
            *look.context
        })
        .take(|scope, output| *scope.context = output)
        .on_done("after");
    let chart = Definition::new(
        "outer",
        state("outer")
            .initial("with")
            .on(EvKind::A, to(".never"))
            .child(state("with").invoke(child))
            .child(state("after"))
            .child(state("never")),
    )
    .compile()
    .unwrap();
    let mut outer = Runner::start(chart, 7, vec![]).unwrap();
    assert_eq!(outer.leaves(), ["with", "with/inner/one"]);
    assert!(outer.send(&Ev::A).unwrap().is_taken());
    assert_eq!(outer.leaves(), ["with", "with/inner/two"]);
    assert_eq!(outer.next_due(), Some(50));
    outer.advance(49).unwrap();
    let saved = outer.save();
    let text = serde_json::to_string(&saved).unwrap();
    let saved: Saved = serde_json::from_str(&text).unwrap();
    let mut outer = Runner::restore(outer.chart().clone(), &saved, vec![]).unwrap();
    outer.advance(1).unwrap();
    assert_eq!(outer.leaves(), ["after"]);
    assert_eq!(*outer.snapshot().context(), 9);
}

#[test]
fn all_faults_are_reported_at_once() {
    let faults = Definition::<Plain>::new(
        "broken",
        state("root")
            .initial("frist")
            .child(state("first").on(EvKind::A, "secnd").after(10, "#nowhere"))
            .child(state("second").child(state("x")))
            .child(state("second")),
    )
    .compile()
    .unwrap_err();
    let text = faults.to_string();
    assert!(text.contains("two states are called \"second\""), "{text}");
    assert!(text.contains("did you mean \"first\"?"), "{text}");
    assert!(text.contains("did you mean \"second\"?"), "{text}");
    assert!(text.contains("no initial state"), "{text}");
    assert!(text.contains("#nowhere"), "{text}");
    assert_eq!(faults.faults.len(), 5, "{text}");
}
