//! The right of a node to answer for its rooms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Until when a node may answer. Who could not say for so long that it is alive must take for granted
/// that others have its rooms.
#[derive(Debug)]
pub(crate) struct Lease {
    start: Instant,
    length: Duration,
    /// In milliseconds after `start`. Zero before the first time.
    until: AtomicU64,
    /// Counts how often it ran out: what was opened before that is somebody else's.
    term: AtomicU64,
}

impl Lease {
    pub(crate) fn new(length: Duration) -> Self {
        Self { start: Instant::now(), length, until: AtomicU64::new(0), term: AtomicU64::new(0) }
    }

    /// How long this process has known of the lease.
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

    /// Whether the node may answer for what it opened in a term.
    pub(crate) fn holds_since(&self, term: u64) -> bool {
        self.holds() && self.term() == term
    }

    pub(crate) fn term(&self) -> u64 {
        self.term.load(Ordering::Acquire)
    }

    /// The node has said that it is alive; `asked` is when it began to say so. True if the lease had run
    /// out before, so that a new term begins.
    pub(crate) fn renew(&self, asked: Duration) -> bool {
        let had_run_out = !self.holds();
        if had_run_out {
            // The term first: nobody may take the new lease for a part of the old term.
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
        lease.start -= Duration::from_secs(10); // The process was stopped.
        assert!(!lease.holds());
        assert!(!lease.holds_since(term));
        let asked = lease.now().saturating_sub(Duration::from_secs(4));
        assert!(lease.renew(asked), "an answer that took too long is none");
        assert!(!lease.holds());
        assert!(lease.renew(lease.now()));
        assert!(lease.holds() && !lease.holds_since(term), "what was opened before is not ours");
    }
}
