//! How rooms are opened: because somebody asks for them, or because something happens in them
//! without people.

mod unopened;

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_store::journal::{OpenError, ReadError, RoomId, UnixMillis};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{sleep, timeout};

pub(super) use self::unopened::Unopened;
use super::{House, locked};
use crate::cluster::Cluster;
use crate::room::{LoadError, RoomMessage, RoomTask, WakeError};
use crate::store::Store;

/// How many rooms that nobody asks for are opened at the same time. In a cluster fewer than the
/// store opens at once, so that people need not wait for them.
pub(super) const AT_ONCE: (usize, usize) = (256, 32);

/// How often to look for rooms that are due.
const LOOK: Duration = Duration::from_millis(500);

/// How often to look for rooms that were awake and are not open: opening them may have failed.
const LOST: Duration = Duration::from_secs(5);

/// How long to wait after gaining shards before looking for their rooms: those in which people are
/// waiting are requested by their gateways first.
const PEOPLE_FIRST: Duration = Duration::from_millis(300);

/// How many rooms that are due are fetched at once.
const DUE: u32 = 1_000;

impl<S: Store> House<S> {
    /// Opens a room and runs it. `place` is given back once the room is open.
    pub(super) async fn wake(
        self: Arc<Self>,
        room: RoomId,
        ticket: u64,
        messages: mpsc::Receiver<RoomMessage>,
        place: Option<OwnedSemaphorePermit>,
    ) {
        let term = self.cluster().map_or(0, Cluster::term);
        let opened = match self.store().open(room).await {
            Ok(opened) => opened,
            Err(why) => return self.give_up(room, ticket, messages, &why.into()),
        };
        // Records after the snapshot, or a snapshot of an earlier run: the server was down in
        // between.
        let has_records = !opened.records.is_empty();
        match RoomTask::new(Arc::clone(&self), ticket, term, opened) {
            Ok((task, decided)) => {
                self.awake().open(room, task.code());
                self.unopened().opened(room);
                drop(place);
                let is_restart = has_records || task.run_of_save() != self.run();
                task.run(messages, decided, is_restart).await;
            }
            Err(why) => self.give_up(room, ticket, messages, &why.into()),
        }
    }

    /// Answers all queued messages with the news that the room cannot be opened.
    fn give_up(
        &self,
        room: RoomId,
        ticket: u64,
        mut messages: mpsc::Receiver<RoomMessage>,
        why: &WakeError,
    ) {
        self.forget(room, ticket);
        if self.unopened().failed(room, why, Instant::now()) {
            match why {
                WakeError::Open(OpenError::Missing) => {}
                WakeError::Load(LoadError::OtherRules { needs, plays }) => {
                    tracing::error!(%room, needs, plays, "a server of other rules must drain a room");
                }
                // Only the code: the sentence may quote what is stored, and with it cards.
                WakeError::Load(LoadError::Unreadable(why)) => {
                    tracing::error!(%room, code = %why.code, "a room cannot be loaded");
                }
                WakeError::Open(why) => {
                    tracing::error!(%room, code = why.code(), "a room cannot be opened");
                }
            }
        }
        messages.close();
        while let Ok(message) = messages.try_recv() {
            message.refuse(why);
        }
    }

    /// Wakes the rooms of this server in which something happens without people.
    pub(crate) async fn keep_waking(self: Arc<Self>) {
        let mut gained = self.cluster().map(Cluster::gained);
        if gained.is_some() {
            sleep(PEOPLE_FIRST).await;
        }
        let mut looked_at: Option<Instant> = None;
        while !self.is_stopping() {
            if looked_at.is_none_or(|at| at.elapsed() >= LOST) {
                looked_at = Some(Instant::now());
                match self.wake_lost().await {
                    Ok(()) => {}
                    Err(ReadError::Stopped) => return,
                    Err(_) => looked_at = None,
                }
            }
            if let Err(ReadError::Stopped) = self.wake_due().await {
                return;
            }
            match &mut gained {
                None => sleep(LOOK).await,
                Some(gained) => {
                    if let Ok(Ok(())) = timeout(LOOK, gained.changed()).await {
                        sleep(PEOPLE_FIRST).await;
                        looked_at = None;
                    }
                }
            }
        }
    }

    /// Wakes rooms of this server that were awake when their server was lost. Those that cannot be
    /// opened at the moment are left for the next time.
    async fn wake_lost(self: &Arc<Self>) -> Result<(), ReadError> {
        let mut after = None;
        loop {
            let page = self.store().awake(after).await?;
            self.wake_all(page.items).await;
            after = page.next;
            if after.is_none() {
                return Ok(());
            }
        }
    }

    /// Wakes rooms of this server that are due.
    async fn wake_due(self: &Arc<Self>) -> Result<(), ReadError> {
        let now = UnixMillis(self.clock().now().0);
        // Rooms that are not to be woken here and now must not take the places of others.
        let due = self.store().due(now, DUE, self.is_wanted()).await?;
        self.wake_all(due.rooms).await;
        Ok(())
    }

    /// Wakes rooms, a few at a time: the next one when one of them is open.
    async fn wake_all(self: &Arc<Self>, rooms: Vec<RoomId>) {
        for room in rooms {
            if self.is_wanted()(room)
                && let Ok(place) = Arc::clone(&self.waking).acquire_owned().await
                && self.may_wake()
                && self.is_wanted()(room)
            {
                let _ = self.wake_in(room, Some(place)).try_send(RoomMessage::Nothing);
            }
        }
    }

    /// Whether this server may open rooms at the moment.
    fn may_wake(&self) -> bool {
        !self.is_stopping() && self.cluster().is_none_or(Cluster::is_leased)
    }

    /// Whether a room that nobody asks for is to be woken by this server. The store asks that on
    /// its own thread, so this must not hold the house, and with it the store.
    fn is_wanted(&self) -> impl Fn(RoomId) -> bool + Send + 'static + use<S> {
        let (awake, unopened) = (Arc::clone(&self.awake), Arc::clone(&self.unopened));
        let is_mine = self.cluster().map(Cluster::is_mine);
        move |room| {
            is_mine.as_ref().is_none_or(|is_mine| is_mine(room))
                && !locked(&awake).rooms.contains_key(&room)
                && locked(&unopened).may_retry(room, Instant::now())
        }
    }
}
