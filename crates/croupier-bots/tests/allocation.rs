//! An iteration reuses the buffers of earlier ones. In a file of its own, because all allocations
//! of the process are counted.

mod common;

use std::alloc::System;

use common::{deal, follow};
use croupier_bots::{Budget, Search};
use croupier_kit::cards::{Dice, Seed};
use min_or_max::MinOrMax;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Ten times as many iterations need hardly more allocations: the remaining ones belong to the
/// decision and to lists that double now and then. The game itself does not allocate here either.
#[test]
fn iterations_do_not_allocate_one_by_one() {
    let mut decisions = 0;
    follow(deal::<MinOrMax>(2, "bench", 5), 6, 1, |_, observation| {
        let allocations = |iterations: u32| {
            let mut search = Search::<MinOrMax>::new(Budget::Iterations(iterations));
            let mut think =
                || search.think(observation, &mut Dice::new(Seed::from_number(1))).iterations;
            think();
            let region = Region::new(ALLOCATOR);
            let done = think();
            (done, region.change().allocations + region.change().reallocations)
        };
        let ((few, at_least), (many, at_most)) = (allocations(300), allocations(3_000));
        assert!(at_most < at_least + 20, "{at_most} in {many}, {at_least} in {few} iterations");
        decisions += u32::from(many > few);
    });
    assert!(decisions > 2, "{decisions}");
}
