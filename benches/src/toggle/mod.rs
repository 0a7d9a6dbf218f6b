//! Chart (a): two states and one event, with one action per toggle.

mod by_hand;
mod ours;
mod statig;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

pub use self::by_hand::ByHand;
pub use self::ours::{CHART, Ours, Toggle};
pub use self::statig::Statig;

triggers! {
    /// What can be sent.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Event: Kind {
        /// Go to the other state.
        Toggle => "TOGGLE",
    }
}

/// There and back.
pub const SCRIPT: &[Event] = &[Event::Toggle, Event::Toggle];

/// What switching on adds to the checksum.
const SWITCHED_ON: u64 = 3;
/// What switching off adds to the checksum.
const SWITCHED_OFF: u64 = 5;
