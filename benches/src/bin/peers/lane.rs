//! One contestant: runs passes and collects samples of their CPU time.

use std::time::Duration;

use croupier_benches::contest::Contestant;
use serde::Serialize;

use croupier_benches::cpu_clock;

/// How many samples are taken, and how long each of them lasts at least.
pub(crate) struct Effort {
    pub(crate) samples: usize,
    pub(crate) sample: Duration,
}

pub(crate) const THOROUGH: Effort = Effort { samples: 25, sample: Duration::from_millis(60) };
pub(crate) const QUICK: Effort = Effort { samples: 7, sample: Duration::from_millis(10) };

/// The median and the range of the samples, in nanoseconds per transition.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Spread {
    /// `None` if there is no sample at all.
    pub(crate) fn of(mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        let median = *samples.get(samples.len() / 2)?;
        Some(Self { median, min: *samples.first()?, max: *samples.last()? })
    }
}

/// One contestant and the samples taken of it.
pub(crate) struct Lane {
    run: Box<dyn FnMut(u32)>,
    transitions: usize,
    passes: u32,
    samples: Vec<f64>,
}

impl Lane {
    pub(crate) fn of<C: Contestant + 'static>() -> Self {
        let mut contestant = C::fresh();
        let run = move |passes| {
            for _ in 0..passes {
                contestant.pass();
            }
        };
        Self { run: Box::new(run), transitions: C::SCRIPT.len(), passes: 1, samples: Vec::new() }
    }

    fn time(&mut self) -> Duration {
        let start = cpu_clock::now();
        (self.run)(self.passes);
        cpu_clock::now().saturating_sub(start)
    }

    /// Determines how many passes one sample needs, which also warms everything up.
    pub(crate) fn calibrate(&mut self, effort: &Effort) {
        while self.time() < effort.sample {
            self.passes = self.passes.saturating_mul(2);
        }
    }

    pub(crate) fn sample(&mut self) {
        let spent = self.time().as_secs_f64() * 1e9;
        let transitions = f64::from(self.passes) * count(self.transitions);
        self.samples.push(spent / transitions);
    }

    pub(crate) fn spread(self) -> Spread {
        Spread::of(self.samples).expect("the effort asks for at least one sample")
    }
}

/// A small count as a divisor.
pub(crate) fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
