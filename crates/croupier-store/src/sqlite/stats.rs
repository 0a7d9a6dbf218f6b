//! Statistics about the store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many commit times are kept.
const REMEMBERED: usize = 1024;

/// Statistics about a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Commits since the start.
    pub commits: u64,
    /// Appends that were stored since the start.
    pub appends: u64,
    /// Batches that could not be stored since the start.
    pub failures: u64,
    /// The median duration of the last thousand commits.
    pub commit_p50: Duration,
    /// The 99th percentile of the durations of the last thousand commits.
    pub commit_p99: Duration,
    /// Bytes of the write-ahead log that are in use.
    pub wal_bytes: u64,
    /// Bytes of the log of records.
    pub log_bytes: u64,
    /// Calls in the writer's queue.
    pub queued: u64,
    /// Rooms that are in memory because they are open or have records.
    pub rooms_in_memory: u64,
    /// Damaged log entries that were found at the start.
    pub damaged: u64,
}

/// Updated by the writer, read by anyone.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) commits: AtomicU64,
    pub(super) appends: AtomicU64,
    pub(super) failures: AtomicU64,
    pub(super) wal_bytes: AtomicU64,
    pub(super) log_bytes: AtomicU64,
    pub(super) rooms_in_memory: AtomicU64,
    pub(super) damaged: AtomicU64,
    durations: Mutex<Durations>,
}

#[derive(Debug, Default)]
struct Durations {
    micros: Vec<u32>,
    next: usize,
}

impl Counters {
    pub(super) fn commit_took(&self, duration: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        let micros = u32::try_from(duration.as_micros()).unwrap_or(u32::MAX);
        let mut durations = self.durations.lock().unwrap_or_else(PoisonError::into_inner);
        let next = durations.next;
        match durations.micros.get_mut(next) {
            Some(place) => *place = micros,
            None => durations.micros.push(micros),
        }
        durations.next = (next + 1) % REMEMBERED;
    }

    pub(super) fn stats(&self, queued: usize) -> Stats {
        let mut micros = {
            let durations = self.durations.lock().unwrap_or_else(PoisonError::into_inner);
            durations.micros.clone()
        };
        micros.sort_unstable();
        let quantile = |percent: usize| {
            let at = micros.len().saturating_sub(1) * percent / 100;
            Duration::from_micros(micros.get(at).copied().unwrap_or(0).into())
        };
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            commits: read(&self.commits),
            appends: read(&self.appends),
            failures: read(&self.failures),
            commit_p50: quantile(50),
            commit_p99: quantile(99),
            wal_bytes: read(&self.wal_bytes),
            log_bytes: read(&self.log_bytes),
            queued: queued as u64,
            rooms_in_memory: read(&self.rooms_in_memory),
            damaged: read(&self.damaged),
        }
    }
}

/// Measures how long the disk takes, for operators; nothing depends on it.
#[expect(clippy::disallowed_methods, reason = "a measurement that nothing depends on")]
pub(super) fn measured<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
