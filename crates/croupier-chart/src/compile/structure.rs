//! Checks the tree of states and converts it to masks.

use smallvec::SmallVec;

use crate::compile::names::Names;
use crate::compile::set::{Ix, StateSet};
use crate::compile::{Draft, ix};
use crate::define::shape::{HistoryRow, Shape, ShapeRow};
use crate::define::{Fault, Machine, StateKind, Transition};

fn can_contain(kind: StateKind) -> bool {
    matches!(kind, StateKind::Plain | StateKind::Parallel)
}

/// Faults that can be detected without resolving targets.
pub(crate) fn check<M: Machine>(drafts: &[Draft<'_, M>]) -> Vec<Fault> {
    let mut faults = vec![];
    let mut children: Vec<&str> = vec![];
    for draft in drafts {
        let Draft { def, path, parent } = draft;
        let state = path.clone();
        let is_bad = |c: char| c.is_whitespace() || matches!(c, '.' | '#' | '/');
        if def.key.is_empty() || def.key.contains(is_bad) {
            faults.push(Fault::BadKey { key: def.key.to_string() });
        }
        let mut keys: Vec<_> = def.children.iter().map(|child| child.key.as_ref()).collect();
        keys.sort_unstable();
        let mut twins: Vec<_> = keys.windows(2).filter(|two| two[0] == two[1]).collect();
        twins.dedup_by_key(|two| two[0]);
        for twin in twins {
            let outer = if path.is_empty() { String::new() } else { format!("{path}.") };
            faults.push(Fault::DuplicateState { state: format!("{outer}{}", twin[0]) });
        }
        if !can_contain(def.kind) {
            if parent.is_none() || !def.children.is_empty() {
                faults.push(Fault::NotAContainer { state: state.clone() });
            }
            let is_history = def.kind.is_history();
            let busy = [
                ("transitions", !def.handlers.is_empty()),
                ("invoked charts", !def.invokes.is_empty()),
                ("entry actions", is_history && !def.entry.is_empty()),
                ("exit actions", is_history && !def.exit.is_empty()),
            ];
            for (what, _) in busy.into_iter().filter(|(_, has)| *has) {
                faults.push(Fault::TooBusy { state: state.clone(), what });
            }
        }
        let needs_initial = def.kind == StateKind::Plain && !def.children.is_empty();
        match &def.initial {
            None if needs_initial => faults.push(Fault::MissingInitial { state: state.clone() }),
            Some(_) if !needs_initial && !def.kind.is_history() => {
                faults.push(Fault::NeedlessInitial { state: state.clone() });
            }
            Some(Transition { guard: Some(_), .. }) => {
                faults.push(Fault::GuardedInitial { state: state.clone() });
            }
            _ => {}
        }
        let is_end = def.kind == StateKind::Final && *parent == Some(0);
        if def.output.is_some() && !is_end {
            faults.push(Fault::MisplacedOutput { state });
        }
        for child in &def.invokes {
            if children.contains(&child.id()) {
                faults.push(Fault::DuplicateChild { id: child.id().to_owned() });
            }
            children.push(child.id());
            if child.invoke.lacks_output() {
                faults.push(Fault::ChildWithoutOutput { id: child.id().to_owned() });
            }
        }
    }
    check_outputs(drafts, &mut faults);
    faults
}

fn check_outputs<M: Machine>(drafts: &[Draft<'_, M>], faults: &mut Vec<Fault>) {
    let ends = || {
        drafts.iter().filter(|draft| draft.def.kind == StateKind::Final && draft.parent == Some(0))
    };
    if ends().any(|draft| draft.def.output.is_some()) {
        faults.extend(
            ends()
                .filter(|draft| draft.def.output.is_none())
                .map(|draft| Fault::MissingOutput { state: draft.path.clone() }),
        );
    }
}

/// Builds the masks. Invalid initial and default targets are reported and left out.
pub(crate) fn shape<M: Machine>(
    drafts: &[Draft<'_, M>],
    names: &Names,
    faults: &mut Vec<Fault>,
) -> Shape {
    let mut rows: Vec<ShapeRow> = drafts
        .iter()
        .map(|draft| ShapeRow {
            parent: draft.parent.map(ix),
            kind: draft.def.kind,
            children: StateSet::EMPTY,
            descendants: StateSet::EMPTY,
            initial: SmallVec::new(),
        })
        .collect();
    let mut shape_sets = (StateSet::EMPTY, StateSet::EMPTY);
    let mut histories = vec![];
    for (at, draft) in drafts.iter().enumerate() {
        let def = draft.def;
        let mut up = draft.parent;
        if let Some(parent) = up
            && !def.kind.is_history()
        {
            rows[parent].children.insert(ix(at));
        }
        while let Some(outer) = up {
            rows[outer].descendants.insert(ix(at));
            up = drafts[outer].parent;
        }
        match (def.kind, draft.parent) {
            (StateKind::Final, _) => {
                shape_sets.0.insert(ix(at));
                shape_sets.1.insert(ix(at));
            }
            (kind, Some(parent)) if kind.is_history() => histories.push(HistoryRow {
                state: ix(at),
                parent: ix(parent),
                deep: kind == StateKind::DeepHistory,
            }),
            _ if def.children.iter().all(|child| child.kind.is_history()) => {
                shape_sets.0.insert(ix(at));
            }
            _ => {}
        }
    }
    let mut shape = Shape { rows, histories, atomic: shape_sets.0, finals: shape_sets.1 };
    for (at, draft) in drafts.iter().enumerate() {
        let targets = initial_targets(ix(at), draft, &shape, names, faults);
        shape.rows[at].initial = targets;
    }
    for history in &shape.histories {
        let own = &shape.row(history.state).initial;
        let start = if own.is_empty() { &shape.row(history.parent).initial } else { own };
        if start.iter().any(|target| shape.row(*target).kind.is_history()) {
            let state = names.path(history.state).to_owned();
            faults.push(Fault::HistoryLoop { state });
        }
    }
    shape
}

fn initial_targets<M: Machine>(
    state: Ix,
    draft: &Draft<'_, M>,
    shape: &Shape,
    names: &Names,
    faults: &mut Vec<Fault>,
) -> SmallVec<[Ix; 1]> {
    let mut found = SmallVec::new();
    let Some(initial) = &draft.def.initial else { return found };
    let container = if draft.def.kind.is_history() { draft.parent.map(ix) } else { Some(state) };
    for target in &initial.targets {
        match names.resolve_inside(state, target) {
            Some(ix) if container.is_some_and(|outer| shape.is_inside(ix, outer)) => found.push(ix),
            Some(_) => faults.push(Fault::InitialOutside {
                state: draft.path.clone(),
                target: target.to_string(),
            }),
            None => {
                let place = format!("the initial transition of {:?}", draft.path);
                faults.push(names.unknown(place, target));
            }
        }
    }
    found
}
