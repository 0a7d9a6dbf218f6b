//! Who is at the table: sockets that come and go, and people who are expected.

use std::time::{Duration, Instant};

use croupier_catalog::AnyCall;
use croupier_kit::room::{PlayerId, Status};
use croupier_proto::http::Watch;
use croupier_proto::{ByeCode, Welcome};
use croupier_store::journal::GuestId;
use serde_json::json;

use super::{Batch, RoomTask};
use crate::room::audience::Audience;
use crate::room::message::Attach;
use crate::room::outbox::Out;
use crate::room::record::Record;
use crate::room::sockets::{Socket, SocketId};
use crate::store::Store;

/// How long, in real time, a person who sat down over HTTP has to open a socket before the
/// connection counts as lost.
pub(super) const TIME_TO_COME: Duration = Duration::from_secs(15);

impl<S: Store> RoomTask<S> {
    pub(super) fn attach(&mut self, attach: Attach, batch: &mut Batch) {
        let Attach { socket, guest, client, last, board, out, reply } = attach;
        let mut player = self.host.player(guest);
        if player.is_some_and(|id| self.host.room().is_banned(id)) {
            let _ = reply.send(Err(ByeCode::Kicked));
            return;
        }
        if let Some(id) = player {
            // A player whose connection was lost is back; one who lost the seat may want it back.
            let is_here = self.host.seated(guest).is_some()
                && self.host.status(id) == Some(Status::Connected);
            if !is_here {
                let call = AnyCall::Person { id, command: json!("reconnect") };
                let _ = self.apply(Record::new(self.now(), call), batch);
            }
            player = self.host.seated(guest);
        }
        let may_watch = self.host.about.watch != Watch::Nobody;
        if player.is_none() && !may_watch {
            let _ = reply.send(Err(ByeCode::NoWatchers));
            return;
        }
        let welcome = Welcome {
            life: self.life.clone(),
            you: player,
            code: self.host.about.code.clone(),
            game: self.host.room().game_id().to_owned(),
            now: self.now(),
            n: self.host.answered(guest, &client),
        };
        // The welcome describes the state after this batch, so it waits until the batch is stored.
        batch.welcomes.push((socket, reply, welcome));
        // Pushes from another life of the room, or to another audience, are no base for an
        // incremental update.
        let last = last.filter(|last| last.life == self.life);
        let last = last.filter(|last| self.audience(player, board).has_sent(last.v));
        let next_entry = last.as_ref().map_or(0, |last| last.entry);
        let behind = Socket { guest, client, out, next_entry, is_behind: true, last };
        self.sockets.insert(socket, behind);
        self.audience(player, board).sockets.push(socket);
        self.count_watchers();
        batch.changed |= player.is_none();
        // The first push goes out after this batch, and includes everything it has produced.
        batch.refreshes.push(socket);
    }

    pub(super) fn audience(&mut self, player: Option<PlayerId>, board: bool) -> &mut Audience {
        let fits = |it: &Audience| it.player == player && it.board == board;
        let at = self.audiences.iter().position(fits).unwrap_or_else(|| {
            // Players who have a seat are expected back, and are sent only what they have missed.
            let room = self.host.room();
            let is_used = |it: &Audience| {
                !it.sockets.is_empty() || it.player.is_none_or(|it| room.seat_of(it).is_some())
            };
            self.audiences.retain(is_used);
            self.audiences.push(Audience::new(player, board));
            self.audiences.len() - 1
        });
        &mut self.audiences[at]
    }

    pub(super) fn count_watchers(&mut self) {
        let watching = |it: &&Audience| it.player.is_none();
        let count: usize = self.audiences.iter().filter(watching).map(|it| it.sockets.len()).sum();
        self.shared.watchers = count.to_string();
    }

    pub(super) fn detach(&mut self, id: SocketId, batch: &mut Batch) {
        let Some(socket) = self.remove(id) else { return };
        let others = self.sockets.iter().any(|(_, it)| it.guest == socket.guest);
        match self.host.seated(socket.guest) {
            Some(player) if !others => {
                let record = Record::new(self.now(), AnyCall::Lost { id: player });
                let _ = self.apply(record, batch);
            }
            Some(_) => {}
            None => batch.changed = true, // One watcher less.
        }
    }

    /// Removes a socket; nothing more is sent to it.
    pub(super) fn remove(&mut self, id: SocketId) -> Option<Socket> {
        let socket = self.sockets.remove(id)?;
        for audience in &mut self.audiences {
            audience.sockets.retain(|it| *it != id);
        }
        self.count_watchers();
        Some(socket)
    }

    /// Gives a person who sat down without a socket some time to open one.
    pub(super) fn expect(&mut self, guest: GuestId) {
        if let Some(player) = self.host.seated(guest)
            && !self.sockets.iter().any(|(_, it)| it.guest == guest)
        {
            self.expected.push((guest, player, Instant::now() + TIME_TO_COME));
        }
    }

    /// Gives everyone who was connected some time to reconnect.
    pub(super) fn expect_all(&mut self) {
        let was_here = |(guest, id): (GuestId, PlayerId)| {
            (self.host.status(id) == Some(Status::Connected)).then_some(guest)
        };
        for guest in self.host.guests().filter_map(was_here).collect::<Vec<_>>() {
            self.expect(guest);
        }
    }

    /// Moves the sockets of a guest who sat down or got up to the matching audience.
    pub(super) fn follow_seat(&mut self, guest: GuestId, batch: &mut Batch) {
        let player = self.host.seated(guest);
        let mine = |(id, it): (SocketId, &Socket)| (it.guest == guest).then_some(id);
        for id in self.sockets.iter().filter_map(mine).collect::<Vec<_>>() {
            let Some(at) = self.audiences.iter().position(|it| it.sockets.contains(&id)) else {
                continue;
            };
            if self.audiences[at].player == player {
                continue;
            }
            self.audiences[at].sockets.retain(|it| *it != id);
            let board = self.audiences[at].board;
            if player.is_none() && self.host.about.watch == Watch::Nobody {
                batch.left.push((id, board)); // It is sent its answer, and nothing else.
                continue;
            }
            self.audience(player, board).sockets.push(id);
            if let Some(socket) = self.sockets.get_mut(id) {
                socket.is_behind = true; // Everything is new to it.
            }
            self.count_watchers();
        }
    }

    /// Closes the connections of players who have to leave.
    pub(super) fn send_away(&mut self, players: &[PlayerId], code: ByeCode) {
        for player in players {
            let is_theirs = |it: &Socket| self.host.player(it.guest) == Some(*player);
            let theirs = self.sockets.iter().filter(|(_, it)| is_theirs(it));
            for id in theirs.map(|(id, _)| id).collect::<Vec<_>>() {
                self.sockets.send(id, Out::Bye(code));
                self.remove(id);
            }
        }
    }

    /// Tells the room who is connected and who is not, after the record of that was lost to a
    /// failed write. False if not everything fits into a batch of `space` records.
    pub(super) fn see_who_is_here(&mut self, batch: &mut Batch, space: usize) -> bool {
        for (guest, id) in self.host.guests().collect::<Vec<_>>() {
            if batch.records.len() >= space {
                return false;
            }
            let is_here = self.sockets.iter().any(|(_, it)| it.guest == guest);
            let is_expected = self.expected.iter().any(|it| it.0 == guest);
            let is_connected =
                self.host.seated(guest).is_some().then(|| self.host.status(id)).flatten()
                    == Some(Status::Connected);
            let call = match (is_here, is_connected) {
                (true, false) => AnyCall::Person { id, command: json!("reconnect") },
                (false, true) if !is_expected => AnyCall::Lost { id },
                _ => continue,
            };
            let _ = self.apply(Record::new(self.now(), call), batch);
        }
        let guests: Vec<_> = self.sockets.iter().map(|(_, it)| it.guest).collect();
        for guest in guests {
            self.follow_seat(guest, batch);
        }
        true
    }
}
