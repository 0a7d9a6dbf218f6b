//! Several servers as one house.
//!
//! Every node has two roles: it is a gateway for its sockets, and the owner of its share of the
//! rooms. Only the journal's fencing keeps two nodes from writing the same room; the code here
//! merely decides who should try.
//!
//! | to find | look in |
//! |---|---|
//! | who is alive, and who has which room | `members.rs`, `shards.rs` |
//! | when a node may not answer | `lease.rs` |
//! | how a node joins, notices changes and leaves | `node.rs` |
//! | what a socket's node does | `gateway.rs` |
//! | what a room's node does | `link.rs`, `wire.rs` |
//! | how limits apply to all nodes together | `allowance.rs` |
//! | what connects the nodes | `bus.rs`, `nats.rs`, `loopback.rs` |

mod allowance;
#[cfg(test)]
mod alone;
mod bus;
mod gateway;
mod lease;
mod link;
mod loopback;
mod members;
mod nats;
mod node;
mod shards;
mod wire;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use croupier_kit::Millis;
use croupier_store::journal::{RoomId, UnixMillis};
use tokio::sync::{Notify, watch};

pub use bus::{Bus, BusError, Listener};
pub use loopback::{Loopback, LoopbackBus};
pub use members::NodeInfo;
pub use nats::NatsBus;
pub use shards::{NodeId, ParseNodeIdError};

use crate::house::{MAILBOX, wall_clock};
use gateway::GatewayHandle;
use lease::Lease;
use link::LinkHandle;
use members::{Members, View};

/// How a node takes part in a house.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ClusterConfig {
    /// What connects the nodes.
    pub bus: Arc<dyn Bus>,
    /// How long a silent node counts as alive. It must be the same for all nodes.
    pub lease: Duration,
    /// How often a node reports that it is alive.
    pub renew: Duration,
}

impl ClusterConfig {
    /// A lease of three seconds that is renewed four times in that period.
    pub fn new(bus: Arc<dyn Bus>) -> Self {
        Self { bus, lease: Duration::from_secs(3), renew: Duration::from_millis(750) }
    }
}

/// What a node knows about its house.
pub(crate) struct Cluster {
    bus: Arc<dyn Bus>,
    lease: Lease,
    renew: Duration,
    members: Mutex<Members>,
    /// Signals that the members have changed.
    changed: Notify,
    view: watch::Sender<Arc<View>>,
    /// The addresses of the individual servers of this house.
    urls: RwLock<Arc<BTreeSet<String>>>,
    gateways: Mutex<HashMap<RoomId, GatewayHandle>>,
    links: Mutex<HashMap<(NodeId, RoomId), LinkHandle>>,
    next: AtomicU64,
    is_draining: AtomicBool,
    /// Set when an operator wants this node to leave.
    drain: watch::Sender<bool>,
    /// Ensures that only one `look` runs at a time.
    looking: tokio::sync::Mutex<()>,
    /// The term of the lease at the last `look`.
    seen_term: AtomicU64,
    /// Counts how often shards were gained.
    gained: watch::Sender<u64>,
    pub(crate) counters: Counters,
}

/// Counters for operators.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Links that had to start over.
    pub(crate) links: AtomicU64,
    /// Leases that expired.
    pub(crate) lapses: AtomicU64,
    /// Rooms that were handed to other nodes.
    pub(crate) let_go: AtomicU64,
}

impl Cluster {
    pub(crate) fn new(config: ClusterConfig) -> Self {
        Self {
            bus: config.bus,
            lease: Lease::new(config.lease),
            renew: config.renew,
            members: Mutex::default(),
            changed: Notify::new(),
            view: watch::channel(Arc::default()).0,
            urls: RwLock::default(),
            gateways: Mutex::default(),
            links: Mutex::default(),
            next: AtomicU64::new(0),
            is_draining: AtomicBool::new(false),
            drain: watch::channel(false).0,
            looking: tokio::sync::Mutex::default(),
            seen_term: AtomicU64::new(0),
            gained: watch::channel(0).0,
            counters: Counters::default(),
        }
    }

    /// A number that this node has not used yet.
    fn next(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn gateways(&self) -> MutexGuard<'_, HashMap<RoomId, GatewayHandle>> {
        self.gateways.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn links(&self) -> MutexGuard<'_, HashMap<(NodeId, RoomId), LinkHandle>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owns(&self, shard: u16) -> bool {
        self.view.borrow().shards.owner(shard) == Some(self.bus.node())
    }

    /// Whether this node owns a room.
    pub(crate) fn has(&self, room: RoomId) -> bool {
        self.owns(self.bus.shard_of(room))
    }

    /// The same at this moment, for whoever must not hold on to the cluster.
    pub(crate) fn is_mine(&self) -> impl Fn(RoomId) -> bool + Send + 'static + use<> {
        let (bus, view) = (Arc::clone(&self.bus), Arc::clone(&self.view.borrow()));
        move |room| view.shards.owner(bus.shard_of(room)) == Some(bus.node())
    }

    /// Whether this is the node that deletes what is old.
    pub(crate) fn tidies(&self) -> bool {
        self.is_leased() && self.owns(0)
    }

    /// Whether this node may answer for rooms.
    pub(crate) fn is_leased(&self) -> bool {
        self.lease.holds()
    }

    /// Whether this node may answer for a room that it opened during a term.
    pub(crate) fn is_leased_since(&self, term: u64) -> bool {
        self.lease.holds_since(term)
    }

    pub(crate) fn term(&self) -> u64 {
        self.lease.term()
    }

    /// The address of the server that owns a room, if it is another one and clients are redirected
    /// to it.
    pub(crate) fn elsewhere(&self, room: RoomId) -> Option<String> {
        let owner = self.view.borrow().shards.owner(self.bus.shard_of(room))?;
        if owner == self.bus.node() { None } else { self.members().url(owner) }
    }

    /// The addresses of the individual servers of this house.
    pub(crate) fn urls(&self) -> Arc<BTreeSet<String>> {
        Arc::clone(&self.urls.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn note_urls(&self, urls: BTreeSet<String>) {
        if *self.urls() != urls {
            *self.urls.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(urls);
        }
    }

    /// Tells when shards were gained.
    pub(crate) fn gained(&self) -> watch::Receiver<u64> {
        self.gained.subscribe()
    }

    /// Waits until an operator wants this node to leave.
    pub(crate) async fn drained(&self) {
        let _ = self.drain.subscribe().wait_for(|it| *it).await;
    }

    /// How many nodes are alive, how many shards this one owns, and how many gateways it has.
    pub(crate) fn figures(&self) -> (usize, usize, usize) {
        let view = Arc::clone(&self.view.borrow());
        (view.alive.len(), view.shards.of(self.bus.node()).len(), self.gateways().len())
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("bus", &self.bus).finish_non_exhaustive()
    }
}

/// The epoch of house time in a cluster: the start of 2026, so that the numbers are small enough
/// for every client even if time runs much faster than real time.
const EPOCH: UnixMillis = UnixMillis(1_767_225_600_000);

/// The time of a house with several nodes. Their clocks need not agree closely: each room has its
/// own time, and this one only decides when sleeping rooms wake.
pub fn house_time(scale: f64) -> Millis {
    let since = wall_clock().0.saturating_sub(EPOCH.0);
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Millis((since as f64 * scale) as u64)
}
