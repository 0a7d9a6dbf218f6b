//! Chart (b): three levels, `off` and `on { idle, work { a, b } }`.
//!
//! Five states have entry and exit actions, events are handled at three levels, and `Start` has a
//! guarded transition with a fallback. The eight events of the script are all taken.

mod by_hand;
mod ours;
mod statig;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

pub use self::by_hand::ByHand;
pub use self::ours::{CHART, Nested, Ours};
pub use self::statig::Statig;

triggers! {
    /// What can be sent.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Event: Kind {
        /// Between `off` and `on`, from anywhere inside.
        Power => "POWER",
        /// From `idle` to `work`: to `a` if the machine is warm, else to `b`.
        Start => "START",
        /// Between `a` and `b`.
        Next => "NEXT",
        /// From `work` back to `idle`.
        Stop => "STOP",
    }
}

/// A cold start, a warm start, and off again.
pub const SCRIPT: &[Event] = &[
    Event::Power,
    Event::Start,
    Event::Next,
    Event::Stop,
    Event::Start,
    Event::Next,
    Event::Next,
    Event::Power,
];

/// What the guard reads and the actions change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Engine {
    /// The checksum so far.
    sum: u64,
    starts: u64,
}

impl Engine {
    fn add(&mut self, points: u64) {
        self.sum = self.sum.wrapping_add(points);
    }

    /// Every second start is a warm one.
    fn is_warm(&self) -> bool {
        self.starts % 2 == 1
    }

    fn start(&mut self, points: u64) {
        self.starts += 1;
        self.add(points);
    }
}

/// What each action adds to the checksum. Different primes, so that a swapped, missing or repeated
/// action changes the sum; small ones, because the same numbers are used in JavaScript.
mod points {
    pub(super) const POWERED: u64 = 2;
    pub(super) const WARM_START: u64 = 3;
    pub(super) const COLD_START: u64 = 5;
    pub(super) const MOVED: u64 = 7;
    pub(super) const STOPPED: u64 = 11;
    pub(super) const ENTER_ON: u64 = 13;
    pub(super) const EXIT_ON: u64 = 17;
    pub(super) const ENTER_IDLE: u64 = 19;
    pub(super) const EXIT_IDLE: u64 = 23;
    pub(super) const ENTER_WORK: u64 = 29;
    pub(super) const EXIT_WORK: u64 = 31;
    pub(super) const ENTER_A: u64 = 37;
    pub(super) const EXIT_A: u64 = 41;
    pub(super) const ENTER_B: u64 = 43;
    pub(super) const EXIT_B: u64 = 47;
}
