//! A bus within one process, for tests: several houses in one program, and connections that can be
//! cut.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use croupier_store::journal::RoomId;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use super::bus::{Bus, BusError, Listener};
use super::members::NodeInfo;
use super::shards::{NodeId, SHARDS};

/// The maximum size of a message, as in NATS. Larger ones are not sent.
const LARGEST: usize = 1 << 20;

/// How many messages can be queued for a node. More are lost.
const WAITING: usize = 4_096;

/// Connects the houses of one process.
#[derive(Debug, Clone, Default)]
pub struct Loopback(Arc<Mutex<Hub>>);

#[derive(Debug, Default)]
struct Hub {
    nodes: BTreeMap<NodeId, mpsc::Sender<Message>>,
    /// Nodes that can neither send nor receive.
    cut: BTreeSet<NodeId>,
    /// How many of the next outputs to lose.
    lose: usize,
    /// How many bytes a request may have, if not the usual number.
    largest_request: Option<usize>,
}

#[derive(Debug)]
enum Message {
    Command(Bytes, oneshot::Sender<Bytes>),
    Outputs(Bytes),
    Told(Bytes),
    Heard(NodeId, NodeInfo),
    Left(NodeId),
    Drain,
}

impl Loopback {
    /// A place on the bus for a house.
    pub fn node(&self, node: NodeId) -> LoopbackBus {
        LoopbackBus { hub: self.clone(), node }
    }

    /// Cuts a node off, or reconnects it.
    pub fn cut(&self, node: NodeId, is_cut: bool) {
        let mut hub = self.hub();
        if is_cut {
            hub.cut.insert(node);
        } else {
            hub.cut.remove(&node);
        }
    }

    /// Loses the next `count` outputs.
    pub fn lose_outputs(&self, count: usize) {
        self.hub().lose = count;
    }

    /// Limits the size of requests.
    pub fn limit_requests(&self, bytes: usize) {
        self.hub().largest_request = Some(bytes);
    }

    /// Asks a node to leave, as an operator would.
    pub fn drain(&self, node: NodeId) {
        self.hub().send(node, Message::Drain);
    }

    fn hub(&self) -> MutexGuard<'_, Hub> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hub {
    fn send(&self, to: NodeId, message: Message) {
        if let Some(node) = self.nodes.get(&to).filter(|_| !self.cut.contains(&to)) {
            let _ = node.try_send(message);
        }
    }

    fn check(&self, node: NodeId) -> Result<(), BusError> {
        if self.cut.contains(&node) { Err(BusError::Silent) } else { Ok(()) }
    }
}

/// A house's place on a [`Loopback`].
#[derive(Debug)]
pub struct LoopbackBus {
    hub: Loopback,
    node: NodeId,
}

impl Bus for LoopbackBus {
    fn node(&self) -> NodeId {
        self.node
    }

    fn shard_of(&self, room: RoomId) -> u16 {
        u16::try_from(room.get() % u128::from(SHARDS)).unwrap_or(0)
    }

    fn largest_request(&self) -> usize {
        self.hub.hub().largest_request.unwrap_or(LARGEST / 2)
    }

    fn join(&self, listener: Arc<dyn Listener>) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let (messages, received) = mpsc::channel(WAITING);
            // On the house's own runtime, so that the task ends with it.
            tokio::spawn(listen(listener, received));
            self.hub.hub().nodes.insert(self.node, messages);
            Ok(())
        })
    }

    fn renew(&self, info: NodeInfo) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let hub = self.hub.hub();
            hub.check(self.node)?;
            for node in hub.nodes.keys() {
                hub.send(*node, Message::Heard(self.node, info.clone()));
            }
            Ok(())
        })
    }

    fn request(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<Bytes, BusError>> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            {
                let hub = self.hub.hub();
                hub.check(self.node)?;
                if message.len() > LARGEST {
                    return Err(BusError::Failed("the message is too large".to_owned()));
                }
                if hub.nodes.get(&to).is_none_or(mpsc::Sender::is_closed) {
                    return Err(BusError::Nobody);
                }
                hub.send(to, Message::Command(message, reply));
            }
            answer.await.map_err(|_| BusError::Silent)
        })
    }

    fn publish(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let mut hub = self.hub.hub();
            hub.check(self.node)?;
            if hub.lose > 0 {
                hub.lose -= 1;
                return Ok(());
            }
            hub.send(to, Message::Outputs(message));
            Ok(())
        })
    }

    fn tell_all(&self, message: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let hub = self.hub.hub();
            hub.check(self.node)?;
            for node in hub.nodes.keys() {
                hub.send(*node, Message::Told(message.clone()));
            }
            Ok(())
        })
    }

    fn leave(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let mut hub = self.hub.hub();
            hub.nodes.remove(&self.node);
            for node in hub.nodes.keys() {
                hub.send(*node, Message::Left(self.node));
            }
        })
    }
}

async fn listen(listener: Arc<dyn Listener>, mut messages: mpsc::Receiver<Message>) {
    while let Some(message) = messages.recv().await {
        match message {
            Message::Command(message, reply) => {
                let _ = reply.send(listener.command(message));
            }
            Message::Outputs(message) => listener.outputs(message),
            Message::Told(message) => listener.told(message),
            Message::Heard(node, info) => listener.heard(node, info),
            Message::Left(node) => listener.left(node),
            Message::Drain => listener.drain(),
        }
    }
}
