//! Invoked charts: a state runs another chart while it is active.
//!
//! Parent and child have their own types. [`ChildDef`] is the only place that knows both; the
//! parent's tables hold it as the object-safe [`Invoke`].

// A method path is tied to one lifetime of the scope; a closure works for all of them.
#![allow(clippy::redundant_closure_for_method_calls)]

use std::any::TypeId;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::define::{IntoTransitions, Machine, Name, Transition};
use crate::run::actor::Actor;
use crate::run::error::{Answer, Refusal, RunawayError};
use crate::run::saved::{RestoreError, SavedActor};
use crate::run::scope::{Current, Env, Look, Scope, Waiting};
use crate::run::timer::Due;
use crate::run::{AnyChart, Chart, Observer};

/// Where a parent keeps a child: a field of its [`Children`](Machine::Children). Made by
/// [`slot!`](crate::slot).
pub struct Slot<P: Machine, C: Machine> {
    /// Reads the field.
    pub get: fn(&P::Children) -> &Option<Actor<C>>,
    /// Writes the field.
    pub get_mut: fn(&mut P::Children) -> &mut Option<Actor<C>>,
}

/// Names the field of a machine's children that holds an invoked chart: `slot!(window)`.
#[macro_export]
macro_rules! slot {
    ($($field:ident).+) => {
        $crate::define::Slot {
            get: |children| &children.$($field).+,
            get_mut: |children| &mut children.$($field).+,
        }
    };
}

/// How a parent and its child are connected.
pub struct Wiring<P: Machine, C: Machine> {
    /// Which triggers the child is offered, and as which of its own. The child never sees a trigger
    /// that maps to `None`: that is how a parent keeps a trigger for itself.
    pub map: fn(&P::Trigger) -> Option<Cow<'_, C::Trigger>>,
    /// The part of the parent's rules data that the child's guards read.
    pub lend: fn(&P::Rules) -> &C::Rules,
    /// The same part, for the child's actions.
    pub lend_mut: fn(&mut P::Rules) -> &mut C::Rules,
    /// What to do with what the child emits.
    pub relay: fn(C::Emit) -> Relay<P>,
}

/// What a parent does with something its child emitted.
pub enum Relay<P: Machine> {
    /// Discards it.
    Drop,
    /// Emits it from the parent.
    Emit(P::Emit),
    /// Raises one of the parent's own triggers.
    Raise(P::Trigger),
}

impl<P: Machine, C: Machine> Wiring<P, C>
where
    C: Machine<Trigger = P::Trigger, Rules = P::Rules, Emit = P::Emit>,
{
    /// Parent and child share triggers, rules and emissions: everything is passed through
    /// unchanged.
    pub fn shared() -> Self {
        Self {
            map: |trigger| Some(Cow::Borrowed(trigger)),
            lend: |rules| rules,
            lend_mut: |rules| rules,
            relay: Relay::Emit,
        }
    }
}

/// How a parent takes over its child's output.
pub type Take<P, C> = fn(&mut Scope<'_, P>, <C as Machine>::Output);

/// A chart to invoke, and how it is connected to its parent.
pub struct ChildDef<P: Machine, C: Machine> {
    id: Name,
    chart: Arc<Chart<C>>,
    slot: Slot<P, C>,
    wiring: Wiring<P, C>,
    input: fn(&Look<'_, P>) -> C::Context,
    take: Option<Take<P, C>>,
    on_done: Vec<Transition<P>>,
}

impl<P: Machine, C: Machine> ChildDef<P, C> {
    /// Invokes `chart` under this id. `input` creates the context it starts with.
    pub fn new(
        id: impl Into<Name>,
        chart: impl Into<Arc<Chart<C>>>,
        slot: Slot<P, C>,
        wiring: Wiring<P, C>,
        input: fn(&Look<'_, P>) -> C::Context,
    ) -> Self {
        let (id, chart) = (id.into(), chart.into());
        Self { id, chart, slot, wiring, input, take: None, on_done: vec![] }
    }

    /// Takes over the child's output when it ends, before the guards of `on_done` are evaluated.
    pub fn take(mut self, take: Take<P, C>) -> Self {
        self.take = Some(take);
        self
    }

    /// The transitions to take when the child has ended.
    pub fn on_done(mut self, transitions: impl IntoTransitions<P>) -> Self {
        self.on_done.extend(transitions.into_transitions());
        self
    }
}

impl<P: Machine, C: Machine> From<ChildDef<P, C>> for Child<P> {
    fn from(mut def: ChildDef<P, C>) -> Self {
        let on_done = std::mem::take(&mut def.on_done);
        Self { invoke: Arc::new(def), on_done }
    }
}

/// An invoked chart in its parent's definition, with the child's types erased.
pub struct Child<P: Machine> {
    pub(crate) invoke: Arc<dyn Invoke<P>>,
    /// The transitions to take when the child has ended.
    pub on_done: Vec<Transition<P>>,
}

impl<P: Machine> Child<P> {
    /// The name under which it is invoked.
    pub fn id(&self) -> &str {
        self.invoke.id()
    }

    /// The chart that is invoked.
    pub fn chart(&self) -> &dyn AnyChart {
        self.invoke.chart()
    }
}

// Deriving would require `P: Debug`, and functions cannot be printed.
impl<P: Machine, C: Machine> fmt::Debug for Slot<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot").finish_non_exhaustive()
    }
}
impl<P: Machine, C: Machine> fmt::Debug for Wiring<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wiring").finish_non_exhaustive()
    }
}
impl<P: Machine> fmt::Debug for Relay<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop => f.write_str("Drop"),
            Self::Emit(_) => f.write_str("Emit(..)"),
            Self::Raise(trigger) => f.debug_tuple("Raise").field(trigger).finish(),
        }
    }
}
impl<P: Machine, C: Machine> fmt::Debug for ChildDef<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChildDef")
            .field("id", &self.id)
            .field("chart", &self.chart)
            .field("on_done", &self.on_done)
            .finish_non_exhaustive()
    }
}
impl<P: Machine> fmt::Debug for Child<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Child({} as {})", self.chart().id(), self.id())
    }
}

/// Everything a parent does with a child, without knowing the child's types.
pub(crate) trait Invoke<P: Machine>: Send + Sync {
    fn id(&self) -> &str;
    fn chart(&self) -> &dyn AnyChart;
    /// Whether the child, or one inside it, has a transition for the parent's triggers of this
    /// kind. Assumed true of a child whose trigger type differs from the parent's.
    fn may_react(&self, kind: usize) -> bool;
    /// Whether the parent takes an output although some end of the child has none.
    fn lacks_output(&self) -> bool;
    fn is_done(&self, children: &P::Children) -> bool;
    fn due(&self, children: &P::Children) -> Option<Due>;
    fn timers(&self, children: &P::Children, timers: &mut Vec<Due>);
    /// Starts the child. `number`, here and in [`offer`](Self::offer) and [`fire`](Self::fire), is
    /// the number under which the parent handles the child's end.
    fn start(&self, parent: &mut Scope<'_, P>, number: u16) -> Result<(), RunawayError>;
    /// Stops the child if it is running, and returns whether it was.
    fn stop(&self, parent: &mut Scope<'_, P>) -> bool;
    /// Offers the parent's current trigger.
    fn offer(&self, parent: &mut Scope<'_, P>, number: u16) -> Result<Answer, RunawayError>;
    fn fire(&self, parent: &mut Scope<'_, P>, number: u16, due: Due) -> Result<(), RunawayError>;
    /// Removes a child that has ended and hands its output to the parent.
    fn finish(&self, parent: &mut Scope<'_, P>);
    fn would_take(&self, look: &Look<'_, P>, trigger: &P::Trigger) -> bool;
    fn expected(&self, children: &P::Children, names: &mut Vec<&'static str>);
    fn leaves(&self, children: &P::Children, prefix: &str, leaves: &mut Vec<String>);
    fn each_leaf<'a>(&'a self, children: &'a P::Children, visit: &mut dyn FnMut(&'a str, &'a str));
    /// Lists what the child's chart has, for coverage.
    fn survey(&self, inventory: &mut crate::check::graph::Inventory);
    fn save(&self, children: &P::Children) -> Option<SavedActor>;
    fn restore(&self, children: &mut P::Children, saved: &SavedActor) -> Result<(), RestoreError>;
}

impl<P: Machine, C: Machine> ChildDef<P, C> {
    fn actor<'a>(&self, children: &'a P::Children) -> Option<&'a Actor<C>> {
        (self.slot.get)(children).as_ref()
    }

    /// Runs the child inside a step of the parent, and queues the child's end if it has ended.
    /// `None` if the child is not running.
    #[inline]
    fn run<R>(
        &self,
        parent: &mut Scope<'_, P>,
        number: u16,
        trigger: Current<'_, C::Trigger>,
        work: impl FnOnce(&mut Scope<'_, C>) -> Result<R, RunawayError>,
    ) -> Option<Result<R, RunawayError>> {
        let ran = self.with(parent, trigger, |child| {
            let was_done = child.progress.done;
            let result = work(child)?;
            Ok((result, child.progress.done && !was_done))
        })?;
        Some(ran.map(|(result, has_ended)| {
            if has_ended {
                parent.add(Waiting::ChildDone(number));
            }
            result
        }))
    }

    /// Runs `work` on the child inside a step of the parent: rules lent, clock shared, emissions
    /// relayed. `None` if the child is not running.
    #[inline]
    fn with<R>(
        &self,
        parent: &mut Scope<'_, P>,
        trigger: Current<'_, C::Trigger>,
        work: impl FnOnce(&mut Scope<'_, C>) -> R,
    ) -> Option<R> {
        let Scope { rules, progress, clock, emit, observer, queue, is_unsettled, .. } = parent;
        let actor = (self.slot.get_mut)(&mut progress.children).as_mut()?;
        let rules = (self.wiring.lend_mut)(rules);
        let relay = self.wiring.relay;
        let mut relay = |emitted: C::Emit| match relay(emitted) {
            Relay::Drop => {}
            Relay::Emit(emitted) => {
                if let Some(emit) = emit {
                    emit(emitted);
                }
            }
            Relay::Raise(trigger) => {
                queue.push(Waiting::Trigger(trigger));
                *is_unsettled = true;
            }
        };
        let observer = reborrow(observer);
        let env = Env { rules, emit: Some(&mut relay), observer };
        Some(work(&mut Scope::new(&self.chart, actor, clock, env, trigger)))
    }

    /// Offers a trigger of the parent to the child, mapped to one of the child's. `None` if it maps
    /// to none.
    #[inline]
    fn offer_as(
        &self,
        parent: &mut Scope<'_, P>,
        number: u16,
        trigger: &P::Trigger,
        is_checked: bool,
    ) -> Option<Result<Answer, RunawayError>> {
        // Looked at where it was written: moving it at once would stall the processor.
        let mapped = (self.wiring.map)(trigger);
        let trigger = mapped.as_deref()?;
        let current = if is_checked { Current::Checked(trigger) } else { Current::Sent(trigger) };
        self.run(parent, number, current, |child| child.accept())
    }
}

/// The same observer, borrowed for a shorter time.
fn reborrow<'s>(observer: &'s mut Option<&mut dyn Observer>) -> Option<&'s mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}

impl<P: Machine, C: Machine> Invoke<P> for ChildDef<P, C> {
    fn id(&self) -> &str {
        &self.id
    }

    fn chart(&self) -> &dyn AnyChart {
        &*self.chart
    }

    fn may_react(&self, kind: usize) -> bool {
        // `map` needs a whole trigger, so its result is unknown when only the kind is given.
        let is_shared = TypeId::of::<P::Trigger>() == TypeId::of::<C::Trigger>();
        !is_shared || self.chart.tables.may_react(kind)
    }

    fn lacks_output(&self) -> bool {
        self.take.is_some() && !self.chart.always_gives_output()
    }

    fn is_done(&self, children: &P::Children) -> bool {
        self.actor(children).is_some_and(Actor::is_done)
    }

    fn due(&self, children: &P::Children) -> Option<Due> {
        self.chart.due(self.actor(children)?)
    }

    fn timers(&self, children: &P::Children, timers: &mut Vec<Due>) {
        if let Some(actor) = self.actor(children) {
            self.chart.timers_of(actor, timers);
        }
    }

    fn start(&self, parent: &mut Scope<'_, P>, number: u16) -> Result<(), RunawayError> {
        let context = (self.input)(&parent.look());
        *(self.slot.get_mut)(&mut parent.progress.children) = Some(self.chart.unstarted(context));
        self.run(parent, number, Current::Nothing, |child| child.begin()).unwrap_or(Ok(()))
    }

    fn stop(&self, parent: &mut Scope<'_, P>) -> bool {
        let stopped = self.with(parent, Current::Nothing, |child| {
            if !child.progress.done {
                child.end();
            }
        });
        *(self.slot.get_mut)(&mut parent.progress.children) = None;
        stopped.is_some()
    }

    fn offer(&self, parent: &mut Scope<'_, P>, number: u16) -> Result<Answer, RunawayError> {
        let answer = match &parent.current {
            Current::Nothing => None,
            Current::Sent(trigger) => self.offer_as(parent, number, *trigger, false),
            Current::Checked(trigger) => self.offer_as(parent, number, *trigger, true),
            Current::Raised(_) => {
                // Moved out, so that the child can borrow the rest of the parent.
                let current = std::mem::replace(&mut parent.current, Current::Nothing);
                let answer = current.get();
                let answer =
                    answer.and_then(|trigger| self.offer_as(parent, number, trigger, false));
                parent.current = current;
                answer
            }
        };
        answer.unwrap_or(Ok(Answer::Refused(Refusal::NotHere)))
    }

    fn fire(&self, parent: &mut Scope<'_, P>, number: u16, due: Due) -> Result<(), RunawayError> {
        self.run(parent, number, Current::Nothing, |child| child.fire(due)).unwrap_or(Ok(()))
    }

    fn finish(&self, parent: &mut Scope<'_, P>) {
        let Some(actor) = (self.slot.get_mut)(&mut parent.progress.children).take() else { return };
        if let Some(take) = self.take {
            let rules = (self.wiring.lend)(parent.rules);
            if let Some(output) = self.chart.output_of(&actor, rules, parent.clock.now) {
                take(parent, output);
            }
        }
    }

    fn would_take(&self, look: &Look<'_, P>, trigger: &P::Trigger) -> bool {
        let Some(actor) = self.actor(&look.progress.children) else { return false };
        let Some(trigger) = (self.wiring.map)(trigger) else { return false };
        let rules = (self.wiring.lend)(look.rules);
        self.chart.would_take(actor, rules, look.now(), &trigger)
    }

    fn expected(&self, children: &P::Children, names: &mut Vec<&'static str>) {
        if let Some(actor) = self.actor(children) {
            self.chart.expected_of(actor, names);
        }
    }

    fn leaves(&self, children: &P::Children, prefix: &str, leaves: &mut Vec<String>) {
        if let Some(actor) = self.actor(children) {
            self.chart.leaves_of(actor, &format!("{prefix}/{}", self.id), leaves);
        }
    }

    fn each_leaf<'a>(&'a self, children: &'a P::Children, visit: &mut dyn FnMut(&'a str, &'a str)) {
        if let Some(actor) = self.actor(children) {
            self.chart.each_leaf_of(actor, visit);
        }
    }

    fn survey(&self, inventory: &mut crate::check::graph::Inventory) {
        self.chart.survey(inventory);
    }

    fn save(&self, children: &P::Children) -> Option<SavedActor> {
        self.actor(children).map(|actor| self.chart.save_actor(actor))
    }

    fn restore(&self, children: &mut P::Children, saved: &SavedActor) -> Result<(), RestoreError> {
        *(self.slot.get_mut)(children) = Some(self.chart.restore_actor(saved)?);
        Ok(())
    }
}
