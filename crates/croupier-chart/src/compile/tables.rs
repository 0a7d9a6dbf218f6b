//! A compiled chart: rows in flat arrays, masks instead of trees.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::compile::plan::Plan;
use crate::compile::set::{Ix, StateSet};
use crate::define::callback::{GuardFn, OutputFn, TriggerFn};
use crate::define::child::Invoke;
use crate::define::shape::{Entry, Shape};
use crate::define::{Action, Delay, Machine, Name};
use crate::run::scope::Look;

/// A range of rows in one of the arrays.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: u16,
    pub(crate) len: u16,
}

impl Span {
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        let start = usize::from(self.start);
        start..start + usize::from(self.len)
    }

    #[inline]
    pub(crate) fn rows(self) -> std::ops::Range<u16> {
        self.start..self.start + self.len
    }

    pub(crate) fn is_empty(self) -> bool {
        self.len == 0
    }
}

pub(crate) struct Tables<M: Machine> {
    pub(crate) shape: Shape,
    /// Full paths; the root's is empty.
    pub(crate) paths: Vec<String>,
    /// What is entered at the start, when no history is remembered.
    pub(crate) beginning: Entry,
    pub(crate) states: Vec<StateRow<M>>,
    pub(crate) transitions: Vec<TransitionRow>,
    pub(crate) actions: Vec<Action<M>>,
    pub(crate) tests: Vec<Test<M>>,
    /// By state and trigger kind, the transitions of the state *and its ancestors*, in the order in
    /// which they are tried. The last column holds the eventless ones.
    pub(crate) lookup: Vec<Span>,
    pub(crate) columns: usize,
    /// By column, the leaves that have such transitions. Not used in a flat chart.
    pub(crate) reacting: Vec<StateSet>,
    /// In a flat chart, by state and trigger kind, the transition that is certain to be taken.
    pub(crate) sure: Vec<Sure>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) plans: Vec<Plan<M>>,
    pub(crate) delays: Vec<DelayRow<M>>,
    pub(crate) invokes: Vec<InvokeRow<M>>,
    /// States with something to do on entry or exit. For all others, that work is skipped.
    pub(crate) entry_work: StateSet,
    pub(crate) exit_work: StateSet,
    /// Leaves for which some eventless transition might be enabled.
    pub(crate) always: StateSet,
    pub(crate) invoking: StateSet,
    /// Whether there is always exactly one active leaf and no invoked chart: then the last active
    /// state determines everything.
    pub(crate) is_flat: bool,
    /// Parents of history states.
    pub(crate) remembered: StateSet,
}

pub(crate) struct StateRow<M: Machine> {
    /// All states up to and including this one in document order.
    pub(crate) up_to_here: StateSet,
    /// Whether the state has timers or invoked charts, which end with it.
    pub(crate) has_timers_or_children: bool,
    pub(crate) is_final: bool,
    pub(crate) entry: Span,
    pub(crate) exit: Span,
    /// Actions of a compound's initial transition or a history state's default.
    pub(crate) initial_actions: Span,
    pub(crate) delays: Span,
    pub(crate) invokes: Span,
    pub(crate) on_done: Span,
    pub(crate) done_trigger: Option<Arc<TriggerFn<M>>>,
    pub(crate) output: Option<Arc<OutputFn<M>>>,
    pub(crate) tags: Vec<Name>,
    pub(crate) meta: BTreeMap<Name, Name>,
}

pub(crate) struct TransitionRow {
    pub(crate) source: Ix,
    /// Its cause in readable form.
    pub(crate) label: String,
    /// The index of its test, if it has one.
    pub(crate) guard: Option<u16>,
    /// The index of the test without preconditions, used for a checked trigger.
    pub(crate) branch: Option<u16>,
    pub(crate) actions: Span,
    /// The states it exits if they are active. Empty for a transition without a target.
    pub(crate) exit: StateSet,
    /// The states it enters, and the compound states entered by default; computed at run time if
    /// `dynamic`.
    pub(crate) enter: StateSet,
    pub(crate) defaults: StateSet,
    /// Whether it leads to a history state, so that the states it enters depend on what is
    /// remembered.
    pub(crate) dynamic: bool,
    pub(crate) targets: SmallVec<[Ix; 1]>,
    pub(crate) domain: Option<Ix>,
}

/// A transition to try, and how it is taken from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    pub(crate) row: u16,
    /// The index of its test, copied from its row to save a lookup.
    pub(crate) guard: Option<u16>,
    /// The same, for a trigger whose preconditions were checked.
    pub(crate) branch: Option<u16>,
    /// The index of its plan, if it has one.
    pub(crate) plan: Option<u16>,
}

/// The plan of the first candidate, if no guard has to be evaluated before it is taken.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sure {
    /// For an ordinary trigger.
    pub(crate) sent: Option<u16>,
    /// For a trigger whose preconditions were checked.
    pub(crate) checked: Option<u16>,
}

pub(crate) struct DelayRow<M: Machine> {
    pub(crate) state: Ix,
    pub(crate) delay: Delay<M>,
    pub(crate) candidates: Span,
}

pub(crate) struct InvokeRow<M: Machine> {
    pub(crate) state: Ix,
    pub(crate) child: Arc<dyn Invoke<M>>,
    pub(crate) candidates: Span,
}

/// A guard with its states resolved.
pub(crate) struct Test<M: Machine> {
    /// The guard in readable form, for observers.
    pub(crate) text: String,
    pub(crate) node: TestNode<M>,
}

pub(crate) enum TestNode<M: Machine> {
    Call(Arc<GuardFn<M>>),
    All(Vec<TestNode<M>>),
    Any(Vec<TestNode<M>>),
    Not(Box<TestNode<M>>),
    InState(Ix),
}

impl<M: Machine> TestNode<M> {
    #[inline]
    pub(crate) fn holds(&self, look: &Look<'_, M>) -> bool {
        match self {
            Self::Call(test) => test(look),
            other => other.holds_slowly(look),
        }
    }

    fn holds_slowly(&self, look: &Look<'_, M>) -> bool {
        match self {
            Self::Call(test) => test(look),
            Self::All(nodes) => nodes.iter().all(|node| node.holds(look)),
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(look)),
            Self::Not(node) => !node.holds(look),
            Self::InState(ix) => look.progress.active.contains(*ix),
        }
    }
}

impl<M: Machine> Tables<M> {
    #[inline]
    pub(crate) fn candidates(&self, leaf: Ix, column: usize) -> &[Candidate] {
        match self.lookup.get(leaf.at() * self.columns + column) {
            Some(span) => &self.candidates[span.range()],
            None => &[],
        }
    }

    /// The eventless transitions of a leaf and its ancestors.
    pub(crate) fn eventless(&self, leaf: Ix) -> Span {
        self.lookup[leaf.at() * self.columns + self.always_column()]
    }

    #[inline]
    pub(crate) fn always_column(&self) -> usize {
        self.columns - 1
    }

    #[inline]
    pub(crate) fn transition(&self, row: u16) -> &TransitionRow {
        &self.transitions[usize::from(row)]
    }

    /// Whether some state, here or in an invoked chart, has a transition for triggers of this kind.
    pub(crate) fn may_react(&self, kind: usize) -> bool {
        let reacts = |leaf| !self.candidates(leaf, kind).is_empty();
        self.shape.atomic.iter().any(reacts)
            || self.invokes.iter().any(|row| row.child.may_react(kind))
    }

    pub(crate) fn path(&self, ix: Ix) -> &str {
        &self.paths[ix.at()]
    }
}
