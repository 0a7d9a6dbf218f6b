//! How long a search may think.

/// How long a search may think about one decision.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Budget {
    /// A number of iterations. The same seed then gives the same choice on every machine.
    Iterations(u32),
    /// A time limit. The result depends on the machine.
    Time {
        /// The limit in milliseconds.
        limit: u64,
        /// The current time in milliseconds from any starting point: this crate has no clock of its
        /// own.
        clock: fn() -> u64,
    },
}

/// How many iterations to run between readings of the clock.
const ROUND: u32 = 32;

/// A budget that is being spent.
#[derive(Debug)]
pub(crate) struct BudgetMeter {
    budget: Budget,
    begun: u64,
    spent: u32,
}

impl BudgetMeter {
    /// One worker's share of a budget. It does not depend on how many workers run at the same time.
    pub(crate) fn share(budget: Budget, worker: u32, workers: u32) -> Self {
        let budget = match budget {
            Budget::Iterations(all) => {
                let one_more = u32::from(worker < all % workers);
                Budget::Iterations(all / workers + one_more)
            }
            Budget::Time { .. } => budget,
        };
        let begun = match budget {
            Budget::Iterations(_) => 0,
            Budget::Time { clock, .. } => clock(),
        };
        Self { budget, begun, spent: 0 }
    }

    /// How many iterations may run before asking again; 0 if nothing is left.
    pub(crate) fn next(&mut self) -> u32 {
        let round = match self.budget {
            Budget::Iterations(all) => (all - self.spent).min(ROUND),
            Budget::Time { limit, clock } if clock().saturating_sub(self.begun) < limit => ROUND,
            // Even without time, one round runs.
            Budget::Time { .. } if self.spent == 0 => ROUND,
            Budget::Time { .. } => 0,
        };
        self.spent = self.spent.saturating_add(round);
        round
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn spend(mut meter: BudgetMeter) -> u32 {
        std::iter::from_fn(|| Some(meter.next()).filter(|round| *round > 0)).sum()
    }

    #[test]
    fn shares_add_up() {
        for (all, workers) in [(0, 1), (1, 3), (100, 3), (1000, 8)] {
            let share =
                |worker| spend(BudgetMeter::share(Budget::Iterations(all), worker, workers));
            assert_eq!((0..workers).map(share).sum::<u32>(), all);
        }
    }

    #[test]
    fn time_runs_out_but_nobody_decides_without_a_look() {
        static NOW: AtomicU64 = AtomicU64::new(1000);
        let clock = || NOW.fetch_add(10, Ordering::Relaxed);
        assert_eq!(spend(BudgetMeter::share(Budget::Time { limit: 0, clock }, 0, 1)), ROUND);
        assert_eq!(spend(BudgetMeter::share(Budget::Time { limit: 35, clock }, 0, 1)), 3 * ROUND);
    }
}
