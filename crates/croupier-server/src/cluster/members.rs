//! Who is alive. Pure: the current time is an argument.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::shards::{NodeId, Shards};

/// What a node reports about itself to the others.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NodeInfo {
    /// The address it listens on or sends clients to; only for people to read.
    pub addr: String,
    /// Where clients are redirected whose rooms it owns. With `None` they stay where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// How many rooms are awake on it.
    pub rooms: usize,
    /// How many sockets it has.
    pub sockets: usize,
    /// Whether it is leaving and hands its rooms to others.
    #[serde(default)]
    pub draining: bool,
    /// The version of its program.
    #[serde(default)]
    pub version: String,
}

/// The nodes heard from, and when. Times count from the start of this process.
#[derive(Debug, Default)]
pub(crate) struct Members(BTreeMap<NodeId, Heard>);

#[derive(Debug)]
struct Heard {
    at: Duration,
    info: NodeInfo,
}

/// Who is alive at a moment, and who owns which shard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct View {
    /// All nodes that are alive, including those that are leaving.
    pub(crate) alive: BTreeSet<NodeId>,
    /// Those of them that take rooms.
    pub(crate) takers: BTreeSet<NodeId>,
    pub(crate) shards: Shards,
}

impl Members {
    /// Notes that a node was heard from.
    pub(crate) fn heard(&mut self, node: NodeId, info: NodeInfo, at: Duration) {
        self.0.insert(node, Heard { at, info });
    }

    /// Removes a node that has announced its departure.
    pub(crate) fn left(&mut self, node: NodeId) {
        self.0.remove(&node);
    }

    /// Where clients of a node are redirected.
    pub(crate) fn url(&self, node: NodeId) -> Option<String> {
        self.0.get(&node)?.info.url.clone()
    }

    /// All addresses to which clients are redirected.
    pub(crate) fn urls(&self) -> BTreeSet<String> {
        self.0.values().filter_map(|it| it.info.url.clone()).collect()
    }

    /// Drops nodes that were silent for the length of a lease, and returns who is alive.
    pub(crate) fn view(&mut self, now: Duration, lease: Duration, before: &View) -> View {
        self.0.retain(|_, it| now.saturating_sub(it.at) < lease);
        let alive: BTreeSet<_> = self.0.keys().copied().collect();
        let takers: BTreeSet<_> =
            self.0.iter().filter(|(_, it)| !it.info.draining).map(|(node, _)| *node).collect();
        // Usually nothing has changed, and the shards need not be distributed again.
        let shards =
            if takers == before.takers { before.shards.clone() } else { Shards::over(&takers) };
        View { alive, takers, shards }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: Duration = Duration::from_secs(3);

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn node(number: u64) -> NodeId {
        NodeId::new(number)
    }

    #[test]
    fn who_is_silent_for_a_lease_is_gone_and_the_others_have_the_shards() {
        let mut members = Members::default();
        members.heard(node(1), NodeInfo::default(), at(0));
        members.heard(node(2), NodeInfo::default(), at(1_000));
        let both = members.view(at(2_999), LEASE, &View::default());
        assert_eq!(both.alive, [node(1), node(2)].into());
        assert_eq!(both.shards.of(node(1)).len() + both.shards.of(node(2)).len(), 1_024);
        let one = members.view(at(3_000), LEASE, &both);
        assert_eq!(one.alive, [node(2)].into());
        assert_eq!(one.shards.of(node(2)).len(), 1_024);
        assert_eq!(members.view(at(4_000), LEASE, &one), View::default());
    }

    #[test]
    fn who_is_about_to_go_is_alive_and_has_no_shards() {
        let mut members = Members::default();
        members.heard(node(1), NodeInfo { draining: true, ..NodeInfo::default() }, at(0));
        members.heard(node(2), NodeInfo::default(), at(0));
        let view = members.view(at(1), LEASE, &View::default());
        assert_eq!(view.alive.len(), 2);
        assert!(view.shards.of(node(1)).is_empty());
        members.left(node(2));
        assert_eq!(members.view(at(2), LEASE, &view).shards.owner(7), None);
    }
}
