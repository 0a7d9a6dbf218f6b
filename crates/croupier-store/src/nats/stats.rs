//! Statistics about the store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// The number of buckets of the histogram: powers of two of microseconds.
const STEPS: usize = 32;

/// Statistics about a store in NATS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Messages stored since the start: appends, snapshots, openings, directory entries.
    pub appends: u64,
    /// Messages that were refused because another one was last, or may have been.
    pub conflicts: u64,
    /// Messages that were sent again.
    pub resent: u64,
    /// Holders that turned out to be fenced.
    pub fenced: u64,
    /// Messages that were not stored, or whose outcome is unknown.
    pub failures: u64,
    /// Reads answered by a replica that lagged behind.
    pub stale_reads: u64,
    /// The median duration of storing a message, rounded up to a power of two.
    pub append_p50: Duration,
    /// The 99th percentile of that duration, rounded likewise.
    pub append_p99: Duration,
    /// Messages in flight.
    pub in_flight: u64,
    /// Rooms in the public list.
    pub listed: u64,
    /// Rooms that are awake or have to wake.
    pub live: u64,
    /// Whether NATS is connected.
    pub connected: bool,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) appends: AtomicU64,
    pub(super) conflicts: AtomicU64,
    pub(super) resent: AtomicU64,
    pub(super) fenced: AtomicU64,
    pub(super) failures: AtomicU64,
    pub(super) stale_reads: AtomicU64,
    steps: [AtomicU64; STEPS],
}

impl Counters {
    /// The start of a measurement. Nothing depends on it.
    pub(super) fn start() -> Instant {
        Instant::now()
    }

    pub(super) fn stored(&self, since: Instant) {
        self.appends.fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        let step = (u64::BITS - micros.leading_zeros()) as usize;
        self.steps[step.min(STEPS - 1)].fetch_add(1, Ordering::Relaxed);
    }

    /// The current figures.
    pub(super) fn stats(&self) -> Stats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let steps: Vec<u64> = self.steps.iter().map(read).collect();
        let all: u64 = steps.iter().sum();
        let quantile = |percent: u64| {
            let mut left = (all * percent).div_ceil(100);
            let step = steps.iter().position(|count| {
                let is_here = left <= *count;
                left = left.saturating_sub(*count);
                is_here
            });
            Duration::from_micros(step.map_or(0, |step| if all == 0 { 0 } else { 1 << step }))
        };
        Stats {
            appends: read(&self.appends),
            conflicts: read(&self.conflicts),
            resent: read(&self.resent),
            fenced: read(&self.fenced),
            failures: read(&self.failures),
            stale_reads: read(&self.stale_reads),
            append_p50: quantile(50),
            append_p99: quantile(99),
            ..Stats::default()
        }
    }
}
