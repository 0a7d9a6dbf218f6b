//! One of our charts while running, with everything a step needs.

use croupier_chart::prelude::*;

/// A compiled chart, a snapshot of it and the rules data it is lent.
pub struct Running<M: Machine> {
    chart: &'static Chart<M>,
    snapshot: Snapshot<M>,
    rules: M::Rules,
}

impl<M: Machine> Running<M> {
    /// Starts the chart.
    pub fn start(chart: &'static Chart<M>, context: M::Context, mut rules: M::Rules) -> Self {
        let snapshot = chart.start(context, &mut Env::new(&mut rules)).expect(COMES_TO_REST);
        Self { chart, snapshot, rules }
    }

    /// Sends one event, which the chart must take: the scripts contain no others.
    pub fn send(&mut self, event: &M::Trigger) {
        let mut env = Env::new(&mut self.rules);
        let sent = self.chart.send(&mut self.snapshot, &mut env, event);
        let answer = sent.expect(COMES_TO_REST);
        debug_assert_eq!(answer, Answer::Taken);
    }

    /// Lets virtual time pass.
    pub fn advance(&mut self, ms: u64) {
        let end = self.snapshot.now() + Millis(ms);
        let mut env = Env::new(&mut self.rules);
        self.chart.advance_to(&mut self.snapshot, &mut env, end).expect(COMES_TO_REST);
    }

    /// What the guards read and the actions changed.
    pub fn rules(&self) -> &M::Rules {
        &self.rules
    }

    /// The state of the chart.
    pub fn snapshot(&self) -> &Snapshot<M> {
        &self.snapshot
    }
}

const COMES_TO_REST: &str = "no chart here goes round in circles";
