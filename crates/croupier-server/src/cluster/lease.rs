//! The right of a node to answer for its rooms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Until when a node may answer. A node that has not managed to report that it is alive for this
/// long must assume that others have taken its rooms.
#[derive(Debug)]
pub(crate) struct Lease {
    start: Instant,
    length: Duration,
    /// In milliseconds since `start`. Zero before the first renewal.
    until: AtomicU64,
    /// Counts how often the lease expired: rooms opened in an earlier term may belong to other
    /// nodes by now.
    term: AtomicU64,
}

impl Lease {
    pub(crate) fn new(length: Duration) -> Self {
        Self { start: Instant::now(), length, until: AtomicU64::new(0), term: AtomicU64::new(0) }
    }

    /// The time since this process created the lease.
    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn length(&self) -> Duration {
        self.length
    }

    /// Whether the node may answer for rooms now.
    pub(crate) fn holds(&self) -> bool {
        millis(self.now()) < self.until.load(Ordering::Acquire)
    }

    /// Whether the node may answer for what it opened during a term.
    pub(crate) fn holds_since(&self, term: u64) -> bool {
        self.holds() && self.term() == term
    }

    pub(crate) fn term(&self) -> u64 {
        self.term.load(Ordering::Acquire)
    }

    /// Extends the lease after a successful report; `asked` is when the report was begun. True if
    /// the lease had expired, so that a new term begins.
    pub(crate) fn renew(&self, asked: Duration) -> bool {
        let had_run_out = !self.holds();
        if had_run_out {
            // The term first: nobody may mistake the new lease for part of the old term.
            self.term.fetch_add(1, Ordering::AcqRel);
        }
        let until = millis(asked + self.length);
        self.until.fetch_max(until, Ordering::AcqRel);
        had_run_out
    }
}

fn millis(it: Duration) -> u64 {
    u64::try_from(it.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_counts_from_before_it_was_asked_for_and_every_gap_begins_a_term() {
        let mut lease = Lease::new(Duration::from_secs(3));
        assert!(!lease.holds(), "nobody has it before the first time");
        assert!(lease.renew(lease.now()));
        let term = lease.term();
        assert!(lease.holds_since(term));
        assert!(!lease.renew(lease.now()), "it goes on");
        assert!(lease.holds_since(term));
        lease.start -= Duration::from_secs(10); // As if the process had been suspended.
        assert!(!lease.holds());
        assert!(!lease.holds_since(term));
        let asked = lease.now().saturating_sub(Duration::from_secs(4));
        assert!(lease.renew(asked), "an answer that took too long is none");
        assert!(!lease.holds());
        assert!(lease.renew(lease.now()));
        assert!(lease.holds() && !lease.holds_since(term), "what was opened before is not ours");
    }
}
