//! Charts exported as text.
//!
//! The fixtures were checked with the programs they are meant for: Mermaid parsed and drew the
//! diagrams, Graphviz drew the graph, an XML checker and SCION read the SCXML.

#[path = "../fixtures/everything.rs"]
mod everything;

use croupier_chart::export;
use croupier_chart::prelude::*;
use everything::{CallKind, Hand, Table};

fn table() -> Definition<Table> {
    everything::everything()
}

/// Names with special characters of the export formats.
fn odd() -> Definition<Hand> {
    let bid = to("end")
        .when(guard("a < b && \"c\"; d: e", |_: &Look<'_, Hand>| true))
        .run(action("x -> {y}; #z", |_: &mut Scope<'_, Hand>| ()));
    Definition::new(
        "odd \"names\"",
        state("root")
            .initial("state")
            .describe("One -- two --- three")
            .child(state("state").on(CallKind::Bid, bid))
            .child(state("end").on(CallKind::Bid, "a-b").on(CallKind::Pass, "a_b"))
            .child(state("a-b").on(CallKind::Bid, "1st"))
            .child(state("a_b").on(CallKind::Bid, "1st"))
            .child(final_state("1st")),
    )
}

#[test]
fn the_chart_of_everything_is_sound() {
    table().compile().unwrap();
    assert_eq!(table().compile().unwrap().lints(), []);
    odd().compile().unwrap();
}

#[test]
fn outline_of_everything() {
    assert_eq!(export::outline(&table()), include_str!("../fixtures/everything.txt"));
}

#[test]
fn mermaid_of_everything() {
    assert_eq!(export::mermaid(&table()), include_str!("../fixtures/everything.mmd"));
}

#[test]
fn dot_of_everything() {
    assert_eq!(export::dot(&table()), include_str!("../fixtures/everything.dot"));
}

#[test]
fn scxml_of_everything() {
    assert_eq!(export::scxml(&table()), include_str!("../fixtures/everything.scxml"));
}

#[test]
fn a_root_without_facts_is_not_drawn() {
    assert_eq!(export::mermaid(&everything::hand()), include_str!("../fixtures/hand.mmd"));
    assert_eq!(export::scxml(&everything::hand()), include_str!("../fixtures/hand.scxml"));
}

#[test]
fn mermaid_ids_are_safe_and_texts_are_escaped() {
    let text = export::mermaid(&odd());
    for line in [
        "state \"state\" as s_state",
        "state \"end\" as s_end",
        "state \"a-b\" as a_b",
        "state \"a_b\" as a_b_2",
        "state \"1st\" as s_1st",
        "s_state --> s_end : BID [a #60; b && #34;c#34;#59; d#58; e] / x -#62; #123;y#125;#59; #35;z",
    ] {
        assert!(text.lines().any(|found| found.trim() == line), "{line} in\n{text}");
    }
}

#[test]
fn dot_texts_are_escaped() {
    let text = export::dot(&odd());
    assert!(text.starts_with("digraph \"odd \\\"names\\\"\" {"), "{text}");
    assert!(text.contains("label=\"BID [a < b && \\\"c\\\"; d: e] / x -> {y}; #z\""), "{text}");
    assert!(text.contains("label=<<b>odd \"names\"</b>>"), "{text}");
}

#[test]
fn scxml_ids_are_safe_and_texts_are_escaped() {
    let text = export::scxml(&odd());
    for part in [
        "<!-- One - - two - - - three -->",
        "name=\"odd__names_\"",
        "cond=\"call('a &lt; b &amp;&amp; &quot;c&quot;; d: e')\"",
        "<script>call('x -&gt; {y}; #z');</script>",
        "<final id=\"s_1st\"/>",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// A state may have the same name as the chart it invokes, which in turn may have any name.
#[test]
fn scxml_ids_of_states_and_of_invoked_charts_differ() {
    let text = export::scxml(&everything::calls(["call", "call-run", "2nd call.", "2nd call!"]));
    for part in [
        "<state id=\"call\">",
        "<invoke id=\"call-run\" ",
        "<transition event=\"done.invoke.call-run\" ",
        "<invoke id=\"call-run-run\" ",
        "<invoke id=\"s_2nd_call_\" ",
        "<invoke id=\"s_2nd_call_-run\" ",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// SCXML cannot express a transition to its own source that does not exit it.
#[test]
fn scxml_keeps_what_stays_active() {
    let root = state("root").initial("outer").child(
        state("outer")
            .initial("x")
            .on(CallKind::Bid, to("outer"))
            .on(CallKind::Pass, to("outer").reenter())
            .on(CallKind::Deal, to(".y"))
            .child(state("x").on(CallKind::Start, to("x").run(action("tick", |_| ()))))
            .child(state("y").on(CallKind::Start, "x")),
    );
    let text = export::scxml(&Definition::<Hand>::new("stays", root));
    for part in [
        "<transition event=\"BID\" type=\"internal\" target=\"outer-x\"/>",
        "<transition event=\"PASS\" target=\"outer\"/>",
        "<transition event=\"DEAL\" type=\"internal\" target=\"outer-y\"/>",
        "<transition event=\"START\">\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// Only the parentheses around a whole guard are omitted.
#[test]
fn combined_guards_are_written_with_few_brackets() {
    let yes = |name: &'static str| guard(name, |_: &Look<'_, Hand>| true);
    for (guard, text) in [
        (all([yes("a"), yes("b")]), "[a and b]"),
        (all([any([yes("a"), yes("b")]), yes("c")]), "[(a or b) and c]"),
        (any([all([yes("a"), yes("b")]), all([yes("c"), yes("d")])]), "[(a and b) or (c and d)]"),
        (yes("(a) and (b)"), "[(a) and (b)]"),
        (yes("(a(b)"), "[(a(b)]"),
    ] {
        let root = state("root").on(CallKind::Bid, internal().when(guard));
        let outline = export::outline(&Definition::new("guarded", root));
        assert!(outline.contains(&format!("BID {text} ")), "{text} in\n{outline}");
    }
}

/// A definition with a fault can still be drawn, to help find the fault.
#[test]
fn a_definition_with_faults_can_be_written() {
    let wrong = || {
        let many = (0..300).map(|number| state(format!("s{number}")).on(CallKind::Bid, "s299"));
        [
            Definition::<Hand>::new(
                "wrong",
                state("root").child(state("a").on(CallKind::Bid, "b")),
            ),
            Definition::new("large", state("root").initial("s0").children(many)),
            Definition::new("", history("")),
        ]
    };
    for definition in wrong() {
        for write in [export::outline, export::mermaid, export::dot, export::scxml] {
            assert!(!write(&definition).is_empty());
        }
        assert!(definition.compile().is_err());
    }
}
