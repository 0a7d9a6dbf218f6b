//! What a room does when a write fails: it returns to what is stored.

use std::time::Instant;

use croupier_proto::{ByeCode, Refusal};
use croupier_store::journal::{AppendError, OpenError, Opened, ReadError, Snapshot};

use super::attendance::TIME_TO_COME;
use super::{Batch, Next, RoomTask, new_life};
use crate::house::in_doubt;
use crate::room::host::RoomHost;
use crate::room::message::Whose;
use crate::room::sockets::answer;
use crate::store::Store;

impl<S: Store> RoomTask<S> {
    /// Undoes a batch that could not be stored, by resetting the room to what is stored.
    pub(super) async fn go_back(&mut self, batch: Batch, why: AppendError) -> Next {
        tracing::warn!(room = %self.held.room(), code = why.code(), "a room could not be stored");
        if !why.is_too_large() {
            self.house.not_stored();
        }
        let refusal = Refusal::new("not_stored", "it could not be stored; try again in a moment");
        // Until the room is read again nobody knows whether the write was stored; the client
        // repeats it then.
        let is_unknown = why.is_unknown();
        for (socket, n, _) in &batch.answers {
            if !is_unknown {
                self.sockets.send(*socket, answer(*n, Err(refusal.clone())));
            }
        }
        for (reply, _) in batch.replies {
            let _ = reply.send(Err(if is_unknown { in_doubt() } else { refusal.clone() }));
        }
        for (socket, reply, _) in batch.welcomes {
            self.remove(socket);
            let _ = reply.send(Err(ByeCode::NotRead));
        }
        if is_unknown {
            // Clients repeat what was not answered, and get the original answer if it was stored
            // after all.
            self.cut_off();
        }
        self.decided.clear();
        let Some((snapshot, records)) = self.open_again().await else { return Next::End };
        let loaded = RoomHost::load(self.house.catalog(), &snapshot, &records);
        let Ok((host, applied)) = loaded else {
            self.sockets.send_all(ByeCode::NotRead);
            return Next::End;
        };
        self.host = host;
        self.went_back = true;
        // They have not left after all.
        for (id, board) in batch.left {
            if let Some(socket) = self.sockets.get_mut(id) {
                socket.is_behind = true;
                let player = self.host.seated(socket.guest);
                self.audience(player, board).sockets.push(id);
            }
        }
        self.shared.forget();
        self.show_deal();
        if is_unknown {
            // Things may have been stored that no client was told.
            self.past.clear();
            self.remember(applied);
        }
        if let Some((code, reply)) = batch.stop {
            self.sockets.send_all(code);
            let _ = reply.send(());
            return Next::End;
        }
        for request in self.host.room().bots_owed() {
            if let Some(task) = self.host.room().bot_task(&request, self.house.seeds().seed()) {
                self.think(task, Whose::Bot(request));
            }
        }
        // Pause, so that a full disk is not hit again and again.
        tokio::time::sleep(self.house.config().retry_after).await;
        Next::Go
    }

    /// Reopens the room when it is unknown whether the last write was stored. Returns what is
    /// stored, or `None` if the room cannot be reopened here.
    pub(super) async fn open_again(&mut self) -> Option<(Snapshot, Vec<bytes::Bytes>)> {
        loop {
            if !self.house.may_tell(self.term) {
                // Opening it would take it away from its new owner.
                self.sockets.send_all(ByeCode::Moved);
                return None;
            }
            let opened = {
                let _writing = self.house.clock().writing();
                self.house.store().open(self.held.room()).await
            };
            match opened {
                Ok(Opened { held, entry, revision, snapshot, records, .. }) => {
                    (self.held, self.entry, self.revision) = (held, entry, revision);
                    self.listing = None;
                    self.records = records.len();
                    return Some((snapshot, records));
                }
                Err(OpenError::Read(ReadError::Failed(_))) => {
                    tokio::time::sleep(self.house.config().retry_after).await;
                }
                Err(why) => {
                    tracing::error!(room = %self.held.room(), code = why.code(), "a room is lost");
                    self.sockets.send_all(ByeCode::NotRead);
                    return None;
                }
            }
        }
    }

    /// Closes all connections and begins a new life, because nobody knows what clients should have
    /// been told. Players who were connected have some time to come back.
    pub(super) fn cut_off(&mut self) {
        self.sockets.send_all(ByeCode::NotRead);
        let until = Instant::now() + TIME_TO_COME;
        for (_, socket) in std::mem::take(&mut self.sockets).iter() {
            if let Some(player) = self.host.player(socket.guest) {
                self.expected.push((socket.guest, player, until));
            }
        }
        self.audiences.clear();
        self.count_watchers();
        self.life = new_life();
    }
}
