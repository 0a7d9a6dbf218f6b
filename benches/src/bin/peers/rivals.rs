//! The contestants of each chart.

use croupier_benches::contest::{Contestant, checksum_of_a_pass};
use croupier_benches::{data_war, nested, regions, toggle};
use stats_alloc::Region;

use crate::ALLOCATOR;
use crate::lane::{Effort, Lane, Spread, count};

/// The number of passes over which allocations are counted.
const COUNTED_PASSES: usize = 1_000;

/// One chart, not yet measured.
pub(crate) struct Rivals {
    name: &'static str,
    title: &'static str,
    transitions: usize,
    checksums: [u64; 3],
    allocations: fn() -> f64,
    lanes: [Lane; 3],
}

/// One chart, measured.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) transitions: usize,
    pub(crate) checksum: u64,
    pub(crate) ours: Spread,
    pub(crate) statig: Spread,
    pub(crate) by_hand: Spread,
    pub(crate) allocations: f64,
}

impl Rivals {
    fn new<Ours, Statig, ByHand>(name: &'static str, title: &'static str) -> Self
    where
        Ours: Contestant + 'static,
        Statig: Contestant + 'static,
        ByHand: Contestant + 'static,
    {
        Self {
            name,
            title,
            transitions: Ours::SCRIPT.len(),
            checksums: [
                checksum_of_a_pass::<Ours>(),
                checksum_of_a_pass::<Statig>(),
                checksum_of_a_pass::<ByHand>(),
            ],
            allocations: allocations_per_transition::<Ours>,
            lanes: [Lane::of::<Ours>(), Lane::of::<Statig>(), Lane::of::<ByHand>()],
        }
    }

    /// Takes the samples in turn, so that a busy moment of the machine affects all contestants
    /// alike.
    pub(crate) fn measure(mut self, effort: &Effort) -> Measured {
        for lane in &mut self.lanes {
            lane.calibrate(effort);
        }
        for _ in 0..effort.samples {
            for lane in &mut self.lanes {
                lane.sample();
            }
        }
        let [ours, statig, by_hand] = self.lanes.map(Lane::spread);
        Measured {
            name: self.name,
            title: self.title,
            transitions: self.transitions,
            checksum: self.checksums[0],
            ours,
            statig,
            by_hand,
            allocations: (self.allocations)(),
        }
    }
}

fn allocations_per_transition<C: Contestant>() -> f64 {
    let mut contestant = C::fresh();
    contestant.pass();
    let region = Region::new(ALLOCATOR);
    for _ in 0..COUNTED_PASSES {
        contestant.pass();
    }
    let change = region.change();
    let allocated = change.allocations + change.reallocations;
    count(allocated) / count(COUNTED_PASSES * C::SCRIPT.len())
}

/// The four charts.
pub(crate) fn all() -> Vec<Rivals> {
    vec![
        Rivals::new::<toggle::Ours, toggle::Statig, toggle::ByHand>("toggle", "(a) toggle"),
        Rivals::new::<nested::Ours, nested::Statig, nested::ByHand>("nested", "(b) three levels"),
        Rivals::new::<regions::Ours, regions::Statig, regions::ByHand>(
            "regions",
            "(c) three regions",
        ),
        Rivals::new::<data_war::Ours, data_war::Statig, data_war::ByHand>(
            "data_war",
            "(d) Data War",
        ),
    ]
}

/// The checksum of one pass per chart, or which charts the contestants disagree about.
pub(crate) fn check(charts: &[Rivals]) -> Result<Vec<(&'static str, u64)>, String> {
    let mut agreed = Vec::new();
    let mut complaints = Vec::new();
    for chart in charts {
        let [ours, statig, by_hand] = chart.checksums;
        if ours == by_hand && statig == by_hand {
            agreed.push((chart.name, by_hand));
        } else {
            complaints.push(format!(
                "{}: one pass adds up to {ours} in ours, {statig} in statig, {by_hand} by hand",
                chart.title
            ));
        }
    }
    if complaints.is_empty() { Ok(agreed) } else { Err(complaints.join("\n")) }
}
