//! Rooms, guests and finished matches in NATS JetStream: a replicated log for many servers.
//!
//! Every room is a subject, and each message is one append. A message is stored only if the last
//! one is the one its writer expects, so the log itself excludes a writer that has lost the room
//! (`docs/adr/0013-the-log-is-the-fence.md` says why, `docs/cluster.md` how to operate such a
//! house).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

mod bucket;
mod check;
mod differences;
mod directory;
mod error;
mod house;
mod journal;
mod layout;
mod line;
mod log;
mod matches;
mod message;
mod nodes;
mod patience;
mod registry;
mod room_list;
mod settings;
mod stats;
mod watched;
mod watcher;
mod wire;

pub use check::{Report, ServerReport, StreamReport, check};
pub use error::NatsError;
pub use house::{Plan, init};
pub use layout::{
    GUESTS_BUCKET, House, MATCHES_STREAM, META_BUCKET, NODE_LIFE, NODES_BUCKET, ROOMS_BUCKET,
    SHARDS, shard_of,
};
pub use nodes::{NodeStatus, drain_key};
pub use settings::{OLDEST_NATS, Settings, check_server, is_new_enough, without_secrets};
pub use stats::Stats;
pub use watched::Live;

use bucket::Bucket;
use room_list::RoomList;
use stats::Counters;
use watched::{Topic, Watched};
use wire::Wire;

use crate::journal::RoomId;

/// How many messages of all rooms may be in flight.
const IN_FLIGHT: usize = 4096;

/// How many rooms are opened or read at the same time; others wait. NATS answers this many within
/// one attempt even on a busy machine. If all rooms of a lost server were read at once, every
/// attempt would time out and be repeated, and none would finish.
const OPENING: usize = 64;

/// A house in NATS. Clones are handles to the same connection.
#[derive(Debug, Clone)]
pub struct NatsStore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    wire: Wire,
    jetstream: Context,
    house: House,
    node: String,
    rooms: Bucket,
    guests: Bucket,
    meta: Bucket,
    watched: Watched,
    room_list: Mutex<RoomList>,
    counters: Counters,
    in_flight: Semaphore,
    opening: Semaphore,
    is_stopped: AtomicBool,
    watchers: Mutex<Vec<AbortHandle>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        let watchers = self.watchers.get_mut();
        watchers
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .drain(..)
            .for_each(|it| it.abort());
    }
}

/// A random number that identifies a holder.
fn random() -> u64 {
    // Without randomness two holders could not be told apart, and nothing here would be safe.
    getrandom::u64().expect("the system has chance to give")
}

impl NatsStore {
    /// Connects to an existing house, on the caller's runtime.
    pub async fn connect(settings: &Settings) -> Result<Self, NatsError> {
        let client = settings.connect().await?;
        let wire = Wire(client.clone());
        let meta = Bucket::new(&wire, META_BUCKET);
        let house = house::read(&meta).await?;
        let store = Self(Arc::new(Inner {
            jetstream: jetstream::new(client),
            rooms: Bucket::new(&wire, ROOMS_BUCKET),
            guests: Bucket::new(&wire, GUESTS_BUCKET),
            meta,
            house,
            node: settings.node.clone(),
            watched: Watched::default(),
            room_list: Mutex::default(),
            counters: Counters::default(),
            in_flight: Semaphore::new(IN_FLIGHT),
            opening: Semaphore::new(OPENING),
            is_stopped: AtomicBool::new(false),
            watchers: Mutex::default(),
            wire,
        }));
        for topic in [Topic::Open, Topic::Live] {
            let up_to = watcher::read(&store, topic).await.map_err(NatsError::engine)?;
            let task = tokio::spawn(watcher::watch(Arc::downgrade(&store.0), topic, up_to));
            let mut watchers =
                store.0.watchers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            watchers.push(task.abort_handle());
        }
        Ok(store)
    }

    /// The NATS connection.
    pub fn client(&self) -> &Client {
        &self.0.wire.0
    }

    /// JetStream on the connection.
    pub fn jetstream(&self) -> &Context {
        &self.0.jetstream
    }

    /// The layout that was chosen when the house was created.
    pub fn house(&self) -> &House {
        &self.0.house
    }

    /// The name of this node.
    pub fn node(&self) -> &str {
        &self.0.node
    }

    /// The shard of a room.
    pub fn shard_of(&self, room: RoomId) -> u16 {
        shard_of(room)
    }

    /// The rooms of some shards that are awake or have to wake, as far as this node knows.
    pub fn live_in(&self, has: impl Fn(u16) -> bool) -> Vec<(RoomId, Live)> {
        self.0.watched.live_in(has)
    }

    /// Statistics about the store.
    pub fn stats(&self) -> Stats {
        let (listed, live) = self.0.watched.sizes();
        Stats {
            in_flight: (IN_FLIGHT - self.0.in_flight.available_permits()) as u64,
            listed: listed as u64,
            live: live as u64,
            connected: self.client().connection_state() == State::Connected,
            ..self.0.counters.stats()
        }
    }

    /// Closes the connection. Later calls fail with an error that says so.
    pub async fn shutdown(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
        let watchers = std::mem::take(
            &mut *self.0.watchers.lock().unwrap_or_else(std::sync::PoisonError::into_inner),
        );
        watchers.iter().for_each(AbortHandle::abort);
        let _ = self.client().flush().await;
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    fn wire(&self) -> &Wire {
        &self.0.wire
    }

    fn rooms(&self) -> &Bucket {
        &self.0.rooms
    }

    fn guest_bucket(&self) -> &Bucket {
        &self.0.guests
    }

    fn meta(&self) -> &Bucket {
        &self.0.meta
    }

    fn watched(&self) -> &Watched {
        &self.0.watched
    }

    fn counters(&self) -> &Counters {
        &self.0.counters
    }

    fn in_flight(&self) -> &Semaphore {
        &self.0.in_flight
    }

    fn opening(&self) -> &Semaphore {
        &self.0.opening
    }
}
