//! What is stored of a room besides its records: finished matches and snapshots. Once a snapshot is
//! stored, the room may sleep.

use croupier_kit::Millis;
use croupier_kit::room::Phase;
use croupier_proto::ByeCode;
use croupier_store::journal::{AppendError, UnixMillis, WriteError};
use serde_json::json;
use tokio::sync::mpsc;

use super::RoomTask;
use crate::room::message::RoomMessage;
use crate::store::Store;

/// How many records justify a snapshot when a match ends.
const RECORDS_WORTH_SAVING: usize = 150;

impl<S: Store> RoomTask<S> {
    /// Stores finished matches. True if there is a new one to announce.
    pub(super) async fn keep_matches(&mut self) -> bool {
        let mut is_new = false;
        let _writing = (!self.unkept.is_empty()).then(|| self.house.clock().writing());
        while let Some(ended) = self.unkept.front_mut() {
            match self.house.keep_match(self.held.room(), ended).await {
                Ok(id) => {
                    self.shared.replay = json!({"link": ended.link, "match": id}).to_string();
                    self.unkept.pop_front();
                    is_new = true;
                }
                Err(why) => {
                    tracing::error!(room = %self.held.room(), code = why.code(), "a match could not be kept");
                    if !matches!(why, WriteError::TooLarge { .. }) {
                        self.house.not_stored();
                        break; // It is tried again later.
                    }
                    self.unkept.pop_front();
                }
            }
            // A finished match should not be replayed after a crash, unless it was so short that
            // replaying it is cheaper than a snapshot after every match.
            if self.records >= RECORDS_WORTH_SAVING {
                self.records = self.records.max(self.house.store().records_per_snapshot());
            }
        }
        is_new
    }

    /// Saves the room if it has as many records as a crash may replay. False if another server owns
    /// the room.
    pub(super) async fn save_if_due(&mut self) -> bool {
        let is_due = self.records >= self.house.store().records_per_snapshot();
        // A match that could not be stored can be rebuilt from the records, so these must stay.
        !is_due || !self.unkept.is_empty() || Box::pin(self.snapshot()).await
    }

    /// Replaces the room's records with a snapshot. False if another server owns the room.
    pub(super) async fn snapshot(&mut self) -> bool {
        self.host.about.run.clone_from(&self.house.run().to_owned());
        self.host.forget_strangers();
        let snapshot = match self.host.snapshot(self.house.catalog()) {
            Ok(snapshot) => snapshot,
            Err(why) => {
                tracing::error!(room = %self.held.room(), code = %why.code, "a room cannot be saved");
                self.records = 0; // The records stay; the next attempt is made after as many more.
                return true;
            }
        };
        let stored = {
            let _writing = self.house.clock().writing();
            self.house.store().snapshot(&mut self.held, snapshot).await
        };
        match stored {
            Ok(_) => {
                self.records = 0;
                true
            }
            Err(AppendError::Fenced) => {
                self.sockets.send_all(ByeCode::Moved);
                false
            }
            Err(why) => {
                tracing::warn!(room = %self.held.room(), code = why.code(), "a room could not be saved");
                if why.is_too_large() {
                    self.records = 0; // As above. The store works, so the other rooms go on.
                    return true;
                }
                self.house.not_stored();
                !why.is_unknown() || self.open_again().await.is_some()
            }
        }
    }

    pub(super) fn may_sleep(&self) -> bool {
        let drowsy = self.house.config().sleep_after;
        let is_far = |due: Millis| self.until(due) > 6 * drowsy;
        self.sockets.is_empty()
            && self.unkept.is_empty()
            && self.expected.is_empty()
            && self.thinking == 0
            && self.decided.is_empty()
            && self.quiet_since.elapsed() >= drowsy
            && self.host.room().next_due().is_none_or(is_far)
            && self.host.room().phase() != Phase::Closed
    }

    /// Saves the room so that it can be dropped from memory. False if a message for it has just
    /// arrived.
    pub(super) async fn sleep(&mut self, messages: &mpsc::Receiver<RoomMessage>) -> bool {
        if !self.house.forget_if(self.held.room(), self.ticket, || messages.is_empty()) {
            return false;
        }
        let wake_at = self.host.room().next_due().map(|due| self.house_time(due));
        // Zero would mean a room that is awake.
        self.save(wake_at.map(|at| UnixMillis(at.0.max(1)))).await;
        true
    }

    pub(super) async fn save(&mut self, wake_at: Option<UnixMillis>) {
        // While a finished match is not stored, the records it can be rebuilt from stay.
        if self.records == 0 || !self.unkept.is_empty() || self.snapshot().await {
            self.put_entry(wake_at).await;
        }
    }
}
