//! Transitions precomputed at compile time.
//!
//! Where no parallel state is exited or entered, the leaf that a transition starts from determines
//! everything it does: which states are exited and entered, and what runs in which order. Such a
//! transition is compiled to a list of operations that are simply run in order. Everything else
//! (history, regions, invoked charts, an observer) takes the general path in `step`.

use std::sync::Arc;

use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::{Span, Tables};
use crate::define::callback::ActionFn;
use crate::define::{Machine, StateKind};

pub(crate) struct Plan<M: Machine> {
    pub(crate) ops: Box<[Op<M>]>,
    /// The total change to the active states.
    pub(crate) change: Change,
    /// Whether the active states change at all; they do not if a transition only runs actions.
    pub(crate) moves: bool,
    /// The eventless transitions of the target leaf, as candidates.
    pub(crate) eventless: Span,
}

/// How the active states at one point of a transition differ from those at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) left: StateSet,
    pub(crate) entered: StateSet,
}

pub(crate) struct Op<M: Machine> {
    pub(crate) change: Change,
    /// Whether this differs from the change before the operation; usually it does not.
    pub(crate) is_change: bool,
    pub(crate) work: Work<M>,
}

pub(crate) enum Work<M: Machine> {
    Act(Arc<ActionFn<M>>),
    StopTimers(Span),
    StartTimers(Span),
    Complete(Ix),
}

impl Change {
    const NONE: Self = Self { left: StateSet::EMPTY, entered: StateSet::EMPTY };

    #[inline]
    pub(crate) fn since(self, before: StateSet) -> StateSet {
        (before - self.left) | self.entered
    }
}

/// The plan of a transition taken while `leaf` is active, if it has one.
pub(crate) fn plan<M: Machine>(tables: &Tables<M>, leaf: Ix, row: u16) -> Option<Plan<M>> {
    let transition = tables.transition(row);
    let shape = &tables.shape;
    let path: StateSet = std::iter::once(leaf).chain(shape.ancestors(leaf)).collect();
    let (exit, enter) = (path & transition.exit, transition.enter);
    let is_parallel = |ix: Ix| shape.row(ix).kind == StateKind::Parallel;
    let branches = (transition.exit | enter).iter().any(is_parallel)
        || transition.domain.is_some_and(|domain| is_parallel(domain) && !enter.is_empty());
    let special = tables.invoking | tables.remembered;
    if transition.dynamic
        || branches
        || exit.intersects(special)
        || enter.intersects(tables.invoking)
    {
        return None;
    }
    let mut list = List { tables, ops: vec![] };
    for ix in exit.descending() {
        let row = &tables.states[ix.at()];
        let change = Change { left: exit - row.up_to_here, entered: StateSet::EMPTY };
        list.act(change, row.exit);
        list.push_if(!row.delays.is_empty(), change, || Work::StopTimers(row.delays));
    }
    list.act(Change { left: exit, entered: StateSet::EMPTY }, transition.actions);
    for ix in enter.iter() {
        let row = &tables.states[ix.at()];
        let change = Change { left: exit, entered: enter & row.up_to_here };
        list.act(change, row.entry);
        list.push_if(!row.delays.is_empty(), change, || Work::StartTimers(row.delays));
        if transition.defaults.contains(ix) {
            list.act(change, row.initial_actions);
        }
        list.push_if(row.is_final, change, || Work::Complete(ix));
    }
    let leaf_after = ((path - exit) | enter) & shape.atomic;
    let eventless = leaf_after.single().map(|leaf| tables.eventless(leaf)).unwrap_or_default();
    let (change, moves) = (Change { left: exit, entered: enter }, !(exit | enter).is_empty());
    Some(Plan { ops: list.ops.into(), change, moves, eventless })
}

struct List<'t, M: Machine> {
    tables: &'t Tables<M>,
    ops: Vec<Op<M>>,
}

impl<M: Machine> List<'_, M> {
    fn act(&mut self, change: Change, actions: Span) {
        for action in &self.tables.actions[actions.range()] {
            self.push(change, Work::Act(Arc::clone(&action.run)));
        }
    }

    fn push_if(&mut self, wanted: bool, change: Change, work: impl FnOnce() -> Work<M>) {
        if wanted {
            self.push(change, work());
        }
    }

    fn push(&mut self, change: Change, work: Work<M>) {
        let before = self.ops.last().map_or(Change::NONE, |op| op.change);
        self.ops.push(Op { change, is_change: change != before, work });
    }
}
