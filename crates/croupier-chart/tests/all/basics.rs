//! The smallest charts: the effect of a trigger, a transition and a child.

use crate::common::*;
use croupier_chart::check::laws;
use croupier_chart::prelude::*;

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
        .child(noisy("a").initial("a1").child(noisy("a1").on(EvKind::A, to("b").run(log("go")))))
        .child(noisy("b").initial(to("b1").run(log("initial b"))).child(noisy("b1"))));
    assert_eq!(send(&mut chart, &Ev::A), ["-a1", "-a", "go", "+b", "initial b", "+b1"]);
}

struct Parent;
#[derive(Debug, Clone, Default)]
struct Kids {
    inner: Option<Actor<Test>>,
}
impl Machine for Parent {
    type Trigger = Ev;
    type Context = u32;
    type Children = Kids;
    type Rules = Log;
    type Emit = String;
    type Output = ();
}

#[test]
fn a_child_is_offered_first_and_hands_over_its_output() {
    let inner = compile(
        state("inner")
            .initial("one")
            .child(state("one").on(EvKind::A, to("two").run(count)))
            .child(state("two").after(Millis(50), to("end").run(count)))
            .child(final_state("end").output(|look| *look.context)),
    );
    let child =
        ChildDef::<Parent, Test>::new("inner", inner, slot!(inner), Wiring::shared(), |look| {
            *look.context
        })
        .take(|scope, output| *scope.context = output)
        .on_done("after");
    let outer = Definition::new(
        "outer",
        state("outer")
            .initial("with")
            .on(EvKind::A, to(".never"))
            .child(state("with").invoke(child))
            .child(state("after"))
            .child(state("never")),
    );
    let mut outer = Runner::start(outer.compile().unwrap(), 7, Log::default()).unwrap();
    assert_eq!(outer.leaves(), ["with", "with/inner/one"]);
    assert!(laws::send(&mut outer, &Ev::A).unwrap().is_taken());
    assert_eq!(outer.leaves(), ["with", "with/inner/two"]);
    assert_eq!(outer.next_due(), Some(Millis(50)));
    assert_eq!(laws::wait(&mut outer, Millis(49)).unwrap(), 0);
    assert_eq!(laws::wait(&mut outer, Millis(1)).unwrap(), 1);
    assert_eq!(outer.leaves(), ["after"]);
    assert_eq!(*outer.snapshot().context(), 9);
}
