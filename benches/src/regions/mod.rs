//! Chart (c): three regions with two states each, one event of its own per region, and one event
//! that moves all three. Every state has an entry action.

mod by_hand;
mod ours;
mod statig;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

pub use self::by_hand::ByHand;
pub use self::ours::{CHART, Ours, Regions};
pub use self::statig::Statig;

triggers! {
    /// What can be sent.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Event: Kind {
        /// Moves the first region.
        MoveP => "MOVE_P",
        /// Moves the second region.
        MoveQ => "MOVE_Q",
        /// Moves the third region.
        MoveR => "MOVE_R",
        /// Moves all three at once.
        MoveAll => "MOVE_ALL",
    }
}

/// Each region alone, then all of them: every region is back where it started.
pub const SCRIPT: &[Event] = &[Event::MoveP, Event::MoveQ, Event::MoveR, Event::MoveAll];

/// What entering a state adds to the checksum: per region, first its left state, then its right.
const ENTERED: [[u64; 2]; 3] = [[3, 5], [7, 11], [13, 17]];
