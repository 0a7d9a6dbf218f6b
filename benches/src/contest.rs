//! The common interface of all implementations of a chart, so that one harness can drive them all.

use std::hint::black_box;

/// One implementation of one chart.
///
/// Implementations mark [`step`](Self::step) as never inlined: the optimiser then sees one event at
/// a time for every engine alike, and cannot fold a whole pass into its result.
pub trait Contestant {
    /// The steps of the chart's script.
    type Step: 'static;

    /// The script; after one pass the machine is back where it started.
    const SCRIPT: &'static [Self::Step];

    /// A machine in the state in which the script begins.
    fn fresh() -> Self;

    /// Sends one event, or lets time pass until one timer fires.
    fn step(&mut self, step: &Self::Step);

    /// The sum over every action executed so far.
    fn checksum(&self) -> u64;

    /// Runs the script once.
    fn pass(&mut self) {
        for step in black_box(Self::SCRIPT) {
            self.step(step);
        }
    }
}

/// How much the second pass adds to the checksum. It must be equal for all implementations of a
/// chart, otherwise they do not do the same work. The first pass is left out because it includes
/// the start of the machine.
pub fn checksum_of_a_pass<C: Contestant>() -> u64 {
    let mut contestant = C::fresh();
    contestant.pass();
    let before = contestant.checksum();
    contestant.pass();
    contestant.checksum() - before
}

/// What the actions of a chart change. It stands for the game's own data: lent to the machine if
/// the engine supports that, otherwise owned by it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// The checksum so far.
    pub sum: u64,
}

impl Tally {
    /// The one thing an action does.
    pub fn add(&mut self, points: u64) {
        self.sum = self.sum.wrapping_add(points);
    }
}
