//! The sockets that are attached to a room, from the room's point of view.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use croupier_proto::{Answer, ByeCode, ClientId, Last, Refusal, ServerMessage};
use croupier_store::journal::GuestId;
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::outbox::{Out, Outbox, Sent};

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

impl SocketId {
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A socket that is attached to a room.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) guest: GuestId,
    pub(super) client: ClientId,
    pub(super) out: Outbox,
    /// The number of the next log entry to send to it.
    pub(super) next_entry: u64,
    /// It missed a push: it needs a full update once it can take one.
    pub(super) is_behind: bool,
    /// What it had already seen of this life of the room.
    pub(super) last: Option<Last>,
}

/// Up to how many sockets the room's own task sends to, one after another.
const FEW: usize = 32;

/// The sockets of a room.
#[derive(Debug, Default)]
pub(super) struct Sockets(HashMap<SocketId, Socket, foldhash::fast::FixedState>);

impl Sockets {
    pub(super) fn insert(&mut self, id: SocketId, socket: Socket) {
        self.0.insert(id, socket);
    }

    pub(super) fn remove(&mut self, id: SocketId) -> Option<Socket> {
        self.0.remove(&id)
    }

    pub(super) fn get(&self, id: SocketId) -> Option<&Socket> {
        self.0.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: SocketId) -> Option<&mut Socket> {
        self.0.get_mut(&id)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (SocketId, &Socket)> {
        self.0.iter().map(|(id, socket)| (*id, socket))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a socket has been sent everything so far.
    pub(super) fn is_up_to_date(&self, id: SocketId) -> bool {
        self.0.get(&id).is_some_and(|socket| !socket.is_behind)
    }

    /// Sends a push, unless too much is queued for the socket.
    pub(super) fn push(&mut self, id: SocketId, text: &Utf8Bytes, next_entry: u64) {
        let Some(socket) = self.0.get_mut(&id) else { return };
        if socket.is_behind {
            return;
        }
        if socket.out.is_crowded() {
            socket.is_behind = true;
        } else if socket.out.put(Out::Text(text.clone())) {
            socket.next_entry = next_entry;
        }
    }

    /// Queues a message for the next [`flush`](Self::flush).
    pub(super) fn put(&self, id: SocketId, out: Out) {
        if let Some(socket) = self.0.get(&id) {
            // A socket that is gone reports that itself.
            let _ = socket.out.put(out);
        }
    }

    /// Sends a message at once.
    pub(super) fn send(&self, id: SocketId, out: Out) {
        if let Some(socket) = self.0.get(&id) {
            let _ = socket.out.send(out);
        }
    }

    /// Sends everything that is queued. With very many sockets their own tasks do it, on all cores.
    pub(super) fn flush(&self) -> Sent {
        let mut sent = Sent::default();
        for socket in self.0.values() {
            if self.0.len() <= FEW {
                sent += socket.out.flush();
            } else {
                socket.out.hand_over();
            }
        }
        sent
    }

    pub(super) fn send_all(&self, code: ByeCode) {
        for socket in self.0.values() {
            let _ = socket.out.send(Out::Bye(code));
        }
    }
}

/// Builds an answer.
pub(crate) fn answer(n: u64, result: Result<Value, Refusal>) -> Out {
    let answer = match result {
        Ok(ok) => Answer { n, ok: Some(ok), error: None },
        Err(error) => Answer { n, ok: None, error: Some(error) },
    };
    Out::Answer(n, ServerMessage::Answer(answer).to_text().into())
}
