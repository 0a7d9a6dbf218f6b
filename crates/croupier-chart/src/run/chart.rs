//! A compiled chart: how it is run and queried.

use std::fmt;
use std::marker::PhantomData;

use smallvec::smallvec;

use crate::Millis;
use crate::check::LintReport;
use crate::compile::set::{Ix, StateId, StateSet};
use crate::compile::tables::Tables;
use crate::define::{Definition, Machine, Name, StateKind, Trigger, TriggerKind};
use crate::run::actor::{Actor, Progress, Snapshot, Tag};
use crate::run::error::{Answer, RunawayError, UnknownStateError};
use crate::run::scope::{Current, Env, Look, Scope};
use crate::run::step;
use crate::run::timer::{Clock, Due, Timers, earlier};

/// A checked and compiled chart. Made once and shared by everything that runs it.
///
/// Running is a pure function of its arguments: the chart, a [`Snapshot`], the rules lent in an
/// [`Env`], and a trigger or an instant. No state is kept anywhere else.
pub struct Chart<M: Machine> {
    pub(crate) definition: Definition<M>,
    pub(crate) tables: Tables<M>,
    pub(crate) hash: u64,
    pub(crate) lints: Vec<LintReport>,
}

/// Running.
impl<M: Machine> Chart<M> {
    /// Starts at instant 0.
    pub fn start(
        &self,
        context: M::Context,
        env: &mut Env<'_, M>,
    ) -> Result<Snapshot<M>, RunawayError> {
        self.start_at(Millis::ZERO, context, env)
    }

    /// Starts at the given instant.
    pub fn start_at(
        &self,
        now: Millis,
        context: M::Context,
        env: &mut Env<'_, M>,
    ) -> Result<Snapshot<M>, RunawayError> {
        let clock = Clock { now, seq: 0 };
        let mut snapshot = Snapshot { clock, root: self.unstarted(context), children_due: None };
        self.scope(&mut snapshot, env, Current::Nothing).begin()?;
        self.look_ahead(&mut snapshot);
        Ok(snapshot)
    }

    /// Starts in the middle, as if a transition to this state had just been taken. For prepared
    /// positions and for testing a part of a chart.
    pub fn start_in(
        &self,
        state: StateId<M>,
        now: Millis,
        context: M::Context,
        env: &mut Env<'_, M>,
    ) -> Result<Snapshot<M>, RunawayError> {
        let clock = Clock { now, seq: 0 };
        let mut snapshot = Snapshot { clock, root: self.unstarted(context), children_due: None };
        self.scope(&mut snapshot, env, Current::Nothing).begin_in(state.ix)?;
        self.look_ahead(&mut snapshot);
        Ok(snapshot)
    }

    /// Offers a trigger and runs until the chart is at rest.
    #[inline]
    pub fn send(
        &self,
        snapshot: &mut Snapshot<M>,
        env: &mut Env<'_, M>,
        trigger: &M::Trigger,
    ) -> Result<Answer, RunawayError> {
        let answer = self.scope(snapshot, env, Current::Sent(trigger)).accept();
        self.look_ahead(snapshot);
        answer
    }

    /// Like [`send`](Self::send), for a trigger whose
    /// [preconditions](crate::define::Transition::given) the caller has checked. They are not
    /// evaluated again; the other guards decide where the trigger leads. In debug builds, and with
    /// an observer, everything is evaluated, and a failing precondition refuses the trigger.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub fn send_checked(
        &self,
        snapshot: &mut Snapshot<M>,
        env: &mut Env<'_, M>,
        trigger: &M::Trigger,
    ) -> Result<Answer, RunawayError> {
        let asks_all = cfg!(debug_assertions) || env.observer.is_some();
        let current = if asks_all { Current::Sent(trigger) } else { Current::Checked(trigger) };
        let answer = self.scope(snapshot, env, current).accept();
        self.look_ahead(snapshot);
        answer
    }

    /// [`send`](Self::send) as a pure function: returns a new snapshot and leaves the old one
    /// unchanged.
    pub fn step(
        &self,
        snapshot: &Snapshot<M>,
        env: &mut Env<'_, M>,
        trigger: &M::Trigger,
    ) -> Result<(Snapshot<M>, Answer), RunawayError> {
        let mut next = snapshot.clone();
        let answer = self.send(&mut next, env, trigger)?;
        Ok((next, answer))
    }

    /// Moves the clock and fires the timers that fall due on the way: one at a time, each at its
    /// own instant, so that two short waits equal one long one. Returns how many fired. The clock
    /// never goes back; an instant in the past counts as now.
    pub fn advance_to(
        &self,
        snapshot: &mut Snapshot<M>,
        env: &mut Env<'_, M>,
        instant: Millis,
    ) -> Result<u32, RunawayError> {
        let mut fired = 0;
        let mut at_once = 0;
        while let Some(due) = snapshot.due().filter(|due| due.0 <= instant) {
            at_once = if due.0 > snapshot.clock.now { 0 } else { at_once + 1 };
            snapshot.clock.now = snapshot.clock.now.max(due.0);
            let mut scope = self.scope(snapshot, env, Current::Nothing);
            if at_once > self.definition.semantics.fuel {
                return Err(scope.runaway());
            }
            let rested = scope.fire(due);
            self.look_ahead(snapshot);
            rested?;
            fired += 1;
        }
        snapshot.clock.now = snapshot.clock.now.max(instant);
        Ok(fired)
    }

    /// Fires the timer that is due first, at its own instant, if that is no later than the given
    /// one. Returns whether one fired. For callers that order the timers of several charts.
    pub fn fire_first(
        &self,
        snapshot: &mut Snapshot<M>,
        env: &mut Env<'_, M>,
        instant: Millis,
    ) -> Result<bool, RunawayError> {
        let Some(due) = snapshot.due().filter(|due| due.0 <= instant) else { return Ok(false) };
        snapshot.clock.now = snapshot.clock.now.max(due.0);
        let rested = self.scope(snapshot, env, Current::Nothing).fire(due);
        self.look_ahead(snapshot);
        rested.map(|()| true)
    }

    /// Moves the clock without firing anything: timers that are due fire later, never before their
    /// own instant. For callers that order the timers of several charts.
    pub fn wait_until(&self, snapshot: &mut Snapshot<M>, instant: Millis) {
        snapshot.clock.now = snapshot.clock.now.max(instant);
    }

    /// Stops the chart early: runs the exit actions of all active states, innermost first, and
    /// cancels all timers. Afterwards the chart is done, without an output.
    pub fn stop(&self, snapshot: &mut Snapshot<M>, env: &mut Env<'_, M>) {
        if !snapshot.root.progress.done {
            self.scope(snapshot, env, Current::Nothing).end();
            self.look_ahead(snapshot);
        }
    }

    /// When the next timer of the tree falls due.
    #[inline]
    pub fn next_due(&self, snapshot: &Snapshot<M>) -> Option<Millis> {
        snapshot.due().map(|due| due.0)
    }

    /// The next timer of the tree to fall due: its instant, and its sequence number in the order in
    /// which the timers of the tree were armed.
    pub fn next_timer(&self, snapshot: &Snapshot<M>) -> Option<(Millis, u64)> {
        snapshot.due()
    }

    /// How many timers of the tree have been armed so far.
    pub fn timers_armed(&self, snapshot: &Snapshot<M>) -> u64 {
        snapshot.clock.seq
    }

    /// The running timers of the tree, each with its instant and its sequence number in the order
    /// in which they were armed. A number is used once, unless the snapshot is replaced by an older
    /// one.
    pub fn timers(&self, snapshot: &Snapshot<M>) -> Vec<(Millis, u64)> {
        let mut timers = vec![];
        self.timers_of(&snapshot.root, &mut timers);
        timers
    }

    /// Updates the cached next timer of the invoked charts after anything has run. The outermost
    /// chart tracks its own next timer.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn look_ahead(&self, snapshot: &mut Snapshot<M>) {
        if self.tables.is_flat {
            return;
        }
        if snapshot.root.progress.active.intersects(self.tables.invoking) {
            self.look_ahead_in_children(snapshot);
        } else {
            snapshot.children_due = None;
        }
    }

    #[inline(never)]
    fn look_ahead_in_children(&self, snapshot: &mut Snapshot<M>) {
        snapshot.children_due = self.children_due(&snapshot.root);
    }

    #[inline]
    fn scope<'s>(
        &'s self,
        snapshot: &'s mut Snapshot<M>,
        env: &'s mut Env<'_, M>,
        current: Current<'s, M::Trigger>,
    ) -> Scope<'s, M> {
        let env = Env {
            rules: &mut *env.rules,
            emit: match &mut env.emit {
                Some(emit) => Some(&mut **emit),
                None => None,
            },
            observer: match &mut env.observer {
                Some(observer) => Some(&mut **observer),
                None => None,
            },
        };
        Scope::new(self, &mut snapshot.root, &mut snapshot.clock, env, current)
    }

    pub(crate) fn unstarted(&self, context: M::Context) -> Actor<M> {
        let progress = Progress {
            active: StateSet::EMPTY,
            done: false,
            timers: Timers::none(),
            past: smallvec![StateSet::EMPTY; self.tables.shape.histories.len()],
            children: M::Children::default(),
        };
        Actor { context, progress }
    }

    /// The next timer to fall due in a chart and those it has invoked.
    #[inline]
    pub(crate) fn due(&self, actor: &Actor<M>) -> Option<Due> {
        let own = actor.progress.timers.earliest();
        if actor.progress.active.intersects(self.tables.invoking) {
            earlier(own, self.children_due(actor))
        } else {
            own
        }
    }

    #[inline]
    fn children_due(&self, actor: &Actor<M>) -> Option<Due> {
        let mut earliest = None;
        for row in &self.tables.invokes {
            if actor.progress.active.contains(row.state) {
                earliest = earlier(earliest, row.child.due(&actor.progress.children));
            }
        }
        earliest
    }
}

/// Queries about a snapshot.
impl<M: Machine> Chart<M> {
    pub(crate) fn timers_of(&self, actor: &Actor<M>, timers: &mut Vec<Due>) {
        timers.extend(actor.progress.timers.running());
        let invoked =
            self.tables.invokes.iter().filter(|row| actor.progress.active.contains(row.state));
        for row in invoked {
            row.child.timers(&actor.progress.children, timers);
        }
    }

    /// Whether a trigger would be taken now, here or in a child. Changes nothing.
    pub fn can(&self, snapshot: &Snapshot<M>, rules: &M::Rules, trigger: &M::Trigger) -> bool {
        self.would_take(&snapshot.root, rules, snapshot.clock.now, trigger)
    }

    pub(crate) fn would_take(
        &self,
        actor: &Actor<M>,
        rules: &M::Rules,
        now: Millis,
        trigger: &M::Trigger,
    ) -> bool {
        let (clock, current) = (Clock { now, seq: 0 }, Current::Sent(trigger));
        let look = Look::at_rest(self, actor, rules, &clock, &current);
        let in_child =
            || self.tables.invokes.iter().any(|row| row.child.would_take(&look, trigger));
        !actor.progress.done && (in_child() || step::would_take(&look, trigger.kind().index()))
    }

    /// The names of the triggers for which some active state, here or in a child, has a transition.
    /// Whether its guard holds may depend on the trigger's data; ask [`can`](Self::can).
    pub fn expected(&self, snapshot: &Snapshot<M>) -> Vec<&'static str> {
        let mut names = vec![];
        self.expected_of(&snapshot.root, &mut names);
        names
    }

    pub(crate) fn expected_of(&self, actor: &Actor<M>, names: &mut Vec<&'static str>) {
        if actor.progress.done {
            return;
        }
        let leaves = actor.progress.active & self.tables.shape.atomic;
        for kind in <M::Trigger as Trigger>::Kind::all() {
            let has = |leaf| !self.tables.candidates(leaf, kind.index()).is_empty();
            if leaves.iter().any(has) && !names.contains(&kind.name()) {
                names.push(kind.name());
            }
        }
        for row in &self.tables.invokes {
            row.child.expected(&actor.progress.children, names);
        }
    }

    /// The full paths of the active leaves in document order; those of children follow as
    /// `state/invoked as/state`.
    pub fn leaves(&self, snapshot: &Snapshot<M>) -> Vec<String> {
        let mut leaves = vec![];
        self.leaves_of(&snapshot.root, "", &mut leaves);
        leaves
    }

    pub(crate) fn leaves_of(&self, actor: &Actor<M>, prefix: &str, leaves: &mut Vec<String>) {
        let join = |ix: Ix| match prefix {
            "" => self.tables.path(ix).to_owned(),
            _ => format!("{prefix}/{}", self.tables.path(ix)),
        };
        for ix in (actor.progress.active & self.tables.shape.atomic).iter() {
            leaves.push(join(ix));
        }
        for row in &self.tables.invokes {
            row.child.leaves(&actor.progress.children, &join(row.state), leaves);
        }
    }

    /// Visits the active leaves in document order, those of children last, with the id of the chart
    /// and the path of the state in that chart. Copies nothing.
    pub fn each_leaf<'a>(
        &'a self,
        snapshot: &'a Snapshot<M>,
        visit: &mut dyn FnMut(&'a str, &'a str),
    ) {
        self.each_leaf_of(&snapshot.root, visit);
    }

    pub(crate) fn each_leaf_of<'a>(
        &'a self,
        actor: &'a Actor<M>,
        visit: &mut dyn FnMut(&'a str, &'a str),
    ) {
        for ix in (actor.progress.active & self.tables.shape.atomic).iter() {
            visit(self.id(), self.tables.path(ix));
        }
        for row in &self.tables.invokes {
            row.child.each_leaf(&actor.progress.children, visit);
        }
    }

    /// The chart's output, if it has ended in a final state that has one.
    pub fn output(&self, snapshot: &Snapshot<M>, rules: &M::Rules) -> Option<M::Output> {
        self.output_of(&snapshot.root, rules, snapshot.clock.now)
    }

    pub(crate) fn output_of(
        &self,
        actor: &Actor<M>,
        rules: &M::Rules,
        now: Millis,
    ) -> Option<M::Output> {
        let ends = self.top_finals() & actor.progress.active;
        let ended = actor.progress.done.then(|| ends.iter().next()).flatten()?;
        let output = self.tables.states[ended.at()].output.as_ref()?;
        let (clock, current) = (Clock { now, seq: 0 }, Current::Nothing);
        Some(output(&Look::at_rest(self, actor, rules, &clock, &current)))
    }

    /// The metadata of the active states under this key; inner states take precedence over outer
    /// ones.
    pub fn meta(&self, snapshot: &Snapshot<M>, key: &str) -> Option<&str> {
        let active = snapshot.root.progress.active;
        let states = active.descending().filter_map(|ix| self.tables.states[ix.at()].meta.get(key));
        states.map(AsRef::as_ref).next()
    }
}

/// Queries about the chart itself.
impl<M: Machine> Chart<M> {
    /// The definition it was compiled from.
    pub fn definition(&self) -> &Definition<M> {
        &self.definition
    }

    /// The chart's id.
    pub fn id(&self) -> &str {
        &self.definition.id
    }

    /// A number that changes when the definition does: states, transitions, names of callbacks,
    /// delays and children, but not descriptions, tags or metadata.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What looks wrong but is no fault, except for what the definition allows.
    pub fn lints(&self) -> &[LintReport] {
        &self.lints
    }

    /// A handle for a state, by its path from the root: `playing.turn`. The root is `""`.
    pub fn state(&self, path: &str) -> Result<StateId<M>, UnknownStateError> {
        let found = self.tables.paths.iter().position(|known| known == path);
        found.map(|at| StateId::new(Ix::new(at))).ok_or_else(|| UnknownStateError {
            chart: self.definition.id.to_string(),
            path: path.to_owned(),
            suggestion: crate::define::suggest::nearest(path, &self.tables.paths),
        })
    }

    /// Every state in document order; the root comes first.
    pub fn states(&self) -> impl Iterator<Item = StateId<M>> {
        (0..self.tables.paths.len()).map(|at| StateId::new(Ix::new(at)))
    }

    /// A state's path from the root. The root's is empty.
    pub fn path(&self, state: StateId<M>) -> &str {
        self.tables.path(state.ix)
    }

    /// Every transition in document order: the path of its source and its cause. Its index in this
    /// list is its number in [`TraceEvent::TransitionTaken`](crate::run::TraceEvent).
    pub fn transitions(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let rows = self.tables.transitions.iter();
        rows.map(|row| (self.tables.path(row.source), row.label.as_str()))
    }

    /// The states with this tag; a tag that no state has is never active.
    pub fn tag(&self, tag: &str) -> Tag<M> {
        let has = |tags: &[Name]| tags.iter().any(|known| known == tag);
        let states = self.tables.states.iter().enumerate();
        let states = states.filter(|(_, row)| has(&row.tags)).map(|(at, _)| Ix::new(at));
        Tag { states: states.collect(), machine: PhantomData }
    }

    fn top_finals(&self) -> StateSet {
        self.tables.shape.row(Ix::ROOT).children & self.tables.shape.finals
    }

    /// Whether the chart can end at all: it has a top-level final state, or all its regions have
    /// one.
    pub fn can_finish(&self) -> bool {
        let shape = &self.tables.shape;
        match shape.row(Ix::ROOT).kind {
            StateKind::Parallel => shape
                .regions(Ix::ROOT)
                .all(|region| shape.row(region).children.intersects(shape.finals)),
            _ => !self.top_finals().is_empty(),
        }
    }

    pub(crate) fn always_gives_output(&self) -> bool {
        let mut ends = self.top_finals().iter();
        ends.all(|end| self.tables.states[end.at()].output.is_some())
            && !self.top_finals().is_empty()
    }
}

impl<M: Machine> fmt::Debug for Chart<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chart")
            .field("id", &self.definition.id)
            .field("states", &self.tables.paths.len())
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}
