//! Virtual time: one clock for a tree of charts, and the timers that wait on it.

use crate::Millis;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Which timer a chart started itself, with [`Scope::raise_after`](crate::Scope::raise_after).
///
/// A number, because a timer's name must be the same in every version that can read a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TimerId(pub u16);

/// The one clock of a tree of charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) now: Millis,
    /// The next timer's place among timers that are due at the same instant.
    pub(crate) seq: u64,
}

impl Clock {
    fn next_seq(&mut self) -> u64 {
        self.seq = self.seq.saturating_add(1);
        self.seq
    }
}

/// When a timer fires, and in which order at one instant.
pub(crate) type Due = (Millis, u64);

#[derive(Debug, Clone)]
pub(crate) struct Timer<T> {
    /// The instant, or what is left of the wait while the timer is suspended.
    pub(crate) due: Millis,
    pub(crate) seq: u64,
    pub(crate) what: What<T>,
}

#[derive(Debug, Clone)]
pub(crate) enum What<T> {
    /// A timed transition of an active state: a row of the chart's delays.
    After(u16),
    /// A timer the chart started itself; it outlives the state in which it was started.
    Own(Own<T>),
}

#[derive(Debug, Clone)]
pub(crate) struct Own<T> {
    pub(crate) id: TimerId,
    pub(crate) trigger: T,
    pub(crate) every: Option<Millis>,
    pub(crate) suspended: bool,
}

/// What a timer that fired asks for.
pub(crate) enum Fired<T> {
    After(u16),
    Trigger(T),
}

/// The timers of one chart. Few, so a scan beats any order kept.
#[derive(Debug, Clone)]
pub(crate) struct Timers<T> {
    rows: SmallVec<[Timer<T>; 3]>,
}

impl<T: Clone> Timers<T> {
    pub(crate) fn none() -> Self {
        Self { rows: SmallVec::new() }
    }

    pub(crate) fn from_rows(rows: impl IntoIterator<Item = Timer<T>>) -> Self {
        Self { rows: rows.into_iter().collect() }
    }

    pub(crate) fn rows(&self) -> &[Timer<T>] {
        &self.rows
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
    }

    pub(crate) fn start_after(&mut self, clock: &mut Clock, delay: Millis, row: u16) {
        let due = clock.now + delay;
        self.rows.push(Timer { due, seq: clock.next_seq(), what: What::After(row) });
    }

    /// Stops the timed transitions of a state that is left. Tells whether there were any.
    pub(crate) fn stop_after(&mut self, rows: std::ops::Range<u16>) -> bool {
        let before = self.rows.len();
        let mut at = 0;
        while at < self.rows.len() {
            match self.rows[at].what {
                What::After(row) if rows.contains(&row) => {
                    self.rows.swap_remove(at);
                }
                _ => at += 1,
            }
        }
        self.rows.len() != before
    }

    /// Starts an own timer, in place of one with the same id.
    pub(crate) fn start(
        &mut self,
        clock: &mut Clock,
        id: TimerId,
        delay: Millis,
        every: Option<Millis>,
        trigger: T,
    ) {
        self.cancel(id);
        let due = clock.now + delay;
        let own = Own { id, trigger, every, suspended: false };
        self.rows.push(Timer { due, seq: clock.next_seq(), what: What::Own(own) });
    }

    fn position(&self, wanted: TimerId) -> Option<usize> {
        self.rows.iter().position(|row| matches!(&row.what, What::Own(own) if own.id == wanted))
    }

    pub(crate) fn cancel(&mut self, id: TimerId) -> bool {
        self.position(id).map(|at| self.rows.swap_remove(at)).is_some()
    }

    /// Stops the wait and remembers what is left of it.
    pub(crate) fn suspend(&mut self, clock: &Clock, id: TimerId) -> bool {
        self.set_suspended(id, true, |timer| timer.due -= clock.now)
    }

    /// Goes on with what was left. It counts as armed now.
    pub(crate) fn resume(&mut self, clock: &mut Clock, id: TimerId) -> bool {
        self.set_suspended(id, false, |timer| {
            timer.due += clock.now;
            timer.seq = clock.next_seq();
        })
    }

    fn set_suspended(
        &mut self,
        id: TimerId,
        wanted: bool,
        change: impl FnOnce(&mut Timer<T>),
    ) -> bool {
        let Some(at) = self.position(id) else { return false };
        let timer = &mut self.rows[at];
        let What::Own(own) = &mut timer.what else { return false };
        if own.suspended == wanted {
            return false;
        }
        own.suspended = wanted;
        change(timer);
        true
    }

    /// When an own timer fires, unless it is suspended.
    pub(crate) fn due_of(&self, id: TimerId) -> Option<Millis> {
        let timer = &self.rows[self.position(id)?];
        timer.is_running().then_some(timer.due)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Asked at the end of every step.
    pub(crate) fn earliest(&self) -> Option<Due> {
        self.rows.iter().filter(|row| row.is_running()).map(|row| (row.due, row.seq)).min()
    }

    /// Takes the timer due at `due`. One that repeats stays, and keeps its place in the order: all
    /// its firings count as armed when it was started.
    pub(crate) fn fire(&mut self, due: Due) -> Option<Fired<T>> {
        let at = self.rows.iter().position(|row| (row.due, row.seq) == due && row.is_running())?;
        let timer = &mut self.rows[at];
        if let What::Own(Own { every: Some(every), trigger, .. }) = &timer.what {
            let fired = Fired::Trigger(trigger.clone());
            timer.due += *every;
            return Some(fired);
        }
        Some(match self.rows.swap_remove(at).what {
            What::After(row) => Fired::After(row),
            What::Own(own) => Fired::Trigger(own.trigger),
        })
    }
}

impl<T> Timer<T> {
    #[inline]
    fn is_running(&self) -> bool {
        match &self.what {
            What::After(_) => true,
            What::Own(own) => !own.suspended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: TimerId = TimerId(1);
    const B: TimerId = TimerId(2);

    fn clock() -> Clock {
        Clock { now: Millis::ZERO, seq: 0 }
    }

    fn fire<T: Clone>(timers: &mut Timers<T>) -> Option<(Millis, T)> {
        let due = timers.earliest()?;
        match timers.fire(due)? {
            Fired::Trigger(trigger) => Some((due.0, trigger)),
            Fired::After(_) => None,
        }
    }

    #[test]
    fn a_repeating_timer_keeps_its_place_in_the_order() {
        let (mut timers, mut clock) = (Timers::none(), clock());
        timers.start(&mut clock, A, Millis(1000), Some(Millis(1000)), "tick");
        clock.now = Millis(1500);
        timers.start(&mut clock, B, Millis(500), None, "later");
        assert_eq!(fire(&mut timers), Some((Millis(1000), "tick")));
        // Both are due at 2000; the tick was armed first and stays first.
        assert_eq!(fire(&mut timers), Some((Millis(2000), "tick")));
        assert_eq!(fire(&mut timers), Some((Millis(2000), "later")));
        assert_eq!(fire(&mut timers), Some((Millis(3000), "tick")));
    }

    #[test]
    fn a_suspended_timer_keeps_what_is_left() {
        let (mut timers, mut clock) = (Timers::none(), clock());
        timers.start(&mut clock, A, Millis(1000), None, ());
        clock.now = Millis(400);
        assert!(timers.suspend(&clock, A));
        assert!(!timers.suspend(&clock, A));
        assert_eq!(timers.earliest(), None);
        clock.now = Millis(5000);
        assert!(timers.resume(&mut clock, A));
        assert_eq!(timers.due_of(A), Some(Millis(5600)));
    }

    #[test]
    fn starting_an_id_again_replaces_it() {
        let (mut timers, mut clock) = (Timers::none(), clock());
        timers.start(&mut clock, A, Millis(1000), None, 1);
        timers.start(&mut clock, A, Millis(2000), None, 2);
        assert_eq!(fire(&mut timers), Some((Millis(2000), 2)));
        assert_eq!(fire(&mut timers), None);
        assert!(!timers.cancel(A));
    }

    #[test]
    fn the_end_of_time_does_not_overflow() {
        let (mut timers, mut clock) =
            (Timers::none(), Clock { now: Millis::MAX - Millis(1), seq: 0 });
        timers.start(&mut clock, A, Millis(100), None, ());
        assert_eq!(timers.due_of(A), Some(Millis::MAX));
    }
}
