//! One small chart and script for every known difference.
//!
//! The tests state what ours does; what XState does is recorded in `traces/known.json`.

use crate::compare::Known;
use crate::script::{Script, Step, What};
use crate::sketch::{Kind, Move, On, Sketch, State};

/// A chart that shows a known difference.
#[derive(Debug, Clone)]
pub struct Example {
    /// The difference it shows.
    pub known: Known,
    /// The chart.
    pub sketch: Sketch,
    /// The script for it.
    pub script: Script,
}

/// All examples.
pub fn examples() -> Vec<Example> {
    vec![history(), initial_actions(), eventless_order(), selection_rule()]
}

/// The example of this difference.
pub fn example(known: Known) -> Example {
    let mut all = examples().into_iter();
    all.find(|example| example.known == known).expect("every difference has its example")
}

/// `s1` contains a deep history state and `s2`, which has two leaves. The transition goes from the
/// second leaf, after the first one was remembered, to the history state: which states are exited?
fn history() -> Example {
    let left = leaf(3, [on(0, 30, 6), on(1, 31, 4)]);
    let right = leaf(4, [on(2, 32, 5)]);
    let middle = compound(2, 3, [left, right]);
    let outer = compound(1, 2, [State::bare(5, Kind::Deep), middle]);
    let elsewhere = leaf(6, [on(0, 33, 4)]);
    let root = compound(0, 1, [outer, elsewhere]);
    // Out of `s3` and back into `s4`, so that `s3` is remembered while `s4` is active.
    Example { known: Known::History, sketch: Sketch { root }, script: sends([0, 0, 2]) }
}

/// Only the first region of `s1` is the target; the second one starts by default.
fn initial_actions() -> Example {
    let first = compound(2, 3, [leaf(3, []), leaf(4, [])]);
    let mut second = compound(5, 6, [leaf(6, [])]);
    second.starts = true;
    let mut regions = State::bare(1, Kind::Parallel);
    regions.children = vec![first, second];
    let root = compound(0, 7, [regions, leaf(7, [on(0, 70, 4)])]);
    Example { known: Known::InitialActions, sketch: Sketch { root }, script: sends([0]) }
}

/// Two regions, each with an eventless transition out of its second leaf that requires the other
/// region to be there as well. The first region arrives last.
fn eventless_order() -> Example {
    let region = |id: u16, other: u16, number: usize| {
        let (first, second, third) = (id + 1, id + 2, id + 3);
        let mut go = step(id * 10 + 1, On::Always, vec![third]);
        go.guard = Some(crate::sketch::Test::In(other));
        let waiting = leaf(second, [go]);
        let start = leaf(first, [on(number, id * 10, second)]);
        compound(id, first, [start, waiting, leaf(third, [])])
    };
    let mut root = State::bare(0, Kind::Parallel);
    root.children = vec![region(1, 13, 1), region(11, 3, 0)];
    Example { known: Known::EventlessOrder, sketch: Sketch { root }, script: sends([0, 1]) }
}

/// One region takes the trigger; the parallel state around it would take it, too.
fn selection_rule() -> Example {
    let first = leaf(1, [step(10, On::Send(0), vec![])]);
    let mut root = State::bare(0, Kind::Parallel);
    root.children = vec![first, leaf(2, [])];
    root.moves = vec![step(1, On::Send(0), vec![])];
    Example { known: Known::SelectionRule, sketch: Sketch { root }, script: sends([0]) }
}

/// A state that logs its entry and exit.
fn told(id: u16) -> State {
    State { enters: true, exits: true, ..State::bare(id, Kind::Plain) }
}

fn leaf<const N: usize>(id: u16, moves: [Move; N]) -> State {
    State { moves: moves.into(), ..told(id) }
}

fn compound<const N: usize>(id: u16, initial: u16, children: [State; N]) -> State {
    State { initial: Some(initial), children: children.into(), ..told(id) }
}

fn on(number: usize, id: u16, target: u16) -> Move {
    step(id, On::Send(number), vec![target])
}

fn step(id: u16, on: On, targets: Vec<u16>) -> Move {
    Move { id, on, targets, guard: None, acts: true, reenter: false }
}

fn sends<const N: usize>(numbers: [usize; N]) -> Script {
    let steps = numbers.map(|number| Step { bits: 0, what: What::Send(number) });
    Script { start: 0, steps: steps.into() }
}
