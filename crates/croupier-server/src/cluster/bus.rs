//! How the nodes of a house reach each other.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use croupier_store::journal::RoomId;
use futures_util::future::BoxFuture;

use super::members::NodeInfo;
use super::shards::NodeId;

/// Half of what a NATS message may have.
const LARGEST_REQUEST: usize = 512 << 10;

/// Why an operation on the bus failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BusError {
    /// Nobody listens there.
    #[error("the other server is not listening")]
    Nobody,
    /// No answer came in time. Whether the message arrived is unknown.
    #[error("there was no answer in time")]
    Silent,
    /// The message is too large, and was not sent.
    #[error("the message is too large")]
    TooLarge,
    /// Another server of the house has this name.
    #[error("another server of the house is called {0}: every server needs a name of its own")]
    NameTaken(String),
    /// Something else failed.
    #[error("{0}")]
    Failed(String),
}

/// What connects the nodes of a house. It may lose messages, but does not alter them.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// The id of this node.
    fn node(&self) -> NodeId;

    /// The shard of a room: a number below 1,024 that all nodes of the house agree on.
    fn shard_of(&self, room: RoomId) -> u16;

    /// How many bytes a request may have. Larger ones are not sent.
    fn largest_request(&self) -> usize {
        LARGEST_REQUEST
    }

    /// Starts listening to messages for this node, to who is alive, and to requests to leave.
    fn join(&self, listener: Arc<dyn Listener>) -> BoxFuture<'_, Result<(), BusError>>;

    /// Reports to all that this node is alive. When it returns `Ok` the report is stored durably,
    /// so success also shows that the store works.
    fn renew(&self, info: NodeInfo) -> BoxFuture<'_, Result<(), BusError>>;

    /// Sends commands to a node. The answer says whether they were taken.
    fn request(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<Bytes, BusError>>;

    /// Sends outputs to a node.
    fn publish(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Tells all nodes something; this one may receive it too.
    fn tell_all(&self, message: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Tells all that this node is gone, and stops listening.
    fn leave(&self) -> BoxFuture<'_, ()>;
}

/// Handles what arrives over a bus. None of these methods may block.
pub trait Listener: Send + Sync + 'static {
    /// Handles commands to a room. The answer says whether they were taken.
    fn command(&self, message: Bytes) -> Bytes;

    /// Handles outputs of rooms on other nodes.
    fn outputs(&self, message: Bytes);

    /// Handles what a node tells all.
    fn told(&self, message: Bytes);

    /// Notes that a node is alive.
    fn heard(&self, node: NodeId, info: NodeInfo);

    /// Notes that a node has announced its departure.
    fn left(&self, node: NodeId);

    /// Notes that an operator wants this node to leave.
    fn drain(&self);
}
