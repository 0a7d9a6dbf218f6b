//! The time of the house: virtual milliseconds that stand still while the server does.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_kit::Millis;

/// The clock is read at least this often.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(200);

/// If nobody read the clock for this long, the process was suspended or the machine asleep.
const STOPPED: Duration = Duration::from_secs(1);

/// If the store finished nothing for this long although it has work, the disk stalls.
pub(crate) const STALLED: Duration = Duration::from_secs(1);

/// No wait is longer than this without checking the clock again.
const LONGEST: Duration = Duration::from_hours(1);

/// The clock of all rooms of a house. It stands still while the process is suspended, while the
/// disk stalls or fails, and while the server is down, so that nobody loses a turn because of it.
#[derive(Debug)]
pub struct HouseClock {
    state: Mutex<ClockState>,
    /// How many virtual milliseconds pass per real one.
    scale: f64,
    start: Instant,
    /// How many writes are waiting for the disk.
    writing: AtomicUsize,
    /// The server may not act at the moment.
    is_frozen: AtomicBool,
    /// When the store last finished or began something, in milliseconds since `start`.
    progress: AtomicU64,
    /// The store is failing.
    is_held: AtomicBool,
}

#[derive(Debug)]
struct ClockState {
    seen: Instant,
    /// In virtual microseconds.
    now: f64,
}

impl HouseClock {
    /// Creates a clock that continues from an instant.
    pub fn new(from: Millis, scale: f64) -> Self {
        let start = Instant::now();
        #[allow(clippy::cast_precision_loss)] // Exact for ten thousand years of milliseconds.
        let state = ClockState { seen: start, now: from.0 as f64 * 1000.0 };
        Self {
            state: Mutex::new(state),
            scale,
            start,
            writing: AtomicUsize::new(0),
            is_frozen: AtomicBool::new(false),
            progress: AtomicU64::new(0),
            is_held: AtomicBool::new(false),
        }
    }

    /// The current time of the house.
    pub fn now(&self) -> Millis {
        let real = Instant::now();
        let is_stalled = self.is_stalled(real) || self.is_held();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = real.saturating_duration_since(state.seen);
        state.seen = real;
        if passed < STOPPED && !is_stalled && !self.is_frozen.load(Ordering::Relaxed) {
            state.now += passed.as_secs_f64() * 1e6 * self.scale;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is never negative.
        Millis((state.now / 1000.0) as u64)
    }

    /// The real time until an instant. Only an estimate: the clock may stand still in the meantime,
    /// so check again.
    pub fn until(&self, due: Millis) -> Duration {
        self.real(due.0.saturating_sub(self.now().0)).min(LONGEST)
    }

    /// How long this many milliseconds of the house take in real time.
    pub(crate) fn real(&self, millis: u64) -> Duration {
        #[allow(clippy::cast_precision_loss)]
        let real = Duration::try_from_secs_f64(millis as f64 / 1000.0 / self.scale);
        real.unwrap_or(Duration::MAX)
    }

    /// Stops or resumes time.
    pub(crate) fn freeze(&self, is_frozen: bool) {
        if self.is_frozen.load(Ordering::Relaxed) != is_frozen {
            self.now();
            self.is_frozen.store(is_frozen, Ordering::Relaxed);
        }
    }

    /// Whether time stands still because the store is failing.
    pub(crate) fn is_held(&self) -> bool {
        self.is_held.load(Ordering::Relaxed)
    }

    /// Stops or resumes time because the store fails or works again.
    pub(crate) fn hold(&self, hold: bool) {
        if self.is_held() != hold {
            self.now(); // Account for the time until now under the old state.
            self.is_held.store(hold, Ordering::Relaxed);
        }
    }

    /// How many virtual milliseconds pass per real one.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    fn is_stalled(&self, real: Instant) -> bool {
        if self.writing.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let progress = Duration::from_millis(self.progress.load(Ordering::Relaxed));
        real.saturating_duration_since(self.start).saturating_sub(progress) > STALLED
    }

    /// Marks a wait for the disk, until the guard is dropped.
    pub(crate) fn writing(&self) -> Writing<'_> {
        if self.writing.fetch_add(1, Ordering::Relaxed) == 0 {
            self.mark_progress();
        }
        Writing(self)
    }

    fn mark_progress(&self) {
        let since = self.start.elapsed().as_millis();
        self.progress.store(u64::try_from(since).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// A wait for the disk, in progress.
#[derive(Debug)]
pub(crate) struct Writing<'a>(&'a HouseClock);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        // Read the clock first, while the stall is still in effect, so that its time is not
        // counted.
        self.0.now();
        self.0.mark_progress();
        self.0.writing.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_goes_on_from_where_it_was_and_faster_if_it_is_told_to() {
        let clock = HouseClock::new(Millis(5_000), 1000.0);
        assert!(clock.now() >= Millis(5_000));
        assert!(clock.until(Millis(1_000_005_000)) <= Duration::from_secs(1_000));
        assert_eq!(clock.until(Millis(0)), Duration::ZERO);
    }

    #[test]
    fn time_that_nobody_saw_pass_is_not_counted() {
        let clock = HouseClock::new(Millis(0), 1.0);
        clock.state.lock().unwrap().seen -= Duration::from_mins(1);
        assert!(clock.now() < Millis(1_000));
    }

    #[test]
    fn time_stands_still_while_nothing_can_be_stored() {
        let clock = HouseClock::new(Millis(0), 1e6);
        clock.hold(true);
        let before = clock.now();
        std::thread::yield_now();
        assert_eq!(clock.now(), before);
        clock.hold(false);
        while clock.now() == before {
            std::thread::yield_now();
        }
    }

    #[test]
    fn time_stands_still_while_the_disk_stalls() {
        let mut clock = HouseClock::new(Millis(0), 1.0);
        clock.start -= Duration::from_secs(10);
        let guard = clock.writing.fetch_add(1, Ordering::Relaxed);
        assert_eq!(guard, 0);
        let before = clock.now();
        std::thread::yield_now();
        assert_eq!(clock.now(), before);
    }
}
