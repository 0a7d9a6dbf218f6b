//! How the nodes of a house reach one another.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use croupier_store::journal::RoomId;
use futures_util::future::BoxFuture;

use super::members::NodeInfo;
use super::shards::NodeId;

/// Why a bus could not do something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BusError {
    /// Nobody listens there.
    #[error("nobody listens there")]
    Nobody,
    /// There was no answer in time. Whether it has arrived is not known.
    #[error("there was no answer in time")]
    Silent,
    /// Something else failed.
    #[error("{0}")]
    Failed(String),
}

/// What connects the nodes of a house. It may lose messages; it does not change them.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// This node.
    fn node(&self) -> NodeId;

    /// The shard of a room: a number below 1,024 that all nodes of the house agree on.
    fn shard_of(&self, room: RoomId) -> u16;

    /// Begins to listen: to what is sent to this node, to who is alive, and to requests to leave.
    fn join(&self, listener: Arc<dyn Listener>) -> BoxFuture<'_, Result<(), BusError>>;

    /// Tells all that this node is alive. It is durable when it returns `Ok`, so that it also tells
    /// whether anything can be stored at all.
    fn renew(&self, info: NodeInfo) -> BoxFuture<'_, Result<(), BusError>>;

    /// Sends commands to a node. The answer says whether they were taken.
    fn request(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<Bytes, BusError>>;

    /// Sends outputs to a node.
    fn publish(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Tells all nodes something, this one too if that is easier.
    fn tell_all(&self, message: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Tells all that this node is gone, and listens no more.
    fn leave(&self) -> BoxFuture<'_, ()>;
}

/// What a node does with what comes over a bus. Nothing here waits.
pub trait Listener: Send + Sync + 'static {
    /// A command to a room. The answer says whether it was taken.
    fn command(&self, message: Bytes) -> Bytes;

    /// Outputs of rooms that are elsewhere.
    fn outputs(&self, message: Bytes);

    /// What a node tells all.
    fn told(&self, message: Bytes);

    /// A node is alive.
    fn heard(&self, node: NodeId, info: NodeInfo);

    /// A node is gone, by its own word.
    fn left(&self, node: NodeId);

    /// Somebody who runs the house wants this node to leave.
    fn drain(&self);
}
