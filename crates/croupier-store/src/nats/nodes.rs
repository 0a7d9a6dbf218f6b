//! The nodes of a house, as they tell of themselves, and what they are asked.

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use serde::{Deserialize, Serialize};

use super::NatsStore;
use super::bucket::{Bucket, failed_read};
use super::layout::NODES_BUCKET;
use crate::journal::{ReadError, WriteError};

/// For how long a node is asked to drain, in seconds. One that starts later is not meant.
const ASKED: u64 = 60;

/// What a node tells of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeStatus {
    /// The address that clients reach it at, if there is one of its own.
    pub addr: String,
    /// How many rooms are awake there.
    pub rooms: u64,
    /// How many sockets are open there.
    pub sockets: u64,
    /// Whether it is about to end, and takes no more rooms.
    pub draining: bool,
    /// The version of its program.
    pub version: String,
}

/// The key under which a node is asked to drain.
pub fn drain_key(node: &str) -> String {
    format!("drain.{node}")
}

impl NatsStore {
    /// The nodes that were heard of within the last seconds, in the order of their names.
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

    /// Asks a node to give its rooms to others and to end.
    pub async fn ask_to_drain(&self, node: &str) -> Result<(), WriteError> {
        self.meta().put_for(&drain_key(node), Bytes::from_static(b"true"), ASKED).await.map(|_| ())
    }
}
