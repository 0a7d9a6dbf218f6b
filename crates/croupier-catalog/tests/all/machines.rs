//! The machines of a game, by name.

use croupier_catalog::{AnyChart, Format, Machines};
use croupier_chart::define::Never;
use croupier_chart::prelude::*;

struct Leaf;
impl Machine for Leaf {
    type Trigger = Never;
    type Context = ();
    type Children = ();
    type Rules = ();
    type Emit = ();
    type Output = ();
}

struct Tree;
#[derive(Debug, Clone, Default)]
struct Leaves {
    leaf: Option<Actor<Leaf>>,
}
impl Machine for Tree {
    type Trigger = Never;
    type Context = ();
    type Children = Leaves;
    type Rules = ();
    type Emit = ();
    type Output = ();
}

/// A chart that invokes one with the id `leaf`, which waits for `span`.
fn tree(id: &'static str, leaf: &'static str, span: Millis) -> &'static dyn AnyChart {
    let root =
        state("leaf").initial("a").child(state("a").after(span, "z")).child(final_state("z"));
    let leaf = Definition::<Leaf>::new(leaf, root).compile().expect("sound");
    let leaf = ChildDef::<Tree, Leaf>::new("leaf", leaf, slot!(leaf), Wiring::shared(), |_| ());
    let root = state("tree").initial("a").child(state("a").invoke(leaf));
    Box::leak(Box::new(Definition::new(id, root).compile().expect("sound")))
}

fn names(machines: &Machines) -> Vec<&str> {
    machines.names().collect()
}

#[test]
fn machines_of_several_charts_make_one_list() {
    let game = ("match", tree("chess", "turn", Millis(5)));
    let machines = Machines::new("Chess", [game, ("room", tree("game", "lobby", Millis(5)))]);
    assert_eq!(names(&machines), ["chess", "turn", "game", "lobby"]);
    assert_eq!(machines.find(None).unwrap().id(), "chess");
    assert_eq!(machines.find(Some("lobby")).unwrap().id(), "lobby");
    let ids: Vec<_> = machines.iter().map(AnyChart::id).collect();
    assert_eq!(ids, names(&machines));
}

#[test]
fn what_two_charts_share_is_listed_once_and_what_only_sounds_alike_twice() {
    let game = ("match", tree("game", "turn", Millis(5)));
    let machines = Machines::new("Chess", [game, ("room", tree("room", "turn", Millis(5)))]);
    assert_eq!(names(&machines), ["game", "turn", "room"]);
    let machines = Machines::new("Chess", [game, ("room", tree("game", "turn", Millis(7)))]);
    assert_eq!(names(&machines), ["game", "turn", "room.game", "room.turn"]);
    let text = |name| machines.find(Some(name)).unwrap().export(Format::Text);
    assert!(text("turn").contains("after 5 ms") && text("room.turn").contains("after 7 ms"));
}

#[test]
fn a_slip_is_recognised_and_a_guess_is_not() {
    let machines = Machines::new("Chess", [("match", tree("chess", "mayIWindow", Millis(5)))]);
    let why = |name| machines.find(Some(name)).unwrap_err().message;
    for slip in ["mayiwindow", "may-i-window", "MayIWindw"] {
        let expected = format!(
            "Chess has no machine {slip:?}; did you mean \"mayIWindow\"? It has chess, mayIWindow"
        );
        assert_eq!(why(slip), expected);
    }
    assert_eq!(why("lobby"), "Chess has no machine \"lobby\"; it has chess, mayIWindow");
}
