//! Reduces a failing chart until it is small enough to read.

use croupier_chart::define::Selection;

use crate::machine::compile;
use crate::script::{Script, is_fair};
use crate::sketch::{Kind, Sketch, State};

/// Drops steps, states, transitions and their parts for as long as `fails` still returns true.
pub fn shrink(
    mut sketch: Sketch,
    mut script: Script,
    selection: Selection,
    mut fails: impl FnMut(&Sketch, &Script) -> bool,
) -> (Sketch, Script) {
    let mut still_fails = |sketch: &Sketch, script: &Script| {
        compile(sketch, selection).is_ok_and(|chart| is_fair(&chart, script))
            && fails(sketch, script)
    };
    loop {
        let before = (sketch.clone(), script.clone());
        let mut at = script.steps.len();
        while at > 0 {
            at -= 1;
            let mut shorter = script.clone();
            shorter.steps.remove(at);
            if still_fails(&sketch, &shorter) {
                script = shorter;
            }
        }
        for cut in CUTS {
            let mut at = 0;
            loop {
                let mut smaller = sketch.clone();
                if !cut(&mut smaller, at) {
                    break;
                }
                if smaller != sketch && still_fails(&smaller, &script) {
                    sketch = smaller;
                } else {
                    at += 1;
                }
            }
        }
        if before == (sketch.clone(), script.clone()) {
            return (sketch, script);
        }
    }
}

/// A way to reduce a chart at its n-th place; returns false once there are fewer places.
type Cut = fn(&mut Sketch, usize) -> bool;

const CUTS: [Cut; 6] =
    [drop_state, drop_move, drop_guard, drop_reenter, drop_actions, drop_default];

fn drop_state(sketch: &mut Sketch, at: usize) -> bool {
    let Some(gone) = sketch.states().get(at + 1).map(|state| state.all()) else { return false };
    let gone: Vec<u16> = gone.iter().map(|state| state.id).collect();
    remove(&mut sketch.root, &gone);
    true
}

fn remove(state: &mut State, gone: &[u16]) {
    state.children.retain(|child| !gone.contains(&child.id));
    state.moves.retain(|step| !step.targets.iter().any(|target| gone.contains(target)));
    if state.initial.is_some_and(|initial| gone.contains(&initial)) {
        let next = state.active_children().next().map(|child| child.id);
        state.initial = next;
    }
    if state.active_children().next().is_none() {
        state.children.clear();
        if !state.kind.is_history() {
            (state.initial, state.starts) = (None, false);
        }
        if state.kind == Kind::Parallel {
            state.kind = Kind::Plain;
        }
    }
    for child in &mut state.children {
        remove(child, gone);
    }
}

fn drop_move(sketch: &mut Sketch, at: usize) -> bool {
    let Some((source, number)) = nth_move(sketch, at) else { return false };
    if let Some(state) = sketch.root.find_mut(source) {
        state.moves.retain(|step| step.id != number);
    }
    true
}

fn drop_guard(sketch: &mut Sketch, at: usize) -> bool {
    with_move(sketch, at, |step| step.guard = None)
}

fn drop_reenter(sketch: &mut Sketch, at: usize) -> bool {
    with_move(sketch, at, |step| step.reenter = false)
}

/// Drops the actions of a transition or of a state: three places each.
fn drop_actions(sketch: &mut Sketch, at: usize) -> bool {
    let states: Vec<u16> = sketch.states().iter().map(|state| state.id).collect();
    let Some(id) = states.get(at / 3) else {
        return with_move(sketch, at - states.len() * 3, |step| step.acts = false);
    };
    if let Some(state) = sketch.root.find_mut(*id) {
        match at % 3 {
            0 => state.enters = false,
            1 => state.exits = false,
            _ => state.starts = false,
        }
    }
    true
}

fn drop_default(sketch: &mut Sketch, at: usize) -> bool {
    let Some(id) = sketch.states().get(at).map(|state| state.id) else { return false };
    if let Some(state) = sketch.root.find_mut(id)
        && state.kind.is_history()
    {
        state.initial = None;
    }
    true
}

fn with_move(
    sketch: &mut Sketch,
    at: usize,
    change: impl FnOnce(&mut crate::sketch::Move),
) -> bool {
    let Some((source, number)) = nth_move(sketch, at) else { return false };
    let state = sketch.root.find_mut(source);
    let step = state.and_then(|state| state.moves.iter_mut().find(|step| step.id == number));
    if let Some(step) = step {
        change(step);
    }
    true
}

fn nth_move(sketch: &Sketch, at: usize) -> Option<(u16, u16)> {
    sketch.moves().get(at).map(|(source, step)| (source.id, step.id))
}
