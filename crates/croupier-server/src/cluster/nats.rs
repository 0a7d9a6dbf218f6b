//! The bus of a house whose servers are connected by NATS.
//!
//! | subject | what |
//! |---|---|
//! | `$KV.cr_nodes.<name>` | who is alive: the bucket's own subject, so that no consumer is needed to hear it |
//! | `$KV.cr_meta.drain.<name>` | an operator wants the node to leave |
//! | `cr.c.<node>` | commands to rooms of a node; the answer says whether they were taken |
//! | `cr.g.<node>` | outputs for the sockets of a node |
//! | `cr.a` | messages to all nodes: what an address has used of its allowance |
//!
//! Commands are addressed to the node that should own the room, and not to a queue group per shard:
//! NATS would keep delivering half of them to a node that was suspended and is not the owner any
//! more.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::jetstream::kv;
use async_nats::{Client, Request, Subscriber};
use bytes::Bytes;
use croupier_store::journal::RoomId;
use croupier_store::nats::{
    META_BUCKET, NODES_BUCKET, NatsStore, check_server, drain_key, shard_of,
};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::bus::{Bus, BusError, Listener};
use super::members::NodeInfo;
use super::shards::NodeId;
use crate::random;

/// The subject of messages to all nodes.
const ALL: &str = "cr.a";

/// How long to listen whether a server that had the same name is alive. It reports that every 0.75
/// seconds.
const RIVAL: Duration = Duration::from_millis(1_600);

/// How long to wait for commands to be taken. If they are lost they are sent again after that.
const TAKEN: Duration = Duration::from_secs(2);

/// A node's connection to the others.
pub struct NatsBus {
    node: NodeId,
    /// Its name for people.
    name: String,
    client: Client,
    nodes: kv::Store,
    /// The revision of its last report; zero before the first.
    reported: AtomicU64,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl NatsBus {
    /// Creates a new node in the house of a store, under the store's node name.
    pub async fn new(store: &NatsStore) -> Result<Self, BusError> {
        Ok(Self {
            node: NodeId::new(u64::from_le_bytes(random::bytes())),
            name: store.node().to_owned(),
            client: store.client().clone(),
            nodes: store.jetstream().get_key_value(NODES_BUCKET).await.map_err(failed)?,
            reported: AtomicU64::new(0),
            tasks: Mutex::default(),
        })
    }

    /// Fails if a server that is alive has the name of this one: each would count as a restart of
    /// the other, again and again. A server that has died does not report itself any more.
    async fn find_rival(&self, nodes: &mut Subscriber) -> Result<(), BusError> {
        let known = self.nodes.entry(self.name.as_str()).await.map_err(failed)?;
        let is_other = |value: &[u8]| {
            serde_json::from_slice::<Told>(value).is_ok_and(|told| told.id != self.node)
        };
        if !known.is_some_and(|it| is_other(&it.value)) {
            return Ok(());
        }
        let renewed = async {
            while let Some(message) = nodes.next().await {
                let name = message.subject.rsplit('.').next();
                if name == Some(self.name.as_str()) && is_other(&message.payload) {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        match timeout(RIVAL, renewed).await {
            Ok(()) => Err(BusError::NameTaken(self.name.clone())),
            Err(_) => Ok(()),
        }
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, BusError> {
        self.client.subscribe(subject).await.map_err(failed)
    }
}

impl fmt::Debug for NatsBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsBus").field("node", &self.node).finish_non_exhaustive()
    }
}

fn failed(why: impl fmt::Display) -> BusError {
    BusError::Failed(why.to_string())
}

fn locked<T>(it: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bus for NatsBus {
    fn node(&self) -> NodeId {
        self.node
    }

    fn shard_of(&self, room: RoomId) -> u16 {
        shard_of(room)
    }

    fn join(&self, listener: Arc<dyn Listener>) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let commands = self.subscribe(format!("cr.c.{}", self.node)).await?;
            let mut outputs = self.subscribe(format!("cr.g.{}", self.node)).await?;
            let mut told = self.subscribe(ALL.to_owned()).await?;
            let mut nodes = self.subscribe(format!("$KV.{NODES_BUCKET}.*")).await?;
            self.find_rival(&mut nodes).await?;
            let drain = format!("$KV.{META_BUCKET}.{}", drain_key(&self.name));
            let mut drain = self.subscribe(drain).await?;
            let mut tasks = locked(&self.tasks);
            tasks.push(tokio::spawn(answer(self.client.clone(), Arc::clone(&listener), commands)));
            let ears = Arc::clone(&listener);
            tasks.push(tokio::spawn(async move {
                while let Some(message) = outputs.next().await {
                    ears.outputs(message.payload);
                }
            }));
            let ears = Arc::clone(&listener);
            tasks.push(tokio::spawn(async move {
                while let Some(message) = told.next().await {
                    ears.told(message.payload);
                }
            }));
            let ears = Arc::clone(&listener);
            tasks.push(tokio::spawn(async move {
                let mut names = HashMap::new();
                while let Some(message) = nodes.next().await {
                    hear(&*ears, &mut names, &message.subject, &message.payload);
                }
            }));
            tasks.push(tokio::spawn(async move {
                while let Some(message) = drain.next().await {
                    // An empty message withdraws the request.
                    if !message.payload.is_empty() {
                        listener.drain();
                    }
                }
            }));
            Ok(())
        })
    }

    fn renew(&self, info: NodeInfo) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            // On a server that is too old nothing is to be relied on, so the lease has to run out.
            check_server(&self.client).map_err(failed)?;
            let told = Told { id: self.node, info };
            let value = serde_json::to_vec(&told).map_err(failed)?;
            let revision =
                self.nodes.put(self.name.as_str(), value.into()).await.map_err(failed)?;
            self.reported.store(revision, Ordering::Relaxed);
            Ok(())
        })
    }

    fn request(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<Bytes, BusError>> {
        Box::pin(async move {
            let request = Request::new().payload(message).timeout(Some(TAKEN));
            let asked = self.client.send_request(format!("cr.c.{to}"), request);
            // Without a connection it may not even be sent, because the client's buffer is limited.
            let answer = timeout(2 * TAKEN, asked).await.map_err(|_| BusError::Silent)?;
            answer.map(|it| it.payload).map_err(|why| match why.kind() {
                RequestErrorKind::NoResponders => BusError::Nobody,
                RequestErrorKind::TimedOut => BusError::Silent,
                _ => failed(why),
            })
        })
    }

    fn publish(&self, to: NodeId, message: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let sent = timeout(TAKEN, self.client.publish(format!("cr.g.{to}"), message)).await;
            sent.map_err(|_| BusError::Silent)?.map_err(failed)
        })
    }

    fn tell_all(&self, message: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        Box::pin(async move {
            let sent = timeout(TAKEN, self.client.publish(ALL, message)).await;
            sent.map_err(|_| BusError::Silent)?.map_err(failed)
        })
    }

    fn leave(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // Only its own report: another server may have the name by now.
            let revision = Some(self.reported.load(Ordering::Relaxed));
            let deleted = self.nodes.delete_expect_revision(self.name.as_str(), revision).await;
            if let Err(why) = deleted {
                tracing::warn!(%why, "the others learn only in a moment that this server is gone");
            }
            locked(&self.tasks).drain(..).for_each(|task| task.abort());
            let _ = self.client.flush().await;
        })
    }
}

/// The value stored per name in the bucket of nodes.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    id: NodeId,
    #[serde(flatten)]
    info: NodeInfo,
}

/// Handles the report of a name. A restarted server has the same name, but is a new node.
fn hear(
    listener: &dyn Listener,
    names: &mut HashMap<String, NodeId>,
    subject: &str,
    payload: &[u8],
) {
    let Some(name) = subject.rsplit('.').next() else { return };
    let told = serde_json::from_slice::<Told>(payload).ok();
    let before = match &told {
        Some(told) => names.insert(name.to_owned(), told.id).filter(|it| *it != told.id),
        None => names.remove(name),
    };
    if let Some(before) = before {
        listener.left(before);
    }
    if let Some(Told { id, info }) = told {
        listener.heard(id, info);
    }
}

async fn answer(client: Client, listener: Arc<dyn Listener>, mut commands: Subscriber) {
    while let Some(message) = commands.next().await {
        let answer = listener.command(message.payload);
        if let Some(reply) = message.reply {
            let _ = client.publish(reply, answer).await;
        }
    }
}
