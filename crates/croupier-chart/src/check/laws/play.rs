//! Takes one step in several ways.

use std::fmt::{Debug, Display};

use crate::Millis;
use crate::check::graph::PathStep;
use crate::define::Machine;
use crate::run::{Answer, Chart, Env, Moment, RunawayError, Runner, Saved, Snapshot};

const REREAD: &str = "a save read back must go on alike";
const SLICED: &str = "one long wait must equal many short ones";
const WATCHED: &str = "an observer must change nothing";
const REFUSED: &str = "a refused trigger must change nothing";

/// How many slices a long wait is cut into, besides the cuts around every timer.
const SLICES: u64 = 5_000;

/// A running chart under test.
pub(super) struct Play<'c, M: Machine> {
    chart: &'c Chart<M>,
    pub(super) snapshot: Snapshot<M>,
    pub(super) rules: M::Rules,
}

/// A law, expressed as a way of taking a step. If the law holds, every way has the same result.
type Way<'w, 'c, M, R> = (&'static str, &'w dyn Fn(&mut Play<'c, M>) -> Result<R, RunawayError>);

impl<'c, M: Machine> Play<'c, M>
where
    M::Rules: Clone + Debug + PartialEq,
{
    #[track_caller]
    pub(super) fn start(
        chart: &'c Chart<M>,
        context: M::Context,
        mut rules: M::Rules,
    ) -> Result<Self, RunawayError> {
        let (same_context, mut same_rules) = (context.clone(), rules.clone());
        let mut look_on = |_: Moment<'_>| ();
        let mut env = Env::new(&mut same_rules).observed_by(&mut look_on);
        let snapshot = chart.start(same_context, &mut env)?;
        let watched = Self { chart, snapshot, rules: same_rules };
        let snapshot = chart.start(context, &mut Env::new(&mut rules))?;
        let play = Self { chart, snapshot, rules };
        play.assert_like(&watched, WATCHED, &"the start");
        Ok(play)
    }

    /// Copies the state of a runner.
    pub(super) fn of(chart: &'c Chart<M>, runner: &Runner<M>) -> Self {
        Self { chart, snapshot: runner.snapshot().clone(), rules: runner.rules.clone() }
    }

    /// Writes the state back to a runner.
    pub(super) fn give_to(self, runner: &mut Runner<M>) {
        (runner.snapshot, runner.rules) = (self.snapshot, self.rules);
    }

    #[track_caller]
    pub(super) fn send(&mut self, trigger: &M::Trigger) -> Result<Answer, RunawayError> {
        let step = PathStep::Send(trigger.clone());
        let before = self.copy();
        let answer = self.take(
            &step,
            &[
                (REREAD, &|play| {
                    play.chart.send(&mut play.snapshot, &mut Env::new(&mut play.rules), trigger)
                }),
                (WATCHED, &|play| {
                    let mut look_on = |_: Moment<'_>| ();
                    let mut env = Env::new(&mut play.rules).observed_by(&mut look_on);
                    play.chart.send(&mut play.snapshot, &mut env, trigger)
                }),
            ],
        )?;
        if !answer.is_taken() {
            self.assert_like(&before, REFUSED, &step);
        }
        Ok(answer)
    }

    #[track_caller]
    pub(super) fn wait(&mut self, span: Millis) -> Result<u32, RunawayError> {
        let end = self.snapshot.now() + span;
        self.take(
            &PathStep::<M::Trigger>::Wait(span),
            &[
                (REREAD, &|play| play.advance_to(end)),
                (SLICED, &|play| play.advance_in_slices(end)),
                (WATCHED, &|play| {
                    let mut look_on = |_: Moment<'_>| ();
                    let mut env = Env::new(&mut play.rules).observed_by(&mut look_on);
                    play.chart.advance_to(&mut play.snapshot, &mut env, end)
                }),
            ],
        )
    }

    /// Takes a step the first way, then again in every way from a save of where it began.
    #[track_caller]
    fn take<R: Debug + PartialEq>(
        &mut self,
        step: &dyn Display,
        ways: &[Way<'_, 'c, M, R>],
    ) -> Result<R, RunawayError> {
        let before = self.reread();
        self.assert_like(&before, REREAD, &"at rest");
        let result = ways[0].1(self)?;
        for (law, way) in ways {
            let mut other = before.copy();
            let chart = self.chart.id();
            assert_eq!(way(&mut other)?, result, "chart {chart}, {step}: {law}");
            self.assert_like(&other, law, step);
        }
        Ok(result)
    }

    fn advance_to(&mut self, end: Millis) -> Result<u32, RunawayError> {
        self.chart.advance_to(&mut self.snapshot, &mut Env::new(&mut self.rules), end)
    }

    /// Stops at every millisecond of a short wait; in a long one at many instants, always including
    /// those right before and at a timer.
    fn advance_in_slices(&mut self, end: Millis) -> Result<u32, RunawayError> {
        let slice = Millis((end - self.snapshot.now()).get().div_ceil(SLICES).max(1));
        let mut fired = 0;
        while self.snapshot.now() < end {
            let now = self.snapshot.now();
            let due = self.chart.next_due(&self.snapshot).unwrap_or(end);
            let stops = [now + slice, due - Millis(1), due];
            let next = stops.into_iter().filter(|stop| *stop > now).min().unwrap_or(end);
            fired += self.advance_to(next.min(end))?;
        }
        // A wait of 0 ms fires the timers that are due now.
        Ok(fired + self.advance_to(end)?)
    }

    fn copy(&self) -> Self {
        let Self { chart, snapshot, rules } = self;
        Self { chart, snapshot: snapshot.clone(), rules: rules.clone() }
    }

    /// The same, saved as text and restored.
    #[track_caller]
    fn reread(&self) -> Self {
        let saved = self.chart.save(&self.snapshot);
        let read = serde_json::to_string(&saved).and_then(|text| serde_json::from_str(&text));
        let read: Saved = read.unwrap_or_else(|why| panic!("a save must become JSON: {why}"));
        let restored = self.chart.restore(&read);
        let snapshot = restored.unwrap_or_else(|why| panic!("a save must be restored: {why}"));
        Self { chart: self.chart, snapshot, rules: self.rules.clone() }
    }

    #[track_caller]
    fn assert_like(&self, other: &Self, law: &str, step: &dyn Display) {
        let chart = self.chart.id();
        let (saved, other_saved) =
            (self.chart.save(&self.snapshot), self.chart.save(&other.snapshot));
        assert_eq!(other_saved, saved, "chart {chart}, {step}: {law}; the snapshots differ");
        assert_eq!(other.rules, self.rules, "chart {chart}, {step}: {law}; the rules differ");
    }
}
