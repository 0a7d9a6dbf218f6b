//! How long something is tried again before somebody is told that it failed.

use std::time::Duration;

use tokio::time::Instant;

/// How long something is tried: about as long as NATS takes to find a new leader.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The pauses between tries: short at first, because most trouble is.
const PAUSES: [u64; 6] = [5, 20, 50, 100, 200, 400];

/// Counts tries and the time they take.
#[derive(Debug)]
pub(super) struct Patience {
    until: Instant,
    tries: usize,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + PATIENCE, tries: 0 }
    }

    /// Waits before the next try. False if there is none.
    pub(super) async fn wait(&mut self) -> bool {
        if Instant::now() >= self.until {
            return false;
        }
        let pause = PAUSES[self.tries.min(PAUSES.len() - 1)];
        self.tries += 1;
        tokio::time::sleep(Duration::from_millis(pause)).await;
        true
    }
}
