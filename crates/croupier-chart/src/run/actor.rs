//! A running chart: bits, timers and context, cheap to clone.

use std::fmt;

use smallvec::SmallVec;

use crate::Millis;
use crate::compile::set::{StateId, StateSet};
use crate::define::Machine;
use crate::run::timer::{Clock, Due, TimerId, Timers, copied, copy_into, earlier};

/// One running chart of a tree: its active states, history, timers, context and children.
///
/// A chart's [`Children`](Machine::Children) hold the actors it invoked.
pub struct Actor<M: Machine> {
    pub(crate) context: M::Context,
    pub(crate) progress: Progress<M>,
}

/// Everything in an actor except its context, which actions borrow separately.
pub(crate) struct Progress<M: Machine> {
    pub(crate) active: StateSet,
    pub(crate) done: bool,
    pub(crate) timers: Timers<M::Trigger>,
    pub(crate) past: SmallVec<[StateSet; 1]>,
    pub(crate) children: M::Children,
}

impl<M: Machine> Actor<M> {
    /// Whether this state is active.
    pub fn is_in(&self, state: StateId<M>) -> bool {
        self.progress.active.contains(state.ix)
    }

    /// Whether one of the states with this tag is active.
    pub fn has(&self, tag: Tag<M>) -> bool {
        self.progress.active.intersects(tag.states)
    }

    /// Whether the chart has ended.
    pub fn is_done(&self) -> bool {
        self.progress.done
    }

    /// The active states in document order, parents first.
    pub fn active(&self) -> impl Iterator<Item = StateId<M>> {
        self.progress.active.iter().map(StateId::new)
    }

    /// The data that belongs to the flow and is saved with it.
    pub fn context(&self) -> &M::Context {
        &self.context
    }

    /// The slots of invoked charts.
    pub fn children(&self) -> &M::Children {
        &self.progress.children
    }

    /// When a timer that the chart started itself fires; `None` if it is suspended or not running.
    pub fn timer_due(&self, id: TimerId) -> Option<Millis> {
        self.progress.timers.due_of(id)
    }
}

/// A tree of running charts and its clock: the complete state of a run.
///
/// Cloning copies bits and small arrays; nothing is shared between a snapshot and its clone.
pub struct Snapshot<M: Machine> {
    pub(crate) clock: Clock,
    pub(crate) root: Actor<M>,
    /// Which timer of the invoked charts is due next. This could be derived, but it is needed after
    /// every step, so it is cached. The outermost chart's own timers are not included: copying what
    /// a step has only just written would stall the processor at the end of every step.
    pub(crate) children_due: Option<Due>,
}

impl<M: Machine> Snapshot<M> {
    /// The instant that the run has reached.
    pub fn now(&self) -> Millis {
        self.clock.now
    }

    /// The next timer of the tree to fall due.
    #[inline]
    pub(crate) fn due(&self) -> Option<Due> {
        earlier(self.root.progress.timers.earliest(), self.children_due)
    }

    /// The outermost chart.
    pub fn root(&self) -> &Actor<M> {
        &self.root
    }
}

/// A snapshot dereferences to its outermost chart.
impl<M: Machine> std::ops::Deref for Snapshot<M> {
    type Target = Actor<M>;

    fn deref(&self) -> &Actor<M> {
        &self.root
    }
}

/// The states that carry a tag. Made by [`Chart::tag`](crate::run::Chart::tag).
pub struct Tag<M> {
    pub(crate) states: StateSet,
    pub(crate) machine: std::marker::PhantomData<fn() -> M>,
}

impl<M> Clone for Tag<M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M> Copy for Tag<M> {}

// Deriving these would require `M: Clone` and `M: Debug`.
impl<M: Machine> Clone for Actor<M> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), progress: self.progress.clone() }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.context.clone_from(&other.context);
        self.progress.clone_from(&other.progress);
    }
}
impl<M: Machine> Clone for Progress<M> {
    fn clone(&self) -> Self {
        Self {
            active: self.active,
            done: self.done,
            timers: self.timers.clone(),
            past: copied(&self.past),
            children: self.children.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.active = other.active;
        self.done = other.done;
        self.timers.clone_from(&other.timers);
        copy_into(&mut self.past, &other.past);
        self.children.clone_from(&other.children);
    }
}
impl<M: Machine> Clone for Snapshot<M> {
    fn clone(&self) -> Self {
        Self { clock: self.clock, root: self.root.clone(), children_due: self.children_due }
    }

    /// A search returns to the same snapshot in every iteration; writing in place saves a move.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.clock = other.clock;
        self.root.clone_from(&other.root);
        self.children_due = other.children_due;
    }
}

impl<M: Machine> fmt::Debug for Actor<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { active, done, timers, past, children } = &self.progress;
        f.debug_struct("Actor")
            .field("active", active)
            .field("done", done)
            .field("past", past)
            .field("timers", timers)
            .field("context", &self.context)
            .field("children", children)
            .finish()
    }
}
impl<M: Machine> fmt::Debug for Snapshot<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("clock", &self.clock)
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
impl<M> fmt::Debug for Tag<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tag").field(&self.states).finish()
    }
}
