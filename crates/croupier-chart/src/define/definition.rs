//! A chart as plain data: states, transitions and what hangs on them.
//!
//! Nothing here is checked; loops and functions may build any tree. [`Definition::compile`] reports
//! everything that is wrong with it at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::check::LintKind;
use crate::define::callback::{OutputFn, TriggerFn};
use crate::define::child::Child;
use crate::define::{
    Action, DefinitionError, Delay, Guard, IntoAction, IntoDelay, IntoGuard, Machine, Name, Trigger,
};
use crate::run::{Chart, Look};

/// The kind of trigger of a machine: `LampKind` of a machine whose trigger is `Lamp`.
pub type KindOf<M> = <<M as Machine>::Trigger as Trigger>::Kind;

/// A whole chart, before it is compiled.
pub struct Definition<M: Machine> {
    /// The chart's name in exports, saves and traces.
    pub id: Name,
    /// The outermost state.
    pub root: StateDef<M>,
    /// The points on which statechart dialects differ.
    pub semantics: Semantics,
    /// Whether it is a part of a larger chart that has the same triggers.
    pub shares_triggers: bool,
    /// The fingerprints of earlier definitions whose snapshots are restored here.
    pub earlier: Vec<Name>,
}

/// The points on which statechart dialects differ. The defaults are SCXML's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Semantics {
    /// Which transitions a trigger selects in parallel regions.
    pub selection: Selection,
    /// Whether an exact match wins against a wildcard that was defined earlier in the same state.
    pub wildcards: Wildcards,
    /// How many microsteps one trigger may cause before the chart is called a [`RunawayError`](crate::run::RunawayError).
    pub fuel: u32,
}

/// Which transitions a trigger selects in parallel regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// SCXML: every active leaf finds its own transition, in itself or in an ancestor.
    PerLeaf,
    /// XState: an ancestor of a parallel state is asked only if no region took the trigger.
    Nested,
}

/// How `on_any` ranks among the transitions of one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wildcards {
    /// XState: exact matches first, in whatever order they were defined.
    BySpecificity,
    /// SCXML: the order of definition decides.
    DocumentOrder,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { selection: Selection::PerLeaf, wildcards: Wildcards::BySpecificity, fuel: 1_000 }
    }
}

/// What sort of state this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateKind {
    /// Atomic without children, compound with them.
    Plain,
    /// All children are active at once.
    Parallel,
    /// Its parent is done when it is entered.
    Final,
    /// Stands for the children that were active when the parent was last left.
    ShallowHistory,
    /// Stands for the leaves that were active when the parent was last left.
    DeepHistory,
}

impl StateKind {
    /// Whether this is a history state, which is a target and never active.
    pub fn is_history(self) -> bool {
        matches!(self, Self::ShallowHistory | Self::DeepHistory)
    }
}

/// A state, before it is compiled.
pub struct StateDef<M: Machine> {
    /// The name among its siblings.
    pub key: Name,
    /// What sort of state this is.
    pub kind: StateKind,
    /// Where a compound state starts, or where a history state without a past leads.
    pub initial: Option<Transition<M>>,
    /// The states inside, in document order.
    pub children: Vec<StateDef<M>>,
    /// What happens on entry, in order.
    pub entry: Vec<Action<M>>,
    /// What happens on exit, in order.
    pub exit: Vec<Action<M>>,
    /// What moves the chart on from here, in document order.
    pub handlers: Vec<Handler<M>>,
    /// The charts that run while this state is active.
    pub invokes: Vec<Child<M>>,
    /// What a top-level final state leaves behind.
    pub output: Option<Output<M>>,
    /// A trigger raised when this state is done, besides its `on_done`.
    pub done_trigger: Option<DoneTrigger<M>>,
    /// Words by which the outside recognises a group of states.
    pub tags: Vec<Name>,
    /// What the state is for, in a sentence.
    pub description: Option<Name>,
    /// Free facts for clients, such as a tooltip. Not part of the hash.
    pub meta: BTreeMap<Name, Name>,
    /// Lints that do not apply here, each with its reason.
    pub allowed: Vec<(LintKind, Name)>,
}

/// A transition and what sets it off.
pub struct Handler<M: Machine> {
    /// What sets it off.
    pub when: When<M>,
    /// What it does.
    pub transition: Transition<M>,
}

/// What sets a transition off.
pub enum When<M: Machine> {
    /// One of these triggers.
    On(Vec<KindOf<M>>),
    /// Any trigger.
    OnAny,
    /// Nothing: it is taken as soon as its guard holds.
    Always,
    /// Time: so long after the state was entered.
    After(Delay<M>),
    /// The state is done: a final child was entered, or all regions are done.
    Done,
}

/// A transition, before it is compiled.
pub struct Transition<M: Machine> {
    /// Where it leads; nowhere for a transition that only acts.
    pub targets: Vec<Name>,
    /// Whether it may be taken.
    pub guard: Option<Guard<M>>,
    /// What happens between the exits and the entries.
    pub actions: Vec<Action<M>>,
    /// Whether the source is left and entered again when the target lies inside it.
    pub reenter: bool,
    /// What it is for, in a sentence.
    pub description: Option<Name>,
}

/// The function that makes a chart's output.
pub struct Output<M: Machine>(pub(crate) Arc<OutputFn<M>>);

/// The function that makes the trigger raised when a state is done.
pub struct DoneTrigger<M: Machine>(pub(crate) Arc<TriggerFn<M>>);

/// A state: atomic, or compound once it has children.
pub fn state<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::Plain)
}

/// A state whose children are all active at once.
pub fn parallel<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::Parallel)
}

/// A final state: entering it makes its parent done.
pub fn final_state<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::Final)
}

/// A target that leads back to the child of its parent that was active last.
pub fn history<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::ShallowHistory)
}

/// A target that leads back to the very leaves of its parent that were active last.
pub fn deep_history<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::DeepHistory)
}

/// A transition to a state.
///
/// A target is looked for among the source's siblings, then among its parent's, and so on outward;
/// `a.b` names a child of what is found. `.child` lies below the source, `#a.b` is a path from the
/// root (`#chart.a.b` works too).
pub fn to<M: Machine>(target: impl Into<Name>) -> Transition<M> {
    Transition { targets: vec![target.into()], ..internal() }
}

/// A transition to several states at once, in different regions.
pub fn to_all<M: Machine, N: Into<Name>>(targets: impl IntoIterator<Item = N>) -> Transition<M> {
    Transition { targets: targets.into_iter().map(Into::into).collect(), ..internal() }
}

/// A transition that acts and leads nowhere.
pub fn internal<M: Machine>() -> Transition<M> {
    Transition { targets: vec![], guard: None, actions: vec![], reenter: false, description: None }
}

impl<M: Machine> Transition<M> {
    /// Only if this guard holds. A second guard must hold as well.
    pub fn when<Args>(mut self, guard: impl IntoGuard<M, Args>) -> Self {
        let guard = guard.into_guard();
        self.guard = Some(match self.guard {
            None => guard,
            Some(first) => Guard::All(vec![first, guard]),
        });
        self
    }

    /// Only if this precondition holds, like [`when`](Self::when). The difference is for triggers
    /// that were checked before they are sent: with
    /// [`Chart::send_checked`](crate::run::Chart::send_checked) a precondition is not asked again.
    ///
    /// What decides *whether* a trigger is right belongs here; what decides *where* it leads, into
    /// `when`.
    pub fn given<Args>(self, guard: impl IntoGuard<M, Args>) -> Self {
        self.when(Guard::Given(Box::new(guard.into_guard())))
    }

    /// Does this on the way.
    pub fn run<Args>(mut self, action: impl IntoAction<M, Args>) -> Self {
        self.actions.push(action.into_action());
        self
    }

    /// Leaves and enters the source even when the target lies inside it.
    pub fn reenter(mut self) -> Self {
        self.reenter = true;
        self
    }

    /// Says what the transition is for.
    pub fn describe(mut self, text: impl Into<Name>) -> Self {
        self.description = Some(text.into());
        self
    }
}

/// One transition or several guarded candidates, the first enabled one to be taken.
pub trait IntoTransitions<M: Machine> {
    /// The candidates, in order.
    fn into_transitions(self) -> Vec<Transition<M>>;
}

impl<M: Machine> IntoTransitions<M> for Transition<M> {
    fn into_transitions(self) -> Vec<Transition<M>> {
        vec![self]
    }
}

impl<M: Machine> IntoTransitions<M> for &'static str {
    fn into_transitions(self) -> Vec<Transition<M>> {
        vec![to(self)]
    }
}

impl<M: Machine> IntoTransitions<M> for String {
    fn into_transitions(self) -> Vec<Transition<M>> {
        vec![to(self)]
    }
}

impl<M: Machine> IntoTransitions<M> for Vec<Transition<M>> {
    fn into_transitions(self) -> Vec<Transition<M>> {
        self
    }
}

impl<M: Machine, const N: usize> IntoTransitions<M> for [Transition<M>; N] {
    fn into_transitions(self) -> Vec<Transition<M>> {
        self.into()
    }
}

// States are dropped one after the other: dropped inside each other, many nested ones would overflow
// the stack.
impl<M: Machine> Drop for StateDef<M> {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut self.children);
        while let Some(mut state) = waiting.pop() {
            waiting.append(&mut state.children);
        }
    }
}

impl<M: Machine> StateDef<M> {
    fn new(key: impl Into<Name>, kind: StateKind) -> Self {
        Self {
            key: key.into(),
            kind,
            initial: None,
            children: vec![],
            entry: vec![],
            exit: vec![],
            handlers: vec![],
            invokes: vec![],
            output: None,
            done_trigger: None,
            tags: vec![],
            description: None,
            meta: BTreeMap::new(),
            allowed: vec![],
        }
    }

    fn handle(
        mut self,
        transitions: impl IntoTransitions<M>,
        mut when: impl FnMut() -> When<M>,
    ) -> Self {
        self.handlers.extend(
            transitions
                .into_transitions()
                .into_iter()
                .map(|transition| Handler { when: when(), transition }),
        );
        self
    }

    /// Where a compound state starts. The target is looked for among the children first.
    pub fn initial(mut self, target: impl IntoTransitions<M>) -> Self {
        self.initial = target.into_transitions().into_iter().next();
        self
    }

    /// Where a history state leads while its parent has no past.
    pub fn default(self, target: impl IntoTransitions<M>) -> Self {
        self.initial(target)
    }

    /// Adds a state inside.
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Adds several states inside.
    pub fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Does this on entry.
    pub fn entry(mut self, action: impl IntoAction<M>) -> Self {
        self.entry.push(action.into_action());
        self
    }

    /// Does this on exit.
    pub fn exit(mut self, action: impl IntoAction<M>) -> Self {
        self.exit.push(action.into_action());
        self
    }

    /// On this trigger.
    pub fn on(self, kind: KindOf<M>, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::On(vec![kind]))
    }

    /// On any of these triggers.
    pub fn on_each(
        self,
        kinds: impl IntoIterator<Item = KindOf<M>>,
        transitions: impl IntoTransitions<M>,
    ) -> Self {
        let kinds: Vec<_> = kinds.into_iter().collect();
        self.handle(transitions, || When::On(kinds.clone()))
    }

    /// On any trigger that nothing in this state names.
    pub fn on_any(self, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::OnAny)
    }

    /// Swallows this trigger, so that no outer state sees it.
    pub fn forbid(self, kind: KindOf<M>) -> Self {
        self.on(kind, internal())
    }

    /// As soon as it may: after every change, before the next trigger.
    pub fn always(self, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::Always)
    }

    /// So many milliseconds after the state was entered, if it is still active.
    pub fn after(self, delay: impl IntoDelay<M>, transitions: impl IntoTransitions<M>) -> Self {
        let delay = delay.into_delay();
        self.handle(transitions, || When::After(delay.clone()))
    }

    /// When a final child is entered, or all regions are done.
    pub fn on_done(self, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::Done)
    }

    /// Raises an ordinary trigger when this state is done, for other states to react to.
    pub fn raise_when_done(
        mut self,
        trigger: impl Fn(&Look<'_, M>) -> M::Trigger + Send + Sync + 'static,
    ) -> Self {
        self.done_trigger = Some(DoneTrigger(Arc::new(trigger)));
        self
    }

    /// What the chart leaves behind when this top-level final state is entered.
    pub fn output(
        mut self,
        output: impl Fn(&Look<'_, M>) -> M::Output + Send + Sync + 'static,
    ) -> Self {
        self.output = Some(Output(Arc::new(output)));
        self
    }

    /// Runs another chart while this state is active.
    pub fn invoke(mut self, child: impl Into<Child<M>>) -> Self {
        self.invokes.push(child.into());
        self
    }

    /// Puts the state in a group that the outside recognises.
    pub fn tag(mut self, tag: impl Into<Name>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// Says what the state is for.
    pub fn describe(mut self, text: impl Into<Name>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Records a fact for clients, such as a tooltip.
    pub fn meta(mut self, key: impl Into<Name>, value: impl Into<Name>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Says why a lint does not apply to this state.
    pub fn allow(mut self, lint: LintKind, reason: impl Into<Name>) -> Self {
        self.allowed.push((lint, reason.into()));
        self
    }
}

impl<M: Machine> Definition<M> {
    /// A chart of this name around this state.
    pub fn new(id: impl Into<Name>, root: StateDef<M>) -> Self {
        Self {
            id: id.into(),
            root,
            semantics: Semantics::default(),
            shares_triggers: false,
            earlier: vec![],
        }
    }

    /// Chooses a dialect.
    pub fn semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// Says that this is a part of a larger chart with the same triggers, invoked by one of its
    /// states: a trigger that nothing here reacts to is not [suspicious](LintKind::UnhandledTrigger)
    /// then. The outermost chart does not say so, and is asked about all the charts inside it.
    pub fn shares_triggers(mut self) -> Self {
        self.shares_triggers = true;
        self
    }

    /// Says that snapshots of an earlier definition can be restored here, by its
    /// [fingerprint](Chart::fingerprint): all that they may hold (states, timers, history, children,
    /// context) still means the same. True of a definition that has only gained transitions or guards.
    pub fn restores(mut self, earlier: impl Into<Name>) -> Self {
        self.earlier.push(earlier.into());
        self
    }

    /// Checks everything and lays the chart out as tables.
    pub fn compile(self) -> Result<Chart<M>, DefinitionError> {
        crate::compile::compile(self)
    }
}

// Derived, these would ask for `M: Debug`.
macro_rules! debug_by_field {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl<M: Machine> fmt::Debug for $name<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))+.finish()
            }
        }
    )+};
}
debug_by_field! {
    Definition { id, root, semantics, shares_triggers, earlier }
    StateDef {
        key, kind, initial, children, entry, exit, handlers, invokes, output, done_trigger, tags,
        description, meta, allowed
    }
    Handler { when, transition }
    Transition { targets, guard, actions, reenter, description }
}
impl<M: Machine> fmt::Debug for When<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On(kinds) => f.debug_tuple("On").field(kinds).finish(),
            Self::OnAny => f.write_str("OnAny"),
            Self::Always => f.write_str("Always"),
            Self::After(delay) => f.debug_tuple("After").field(delay).finish(),
            Self::Done => f.write_str("Done"),
        }
    }
}
impl<M: Machine> fmt::Debug for Output<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}
impl<M: Machine> fmt::Debug for DoneTrigger<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DoneTrigger")
    }
}
