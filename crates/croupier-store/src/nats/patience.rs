//! How long an operation is retried before it counts as failed.

use std::time::Duration;

use tokio::time::Instant;

/// How long to retry: about as long as NATS takes to elect a new leader.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The pauses between attempts: short at first, because most problems are.
const PAUSES: [u64; 6] = [5, 20, 50, 100, 200, 400];

/// Tracks attempts and their time limit.
#[derive(Debug)]
pub(super) struct Patience {
    until: Instant,
    tries: usize,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + PATIENCE, tries: 0 }
    }

    /// Waits before the next attempt. False if the time is up.
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
