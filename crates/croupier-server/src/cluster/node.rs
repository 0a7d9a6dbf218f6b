//! How a node joins its house, notices membership changes, and leaves.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use croupier_proto::ByeCode;
use croupier_store::journal::RoomId;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::Cluster;
use super::bus::{BusError, Listener};
use super::members::{NodeInfo, View};
use super::shards::NodeId;
use super::wire::{Ack, Commands, Outputs};
use crate::house::House;
use crate::room::RoomMessage;
use crate::store::Store;

/// How often membership is checked.
const LOOK: Duration = Duration::from_millis(100);

/// How long a leaving node waits for its rooms to be saved, and for its sockets to be told.
const LEAVING: (Duration, Duration) = (Duration::from_secs(6), Duration::from_secs(1));

/// How often bans are reloaded.
const BANS: Duration = Duration::from_secs(2);

/// Handles what arrives over the bus.
struct Ears<S>(Weak<House<S>>);

impl<S: Store> Listener for Ears<S> {
    fn command(&self, message: Bytes) -> Bytes {
        let Some(house) = self.0.upgrade() else { return Ack::Moved.to_bytes() };
        let ack = Commands::read(&message).map_or(Ack::Unknown, |it| house.take_commands(it));
        ack.to_bytes()
    }

    fn outputs(&self, message: Bytes) {
        if let (Some(house), Some(outputs)) = (self.0.upgrade(), Outputs::read(message)) {
            house.take_outputs(outputs);
        }
    }

    fn told(&self, message: Bytes) {
        if let Some(house) = self.0.upgrade() {
            house.count_elsewhere(&message);
        }
    }

    fn heard(&self, node: NodeId, info: NodeInfo) {
        self.with(|cluster| {
            // A node knows more about itself than what it hears over the bus.
            if node != cluster.bus.node() {
                let now = cluster.lease.now();
                cluster.members().heard(node, info, now);
                cluster.changed.notify_one();
            }
        });
    }

    fn left(&self, node: NodeId) {
        self.with(|cluster| {
            cluster.members().left(node);
            cluster.changed.notify_one();
        });
    }

    fn drain(&self) {
        self.with(|cluster| {
            let _ = cluster.drain.send(true);
        });
    }
}

impl<S: Store> Ears<S> {
    fn with(&self, work: impl FnOnce(&Cluster)) {
        if let Some(house) = self.0.upgrade()
            && let Some(cluster) = house.cluster()
        {
            work(cluster);
        }
    }
}

impl<S: Store> House<S> {
    /// Joins the house: from now on the other nodes know this one, and it owns its share of the
    /// rooms.
    pub(crate) async fn join(self: &Arc<Self>, cluster: &Cluster) -> Result<(), BusError> {
        cluster.bus.join(Arc::new(Ears(Arc::downgrade(self)))).await?;
        // By then every other node has been heard from. Without knowing them this node would take
        // their rooms.
        sleep(cluster.renew + LOOK).await;
        self.renew(cluster).await?;
        self.look(cluster).await;
        Ok(())
    }

    /// Reports that this node is alive.
    async fn renew(&self, cluster: &Cluster) -> Result<(), BusError> {
        let asked = cluster.lease.now();
        let renewed = timeout(cluster.lease.length() / 2, cluster.bus.renew(self.info(cluster)));
        renewed.await.unwrap_or(Err(BusError::Silent))?;
        if cluster.lease.renew(asked) {
            cluster.changed.notify_one();
        }
        // The report is stored like everything else, so its success shows that the store works.
        self.stored();
        Ok(())
    }

    fn info(&self, cluster: &Cluster) -> NodeInfo {
        NodeInfo {
            addr: self.config().advertised(),
            url: self.config().advertise.clone(),
            rooms: self.awake_rooms(),
            sockets: self.counters.sockets.load(Ordering::Relaxed),
            draining: cluster.is_draining.load(Ordering::Relaxed),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Keeps reporting that this node is alive.
    pub(crate) async fn keep_lease(self: Arc<Self>) {
        let Some(cluster) = self.cluster() else { return };
        loop {
            sleep(cluster.renew).await;
            if let Err(why) = self.renew(cluster).await {
                tracing::warn!(%why, "the house does not hear of this server");
            }
        }
    }

    /// Watches who comes and goes.
    pub(crate) async fn watch_members(self: Arc<Self>) {
        let Some(cluster) = self.cluster() else { return };
        loop {
            let _ = timeout(LOOK, cluster.changed.notified()).await;
            self.look(cluster).await;
        }
    }

    /// Determines who is alive, takes over the rooms that belong to this node now, and releases the
    /// others.
    async fn look(self: &Arc<Self>, cluster: &Cluster) {
        let _one = cluster.looking.lock().await;
        let before = Arc::clone(&cluster.view.borrow());
        let (me, term) = (cluster.bus.node(), cluster.lease.term());
        let is_leased = cluster.lease.holds();
        let is_new_term = self.note_lease(cluster, is_leased, term);
        let view = {
            let mut members = cluster.members();
            let now = cluster.lease.now();
            if is_leased {
                members.heard(me, self.info(cluster), now);
            } else {
                members.left(me);
            }
            let view = members.view(now, cluster.lease.length(), &before);
            cluster.note_urls(members.urls());
            view
        };
        // A node that is not heard does not hear either, so it does not know who owns which room.
        let view = if is_leased { view } else { View { alive: view.alive, ..View::default() } };
        let (had, has) = (before.shards.of(me), view.shards.of(me));
        if view != *before {
            if view.alive != before.alive || had != has {
                tracing::info!(
                    nodes = view.alive.len(),
                    shards = has.len(),
                    "who has which rooms has changed"
                );
            }
            cluster.view.send_replace(Arc::new(view));
        }
        let lost: BTreeSet<u16> =
            if is_new_term { had.clone() } else { had.difference(&has).copied().collect() };
        if !lost.is_empty() {
            self.let_go(cluster, |room| lost.contains(&cluster.bus.shard_of(room)));
        }
        if is_new_term || has.difference(&had).next().is_some() {
            cluster.gained.send_modify(|it| *it += 1);
        }
    }

    /// Stops time while this node may not answer. True if the lease has expired since the last
    /// call.
    fn note_lease(&self, cluster: &Cluster, is_leased: bool, term: u64) -> bool {
        self.clock().freeze(!is_leased);
        let before = cluster.seen_term.swap(term, Ordering::Relaxed);
        let is_new_term = before != term;
        if is_new_term && before != 0 {
            cluster.counters.lapses.fetch_add(1, Ordering::Relaxed);
            tracing::warn!("this server was not heard of for too long; its rooms are opened again");
        }
        is_new_term
    }

    /// Has rooms saved and released, each by its own task.
    fn let_go(self: &Arc<Self>, cluster: &Cluster, is_lost: impl Fn(RoomId) -> bool) {
        for (room, mailbox) in self.own_mailboxes() {
            if !is_lost(room) {
                continue;
            }
            cluster.counters.let_go.fetch_add(1, Ordering::Relaxed);
            let (reply, _) = oneshot::channel();
            let stop = RoomMessage::Stop { code: ByeCode::Moved, reply };
            if let Err(tokio::sync::mpsc::error::TrySendError::Full(stop)) = mailbox.try_send(stop)
            {
                tokio::spawn(async move { mailbox.send(stop).await });
            }
        }
    }

    /// Reloads bans, which may have been added on other nodes.
    pub(crate) async fn watch_bans(self: Arc<Self>) {
        loop {
            sleep(BANS).await;
            if let Err(why) = self.load_bans().await {
                tracing::debug!(code = why.code(), "the bans could not be read");
            }
        }
    }

    /// Hands all rooms to the others, says goodbye to sockets, and leaves the house.
    pub(crate) async fn leave(self: &Arc<Self>, cluster: &Cluster) {
        self.begin_to_stop();
        cluster.is_draining.store(true, Ordering::Relaxed);
        if let Err(why) = self.renew(cluster).await {
            tracing::warn!(%why, "the others do not know yet that this server leaves");
        }
        self.look(cluster).await;
        let are_gone = async {
            while self.awake_rooms() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        if timeout(LEAVING.0, are_gone).await.is_err() {
            tracing::warn!("some rooms could not be saved in time; their records are kept");
        }
        let others = cluster.view.borrow().takers.iter().any(|it| *it != cluster.bus.node());
        let code = if others { ByeCode::Moved } else { ByeCode::Restarting };
        let gateways: Vec<_> = cluster.gateways().values().map(|it| it.mailbox.clone()).collect();
        let mut told = vec![];
        for gateway in gateways {
            let (reply, answer) = oneshot::channel();
            if gateway.try_send(RoomMessage::Stop { code, reply }).is_ok() {
                told.push(answer);
            }
        }
        let _ = timeout(LEAVING.1, futures_util::future::join_all(told)).await;
        cluster.bus.leave().await;
    }
}
