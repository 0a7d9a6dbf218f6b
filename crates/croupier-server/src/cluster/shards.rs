//! Which node owns which rooms. Pure: nodes that know the same members come to the same result.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How many parts the rooms of a house are divided into.
pub(crate) const SHARDS: u16 = 1_024;

/// One run of a server in a house. The id is random, so that a restarted server is never mistaken
/// for its predecessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct NodeId(u64);

impl NodeId {
    /// Creates an id from the lower 40 bits of a number.
    pub const fn new(number: u64) -> Self {
        Self(number & 0xff_ffff_ffff)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010x}", self.0)
    }
}

impl From<NodeId> for String {
    fn from(node: NodeId) -> Self {
        node.to_string()
    }
}

/// The error for a text that is not the id of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a node has ten hexadecimal digits in lower case")]
pub struct ParseNodeIdError;

impl FromStr for NodeId {
    type Err = ParseNodeIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 10 || !text.bytes().all(is_digit) {
            return Err(ParseNodeIdError);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| ParseNodeIdError)
    }
}

impl TryFrom<String> for NodeId {
    type Error = ParseNodeIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Who owns which shard: the eligible node with the highest weight (rendezvous hashing). When a
/// node comes or goes, only its own shards move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shards(Vec<NodeId>);

impl Shards {
    /// Distributes the shards over the nodes. Without nodes nobody owns any.
    pub(crate) fn over(nodes: &BTreeSet<NodeId>) -> Self {
        let owner = |shard| nodes.iter().copied().max_by_key(|node| (weight(shard, *node), *node));
        Self((0..SHARDS).filter_map(owner).collect())
    }

    /// The owner of a shard.
    pub(crate) fn owner(&self, shard: u16) -> Option<NodeId> {
        self.0.get(usize::from(shard)).copied()
    }

    /// The shards of a node.
    pub(crate) fn of(&self, node: NodeId) -> BTreeSet<u16> {
        (0..SHARDS).zip(&self.0).filter(|(_, it)| **it == node).map(|(shard, _)| shard).collect()
    }
}

/// The weight of a node for a shard. Every server of a house has to compute the same number, so
/// this must never change.
fn weight(shard: u16, node: NodeId) -> u64 {
    mix(node.0 ^ mix(u64::from(shard) + 1))
}

/// A mixing function in which every input bit affects all output bits (the finaliser of
/// splitmix64).
fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn nodes() -> impl Strategy<Value = BTreeSet<NodeId>> {
        proptest::collection::btree_set(any::<u64>().prop_map(NodeId::new), 1..12)
    }

    #[test]
    fn a_node_has_one_spelling() {
        let node = NodeId::new(0xab);
        assert_eq!(node.to_string(), "00000000ab");
        assert_eq!("00000000ab".parse(), Ok(node));
        for text in ["", "ab", "00000000AB", "+0000000ab", "000000000ab"] {
            assert_eq!(text.parse::<NodeId>(), Err(ParseNodeIdError), "{text}");
        }
    }

    #[test]
    fn weights_are_the_same_in_every_version() {
        let weights = [(0, 1), (1, 1), (1_023, 0xff_ffff_ffff)]
            .map(|(shard, node)| weight(shard, NodeId::new(node)));
        assert_eq!(weights, [0xe9fd_6049_d65a_f21e, 0xe06d_d043_328b_d285, 0xf091_9b6e_da20_a465]);
    }

    #[test]
    fn nobody_has_anything_where_nobody_is() {
        let shards = Shards::over(&BTreeSet::new());
        assert_eq!(shards.owner(0), None);
        assert!(shards.of(NodeId::new(1)).is_empty());
    }

    proptest! {
        #[test]
        fn every_shard_has_one_owner_and_shares_are_even(nodes in nodes()) {
            let shards = Shards::over(&nodes);
            let counts: Vec<usize> = nodes.iter().map(|node| shards.of(*node).len()).collect();
            prop_assert_eq!(counts.iter().sum::<usize>(), usize::from(SHARDS));
            // The share of each of n nodes is binomial; six standard deviations are never exceeded
            // by chance.
            let mean = f64::from(SHARDS) / f64::from(u32::try_from(nodes.len()).unwrap());
            let most = mean + 6.0 * mean.sqrt();
            let least = mean - 6.0 * mean.sqrt();
            for count in counts {
                let count = f64::from(u32::try_from(count).unwrap());
                prop_assert!((least..=most).contains(&count), "{count} of {mean}");
            }
        }

        #[test]
        fn only_the_shards_of_a_node_that_goes_move(nodes in nodes(), gone in any::<prop::sample::Index>()) {
            let before = Shards::over(&nodes);
            let gone = *gone.get(&nodes.iter().copied().collect::<Vec<_>>());
            let mut rest = nodes.clone();
            rest.remove(&gone);
            let after = Shards::over(&rest);
            for shard in 0..SHARDS {
                match before.owner(shard) {
                    Some(owner) if owner == gone => prop_assert_ne!(after.owner(shard), Some(gone)),
                    owner => prop_assert_eq!(after.owner(shard), owner),
                }
            }
        }
    }
}
