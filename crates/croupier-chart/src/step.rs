//! Run to completion: select, exit, act, enter, until the chart is at rest.

use smallvec::SmallVec;

use crate::error::{Answer, Refusal, Runaway};
use crate::scope::{Current, Look, Scope, Waiting};
use crate::set::{Ix, StateSet};
use crate::tables::{Span, Tables, TransitionRow};
use crate::timer::{Due, Fired};
use crate::{Delay, Happening, Machine, Selection, StateKind, Trigger, TriggerKind};

type Selected = SmallVec<[u16; 4]>;

impl<M: Machine> Scope<'_, M> {
    #[inline]
    fn tables(&self) -> &'_ Tables<M> {
        &self.chart.tables
    }

    /// Enters the chart for the first time.
    pub(crate) fn begin(&mut self) -> Result<(), Runaway> {
        let entry = self.tables().shape.entry(&[Ix::ROOT], None, self.past);
        self.enter(entry.enter, entry.defaults, entry.default_histories);
        self.settle()
    }

    /// Offers a trigger from outside.
    #[inline]
    pub(crate) fn accept(&mut self) -> Result<Answer, Runaway> {
        let answer = self.offer()?;
        if answer == Answer::Taken {
            self.settle()?;
        }
        Ok(answer)
    }

    /// Fires the timer that is due at this instant, here or in a child.
    pub(crate) fn fire(&mut self, due: Due) -> Result<(), Runaway> {
        match self.timers.fire(due) {
            Some(Fired::After(row)) => {
                let chart = self.chart;
                let delay = &chart.tables.delays[usize::from(row)];
                self.tell(Happening::TimerFired(chart.tables.path(delay.state)));
                self.take_first(delay.candidates);
            }
            Some(Fired::Trigger(trigger)) => {
                self.current = Current::Raised(trigger);
                let _ = self.offer()?;
            }
            None => {
                let chart = self.chart;
                for (number, row) in (0..).zip(&chart.tables.invokes) {
                    if row.child.due(self.children) == Some(due) {
                        row.child.fire(self, due)?;
                        self.notice_end(number);
                        break;
                    }
                }
            }
        }
        self.settle()
    }

    /// Offers the current trigger inner first: to the charts invoked by active states, then here.
    fn offer(&mut self) -> Result<Answer, Runaway> {
        let chart = self.chart;
        let Some(kind) = self.trigger().map(Trigger::kind) else {
            return Ok(Answer::Refused(Refusal::NotHere));
        };
        if *self.done {
            return Ok(Answer::Refused(Refusal::Finished));
        }
        if self.is_observed() {
            self.tell(Happening::Triggered(kind.name()));
        }
        let mut refusal = Refusal::NotHere;
        if self.active.intersects(chart.tables.invoking) {
            let mut taken = false;
            for (number, row) in (0..).zip(&chart.tables.invokes) {
                match row.child.offer(self)? {
                    Answer::Taken => {
                        taken = true;
                        self.notice_end(number);
                    }
                    Answer::Refused(Refusal::Guarded) => refusal = Refusal::Guarded,
                    Answer::Refused(_) => {}
                }
            }
            if taken {
                return Ok(Answer::Taken);
            }
        }
        let (selected, asked) = self.select(kind.index());
        if selected.is_empty() {
            if self.is_observed() {
                self.tell(Happening::Refused(kind.name()));
            }
            return Ok(Answer::Refused(if asked { Refusal::Guarded } else { refusal }));
        }
        self.microstep(&selected);
        Ok(Answer::Taken)
    }

    fn notice_end(&mut self, number: u16) {
        if self.chart.tables.invokes[usize::from(number)].child.is_done(self.children) {
            self.queue.push(Waiting::ChildDone(number));
        }
    }

    /// Goes on until nothing is left to do: eventless transitions first, then what was raised,
    /// then the charts to be started.
    #[inline]
    fn settle(&mut self) -> Result<(), Runaway> {
        let chart = self.chart;
        loop {
            if *self.done {
                self.end();
                break;
            }
            if self.active.intersects(chart.tables.always) {
                let (selected, _) = self.select(chart.tables.always_column());
                if !selected.is_empty() {
                    self.burn()?;
                    self.microstep(&selected);
                    continue;
                }
            }
            if let Some(waiting) = self.queue.pop() {
                self.burn()?;
                self.handle(waiting)?;
                continue;
            }
            let to_start = self.to_start & *self.active;
            if to_start.is_empty() {
                break;
            }
            self.start_children(to_start)?;
        }
        self.tell(Happening::Rested);
        Ok(())
    }

    fn handle(&mut self, waiting: Waiting<M::Trigger>) -> Result<(), Runaway> {
        let chart = self.chart;
        match waiting {
            Waiting::Trigger(trigger) => {
                self.current = Current::Raised(trigger);
                let _ = self.offer()?;
            }
            Waiting::Done(ix) => {
                self.current = Current::Nothing;
                self.take_first(chart.tables.states[ix.at()].on_done);
            }
            Waiting::ChildDone(number) => {
                self.current = Current::Nothing;
                let row = &chart.tables.invokes[usize::from(number)];
                // The parent may have left the state, and so stopped the child, in between.
                if row.child.is_done(self.children) {
                    self.tell(Happening::ChildDone(row.child.id()));
                    row.child.finish(self);
                    self.take_first(row.candidates);
                }
            }
        }
        Ok(())
    }

    /// Takes the first enabled one of a single state's transitions.
    fn take_first(&mut self, candidates: Span) {
        let chart = self.chart;
        let rows = &chart.tables.candidates[candidates.range()];
        self.current = Current::Nothing;
        if let Some(row) = rows.iter().copied().find(|row| self.passes(*row)) {
            self.microstep(&[row]);
        }
    }

    #[inline]
    fn burn(&mut self) -> Result<(), Runaway> {
        if self.fuel == 0 {
            return Err(self.runaway());
        }
        self.fuel -= 1;
        Ok(())
    }

    #[cold]
    pub(crate) fn runaway(&self) -> Runaway {
        let leaves = *self.active & self.tables().shape.atomic;
        Runaway {
            chart: self.chart.definition.id.to_string(),
            states: leaves.iter().map(|ix| self.tables().path(ix).to_owned()).collect(),
        }
    }

    #[inline]
    fn passes(&mut self, row: u16) -> bool {
        let chart = self.chart;
        let Some(guard) = &chart.tables.transition(row).guard else { return true };
        let passed = guard.node.holds(&self.look());
        self.tell(Happening::GuardAsked { guard: &guard.text, passed });
        passed
    }

    /// The transitions to take, and whether a guard stood in the way of others.
    #[inline]
    fn select(&mut self, column: usize) -> (Selected, bool) {
        let chart = self.chart;
        let leaves = *self.active & chart.tables.shape.atomic;
        let mut selected = Selected::new();
        let mut asked = false;
        for leaf in leaves.iter() {
            for row in chart.tables.candidates(leaf, column) {
                if self.passes(*row) {
                    if !selected.contains(row) {
                        selected.push(*row);
                    }
                    break;
                }
                asked = true;
            }
        }
        if selected.len() > 1 {
            let nested = chart.definition.semantics.selection == Selection::Nested
                && column != chart.tables.always_column();
            selected = resolve_conflicts(&chart.tables, *self.active, &selected, nested);
        }
        (selected, asked)
    }

    fn microstep(&mut self, selected: &[u16]) {
        let chart = self.chart;
        let tables = &chart.tables;
        if self.is_observed() {
            for row in selected {
                let source = tables.path(tables.transition(*row).source);
                let number = usize::from(*row);
                self.tell(Happening::TransitionTaken { source, number });
            }
        }
        let mut exit = StateSet::EMPTY;
        for row in selected {
            exit |= tables.transition(*row).exit;
        }
        let exit = exit & *self.active;
        if !exit.is_empty() {
            self.exit(exit);
        }
        let (mut enter, mut defaults) = (StateSet::EMPTY, StateSet::EMPTY);
        let mut default_histories = StateSet::EMPTY;
        for row in selected {
            let row = tables.transition(*row);
            self.act(row.actions);
            if row.dynamic {
                let entry = tables.shape.entry(&row.targets, row.domain, self.past);
                enter |= entry.enter;
                defaults |= entry.defaults;
                default_histories |= entry.default_histories;
            } else {
                enter |= row.enter;
                defaults |= row.defaults;
            }
        }
        if !enter.is_empty() {
            self.enter(enter, defaults, default_histories);
        }
    }

    #[inline]
    fn act(&mut self, actions: Span) {
        let chart = self.chart;
        for action in &chart.tables.actions[actions.range()] {
            (action.run)(self);
            self.tell(Happening::Acted(&action.name));
        }
    }

    /// Leaves states, innermost and last first.
    fn exit(&mut self, exit: StateSet) {
        let chart = self.chart;
        let tables = &chart.tables;
        if exit.intersects(tables.remembered) {
            for (number, history) in tables.shape.histories.iter().enumerate() {
                if exit.contains(history.parent) {
                    self.past[number] = tables.shape.remember(history, *self.active);
                }
            }
        }
        let after = *self.active - exit;
        let visited = if self.is_observed() { exit } else { exit & tables.exit_work };
        for ix in visited.descending() {
            let row = &tables.states[ix.at()];
            // What lies behind this state in document order has been left already.
            *self.active = after | exit.up_to(ix);
            self.act(row.exit);
            if !row.invokes.is_empty() {
                for invoke in &tables.invokes[row.invokes.range()] {
                    self.stop_child(invoke.child.as_ref());
                }
            }
            if !row.delays.is_empty() && self.timers.stop_after(row.delays.rows()) {
                self.tell(Happening::TimersCancelled(tables.path(ix)));
            }
            self.tell(Happening::Exited(tables.path(ix)));
        }
        *self.active = after;
    }

    fn stop_child(&mut self, child: &dyn crate::child::Invoke<M>) {
        if child.stop(self) {
            self.tell(Happening::ChildStopped(child.id()));
        }
    }

    /// Enters states, outermost and first first.
    fn enter(&mut self, enter: StateSet, defaults: StateSet, default_histories: StateSet) {
        let chart = self.chart;
        let tables = &chart.tables;
        let before = *self.active;
        let mut completed = StateSet::EMPTY;
        let visited = if self.is_observed() { enter } else { enter & tables.entry_work };
        for ix in visited.iter() {
            let row = &tables.states[ix.at()];
            *self.active = before | enter.up_to(ix);
            self.tell(Happening::Entered(tables.path(ix)));
            self.act(row.entry);
            if !row.delays.is_empty() {
                self.start_timers(row.delays);
            }
            if !row.invokes.is_empty() {
                self.to_start.insert(ix);
            }
            if defaults.contains(ix) {
                self.act(row.initial_actions);
            }
            if !default_histories.is_empty() {
                for history in &tables.shape.histories {
                    if history.parent == ix && default_histories.contains(history.state) {
                        self.act(tables.states[history.state.at()].initial_actions);
                    }
                }
            }
            if tables.shape.finals.contains(ix) {
                self.complete(ix, &mut completed);
            }
        }
        *self.active = before | enter;
    }

    fn start_timers(&mut self, delays: Span) {
        let chart = self.chart;
        for number in delays.rows() {
            let row = &chart.tables.delays[usize::from(number)];
            let wait = match &row.delay {
                Delay::Fixed(ms) => *ms,
                Delay::Computed(computed) => (computed.delay)(&self.look()),
            };
            self.timers.start_after(self.clock, wait, number);
            if self.is_observed() {
                let due = self.clock.now.saturating_add(wait);
                let state = chart.tables.path(row.state);
                self.tell(Happening::TimerStarted { state, due });
            }
        }
    }

    /// A final state was entered: its parent is done, and so may be the parallel states around it.
    fn complete(&mut self, last: Ix, completed: &mut StateSet) {
        let chart = self.chart;
        let shape = &chart.tables.shape;
        let mut next = Some(last);
        while let Some(ix) = next.take() {
            let Some(parent) = shape.row(ix).parent else { break };
            let is_parallel = shape.row(parent).kind == StateKind::Parallel;
            // A compound passes its end on only to a parallel state, and that only when all its
            // regions are done; anybody else decides with `on_done` what the end means.
            if is_parallel && !shape.is_done(parent, *self.active) || completed.contains(parent) {
                break;
            }
            completed.insert(parent);
            self.announce_done(parent);
            if parent == Ix::ROOT {
                *self.done = true;
            } else if shape.row(parent).parent.is_some_and(|up| shape.is_parallel(up)) {
                next = Some(parent);
            }
        }
    }

    fn announce_done(&mut self, ix: Ix) {
        let chart = self.chart;
        let row = &chart.tables.states[ix.at()];
        self.tell(Happening::Done(chart.tables.path(ix)));
        if let Some(trigger) = &row.done_trigger {
            let trigger = trigger(&self.look());
            self.queue.push(Waiting::Trigger(trigger));
        }
        if !row.on_done.is_empty() {
            self.queue.push(Waiting::Done(ix));
        }
    }

    /// Ends the chart: exit actions of all that is active, which stays to be looked at.
    pub(crate) fn end(&mut self) {
        let active = *self.active;
        self.current = Current::Nothing;
        self.exit(active);
        *self.active = active;
        *self.done = true;
        self.timers.clear();
        self.queue.clear();
        self.tell(Happening::Ended);
    }

    fn start_children(&mut self, states: StateSet) -> Result<(), Runaway> {
        let chart = self.chart;
        self.to_start = StateSet::EMPTY;
        for (number, row) in (0..).zip(&chart.tables.invokes) {
            if states.contains(row.state) {
                self.tell(Happening::ChildStarted(row.child.id()));
                row.child.start(self)?;
                self.notice_end(number);
            }
        }
        Ok(())
    }
}

/// Of transitions that would leave the same states, the innermost stays; else the first.
fn resolve_conflicts<M: Machine>(
    tables: &Tables<M>,
    active: StateSet,
    selected: &[u16],
    nested: bool,
) -> Selected {
    let inside = |inner: &TransitionRow<M>, outer: &TransitionRow<M>| {
        tables.shape.is_inside(inner.source, outer.source)
    };
    let mut kept = Selected::new();
    for row in selected {
        let new = tables.transition(*row);
        // XState asks an outer state only if nothing inside it took the trigger.
        if nested && selected.iter().any(|other| inside(tables.transition(*other), new)) {
            continue;
        }
        let conflicts =
            |other: &u16| (new.exit & active).intersects(tables.transition(*other).exit);
        let loses = |other: &u16| conflicts(other) && !inside(new, tables.transition(*other));
        if kept.iter().any(loses) {
            continue;
        }
        kept.retain(|other| !conflicts(&*other));
        kept.push(*row);
    }
    kept
}

/// Whether some transition would take this trigger now. Asks guards, changes nothing.
pub(crate) fn would_take<M: Machine>(look: &Look<'_, M>, column: usize) -> bool {
    let tables = &look.chart.tables;
    let leaves = look.active & tables.shape.atomic;
    leaves.iter().any(|leaf| {
        tables.candidates(leaf, column).iter().any(|row| {
            let guard = tables.transition(*row).guard.as_ref();
            guard.is_none_or(|guard| guard.node.holds(look))
        })
    })
}
