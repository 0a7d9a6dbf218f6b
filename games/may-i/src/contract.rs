//! The contracts: what a round demands.

use serde::{Deserialize, Serialize};

use crate::Card;

/// How many sets and runs a round demands (MI-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// So many sets.
    pub sets: u8,
    /// So many runs.
    pub runs: u8,
}

impl Contract {
    /// The maximum number of melds in a contract.
    pub const MOST: usize = 3;

    /// The contract of a round, 1 to 6.
    pub fn of(round: u8) -> Self {
        const SETS: [u8; 6] = [2, 1, 0, 3, 2, 1];
        const RUNS: [u8; 6] = [0, 1, 2, 0, 1, 2];
        let at = usize::from(round.clamp(1, 6) - 1);
        Self { sets: SETS[at], runs: RUNS[at] }
    }

    /// The number of melds.
    pub fn melds(self) -> usize {
        usize::from(self.sets + self.runs)
    }

    /// The minimum number of cards that meet it.
    pub fn fewest_cards(self) -> usize {
        usize::from(self.sets * 3 + self.runs * 4)
    }
}

/// Everything a laydown of a round must satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The melds.
    pub contract: Contract,
    /// Whether sets may have more than three cards and runs more than four (MI-61, MI-62).
    pub longer: bool,
    /// Whether every card of the hand must be used (MI-62).
    pub all_cards: bool,
    /// Whether runs of one suit must be two ranks apart (MI-63).
    pub gap: bool,
}

/// Set or run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MeldKind {
    /// Cards of one rank (MI-40).
    Set,
    /// Cards of one suit in a row (MI-41).
    Run,
}

/// A meld as a player names it. The order of a run's cards may matter (MI-47).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Set or run, as declared (MI-46).
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// The cards in the order named.
    pub cards: Vec<Card>,
}
