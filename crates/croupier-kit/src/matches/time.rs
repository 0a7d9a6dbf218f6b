//! Time in a match: the flow's timers, turn clocks, and skipping waits.

use croupier_chart::run::Observer;

use super::{Act, Clocks, Input, LONGEST_WAIT, Match, MatchTimer, Watching, again, watched};
use crate::Millis;
use crate::game::{By, Game, InputError, Seat, SeatSet, TriggerOf};

impl<G: Game> Match<G> {
    /// Lets time pass up to an instant. Timers fire at their own instants, and the match acts for a
    /// seat whose turn clock runs out. More than a [year](LONGEST_WAIT) is refused.
    #[inline]
    pub fn advance_to(&mut self, instant: Millis) -> Result<(), InputError<G>> {
        self.advance_with(instant, None)
    }

    /// The same with an observer.
    pub fn advance_observed(
        &mut self,
        instant: Millis,
        observer: &mut dyn Observer,
    ) -> Result<(), InputError<G>> {
        self.advance_with(instant, Some(observer))
    }

    #[inline]
    pub(super) fn advance_with(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        if self.broken {
            return Err(InputError::Broken("it has failed earlier".to_owned()));
        }
        if instant - self.now() > LONGEST_WAIT {
            return Err(InputError::TooFar);
        }
        self.note_wait(instant);
        if self.next_due().is_some_and(|due| due <= instant) {
            self.fire_until(instant, again(&mut observer))?;
        }
        // For an input at the current instant the flow need not be advanced; that would cost as
        // much as a step.
        if instant > self.now() { self.move_flow(instant, observer) } else { Ok(()) }
    }

    /// Records a wait before more than a year passes between two inputs, which a replay would
    /// refuse.
    #[inline]
    fn note_wait(&mut self, instant: Millis) {
        if let Some(record) = &mut self.record
            && instant - record.since > LONGEST_WAIT
        {
            record.since = self.flow.now();
            record.inputs.push(Input { at: record.since, by: By::Host, act: Act::Wait });
        }
    }

    #[inline(never)]
    fn fire_until(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        while let Some(due) = self.next_due().filter(|due| *due <= instant) {
            self.fire(due, again(&mut observer))?;
        }
        Ok(())
    }

    /// Fires the next timer. The flow's timers fire before turn clocks of the same instant.
    #[inline]
    fn fire(&mut self, due: Millis, mut observer: Watching<'_>) -> Result<(), InputError<G>> {
        let is_flow = self.chart.next_due(&self.flow).is_some_and(|flow| flow <= due);
        self.move_flow(due, again(&mut observer))?;
        if is_flow {
            self.watch_clock();
            Ok(())
        } else {
            self.run_out(observer)
        }
    }

    /// Fires the next timer at its own instant, if that is not after `instant`. Later ones stay
    /// pending, so that the caller can fire its own timers in between, in the right order.
    pub(crate) fn fire_next(&mut self, instant: Millis) -> Result<(), InputError<G>> {
        let Some(due) = self.next_due().filter(|due| *due <= instant) else {
            return self.advance_to(instant);
        };
        if due > self.now() {
            // Nothing is due before that.
            self.advance_to(due - Millis(1))?;
        }
        self.note_wait(due);
        self.fire(due, None)
    }

    #[inline]
    fn move_flow(
        &mut self,
        instant: Millis,
        mut observer: Watching<'_>,
    ) -> Result<(), InputError<G>> {
        let mut env = watched(&mut self.rules, again(&mut observer));
        self.chart.advance_to(&mut self.flow, &mut env, instant).map_err(|runaway| {
            self.broken = true;
            InputError::Broken(runaway.to_string())
        })?;
        Ok(())
    }

    /// The turn clock has run out: acts for the seat.
    fn run_out(&mut self, observer: Watching<'_>) -> Result<(), InputError<G>> {
        let Some(seat) = self.clocks.take_first() else { return Ok(()) };
        match self.time_out(seat) {
            Some((_, _, trigger)) => self.perform(&trigger, observer),
            None => Ok(()),
        }
    }

    /// What happens when the clock of a seat runs out: who acts, the action, and the trigger for
    /// the chart.
    pub(crate) fn time_out(&self, seat: Seat) -> Option<(By, G::Action, TriggerOf<G>)> {
        let action = G::default_action(self.position(), seat)?;
        let may = |by: By| Some((by, G::check(self.position(), by, &action).ok()?));
        let (by, trigger) = may(By::Seat(seat)).or_else(|| may(By::Host))?;
        Some((by, action, trigger))
    }

    pub(crate) fn watch_clock(&mut self) {
        self.step = self.step.wrapping_add(1);
        #[cfg(any(test, feature = "testing"))]
        crate::testing::work::step();
        let asked = G::turn_clocks(self.position());
        self.clocks.follow(&asked, self.now());
    }

    /// When the next timer or turn clock runs out.
    #[inline]
    pub fn next_due(&self) -> Option<Millis> {
        let flow = self.chart.next_due(&self.flow);
        match self.clocks.deadline() {
            None => flow,
            Some(deadline) => Some(flow.map_or(deadline, |due| due.min(deadline))),
        }
    }

    /// The next timer to fire, with its position in the order of arming.
    pub(crate) fn next_timer(&self) -> Option<MatchTimer> {
        let due = self.next_due()?;
        match self.chart.next_timer(&self.flow).filter(|timer| timer.0 <= due) {
            Some((_, place)) => Some(MatchTimer::Flow(place)),
            None => self.clocks.first_due().map(MatchTimer::clock),
        }
    }

    /// How many timers the flow has armed so far.
    pub(crate) fn timers_armed(&self) -> u64 {
        self.chart.timers_armed(&self.flow)
    }

    /// All pending timers: the flow's in the order in which they were armed, then the turn clocks.
    pub(crate) fn timers(&self) -> Vec<MatchTimer> {
        let mut places: Vec<u64> =
            self.chart.timers(&self.flow).into_iter().map(|timer| timer.1).collect();
        places.sort_unstable();
        let clocks = self.clocks.iter().filter(|clock| clock.deadline.is_some());
        let flow = places.into_iter().map(MatchTimer::Flow);
        flow.chain(clocks.map(MatchTimer::clock)).collect()
    }

    /// Advances time until a seat is asked, the match is over, or nothing more can happen, and
    /// returns who is asked. The rules run as usual; only the waiting is skipped.
    #[inline]
    pub fn skip_waits(&mut self) -> Result<SeatSet, InputError<G>> {
        loop {
            let asked = self.to_act();
            if !asked.is_empty() || self.outcome().is_some() {
                return Ok(asked);
            }
            let Some(due) = self.chart.next_due(&self.flow) else { return Ok(asked) };
            self.skip_to(due.max(self.now()))?;
        }
    }

    /// Fires the flow's next timer on a fast path, because simulations do this very often.
    #[inline]
    fn skip_to(&mut self, due: Millis) -> Result<(), InputError<G>> {
        let comes_first = |clocks: &Clocks| clocks.deadline().is_none_or(|clock| clock > due);
        let is_plain = self.record.is_none() && !self.broken && comes_first(&self.clocks);
        if !is_plain || due - self.now() > LONGEST_WAIT {
            return self.advance_to(due);
        }
        self.move_flow(due, None)?;
        self.watch_clock();
        if comes_first(&self.clocks) { Ok(()) } else { self.advance_to(due) }
    }
}
