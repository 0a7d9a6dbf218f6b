//! Run to completion: select (in [`select`]), exit, act and enter until the chart is at rest.
//!
//! The path of one trigger through a planned transition is inlined into one function, and
//! everything rarer is kept out of it: measurements show that the calls in between would cost as
//! much as the work.
#![allow(clippy::inline_always)]

mod select;

use crate::compile::plan::{Plan, Work};
use crate::compile::set::{Ix, StateSet};
use crate::compile::tables::{Candidate, Span, Tables};
use crate::define::shape::Entry;
use crate::define::{Delay, Machine, StateKind, Trigger, TriggerKind};
use crate::run::TraceEvent;
use crate::run::error::{Answer, Refusal, RunawayError};
use crate::run::scope::{Current, Scope, Waiting};
use crate::run::timer::{Due, Fired};

use self::select::Found;
pub(crate) use self::select::would_take;

impl<'a, M: Machine> Scope<'a, M> {
    #[inline]
    fn tables(&self) -> &'_ Tables<M> {
        &self.chart.tables
    }

    /// Enters the chart for the first time.
    pub(crate) fn begin(&mut self) -> Result<(), RunawayError> {
        let chart = self.chart;
        self.enter(&chart.tables.beginning);
        self.settle()
    }

    pub(crate) fn begin_in(&mut self, state: Ix) -> Result<(), RunawayError> {
        let entry = self.tables().shape.entry(&[state], None, &self.progress.past);
        self.enter(&entry);
        self.settle()
    }

    /// Offers a trigger from outside.
    #[inline(always)]
    pub(crate) fn accept(&mut self) -> Result<Answer, RunawayError> {
        let answer = self.offer()?;
        if answer == Answer::Taken {
            self.settle()?;
        }
        Ok(answer)
    }

    /// Fires the timer that is due at this instant, here or in a child.
    #[inline]
    pub(crate) fn fire(&mut self, due: Due) -> Result<(), RunawayError> {
        match self.progress.timers.fire(due) {
            Some(Fired::After(row)) => {
                let chart = self.chart;
                let delay = &chart.tables.delays[usize::from(row)];
                self.tell(|| TraceEvent::TimerFired(chart.tables.path(delay.state)));
                self.take_first(delay.candidates);
            }
            Some(Fired::Trigger(trigger)) => {
                self.current = Current::Raised(trigger);
                let _ = self.offer()?;
            }
            None => {
                let chart = self.chart;
                for (number, row) in (0..).zip(&chart.tables.invokes) {
                    let runs = self.progress.active.contains(row.state);
                    if runs && row.child.due(&self.progress.children) == Some(due) {
                        row.child.fire(self, number, due)?;
                        break;
                    }
                }
            }
        }
        self.settle()
    }

    /// Offers the current trigger inner first: to the charts invoked by active states, then here.
    #[inline(always)]
    fn offer(&mut self) -> Result<Answer, RunawayError> {
        let chart = self.chart;
        let Some(kind) = self.trigger().map(Trigger::kind) else {
            return Ok(Answer::Refused(Refusal::NotHere));
        };
        if self.progress.done {
            return Ok(Answer::Refused(Refusal::Finished));
        }
        if self.is_observed() {
            self.tell(|| TraceEvent::Triggered(kind.name()));
        } else if let Some(plan) = self.sure(kind.index()) {
            self.carry_out(plan);
            self.eventless = Some(plan.eventless);
            return Ok(Answer::Taken);
        }
        let mut refusal = Refusal::NotHere;
        if !chart.tables.is_flat && self.progress.active.intersects(chart.tables.invoking) {
            match self.offer_to_children()? {
                Answer::Taken => return Ok(Answer::Taken),
                Answer::Refused(why) => refusal = why,
            }
        }
        match self.select_and_take(kind.index()) {
            Found::Taken => Ok(Answer::Taken),
            found => {
                if self.is_observed() {
                    self.tell(|| TraceEvent::Refused(kind.name()));
                }
                let guarded = found == Found::Guarded;
                Ok(Answer::Refused(if guarded { Refusal::Guarded } else { refusal }))
            }
        }
    }

    /// The plan of the transition that this kind of trigger takes here, if no guard has to be
    /// evaluated.
    #[inline(always)]
    fn sure(&self, kind: usize) -> Option<&'a Plan<M>> {
        let tables = &self.chart.tables;
        let at = self.progress.active.last().at() * tables.columns + kind;
        let sure = tables.sure.get(at)?;
        let number = if self.is_checked() { sure.checked } else { sure.sent };
        tables.plans.get(usize::from(number?))
    }

    #[inline(never)]
    fn offer_to_children(&mut self) -> Result<Answer, RunawayError> {
        let chart = self.chart;
        let mut answer = Answer::Refused(Refusal::NotHere);
        for (number, row) in (0..).zip(&chart.tables.invokes) {
            if !self.progress.active.contains(row.state) {
                continue;
            }
            match row.child.offer(self, number)? {
                Answer::Taken => answer = Answer::Taken,
                Answer::Refused(Refusal::Guarded) if !answer.is_taken() => {
                    answer = Answer::Refused(Refusal::Guarded);
                }
                Answer::Refused(_) => {}
            }
        }
        Ok(answer)
    }

    /// Runs until the chart is at rest.
    #[inline(always)]
    fn settle(&mut self) -> Result<(), RunawayError> {
        if self.is_unsettled {
            self.work_off()?;
        } else if let Some(rows) = self.eventless {
            // The usual case: the last transition knows which eventless ones come next. They are
            // tried here, and nothing else is called if none is enabled.
            let chart = self.chart;
            if let Some(next) = self.first_enabled(&chart.tables.candidates[rows.range()]) {
                self.go_on(next)?;
            }
        } else if self.progress.active.intersects(self.chart.tables.always) {
            self.work_off()?;
        }
        self.tell(|| TraceEvent::Rested);
        Ok(())
    }

    /// Takes an eventless transition, then the work that follows from it.
    #[inline(never)]
    fn go_on(&mut self, eventless: &Candidate) -> Result<(), RunawayError> {
        self.take_only(eventless);
        self.use_fuel()?;
        self.work_off()
    }

    /// Runs eventless transitions first, then raised triggers, then starts the pending charts.
    #[inline(never)]
    fn work_off(&mut self) -> Result<(), RunawayError> {
        while !self.progress.done {
            if self.take_eventless() {
                self.use_fuel()?;
                continue;
            }
            if let Some(waiting) = self.queue.pop() {
                self.use_fuel()?;
                self.handle(waiting)?;
                continue;
            }
            let to_start = self.to_start & self.progress.active;
            if to_start.is_empty() {
                return Ok(());
            }
            self.start_children(to_start)?;
        }
        self.end();
        Ok(())
    }

    /// Takes all enabled eventless transitions in one microstep. Returns whether there were any.
    #[inline(always)]
    fn take_eventless(&mut self) -> bool {
        let tables = &self.chart.tables;
        match self.eventless.take() {
            Some(rows) => {
                let rows = &tables.candidates[rows.range()];
                self.take_in_leaf(rows) == Found::Taken
            }
            None => {
                self.progress.active.intersects(tables.always)
                    && self.select_and_take(tables.always_column()) == Found::Taken
            }
        }
    }

    #[inline(always)]
    fn handle(&mut self, waiting: Waiting<M::Trigger>) -> Result<(), RunawayError> {
        let chart = self.chart;
        match waiting {
            Waiting::Trigger(trigger) => {
                self.current = Current::Raised(trigger);
                let _ = self.offer()?;
            }
            // An eventless transition, or the end of a region inside, may have left the state
            // since.
            Waiting::Done(ix) if !self.progress.active.contains(ix) => {}
            Waiting::Done(ix) => self.take_done(chart.tables.states[ix.at()].on_done),
            Waiting::ChildDone(number) => {
                self.current = Current::Nothing;
                let row = &chart.tables.invokes[usize::from(number)];
                // The parent may have left the state in between, which stopped the child.
                if row.child.is_done(&self.progress.children) {
                    self.tell(|| TraceEvent::ChildDone(row.child.id()));
                    row.child.finish(self);
                    self.take_done(row.candidates);
                }
            }
        }
        Ok(())
    }

    /// Takes the first enabled one of these transitions of a single state.
    #[inline(always)]
    fn take_first(&mut self, candidates: Span) {
        let chart = self.chart;
        let rows = &chart.tables.candidates[candidates.range()];
        self.current = Current::Nothing;
        let Some(candidate) = self.first_enabled(rows) else { return };
        if self.only_leaf().is_some() {
            self.take_only(candidate);
        } else {
            self.take(candidate);
        }
    }

    /// The same, kept out of line: states are done less often than timers fire.
    #[inline(never)]
    fn take_done(&mut self, candidates: Span) {
        self.take_first(candidates);
    }

    #[inline]
    fn use_fuel(&mut self) -> Result<(), RunawayError> {
        if self.fuel == 0 {
            return Err(self.runaway());
        }
        self.fuel -= 1;
        Ok(())
    }

    #[cold]
    pub(crate) fn runaway(&self) -> RunawayError {
        let leaves = self.progress.active & self.tables().shape.atomic;
        let states = leaves.iter().map(|ix| self.tables().path(ix).to_owned()).collect();
        RunawayError::new(self.chart.definition.id.to_string(), states)
    }

    /// Takes one transition of the only active leaf in a microstep. Its plan knows what can follow.
    #[inline(always)]
    fn take_only(&mut self, candidate: &Candidate) {
        let chart = self.chart;
        match candidate.plan {
            Some(plan) if !self.is_observed() => {
                let plan = &chart.tables.plans[usize::from(plan)];
                self.carry_out(plan);
                self.eventless = Some(plan.eventless);
            }
            _ => self.microstep(&[candidate.row]),
        }
    }

    /// Takes one transition in a microstep.
    #[inline(always)]
    fn take(&mut self, candidate: &Candidate) {
        let chart = self.chart;
        self.eventless = None;
        match candidate.plan {
            Some(plan) if !self.is_observed() => {
                self.carry_out(&chart.tables.plans[usize::from(plan)]);
            }
            _ => self.microstep(&[candidate.row]),
        }
    }

    #[inline(always)]
    fn carry_out(&mut self, plan: &Plan<M>) {
        if !plan.moves {
            for op in &plan.ops {
                self.carry_out_op(&op.work);
            }
            return;
        }
        // Read once, so that no operation has to wait for what the one before it wrote.
        let before = self.progress.active;
        for op in &plan.ops {
            if op.is_change {
                self.progress.active = op.change.since(before);
            }
            self.carry_out_op(&op.work);
        }
        self.progress.active = plan.change.since(before);
    }

    #[inline(always)]
    fn carry_out_op(&mut self, work: &Work<M>) {
        match work {
            Work::Act(action) => action(self),
            // Often the timer that fired was the only one.
            Work::StopTimers(_) if !self.progress.timers.has_after() => {}
            work => self.do_other_work(work),
        }
    }

    /// The work of a transition other than running actions.
    #[inline(never)]
    fn do_other_work(&mut self, work: &Work<M>) {
        match work {
            Work::Act(_) => {}
            Work::StopTimers(delays) => {
                self.progress.timers.stop_after(delays.rows());
            }
            Work::StartTimers(delays) => self.start_timers(*delays),
            Work::Complete(ix) => self.complete(*ix, &mut StateSet::default()),
        }
    }

    #[inline(never)]
    fn microstep(&mut self, selected: &[u16]) {
        self.eventless = None;
        let chart = self.chart;
        let tables = &chart.tables;
        if self.is_observed() {
            for row in selected {
                let source = tables.path(tables.transition(*row).source);
                let number = usize::from(*row);
                self.tell(|| TraceEvent::TransitionTaken { source, number });
            }
        }
        let mut exit = StateSet::EMPTY;
        for row in selected {
            exit |= tables.transition(*row).exit;
        }
        self.exit(exit & self.progress.active);
        let mut entry = Entry::default();
        for row in selected {
            let row = tables.transition(*row);
            self.act(row.actions);
            if row.dynamic {
                entry.add(&tables.shape.entry(&row.targets, row.domain, &self.progress.past));
            } else {
                entry.enter |= row.enter;
                entry.defaults |= row.defaults;
            }
        }
        self.enter(&entry);
    }

    #[inline(always)]
    fn act(&mut self, actions: Span) {
        let chart = self.chart;
        for action in &chart.tables.actions[actions.range()] {
            (action.run)(self);
            self.tell(|| TraceEvent::Acted(&action.name));
        }
    }

    /// Exits states in reverse document order, innermost first.
    #[inline]
    fn exit(&mut self, exit: StateSet) {
        let tables = &self.chart.tables;
        if self.is_observed() || exit.intersects(tables.exit_work) {
            self.exit_working(exit);
        } else {
            self.progress.active -= exit;
        }
    }

    #[inline(never)]
    fn exit_working(&mut self, exit: StateSet) {
        let chart = self.chart;
        let tables = &chart.tables;
        if exit.intersects(tables.remembered) {
            for (number, history) in tables.shape.histories.iter().enumerate() {
                if exit.contains(history.parent) {
                    self.progress.past[number] =
                        tables.shape.remember(history, self.progress.active);
                }
            }
        }
        let after = self.progress.active - exit;
        let visited = if self.is_observed() { exit } else { exit & tables.exit_work };
        for ix in visited.descending() {
            let row = &tables.states[ix.at()];
            // Everything after this state in document order has been exited already.
            self.progress.active = after | (exit & row.up_to_here);
            self.act(row.exit);
            if row.has_timers_or_children {
                for invoke in &tables.invokes[row.invokes.range()] {
                    self.stop_child(invoke.child.as_ref());
                }
                if !row.delays.is_empty() && self.progress.timers.stop_after(row.delays.rows()) {
                    self.tell(|| TraceEvent::TimersCancelled(tables.path(ix)));
                }
            }
            self.tell(|| TraceEvent::Exited(tables.path(ix)));
        }
        self.progress.active = after;
    }

    fn stop_child(&mut self, child: &dyn crate::define::child::Invoke<M>) {
        if child.stop(self) {
            self.tell(|| TraceEvent::ChildStopped(child.id()));
        }
    }

    /// Enters states in document order, outermost first.
    #[inline]
    fn enter(&mut self, entry: &Entry) {
        let tables = &self.chart.tables;
        if self.is_observed() || entry.enter.intersects(tables.entry_work) {
            self.enter_working(entry);
        } else {
            self.progress.active |= entry.enter;
        }
    }

    #[inline(never)]
    fn enter_working(&mut self, entry: &Entry) {
        let Entry { enter, defaults, default_histories, .. } = *entry;
        let chart = self.chart;
        let tables = &chart.tables;
        let before = self.progress.active;
        let mut completed = StateSet::EMPTY;
        let visited = if self.is_observed() { enter } else { enter & tables.entry_work };
        for ix in visited.iter() {
            let row = &tables.states[ix.at()];
            self.progress.active = before | (enter & row.up_to_here);
            self.tell(|| TraceEvent::Entered(tables.path(ix)));
            self.act(row.entry);
            if row.has_timers_or_children {
                self.start_timers(row.delays);
                if !row.invokes.is_empty() {
                    self.to_start.insert(ix);
                    self.is_unsettled = true;
                }
            }
            if !row.initial_actions.is_empty() && defaults.contains(ix) {
                self.act(row.initial_actions);
            }
            if !default_histories.is_empty() {
                for history in &tables.shape.histories {
                    if history.parent == ix && default_histories.contains(history.state) {
                        self.act(tables.states[history.state.at()].initial_actions);
                    }
                }
            }
            if row.is_final {
                self.complete(ix, &mut completed);
            }
        }
        self.progress.active = before | enter;
    }

    #[inline]
    fn start_timers(&mut self, delays: Span) {
        let chart = self.chart;
        for number in delays.rows() {
            let row = &chart.tables.delays[usize::from(number)];
            let wait = match &row.delay {
                Delay::Fixed(span) => *span,
                Delay::Computed(computed) => (computed.delay)(&self.look()),
            };
            self.progress.timers.start_after(self.clock, wait, number);
            if self.is_observed() {
                let due = self.clock.now + wait;
                let state = chart.tables.path(row.state);
                self.tell(|| TraceEvent::TimerStarted { state, due });
            }
        }
    }

    /// Handles the entry of a final state: its parent is done, and perhaps the parallel states
    /// around it.
    #[inline(never)]
    fn complete(&mut self, last: Ix, completed: &mut StateSet) {
        let chart = self.chart;
        let shape = &chart.tables.shape;
        let mut next = Some(last);
        while let Some(ix) = next.take() {
            let Some(parent) = shape.row(ix).parent else { break };
            let is_parallel = shape.row(parent).kind == StateKind::Parallel;
            // A compound state passes its end on only to a parallel parent, and a parallel state
            // only when all its regions are done; any other parent decides with `on_done` what the
            // end means.
            if is_parallel && !shape.is_done(parent, self.progress.active)
                || completed.contains(parent)
            {
                break;
            }
            completed.insert(parent);
            self.announce_done(parent);
            if parent == Ix::ROOT {
                self.progress.done = true;
                self.is_unsettled = true;
            } else if shape.row(parent).parent.is_some_and(|up| shape.is_parallel(up)) {
                next = Some(parent);
            }
        }
    }

    fn announce_done(&mut self, ix: Ix) {
        let chart = self.chart;
        let row = &chart.tables.states[ix.at()];
        self.tell(|| TraceEvent::Done(chart.tables.path(ix)));
        if let Some(trigger) = &row.done_trigger {
            let trigger = trigger(&self.look());
            self.add(Waiting::Trigger(trigger));
        }
        if !row.on_done.is_empty() {
            self.add(Waiting::Done(ix));
        }
    }

    /// Ends the chart: runs the exit actions of all active states, which remain visible in the
    /// snapshot.
    pub(crate) fn end(&mut self) {
        let active = self.progress.active;
        self.current = Current::Nothing;
        self.exit(active);
        self.progress.active = active;
        self.progress.done = true;
        self.progress.timers.clear();
        self.queue.clear();
        self.tell(|| TraceEvent::Ended);
    }

    fn start_children(&mut self, states: StateSet) -> Result<(), RunawayError> {
        let chart = self.chart;
        self.to_start = StateSet::EMPTY;
        for (number, row) in (0..).zip(&chart.tables.invokes) {
            if states.contains(row.state) {
                self.tell(|| TraceEvent::ChildStarted(row.child.id()));
                row.child.start(self, number)?;
            }
        }
        Ok(())
    }
}
