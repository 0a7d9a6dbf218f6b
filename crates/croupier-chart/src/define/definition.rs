//! A chart as plain data: states, transitions and their callbacks.
//!
//! Nothing is checked here; loops and functions may build any tree. [`Definition::compile`] reports
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
    /// Whether it is part of a larger chart that has the same triggers.
    pub shares_triggers: bool,
    /// The fingerprints of earlier definitions whose snapshots can be restored here.
    pub earlier: Vec<Name>,
}

/// The points on which statechart dialects differ. The defaults are SCXML's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Semantics {
    /// Which transitions a trigger selects in parallel regions.
    pub selection: Selection,
    /// Whether an exact match beats a wildcard that was defined earlier in the same state.
    pub wildcards: Wildcards,
    /// How many microsteps one trigger may cause before the step fails with a
    /// [`RunawayError`](crate::run::RunawayError).
    pub fuel: u32,
}

/// Which transitions a trigger selects in parallel regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// SCXML: every active leaf selects its own transition, from itself or an ancestor.
    PerLeaf,
    /// XState: an ancestor of a parallel state is tried only if no region took the trigger.
    Nested,
}

/// How `on_any` ranks among the transitions of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wildcards {
    /// XState: exact matches first, regardless of the order of definition.
    BySpecificity,
    /// SCXML: the order of definition decides.
    DocumentOrder,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { selection: Selection::PerLeaf, wildcards: Wildcards::BySpecificity, fuel: 1_000 }
    }
}

/// The kind of a state.
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
    /// The kind of state.
    pub kind: StateKind,
    /// Where a compound state starts, or where a history state leads if nothing is remembered.
    pub initial: Option<Transition<M>>,
    /// The states inside, in document order.
    pub children: Vec<StateDef<M>>,
    /// Actions run on entry, in order.
    pub entry: Vec<Action<M>>,
    /// Actions run on exit, in order.
    pub exit: Vec<Action<M>>,
    /// The transitions out of this state, in document order.
    pub handlers: Vec<Handler<M>>,
    /// The charts invoked while this state is active.
    pub invokes: Vec<Child<M>>,
    /// Computes the chart's output when this top-level final state is entered.
    pub output: Option<Output<M>>,
    /// A trigger raised when this state is done, besides its `on_done`.
    pub done_trigger: Option<DoneTrigger<M>>,
    /// Labels by which code outside the chart recognises a group of states.
    pub tags: Vec<Name>,
    /// What the state is for, in a sentence.
    pub description: Option<Name>,
    /// Free-form facts for clients, such as a tooltip. Not part of the hash.
    pub meta: BTreeMap<Name, Name>,
    /// Lints that do not apply here, each with the reason.
    pub allowed: Vec<(LintKind, Name)>,
}

/// A transition and its cause.
pub struct Handler<M: Machine> {
    /// What causes the transition.
    pub when: When<M>,
    /// The transition itself.
    pub transition: Transition<M>,
}

/// What causes a transition.
pub enum When<M: Machine> {
    /// One of these triggers.
    On(Vec<KindOf<M>>),
    /// Any trigger.
    OnAny,
    /// No trigger: it is taken as soon as its guard holds.
    Always,
    /// Time: this long after the state was entered.
    After(Delay<M>),
    /// The state is done: a final child was entered, or all regions are done.
    Done,
}

/// A transition, before it is compiled.
pub struct Transition<M: Machine> {
    /// Where it leads; empty for a transition that only runs actions.
    pub targets: Vec<Name>,
    /// The guard that must hold.
    pub guard: Option<Guard<M>>,
    /// Actions run between the exits and the entries.
    pub actions: Vec<Action<M>>,
    /// Whether the source is exited and re-entered when the target lies inside it.
    pub reenter: bool,
    /// What it is for, in a sentence.
    pub description: Option<Name>,
}

/// The function that computes a chart's output.
pub struct Output<M: Machine>(pub(crate) Arc<OutputFn<M>>);

/// The function that creates the trigger raised when a state is done.
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

/// A history state: a target that leads back to the child of its parent that was active last.
pub fn history<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::ShallowHistory)
}

/// A deep history state: a target that leads back to the leaves of its parent that were active
/// last.
pub fn deep_history<M: Machine>(key: impl Into<Name>) -> StateDef<M> {
    StateDef::new(key, StateKind::DeepHistory)
}

/// A transition to a state.
///
/// A target is looked up among the source's siblings, then among its parent's siblings, and so on
/// outward; `a.b` names a child of what is found. `.child` lies below the source, `#a.b` is a path
/// from the root (`#chart.a.b` works too).
pub fn to<M: Machine>(target: impl Into<Name>) -> Transition<M> {
    Transition { targets: vec![target.into()], ..internal() }
}

/// A transition to several states at once, in different regions.
pub fn to_all<M: Machine, N: Into<Name>>(targets: impl IntoIterator<Item = N>) -> Transition<M> {
    Transition { targets: targets.into_iter().map(Into::into).collect(), ..internal() }
}

/// A transition that runs its actions and leaves no state.
pub fn internal<M: Machine>() -> Transition<M> {
    Transition { targets: vec![], guard: None, actions: vec![], reenter: false, description: None }
}

impl<M: Machine> Transition<M> {
    /// Requires this guard to hold. Further guards must hold as well.
    pub fn when<Args>(mut self, guard: impl IntoGuard<M, Args>) -> Self {
        let guard = guard.into_guard();
        self.guard = Some(match self.guard {
            None => guard,
            Some(first) => Guard::All(vec![first, guard]),
        });
        self
    }

    /// Requires this precondition to hold, like [`when`](Self::when). The difference matters for
    /// triggers that were checked before they are sent:
    /// [`Chart::send_checked`](crate::run::Chart::send_checked) does not evaluate preconditions
    /// again.
    ///
    /// What decides *whether* a trigger is allowed belongs here; what decides *where* it leads
    /// belongs in `when`.
    pub fn given<Args>(self, guard: impl IntoGuard<M, Args>) -> Self {
        self.when(Guard::Given(Box::new(guard.into_guard())))
    }

    /// Runs this action when the transition is taken.
    pub fn run<Args>(mut self, action: impl IntoAction<M, Args>) -> Self {
        self.actions.push(action.into_action());
        self
    }

    /// Exits and re-enters the source even when the target lies inside it.
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

/// One transition, or several guarded candidates of which the first enabled one is taken.
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

// States are dropped iteratively: dropping deeply nested ones recursively would overflow the stack.
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

    /// Where a compound state starts. The target is looked up among the children first.
    pub fn initial(mut self, target: impl IntoTransitions<M>) -> Self {
        self.initial = target.into_transitions().into_iter().next();
        self
    }

    /// Where a history state leads while nothing is remembered.
    pub fn default(self, target: impl IntoTransitions<M>) -> Self {
        self.initial(target)
    }

    /// Adds a child state.
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Adds several child states.
    pub fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Runs this action on entry.
    pub fn entry(mut self, action: impl IntoAction<M>) -> Self {
        self.entry.push(action.into_action());
        self
    }

    /// Runs this action on exit.
    pub fn exit(mut self, action: impl IntoAction<M>) -> Self {
        self.exit.push(action.into_action());
        self
    }

    /// Transitions on this trigger.
    pub fn on(self, kind: KindOf<M>, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::On(vec![kind]))
    }

    /// Transitions on any of these triggers.
    pub fn on_each(
        self,
        kinds: impl IntoIterator<Item = KindOf<M>>,
        transitions: impl IntoTransitions<M>,
    ) -> Self {
        let kinds: Vec<_> = kinds.into_iter().collect();
        self.handle(transitions, || When::On(kinds.clone()))
    }

    /// Transitions on any trigger that no other transition of this state names.
    pub fn on_any(self, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::OnAny)
    }

    /// Swallows this trigger, so that no outer state sees it.
    pub fn forbid(self, kind: KindOf<M>) -> Self {
        self.on(kind, internal())
    }

    /// Transitions taken as soon as a guard holds: after every change, before the next trigger.
    pub fn always(self, transitions: impl IntoTransitions<M>) -> Self {
        self.handle(transitions, || When::Always)
    }

    /// Transitions taken after this delay, if the state is still active then.
    pub fn after(self, delay: impl IntoDelay<M>, transitions: impl IntoTransitions<M>) -> Self {
        let delay = delay.into_delay();
        self.handle(transitions, || When::After(delay.clone()))
    }

    /// Transitions taken when a final child is entered, or when all regions are done.
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

    /// Computes the chart's output when this top-level final state is entered.
    pub fn output(
        mut self,
        output: impl Fn(&Look<'_, M>) -> M::Output + Send + Sync + 'static,
    ) -> Self {
        self.output = Some(Output(Arc::new(output)));
        self
    }

    /// Invokes another chart while this state is active.
    pub fn invoke(mut self, child: impl Into<Child<M>>) -> Self {
        self.invokes.push(child.into());
        self
    }

    /// Adds a tag by which code outside the chart recognises a group of states.
    pub fn tag(mut self, tag: impl Into<Name>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// Describes what the state is for.
    pub fn describe(mut self, text: impl Into<Name>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Records a fact for clients, such as a tooltip.
    pub fn meta(mut self, key: impl Into<Name>, value: impl Into<Name>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Suppresses a lint for this state, with the reason.
    pub fn allow(mut self, lint: LintKind, reason: impl Into<Name>) -> Self {
        self.allowed.push((lint, reason.into()));
        self
    }
}

impl<M: Machine> Definition<M> {
    /// Creates a chart with this id around this root state.
    pub fn new(id: impl Into<Name>, root: StateDef<M>) -> Self {
        Self {
            id: id.into(),
            root,
            semantics: Semantics::default(),
            shares_triggers: false,
            earlier: vec![],
        }
    }

    /// Chooses the dialect.
    pub fn semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// Declares this to be part of a larger chart with the same triggers, invoked by one of its
    /// states: a trigger that nothing here reacts to is then not
    /// [suspicious](LintKind::UnhandledTrigger). The outermost chart must not declare this; it is
    /// checked on behalf of all charts inside it.
    pub fn shares_triggers(mut self) -> Self {
        self.shares_triggers = true;
        self
    }

    /// Declares that snapshots of an earlier definition, given by its
    /// [fingerprint](Chart::fingerprint), can be restored here: everything they may hold (states,
    /// timers, history, children, context) still means the same. This is true of a definition that
    /// has only gained transitions or guards.
    pub fn restores(mut self, earlier: impl Into<Name>) -> Self {
        self.earlier.push(earlier.into());
        self
    }

    /// Checks the whole definition and compiles it to tables.
    pub fn compile(self) -> Result<Chart<M>, DefinitionError> {
        crate::compile::compile(self)
    }
}

// Deriving these would require `M: Debug`.
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
