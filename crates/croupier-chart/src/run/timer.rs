//! Virtual time: one clock for a tree of charts, and the timers that wait on it.

use crate::Millis;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Identifies a timer that a chart starts itself, with
/// [`Scope::raise_after`](crate::run::Scope::raise_after).
///
/// A number, because it must stay the same in every version that can read a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TimerId(pub u16);

/// The clock shared by a tree of charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) now: Millis,
    /// The next timer's sequence number, which orders timers due at the same instant.
    pub(crate) seq: u64,
}

impl Clock {
    fn next_seq(&mut self) -> u64 {
        self.seq = self.seq.saturating_add(1);
        self.seq
    }
}

/// When a timer fires, and its order among timers of the same instant.
pub(crate) type Due = (Millis, u64);

/// A timer as it is saved and restored.
#[derive(Debug, Clone)]
pub(crate) struct Timer<T> {
    /// The instant at which it fires, or the remaining wait while it is suspended.
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

/// What a timer that fired sets off.
pub(crate) enum Fired<T> {
    After(u16),
    Trigger(T),
}

/// The timers of one chart. There are few, so a linear scan beats any sorted structure. The two
/// kinds are kept apart because most timers are timed transitions, which are three numbers each.
#[derive(Debug)]
pub(crate) struct Timers<T> {
    after: SmallVec<[After; 3]>,
    own: SmallVec<[OwnTimer<T>; 3]>,
    /// The one due first. It is cached because steps read it more often than they change it.
    next: Option<Due>,
}

/// Searches clone snapshots all the time. A derived `Clone` would go through an iterator for each
/// kind.
impl<T: Clone> Clone for Timers<T> {
    #[inline]
    fn clone(&self) -> Self {
        let own = if self.own.is_empty() { SmallVec::new() } else { self.own.clone() };
        Self { after: copied(&self.after), own, next: self.next }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        copy_into(&mut self.after, &other.after);
        if !(self.own.is_empty() && other.own.is_empty()) {
            self.own.clone_from(&other.own);
        }
        self.next = other.next;
    }
}

/// Copies a short list of plain data.
#[inline]
pub(crate) fn copied<T: Copy, const N: usize>(rows: &SmallVec<[T; N]>) -> SmallVec<[T; N]>
where
    [T; N]: smallvec::Array<Item = T>,
{
    if rows.is_empty() { SmallVec::new() } else { SmallVec::from_slice(rows) }
}

/// Copies a short list of plain data over another one, in place.
#[inline]
pub(crate) fn copy_into<T: Copy, const N: usize>(
    place: &mut SmallVec<[T; N]>,
    rows: &SmallVec<[T; N]>,
) where
    [T; N]: smallvec::Array<Item = T>,
{
    place.clear();
    if !rows.is_empty() {
        place.extend_from_slice(rows);
    }
}

/// The timer of a timed transition.
#[derive(Debug, Clone, Copy)]
struct After {
    due: Due,
    row: u16,
}

/// A timer the chart started itself.
#[derive(Debug, Clone)]
struct OwnTimer<T> {
    due: Due,
    own: Own<T>,
}

impl<T: Clone> Timers<T> {
    pub(crate) fn none() -> Self {
        Self { after: SmallVec::new(), own: SmallVec::new(), next: None }
    }

    pub(crate) fn from_rows(rows: impl IntoIterator<Item = Timer<T>>) -> Self {
        let mut timers = Self::none();
        for Timer { due, seq, what } in rows {
            match what {
                What::After(row) => timers.after.push(After { due: (due, seq), row }),
                What::Own(own) => timers.own.push(OwnTimer { due: (due, seq), own }),
            }
        }
        timers.look_ahead();
        timers
    }

    /// All timers, the next one first.
    pub(crate) fn rows(&self) -> Vec<Timer<T>> {
        let timer = |(due, seq): Due, what| Timer { due, seq, what };
        let after = self.after.iter().map(|after| timer(after.due, What::After(after.row)));
        let own = self.own.iter().map(|own| timer(own.due, What::Own(own.own.clone())));
        let mut rows: Vec<_> = after.chain(own).collect();
        rows.sort_by_key(|timer| (timer.due, timer.seq));
        rows
    }

    pub(crate) fn clear(&mut self) {
        self.after.clear();
        self.own.clear();
        self.next = None;
    }

    pub(crate) fn start_after(&mut self, clock: &mut Clock, delay: Millis, row: u16) {
        let due = (clock.now + delay, clock.next_seq());
        self.after.push(After { due, row });
        self.next = Some(sooner(due, self.next));
    }

    /// Whether a timed transition is pending.
    #[inline]
    pub(crate) fn has_after(&self) -> bool {
        !self.after.is_empty()
    }

    /// Stops the timed transitions of a state that is being exited. Returns whether there were any.
    #[inline]
    pub(crate) fn stop_after(&mut self, rows: std::ops::Range<u16>) -> bool {
        let before = self.after.len();
        let mut at = 0;
        while let Some(after) = self.after.get(at) {
            if rows.contains(&after.row) {
                self.after.swap_remove(at);
            } else {
                at += 1;
            }
        }
        let stopped = self.after.len() != before;
        if stopped {
            self.look_ahead();
        }
        stopped
    }

    /// Starts a timer of the chart's own, replacing one with the same id.
    pub(crate) fn start(
        &mut self,
        clock: &mut Clock,
        id: TimerId,
        delay: Millis,
        every: Option<Millis>,
        trigger: T,
    ) {
        self.cancel(id);
        let due = (clock.now + delay, clock.next_seq());
        self.own.push(OwnTimer { due, own: Own { id, trigger, every, suspended: false } });
        self.next = Some(sooner(due, self.next));
    }

    #[inline]
    fn position(&self, wanted: TimerId) -> Option<usize> {
        self.own.iter().position(|timer| timer.own.id == wanted)
    }

    #[inline]
    pub(crate) fn cancel(&mut self, id: TimerId) -> bool {
        let Some(at) = self.position(id) else { return false };
        self.own.swap_remove(at);
        self.look_ahead();
        true
    }

    /// Suspends a timer and keeps its remaining wait.
    pub(crate) fn suspend(&mut self, clock: &Clock, id: TimerId) -> bool {
        self.set_suspended(id, true, |due| due.0 -= clock.now)
    }

    /// Resumes a timer with its remaining wait. It is ordered as if armed now.
    pub(crate) fn resume(&mut self, clock: &mut Clock, id: TimerId) -> bool {
        self.set_suspended(id, false, |due| *due = (due.0 + clock.now, clock.next_seq()))
    }

    fn set_suspended(&mut self, id: TimerId, wanted: bool, change: impl FnOnce(&mut Due)) -> bool {
        let Some(at) = self.position(id) else { return false };
        let OwnTimer { due, own } = &mut self.own[at];
        if own.suspended == wanted {
            return false;
        }
        own.suspended = wanted;
        change(due);
        self.look_ahead();
        true
    }

    /// When one of the chart's own timers fires, unless it is suspended.
    pub(crate) fn due_of(&self, id: TimerId) -> Option<Millis> {
        let timer = &self.own[self.position(id)?];
        (!timer.own.suspended).then_some(timer.due.0)
    }

    /// When the next timer fires.
    #[inline]
    pub(crate) fn earliest(&self) -> Option<Due> {
        self.next
    }

    /// When each of the running timers fires.
    pub(crate) fn running(&self) -> impl Iterator<Item = Due> + '_ {
        let own = self.own.iter().filter(|timer| !timer.own.suspended).map(|timer| timer.due);
        self.after.iter().map(|after| after.due).chain(own)
    }

    fn look_ahead(&mut self) {
        let mut next = None;
        for after in &self.after {
            next = Some(sooner(after.due, next));
        }
        for timer in &self.own {
            if !timer.own.suspended {
                next = Some(sooner(timer.due, next));
            }
        }
        self.next = next;
    }

    /// Takes the timer due at `due`. A repeating one stays, and keeps its sequence number: all its
    /// firings are ordered as if armed when it was started.
    #[inline]
    pub(crate) fn fire(&mut self, due: Due) -> Option<Fired<T>> {
        // The usual case: it is the only timer, and none is left.
        if let [After { due: only, row }] = self.after[..]
            && only == due
            && self.own.is_empty()
        {
            self.after.clear();
            self.next = None;
            return Some(Fired::After(row));
        }
        if let Some(at) = self.after.iter().position(|after| after.due == due) {
            let row = self.after.swap_remove(at).row;
            self.look_ahead();
            return Some(Fired::After(row));
        }
        let is_it = |timer: &OwnTimer<T>| timer.due == due && !timer.own.suspended;
        let at = self.own.iter().position(is_it)?;
        let timer = &mut self.own[at];
        let trigger = match timer.own.every {
            Some(every) => {
                timer.due.0 += every;
                timer.own.trigger.clone()
            }
            None => self.own.swap_remove(at).own.trigger,
        };
        self.look_ahead();
        Some(Fired::Trigger(trigger))
    }
}

/// The earlier of two optional timers.
#[inline]
pub(crate) fn earlier(one: Option<Due>, other: Option<Due>) -> Option<Due> {
    match (one, other) {
        (Some(one), other) => Some(sooner(one, other)),
        (None, other) => other,
    }
}

#[inline]
fn sooner(due: Due, other: Option<Due>) -> Due {
    other.map_or(due, |other| other.min(due))
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
