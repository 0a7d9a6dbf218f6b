//! The XState export: every part of a definition as a `createMachine` configuration.
//!
//! Whether XState interprets them as intended is tested by `croupier-differential`, which runs
//! thousands of exported charts in XState.

use croupier_chart::compile::MAX_STATES;
use croupier_chart::define::TriggerKind;
use croupier_chart::export;
use croupier_chart::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

triggers! {
    /// The triggers of these charts.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub enum Ev: EvKind { Go => "GO", Stop => "STOP" }
}

struct Plain;
impl Machine for Plain {
    type Trigger = Ev;
    type Context = ();
    type Children = Slots;
    type Rules = ();
    type Emit = ();
    type Output = ();
}

#[derive(Debug, Clone, Default)]
struct Slots {
    inner: Option<Actor<Inner>>,
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

fn ring(_: &mut Scope<'_, Plain>) {}
fn is_open(_: &Look<'_, Plain>) -> bool {
    true
}
fn patience(_: &Look<'_, Plain>) -> Millis {
    Millis(7)
}

/// Checks how a state is exported. It is called `s`, and has siblings `a`, `b` and `p.l`, `p.r`.
#[track_caller]
fn check(state_def: StateDef<Plain>, expected: &Value) {
    let root = state("root")
        .initial("s")
        .child(state_def)
        .child(state("a"))
        .child(state("b"))
        .child(parallel("p").child(state("l")).child(state("r")));
    let chart = Definition::new("c", root).compile().expect("sound");
    let config = export::xstate(chart.definition());
    assert_eq!(&config["states"]["s"], expected);
}

#[test]
fn the_root_has_the_chart_s_id_and_starts_in_a_child() {
    let chart = Definition::<Plain>::new(
        "lamp",
        state("root").initial(to("#on").run(ring)).child(state("off")).child(state("on")),
    );
    let expected = json!({
        "id": "lamp",
        "initial": { "target": "on", "actions": [{ "type": "ring" }] },
        "states": { "off": {}, "on": {} },
    });
    assert_eq!(export::xstate(&chart), expected);
}

#[test]
fn states_keep_document_order() {
    let chart = Definition::<Plain>::new(
        "c",
        state("root").initial("z").child(state("z")).child(state("m")).child(state("a")),
    );
    let config = export::xstate(&chart);
    let keys: Vec<_> = config["states"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["z", "m", "a"]);
}

#[test]
fn every_kind_of_state() {
    check(
        parallel("s").child(state("x").initial("y").child(final_state("y"))).child(
            state("z")
                .initial("u")
                .child(state("u"))
                .child(history("h"))
                .child(deep_history("d").default("#s.z.u")),
        ),
        &json!({
            "type": "parallel",
            "states": {
                "x": { "initial": "y", "states": { "y": { "type": "final" } } },
                "z": {
                    "initial": "u",
                    "states": {
                        "u": {},
                        "h": { "type": "history", "history": "shallow" },
                        "d": { "type": "history", "history": "deep", "target": "#c.s.z.u" },
                    },
                },
            },
        }),
    );
}

#[test]
fn a_leaf_with_history_inside_says_that_it_is_a_leaf() {
    let chart = Definition::<Plain>::new(
        "c",
        state("root").initial("s").child(state("s").child(history("h"))),
    );
    assert_eq!(export::xstate(&chart)["states"]["s"]["type"], "atomic");
}

#[test]
fn triggers_candidates_wildcards_and_forbidden_ones() {
    check(
        state("s")
            .on(EvKind::Go, [to("a").when(is_open).run(ring), to("b").reenter()])
            .on_any(internal().run(ring))
            .forbid(EvKind::Stop),
        &json!({
            "on": {
                "GO": [
                    {
                        "target": "#c.a",
                        "guard": { "type": "is_open" },
                        "actions": [{ "type": "ring" }],
                    },
                    { "target": "#c.b", "reenter": true },
                ],
                "*": [{ "actions": [{ "type": "ring" }] }],
                "STOP": [{}],
            },
        }),
    );
}

#[test]
fn one_transition_on_several_triggers_stands_under_each() {
    check(
        state("s").on_each(EvKind::all().iter().copied(), "a"),
        &json!({ "on": { "GO": [{ "target": "#c.a" }], "STOP": [{ "target": "#c.a" }] } }),
    );
}

#[test]
fn several_targets_and_the_root() {
    check(
        state("s").on(EvKind::Go, to_all(["p.l", "p.r"])).on(EvKind::Stop, to("#c")),
        &json!({
            "on": {
                "GO": [{ "target": ["#c.p.l", "#c.p.r"] }],
                "STOP": [{ "target": "#c" }],
            },
        }),
    );
}

#[test]
fn delays_by_number_or_name_and_equal_ones_together() {
    check(
        state("s")
            .after(Millis(500), to("a").when(is_open))
            .after(patience, "b")
            .after(Millis(500), "b"),
        &json!({
            "after": {
                "500": [
                    { "target": "#c.a", "guard": { "type": "is_open" } },
                    { "target": "#c.b" },
                ],
                "patience": [{ "target": "#c.b" }],
            },
        }),
    );
}

#[test]
fn eventless_and_done() {
    check(
        state("s")
            .initial("x")
            .always(to("a").when(is_open))
            .on_done("b")
            .child(state("x").on(EvKind::Go, "y"))
            .child(final_state("y")),
        &json!({
            "initial": "x",
            "always": [{ "target": "#c.a", "guard": { "type": "is_open" } }],
            "onDone": [{ "target": "#c.b" }],
            "states": {
                "x": { "on": { "GO": [{ "target": "#c.s.y" }] } },
                "y": { "type": "final" },
            },
        }),
    );
}

#[test]
fn combined_guards_are_data() {
    let guarded = to("a").when(all([
        guard("even", |_: &Look<'_, Plain>| true),
        any([not(is_open), in_state("p.l")]),
    ]));
    let config = json!({
        "type": "and",
        "params": { "guards": [
            { "type": "even" },
            { "type": "or", "params": { "guards": [
                { "type": "not", "params": { "guards": [{ "type": "is_open" }] } },
                { "type": "stateIn", "params": { "state": "#c.p.l" } },
            ] } },
        ] },
    });
    check(
        state("s").on(EvKind::Go, guarded),
        &json!({ "on": { "GO": [{ "target": "#c.a", "guard": config }] } }),
    );
}

#[test]
fn actions_and_words_for_people() {
    check(
        state("s")
            .entry(ring)
            .exit(action("bow", |_: &mut Scope<'_, Plain>| {}))
            .tag("busy")
            .describe("Somebody is at it.")
            .meta("tooltip", "Wait!")
            .on(EvKind::Go, to("a").describe("Off we go.")),
        &json!({
            "description": "Somebody is at it.",
            "tags": ["busy"],
            "meta": { "tooltip": "Wait!" },
            "entry": [{ "type": "ring" }],
            "exit": [{ "type": "bow" }],
            "on": { "GO": [{ "target": "#c.a", "description": "Off we go." }] },
        }),
    );
}

#[test]
fn invoked_charts_by_their_id() {
    let inner =
        Definition::<Inner>::new("inner", state("inner").initial("end").child(final_state("end")));
    let inner = inner.compile().expect("sound");
    let child =
        ChildDef::<Plain, Inner>::new("helper", inner, slot!(inner), Wiring::shared(), |_| ())
            .on_done([to("a").when(is_open), to("b")]);
    check(
        state("s").invoke(child),
        &json!({
            "invoke": [{
                "id": "helper",
                "src": "inner",
                "onDone": [
                    { "target": "#c.a", "guard": { "type": "is_open" } },
                    { "target": "#c.b" },
                ],
            }],
        }),
    );
}

#[test]
fn what_cannot_be_found_stays_as_written() {
    let chart = Definition::<Plain>::new(
        "c",
        state("root").initial("s").child(state("s").on(EvKind::Go, "nowhere")),
    );
    let config = export::xstate(&chart);
    assert_eq!(config["states"]["s"]["on"]["GO"], json!([{ "target": "nowhere" }]));
    let many = (0..MAX_STATES * 3).map(|number| state(format!("n{number}")));
    let large = Definition::<Plain>::new("c", state("root").initial("n0").children(many));
    assert_eq!(export::xstate(&large)["initial"], "n0");
}
