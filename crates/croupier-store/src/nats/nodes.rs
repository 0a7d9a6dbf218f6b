//! The nodes of a house, their status, and requests to them.

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use serde::{Deserialize, Serialize};

use super::NatsStore;
use super::bucket::{Bucket, failed_read};
use super::layout::NODES_BUCKET;
use crate::journal::{ReadError, WriteError};

/// How many seconds a request to drain is valid. A node that starts later is not meant.
const ASKED: u64 = 60;

/// What a node reports about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeStatus {
    /// The address at which clients reach it, if it has one of its own.
    pub addr: String,
    /// How many rooms are awake there.
    pub rooms: u64,
    /// How many sockets are open there.
    pub sockets: u64,
    /// Whether it is about to stop and takes no more rooms.
    pub draining: bool,
    /// The version of its program.
    pub version: String,
}

/// The key of the request that a node drain.
pub fn drain_key(node: &str) -> String {
    format!("drain.{node}")
}

impl NatsStore {
    /// The nodes that were heard from within the last seconds, ordered by name.
    pub async fn nodes(&self) -> Result<Vec<(String, NodeStatus)>, ReadError> {
        let bucket = Bucket::new(self.wire(), NODES_BUCKET);
        let mut found = std::pin::pin!(bucket.scan("*"));
        let mut nodes = vec![];
        while let Some((node, value)) = found.try_next().await.map_err(failed_read)? {
            nodes.push((node, serde_json::from_slice(&value.bytes).unwrap_or_default()));
        }
        nodes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(nodes)
    }

    /// Asks a node to hand its rooms over and to stop.
    pub async fn ask_to_drain(&self, node: &str) -> Result<(), WriteError> {
        self.meta().put_for(&drain_key(node), Bytes::from_static(b"true"), ASKED).await.map(|_| ())
    }
}
