//! What is sent after it is stored, and to whom.

use croupier_catalog::{AnyEffect, AnyLogRecord};
use croupier_kit::Millis;
use croupier_proto::{ByeCode, Last};

use super::{Batch, RoomTask};
use crate::room::audience::{News, Sight, write_entries};
use crate::room::host::Applied;
use crate::room::outbox::Out;
use crate::room::sockets::{Socket, SocketId, answer};
use crate::store::Store;

/// About how many bytes of log entries one action produces.
const ENTRIES: usize = 1024;

/// How many log entries are kept for clients that reconnect.
const PAST: usize = 64;

impl<S: Store> RoomTask<S> {
    /// Sends everyone what was stored.
    pub(super) fn tell(&mut self, batch: &mut Batch) {
        if self.host.deals().changes() != self.deal_changes {
            self.show_deal();
        }
        let now = self.now();
        for (_, reply, welcome) in batch.welcomes.drain(..) {
            // A socket that is gone already says so itself.
            let _ = reply.send(Ok(welcome));
        }
        let news = std::mem::take(&mut batch.news);
        if batch.changed || !news.reactions.is_empty() {
            let place = || String::with_capacity(ENTRIES);
            let mut entries: Vec<_> = self.audiences.iter().map(|_| place()).collect();
            let logs = news.logs.iter().map(|it| &**it);
            let players = self.audiences.iter().map(|it| it.player);
            write_entries(logs, players, 0, &mut entries);
            let mut sight = Sight::new(&self.host, &mut self.shared, now);
            for (audience, entries) in self.audiences.iter_mut().zip(&entries) {
                audience.push(&mut sight, entries, &news, &mut self.sockets);
                // Each answer directly follows its push, so that the socket sends both with one
                // system call. A socket that needs a full update first is answered after that.
                let is_next = |socket: SocketId| {
                    audience.sockets.contains(&socket) && self.sockets.is_up_to_date(socket)
                };
                let answers = std::mem::take(&mut batch.answers).into_iter();
                let (next, later): (Vec<_>, _) = answers.partition(|it| is_next(it.0));
                batch.answers = later;
                for (socket, n, result) in next {
                    self.sockets.put(socket, answer(n, result));
                }
            }
        }
        for log in news.logs {
            self.keep(log);
        }
        for id in std::mem::take(&mut batch.refreshes) {
            self.refresh(id, now);
        }
        let behind =
            |(id, it): (SocketId, &Socket)| (it.is_behind && it.out.is_empty()).then_some(id);
        for id in self.sockets.iter().filter_map(behind).collect::<Vec<_>>() {
            self.refresh(id, now);
        }
        for (socket, n, result) in batch.answers.drain(..) {
            self.sockets.put(socket, answer(n, result));
        }
        for (reply, result) in batch.replies.drain(..) {
            let _ = reply.send(result);
        }
        // If the room is closed, everyone is told that instead.
        for (id, _) in batch.left.drain(..).filter(|_| !batch.closed) {
            let guest = self.sockets.get(id).map(|it| it.guest);
            // Someone who sat down again in the same moment may reconnect.
            let is_back = guest.is_some_and(|guest| self.host.seated(guest).is_some());
            let code = if is_back { ByeCode::NotRead } else { ByeCode::NoWatchers };
            self.sockets.put(id, Out::Bye(code));
            self.remove(id);
        }
        self.house.count_sent(self.sockets.flush());
        self.host.forget_prompts();
    }

    /// Sends a socket everything, or only what it has missed.
    pub(super) fn refresh(&mut self, id: SocketId, now: Millis) {
        let Some(at) = self.audiences.iter().position(|it| it.sockets.contains(&id)) else {
            return;
        };
        let Some(socket) = self.sockets.get_mut(id) else { return };
        if !socket.is_behind {
            return;
        }
        let known = socket.last.take().unwrap_or_else(|| Last {
            life: String::new(),
            v: u64::MAX,
            entry: socket.next_entry,
        });
        let mut past = self.past.iter().map(|it| &**it as &dyn AnyLogRecord);
        let audience = &mut self.audiences[at];
        // Other sockets of this audience first get what they have not been sent yet: push numbers
        // have no gaps.
        let mut sight = Sight::new(&self.host, &mut self.shared, now);
        audience.push(&mut sight, "", &News::default(), &mut self.sockets);
        let (text, next_entry) = audience.welcome(&mut sight, &mut past, &known);
        if let Some(socket) = self.sockets.get_mut(id)
            && socket.out.put(Out::Fresh(text))
        {
            socket.is_behind = false;
            socket.next_entry = next_entry;
        }
    }

    pub(super) fn show_deal(&mut self) {
        self.deal_changes = self.host.deals().changes();
        self.shared.deal = self.host.deals().shown().to_string();
    }

    /// Keeps the effects of records that were applied before this task had the room.
    pub(super) fn remember(&mut self, applied: Vec<Applied>) {
        for Applied { handled, ended } in applied {
            self.unkept.extend(ended);
            for effect in handled.effects {
                if let AnyEffect::Log(record) = effect {
                    self.keep(record);
                }
            }
        }
    }

    pub(super) fn keep(&mut self, log: Box<dyn AnyLogRecord>) {
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(log);
    }
}
