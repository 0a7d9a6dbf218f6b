//! Rate limits that apply to all servers of a house together.

use std::net::IpAddr;
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::shards::NodeId;
use crate::house::House;
use crate::limits::Limited;
use crate::store::Store;

/// One unit of an allowance was used at a node.
#[derive(Debug, Serialize, Deserialize)]
struct Used {
    at: NodeId,
    what: Limited,
    by: IpAddr,
}

/// Whether the other nodes are told. Otherwise someone who guesses codes would get as many guesses
/// as there are servers; sockets, requests and replays only burden the server that handles them, and are
/// counted there.
fn is_shared(limited: Limited) -> bool {
    match limited {
        Limited::WrongCode | Limited::WrongToken | Limited::Guest | Limited::Room => true,
        Limited::Socket | Limited::Request | Limited::Replay => false,
    }
}

impl<S: Store> House<S> {
    /// Whether an address may have one more. If so, counts it here and on the other servers of the
    /// house. This does not wait for them, so simultaneous requests elsewhere may still get
    /// through.
    pub(crate) fn count(&self, limited: Limited, addr: IpAddr) -> bool {
        let is_allowed = self.limits.take(limited, addr);
        if let Some(cluster) = self.cluster()
            && is_allowed
            && is_shared(limited)
            && !self.limits.is_lifted()
        {
            let bus = Arc::clone(&cluster.bus);
            let used = Used { at: bus.node(), what: limited, by: addr };
            let message = Bytes::from(serde_json::to_vec(&used).unwrap_or_default());
            tokio::spawn(async move {
                if let Err(why) = bus.tell_all(message).await {
                    tracing::debug!(%why, "the others do not know what an address has used");
                }
            });
        }
        is_allowed
    }

    /// Counts what another server has reported.
    pub(super) fn count_elsewhere(&self, message: &[u8]) {
        let Ok(used) = serde_json::from_slice::<Used>(message) else { return };
        if self.cluster().is_some_and(|it| it.bus.node() != used.at) {
            self.limits.take(used.what, used.by);
        }
    }
}
