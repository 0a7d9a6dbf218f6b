//! A chart, a snapshot and rules bundled together, for hosts that need no finer control.

use std::fmt;
use std::sync::Arc;

use crate::Millis;
use crate::define::Machine;
use crate::run::Chart;
use crate::run::actor::Snapshot;
use crate::run::error::{Answer, RunawayError};
use crate::run::saved::{RestoreError, Saved};
use crate::run::scope::Env;

/// Runs one chart. Every method delegates to [`Chart`]; the runner only holds the parts together.
pub struct Runner<M: Machine> {
    chart: Arc<Chart<M>>,
    pub(crate) snapshot: Snapshot<M>,
    /// The data that is lent to the chart for every step. It is not part of the snapshot.
    pub rules: M::Rules,
}

impl<M: Machine> Runner<M> {
    /// Starts a chart at instant 0.
    pub fn start(
        chart: impl Into<Arc<Chart<M>>>,
        context: M::Context,
        mut rules: M::Rules,
    ) -> Result<Self, RunawayError> {
        let chart = chart.into();
        let snapshot = chart.start(context, &mut Env::new(&mut rules))?;
        Ok(Self { chart, snapshot, rules })
    }

    /// Continues from a save. The rules data is not part of the save: the caller keeps it.
    pub fn restore(
        chart: impl Into<Arc<Chart<M>>>,
        saved: &Saved,
        rules: M::Rules,
    ) -> Result<Self, RestoreError> {
        let chart = chart.into();
        Ok(Self { snapshot: chart.restore(saved)?, chart, rules })
    }

    /// Offers a trigger.
    pub fn send(&mut self, trigger: &M::Trigger) -> Result<Answer, RunawayError> {
        self.chart.send(&mut self.snapshot, &mut Env::new(&mut self.rules), trigger)
    }

    /// Offers a trigger, and collects what the chart emits.
    pub fn send_collecting(
        &mut self,
        trigger: &M::Trigger,
    ) -> Result<(Answer, Vec<M::Emit>), RunawayError> {
        let mut emitted = vec![];
        let mut collect = |emit| emitted.push(emit);
        let mut env = Env::new(&mut self.rules).on_emit(&mut collect);
        let answer = self.chart.send(&mut self.snapshot, &mut env, trigger)?;
        Ok((answer, emitted))
    }

    /// Lets this much time pass. Returns how many timers fired.
    pub fn advance(&mut self, by: Millis) -> Result<u32, RunawayError> {
        self.advance_to(self.snapshot.now() + by)
    }

    /// Moves the clock to an instant. Returns how many timers fired.
    pub fn advance_to(&mut self, instant: Millis) -> Result<u32, RunawayError> {
        self.chart.advance_to(&mut self.snapshot, &mut Env::new(&mut self.rules), instant)
    }

    /// When the next timer falls due.
    pub fn next_due(&self) -> Option<Millis> {
        self.chart.next_due(&self.snapshot)
    }

    /// Whether a trigger would be taken now.
    pub fn can(&self, trigger: &M::Trigger) -> bool {
        self.chart.can(&self.snapshot, &self.rules, trigger)
    }

    /// Whether the state with this path is active. For tests and tools: code that asks often should
    /// get a handle from [`Chart::state`] once.
    pub fn is_in(&self, path: &str) -> bool {
        self.chart.state(path).is_ok_and(|state| self.snapshot.is_in(state))
    }

    /// The full paths of the active leaves.
    pub fn leaves(&self) -> Vec<String> {
        self.chart.leaves(&self.snapshot)
    }

    /// The chart's output, once it has ended.
    pub fn output(&self) -> Option<M::Output> {
        self.chart.output(&self.snapshot, &self.rules)
    }

    /// The snapshot in a form that can be stored, without the rules data.
    pub fn save(&self) -> Saved {
        self.chart.save(&self.snapshot)
    }

    /// The state of the run: active states, timers, history, children, context.
    pub fn snapshot(&self) -> &Snapshot<M> {
        &self.snapshot
    }

    /// The chart that it runs, which other runs may share.
    pub fn chart(&self) -> &Arc<Chart<M>> {
        &self.chart
    }
}

/// Rules data need not be `Debug`, so it is left out.
impl<M: Machine> fmt::Debug for Runner<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("chart", &self.chart)
            .field("snapshot", &self.snapshot)
            .finish_non_exhaustive()
    }
}
