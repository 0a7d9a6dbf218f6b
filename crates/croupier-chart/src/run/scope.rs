//! What actions and guards can read and do, and what is lent to a step.

use std::fmt;

use smallvec::SmallVec;

use crate::Millis;
use crate::compile::set::{Ix, StateId, StateSet};
use crate::compile::tables::Span;
use crate::define::Machine;
use crate::run::actor::{Actor, Progress};
use crate::run::timer::{Clock, TimerId};
use crate::run::{Chart, Moment, Observer, TraceEvent};

/// What is lent to a step: the rules data, and the receivers of emissions and traces.
pub struct Env<'a, M: Machine> {
    pub(crate) rules: &'a mut M::Rules,
    pub(crate) emit: Option<&'a mut dyn FnMut(M::Emit)>,
    pub(crate) observer: Option<&'a mut dyn Observer>,
}

impl<'a, M: Machine> Env<'a, M> {
    /// Lends the rules data. Emissions are discarded.
    pub fn new(rules: &'a mut M::Rules) -> Self {
        Self { rules, emit: None, observer: None }
    }

    /// Sets the receiver of emissions.
    pub fn on_emit(mut self, emit: &'a mut dyn FnMut(M::Emit)) -> Self {
        self.emit = Some(emit);
        self
    }

    /// Tells an observer everything that happens during the step.
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }
}

/// The trigger being handled: sent ones are borrowed, raised ones were moved out of the queue.
pub(crate) enum Current<'a, T> {
    Nothing,
    Sent(&'a T),
    /// Sent with its preconditions checked by the sender.
    Checked(&'a T),
    Raised(T),
}

impl<T> Current<'_, T> {
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Nothing => None,
            Self::Sent(trigger) | Self::Checked(trigger) => Some(trigger),
            Self::Raised(trigger) => Some(trigger),
        }
    }
}

/// Work queued inside a step, handled before the next trigger from outside.
pub(crate) enum Waiting<T> {
    Trigger(T),
    Done(Ix),
    ChildDone(u16),
}

/// A first-in, first-out queue; short enough to live on the stack.
pub(crate) struct Queue<T> {
    rows: SmallVec<[Option<Waiting<T>>; 4]>,
    head: usize,
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Self {
        Self { rows: SmallVec::new(), head: 0 }
    }

    pub(crate) fn push(&mut self, waiting: Waiting<T>) {
        self.rows.push(Some(waiting));
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Waiting<T>> {
        if self.head == self.rows.len() {
            return None;
        }
        let first = self.rows[self.head].take();
        self.head += 1;
        if self.head == self.rows.len() {
            self.clear();
        }
        first
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.head = 0;
    }
}

/// A step in progress, as an action sees it.
pub struct Scope<'a, M: Machine> {
    /// The data that belongs to the flow and is saved with it.
    pub context: &'a mut M::Context,
    /// Rules data, lent for this step.
    pub rules: &'a mut M::Rules,
    pub(crate) chart: &'a Chart<M>,
    pub(crate) progress: &'a mut Progress<M>,
    pub(crate) clock: &'a mut Clock,
    pub(crate) emit: Option<&'a mut dyn FnMut(M::Emit)>,
    pub(crate) observer: Option<&'a mut dyn Observer>,
    pub(crate) current: Current<'a, M::Trigger>,
    pub(crate) queue: Queue<M::Trigger>,
    /// States entered in this step whose charts have yet to be started.
    pub(crate) to_start: StateSet,
    /// Whether there is queued work or the chart has ended, so that the step is not over yet.
    pub(crate) is_unsettled: bool,
    /// The eventless transitions to try next, if the plan of the last transition knows them.
    pub(crate) eventless: Option<Span>,
    pub(crate) fuel: u32,
}

impl<'a, M: Machine> Scope<'a, M> {
    pub(crate) fn new(
        chart: &'a Chart<M>,
        actor: &'a mut Actor<M>,
        clock: &'a mut Clock,
        env: Env<'a, M>,
        current: Current<'a, M::Trigger>,
    ) -> Self {
        Self {
            context: &mut actor.context,
            rules: env.rules,
            chart,
            progress: &mut actor.progress,
            clock,
            emit: env.emit,
            observer: env.observer,
            current,
            queue: Queue::new(),
            to_start: StateSet::EMPTY,
            is_unsettled: false,
            eventless: None,
            fuel: chart.definition.semantics.fuel,
        }
    }

    /// The trigger being handled, also during the eventless transitions that follow from it. `None`
    /// while the chart starts, on a timed transition, and when something is done. An action that
    /// needs the data of a certain trigger should [take](crate::define::Carries) it instead.
    pub fn trigger(&self) -> Option<&M::Trigger> {
        self.current.get()
    }

    /// The instant of this step. It is the same for everything that happens in it.
    pub fn now(&self) -> Millis {
        self.clock.now
    }

    /// Whether a state is active. A state is active from before its entry actions until after its
    /// exit actions.
    pub fn is_in(&self, state: StateId<M>) -> bool {
        self.progress.active.contains(state.ix)
    }

    /// The slots of invoked charts.
    pub fn children(&self) -> &M::Children {
        &self.progress.children
    }

    /// Queues a trigger to be handled within this step, before anything from outside.
    pub fn raise(&mut self, trigger: M::Trigger) {
        self.add(Waiting::Trigger(trigger));
    }

    #[inline]
    pub(crate) fn add(&mut self, waiting: Waiting<M::Trigger>) {
        self.queue.push(waiting);
        self.is_unsettled = true;
    }

    /// Raises a trigger after a delay, even if the present state is left before. A timer with the
    /// same id is restarted. [`Machine::raises`] limits what may be raised this way.
    pub fn raise_after(&mut self, id: TimerId, delay: Millis, trigger: M::Trigger) {
        debug_assert!(M::raises(id, &trigger), "{id:?} is not said to raise {trigger:?}");
        self.progress.timers.start(self.clock, id, delay, None, trigger);
    }

    /// Raises a trigger repeatedly on a fixed grid. Among timers of the same instant, all its
    /// firings are ordered as if armed now.
    pub fn raise_every(&mut self, id: TimerId, period: Millis, trigger: M::Trigger) {
        debug_assert!(M::raises(id, &trigger), "{id:?} is not said to raise {trigger:?}");
        self.progress.timers.start(self.clock, id, period, Some(period), trigger);
    }

    /// Stops a timer. Returns whether it existed.
    pub fn cancel(&mut self, id: TimerId) -> bool {
        self.progress.timers.cancel(id)
    }

    /// Suspends a timer and keeps its remaining wait. Returns whether it was running.
    pub fn suspend(&mut self, id: TimerId) -> bool {
        self.progress.timers.suspend(self.clock, id)
    }

    /// Resumes a suspended timer. Returns whether it was suspended.
    pub fn resume(&mut self, id: TimerId) -> bool {
        self.progress.timers.resume(self.clock, id)
    }

    /// Emits something to the outside.
    #[inline]
    pub fn emit(&mut self, emitted: M::Emit) {
        if let Some(emit) = &mut self.emit {
            emit(emitted);
        }
    }

    #[inline]
    pub(crate) fn look(&self) -> Look<'_, M> {
        Look {
            context: self.context,
            rules: self.rules,
            chart: self.chart,
            progress: self.progress,
            clock: self.clock,
            current: &self.current,
        }
    }

    #[inline]
    pub(crate) fn is_checked(&self) -> bool {
        matches!(self.current, Current::Checked(_))
    }

    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Reports to the observer, if there is one. Otherwise nothing is looked up, in particular no
    /// names.
    #[inline]
    pub(crate) fn tell<'t>(&mut self, what: impl FnOnce() -> TraceEvent<'t>) {
        if self.is_observed() {
            self.report(what());
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self, what: TraceEvent<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.see(Moment { chart: &self.chart.definition.id, now: self.clock.now, what });
        }
    }
}

/// A step in progress as a guard, a delay or an output sees it: everything, read-only.
pub struct Look<'a, M: Machine> {
    /// The data that belongs to the flow and is saved with it.
    pub context: &'a M::Context,
    /// Rules data, lent for this step.
    pub rules: &'a M::Rules,
    pub(crate) chart: &'a Chart<M>,
    pub(crate) progress: &'a Progress<M>,
    pub(crate) clock: &'a Clock,
    pub(crate) current: &'a Current<'a, M::Trigger>,
}

impl<'a, M: Machine> Look<'a, M> {
    pub(crate) fn at_rest(
        chart: &'a Chart<M>,
        actor: &'a Actor<M>,
        rules: &'a M::Rules,
        clock: &'a Clock,
        current: &'a Current<'a, M::Trigger>,
    ) -> Self {
        let Actor { context, progress } = actor;
        Self { context, rules, chart, progress, clock, current }
    }

    /// The trigger being handled, if there is one.
    pub fn trigger(&self) -> Option<&'a M::Trigger> {
        self.current.get()
    }

    /// Whether the trigger's preconditions were checked before it was [sent](Chart::send_checked).
    /// A guard that decides both where a trigger leads and whether it is allowed can then skip the
    /// latter; a guard that only decides whether should be a
    /// [precondition](crate::define::Transition::given).
    pub fn is_checked(&self) -> bool {
        matches!(self.current, Current::Checked(_))
    }

    /// The instant of this step. It is the same for everything that happens in it.
    pub fn now(&self) -> Millis {
        self.clock.now
    }

    /// Whether a state is active.
    pub fn is_in(&self, state: StateId<M>) -> bool {
        self.progress.active.contains(state.ix)
    }

    /// The slots of invoked charts.
    pub fn children(&self) -> &'a M::Children {
        &self.progress.children
    }
}

// Rules data need not be `Debug`, so it is left out.
impl<M: Machine> fmt::Debug for Env<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Env").field("is_observed", &self.observer.is_some()).finish_non_exhaustive()
    }
}
impl<M: Machine> fmt::Debug for Scope<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope")
            .field("chart", self.chart)
            .field("now", &self.clock.now)
            .field("trigger", &self.current.get())
            .field("active", &self.progress.active)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}
impl<M: Machine> fmt::Debug for Look<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look")
            .field("chart", self.chart)
            .field("now", &self.clock.now)
            .field("trigger", &self.current.get())
            .field("active", &self.progress.active)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}
