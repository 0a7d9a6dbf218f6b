//! Every lint: a chart that has it, one that does not, and one that allows it.

use croupier_chart::check::LintKind;
use croupier_chart::define::{Never, Semantics, Slot, Wildcards};
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};

triggers! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Ev: EvKind { A => "A", B => "B" }
}

#[derive(Debug)]
struct Plain;
#[derive(Debug, Clone, Default)]
struct Kids {
    inner: Option<Actor<Inner>>,
    again: Option<Actor<Inner>>,
    stranger: Option<Actor<Stranger>>,
}
impl Machine for Plain {
    type Trigger = Ev;
    type Context = ();
    type Children = Kids;
    type Rules = ();
    type Emit = ();
    type Output = ();
}
struct Inner;
impl Machine for Inner {
    type Trigger = Ev;
    type Context = ();
    type Children = ();
    type Rules = ();
    type Emit = ();
    type Output = ();
}

struct Stranger;
impl Machine for Stranger {
    type Trigger = Never;
    type Context = ();
    type Children = ();
    type Rules = ();
    type Emit = ();
    type Output = ();
}

fn open(_: &Look<'_, Plain>) -> bool {
    true
}

fn definition(root: StateDef<Plain>) -> Definition<Plain> {
    Definition::new("test", root)
}

fn lints_of(definition: Definition<Plain>) -> Vec<String> {
    definition.compile().expect("sound").lints().iter().map(ToString::to_string).collect()
}

fn lints(root: StateDef<Plain>) -> Vec<String> {
    lints_of(definition(root))
}

const SOUND: [String; 0] = [];

/// Two states that take both triggers, so that nothing else is suspicious.
fn pair() -> (StateDef<Plain>, StateDef<Plain>) {
    (state("a").on(EvKind::A, to("b").when(open)), state("b").on(EvKind::B, "a"))
}

fn root(children: impl IntoIterator<Item = StateDef<Plain>>) -> StateDef<Plain> {
    state("root").initial("a").children(children)
}

#[test]
fn a_sound_chart_has_no_lints() {
    let (a, b) = pair();
    assert_eq!(lints(root([a, b])), SOUND);
}

#[test]
fn unreachable_state() {
    let lost = || {
        state("lost")
            .initial("x")
            .on(EvKind::A, "a")
            .child(state("x").on(EvKind::A, "y"))
            .child(state("y"))
    };
    let (a, b) = pair();
    assert_eq!(
        lints(root([a, b, lost()])),
        ["unreachable-state: no transition leads to state \"lost\", nor to the 2 states inside it"]
    );
    let (a, b) = pair();
    assert_eq!(lints(root([a.on(EvKind::B, "lost"), b, lost()])), SOUND);
    let (a, b) = pair();
    let lost = lost().allow(LintKind::UnreachableState, "entered by restore only");
    assert_eq!(lints(root([a, b, lost])), SOUND);
}

#[test]
fn what_only_an_end_that_never_comes_leads_to_is_unreachable() {
    let after = |end: StateDef<Plain>, way: &'static str| {
        root([
            state("a")
                .initial("x")
                .on_done("b")
                .child(state("x").on(EvKind::A, way))
                .child(state("y").on(EvKind::B, "x"))
                .child(end),
            state("b").on(EvKind::B, "a"),
        ])
    };
    assert_eq!(
        lints(after(final_state("z"), "y")),
        [
            "unreachable-state: no transition leads to state \"a.z\"",
            "unreachable-state: no transition leads to state \"b\"",
        ]
    );
    let reported = lints(after(final_state("z"), "z"));
    assert_eq!(reported, ["unreachable-state: no transition leads to state \"a.y\""]);
}

#[test]
fn history_states_are_reached_by_being_targets() {
    let with = |target: &'static str| {
        state("root")
            .initial("outer")
            .child(
                state("outer")
                    .initial("x")
                    .on(EvKind::B, "aside")
                    .child(state("x").on(EvKind::A, "y"))
                    .child(state("y").on(EvKind::A, "x"))
                    .child(history("h")),
            )
            .child(state("aside").on(EvKind::A, target))
    };
    assert_eq!(lints(with("outer.h")), SOUND);
    assert_eq!(
        lints(with("outer")),
        ["unreachable-state: no transition leads to state \"outer.h\""]
    );
}

#[test]
fn trap_state() {
    let with = |b: StateDef<Plain>| root([state("a").on(EvKind::A, "b"), b]);
    assert_eq!(
        lints(with(state("b").on(EvKind::B, internal()))),
        ["trap-state: state \"b\" is not final, and nothing leads out of it"]
    );
    // A transition back to the same state is no way out.
    let again = state("b").on(EvKind::B, to("b").reenter());
    assert_eq!(lints(with(again)).len(), 1);
    for fine in
        [state("b").on(EvKind::B, "a"), state("b").on(EvKind::B, internal()).after(Millis(10), "a")]
    {
        assert_eq!(lints(with(fine)), SOUND);
    }
    assert_eq!(lints(with(state("b").on(EvKind::B, internal())).on(EvKind::A, to(".a"))), SOUND);
    let b = state("b").on(EvKind::B, internal()).allow(LintKind::TrapState, "the host takes over");
    assert_eq!(lints(with(b)), SOUND);
}

#[test]
fn a_region_that_another_region_ends_is_no_trap() {
    let with = |target: &'static str| {
        state("root")
            .initial("both")
            .child(
                parallel("both")
                    .child(
                        state("left")
                            .initial("x")
                            .child(state("x").on(EvKind::A, "y"))
                            .child(state("y")),
                    )
                    .child(state("right").on(EvKind::B, target)),
            )
            .child(state("after").on(EvKind::A, "both"))
    };
    assert_eq!(lints(with("after")), SOUND);
}

#[test]
fn shadowed_transition() {
    let with = |a: StateDef<Plain>| root([a, state("b").on(EvKind::B, "a")]);
    assert_eq!(
        lints(with(state("a").on(EvKind::A, ["b", "a"].map(to)))),
        ["shadowed-transition: the transition on A to a of state \"a\" is never taken: \
          one without a guard stands before it"]
    );
    assert_eq!(lints(with(state("a").on(EvKind::A, [to("b").when(open), to("a")]))), SOUND);
    let allowed = state("a")
        .on(EvKind::A, ["b", "a"].map(to))
        .allow(LintKind::ShadowedTransition, "documents the old way");
    assert_eq!(lints(with(allowed)), SOUND);
    // An inner state may legitimately override what an outer one does.
    let outer = with(state("a").on(EvKind::A, "b")).on(EvKind::A, to(".a"));
    assert_eq!(lints(outer), SOUND);
}

#[test]
fn wildcards_and_lists_can_be_shadowed() {
    let with = |a: StateDef<Plain>| root([a, state("b").on(EvKind::B, "a")]);
    let by_order = |a| {
        let semantics = Semantics { wildcards: Wildcards::DocumentOrder, ..Semantics::default() };
        lints_of(definition(with(a)).semantics(semantics))
    };
    let any_first = || state("a").on_any("b").on(EvKind::A, to("a").reenter());
    assert_eq!(lints(with(any_first())), SOUND);
    assert_eq!(by_order(any_first()).len(), 1);
    assert_eq!(
        lints(with(state("a").on_any("a").on(EvKind::A, "b").on(EvKind::B, "b"))),
        ["shadowed-transition: the transition on any trigger to a of state \"a\" is never taken: \
          others without guards take every trigger"]
    );
    assert_eq!(
        lints(with(state("a").on(EvKind::A, "b").on_each([EvKind::A, EvKind::B], "b"))),
        [
            "shadowed-transition: the transition on A or B to b of state \"a\" is never taken for A: \
          one without a guard stands before it"
        ]
    );
}

#[test]
fn timers_ends_and_eventless_ones_can_be_shadowed() {
    let with = |a: StateDef<Plain>| root([a, state("b").on(EvKind::B, "a").on(EvKind::A, "a")]);
    for (a, count) in [
        (state("a").after(Millis(10), [to("b"), to("a")]), 1),
        (state("a").after(Millis(10), "b").after(Millis(20), "a"), 1),
        (state("a").after(Millis(20), "a").after(Millis(10), "b"), 1),
        (state("a").after(Millis(10), internal()).after(Millis(20), "b"), 0),
        (state("a").after(Millis(10), to("b").when(open)).after(Millis(20), "b"), 0),
        (state("a").always([to("b").when(open), to("b"), to("b")]), 1),
        (state("a").always("b").on(EvKind::A, "b").after(Millis(5), "b"), 2),
        (state("a").always(to("b").when(open)).on(EvKind::A, "b"), 0),
    ] {
        let text = format!("{:?}", a.handlers);
        assert_eq!(lints(with(a)).len(), count, "{text}");
    }
}

#[test]
fn eventless_cycle() {
    let with = |b: Transition<Plain>| {
        root([
            state("a").on_each([EvKind::A, EvKind::B], "b"),
            state("b").always(b),
            state("c").always("d"),
            state("d").always("b"),
        ])
    };
    assert_eq!(
        lints(with(to("c"))),
        ["eventless-cycle: eventless transitions without guards form a cycle: b → c → d → b"]
    );
    // A guard anywhere in the cycle can stop it.
    let guarded = root([
        state("a").on_each([EvKind::A, EvKind::B], "b"),
        state("b").always([to("a").when(open), to("c")]),
        state("c").always("b"),
    ]);
    assert_eq!(lints(guarded), SOUND);
    let allowed = with(to("c")).allow(LintKind::EventlessCycle, "shows what fuel is for");
    assert_eq!(lints(allowed), SOUND);
    let still = root([
        state("a").on_each([EvKind::A, EvKind::B], "b"),
        state("b").always(internal()).on(EvKind::A, "a"),
    ]);
    assert_eq!(
        lints(still),
        ["eventless-cycle: eventless transitions without guards form a cycle: b → b"]
    );
}

fn inner(end: StateDef<Inner>) -> ChildDef<Plain, Inner> {
    inner_as("guest", slot!(inner), end)
}

fn inner_as(
    id: &'static str,
    slot: Slot<Plain, Inner>,
    end: StateDef<Inner>,
) -> ChildDef<Plain, Inner> {
    let inner = state("inner").initial("on").child(state("on").on(EvKind::A, "off")).child(end);
    let inner = Definition::new("inner", inner).compile().expect("sound");
    ChildDef::new(id, inner, slot, Wiring::shared(), |_| ())
}

#[test]
fn endless_child() {
    let with = |end, b: fn(StateDef<Plain>) -> StateDef<Plain>| {
        let a = state("a").invoke(inner(end).on_done("b")).on(EvKind::B, "b");
        root([b(a), state("b").on(EvKind::B, "a")])
    };
    assert_eq!(
        lints(with(state("off"), |a| a)),
        [
            "endless-child: state \"a\" waits for \"guest\" to end, but chart \"inner\" has no final \
          state at its top"
        ]
    );
    assert_eq!(lints(with(final_state("off"), |a| a)), SOUND);
    let allowed = lints(with(state("off"), |a| a.allow(LintKind::EndlessChild, "next version")));
    assert_eq!(allowed, SOUND);
}

#[test]
fn unhandled_trigger() {
    let with = || root([state("a").on(EvKind::A, "b"), state("b").on(EvKind::A, "a")]);
    assert_eq!(lints(with()), ["unhandled-trigger: no state reacts to trigger \"B\""]);
    assert_eq!(lints(with().on(EvKind::B, internal())), SOUND);
    assert_eq!(lints(with().on_any(internal())), SOUND);
    assert_eq!(lints(with().allow(LintKind::UnhandledTrigger, "for the client only")), SOUND);
}

#[test]
fn what_a_parent_does_not_handle_may_be_meant_for_its_children() {
    let parent = |end| {
        root([state("a").invoke(inner(end)).on(EvKind::A, "b"), state("b").on(EvKind::A, "a")])
    };
    assert_eq!(
        lints(parent(final_state("off"))),
        ["unhandled-trigger: no state reacts to trigger \"B\""]
    );
    assert_eq!(lints(parent(state("off").on(EvKind::B, "on"))), SOUND);
    // It is unknown what a child with its own triggers is offered.
    let stranger =
        Definition::<Stranger>::new("stranger", state("s").initial("z").child(final_state("z")));
    let wiring =
        Wiring { map: |_| None, lend: |rules| rules, lend_mut: |rules| rules, relay: Relay::Emit };
    let stranger = stranger.compile().expect("sound");
    let stranger = ChildDef::<Plain, _>::new("guest", stranger, slot!(stranger), wiring, |_| ());
    let a = state("a").invoke(stranger).on(EvKind::A, "b");
    assert_eq!(lints(root([a, state("b").on(EvKind::A, "a")])), SOUND);
}

#[test]
fn a_part_of_a_larger_chart_need_not_handle_every_trigger() {
    let part = || definition(root([state("a").on(EvKind::A, "b"), state("b").on(EvKind::A, "a")]));
    assert_eq!(lints_of(part()).len(), 1);
    assert_eq!(lints_of(part().shares_triggers()), SOUND);
    // It has no other effect, not even on the hash, so saves stay valid.
    let hash = |part: Definition<Plain>| part.compile().unwrap().hash();
    assert_eq!(hash(part()), hash(part().shares_triggers()));
}

#[test]
fn ambiguous_chart() {
    let with = |first: StateDef<Inner>, second: StateDef<Inner>| {
        let again = inner_as("again", slot!(again), second);
        root([
            state("a").invoke(inner(first)).on(EvKind::A, "b"),
            state("b").invoke(again).on(EvKind::B, "a"),
        ])
    };
    assert_eq!(
        lints(with(final_state("off"), state("off"))),
        ["ambiguous-chart: state \"b\" runs a second chart called \"inner\""]
    );
    assert_eq!(lints(with(final_state("off"), final_state("off"))), SOUND);
    let allowed = with(final_state("off"), state("off"))
        .allow(LintKind::AmbiguousChart, "the second one goes next week");
    assert_eq!(lints(allowed), SOUND);
    // The invoking chart has an id, too.
    let a =
        state("a").invoke(inner(final_state("off"))).on_each([EvKind::A, EvKind::B], internal());
    let reported = lints_of(Definition::new("inner", root([a])));
    assert_eq!(reported[0], "ambiguous-chart: state \"a\" runs a second chart called \"inner\"");
}

#[test]
fn stale_allowance() {
    let with = |b: StateDef<Plain>| root([state("a").on(EvKind::A, "b"), b.on(EvKind::B, "a")]);
    let stale = || state("b").allow(LintKind::TrapState, "once it was one");
    assert_eq!(
        lints(with(stale())),
        ["stale-allowance: state \"b\" allows trap-state (once it was one), but there is nothing \
          to allow"]
    );
    assert_eq!(lints(with(state("b"))), SOUND);
    assert_eq!(lints(with(stale().allow(LintKind::StaleAllowance, "built in a loop"))), SOUND);
    assert_eq!(lints(with(state("b").allow(LintKind::StaleAllowance, "for nothing"))).len(), 1);
}

#[test]
fn an_allowance_covers_what_lies_inside() {
    let outer = || {
        root([
            state("a").on(EvKind::A, "b"),
            state("b")
                .initial("x")
                .child(state("x").on(EvKind::B, "y"))
                .child(state("y"))
                .allow(LintKind::TrapState, "the end of the tutorial"),
        ])
    };
    assert_eq!(lints(outer()), SOUND);
    // The innermost one is used, so the outer one is not needed.
    let twice = lints(outer().allow(LintKind::TrapState, "everywhere"));
    assert_eq!(twice.len(), 1);
    assert!(twice[0].contains("the root of \"test\" allows trap-state (everywhere)"), "{twice:?}");
}

#[test]
fn reports_carry_the_state() {
    let chart = definition(root([state("a").on(EvKind::A, "b"), state("b")])).compile().unwrap();
    let found: Vec<_> = chart.lints().iter().map(|lint| (lint.kind, lint.state.as_str())).collect();
    assert_eq!(found, [(LintKind::UnhandledTrigger, ""), (LintKind::TrapState, "b")]);
}

#[test]
#[should_panic(expected = "chart test has 2 lints:\n  unhandled-trigger: no state reacts to \
                           trigger \"B\"\n  trap-state: state \"b\" is not final")]
fn assert_sound_lists_every_lint() {
    assert_sound(definition(root([state("a").on(EvKind::A, "b"), state("b")])).compile());
}

#[test]
#[should_panic(expected = "chart test has 2 faults:")]
fn assert_sound_lists_every_fault() {
    assert_sound(definition(root([state("a").on(EvKind::A, "c").on(EvKind::B, "d")])).compile());
}
