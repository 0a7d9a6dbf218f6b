//! The sockets that are attached to a room, as far as the room knows them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use croupier_proto::{Answer, ByeCode, ClientId, Last, Refusal, ServerMessage};
use croupier_store::journal::GuestId;
use serde_json::Value;
use tokio::sync::mpsc;

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(u64);

impl SocketId {
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How many messages wait for a socket before pushes are left out.
const PUSHES: usize = 16;

/// How many messages of a client may wait for their answers.
pub(crate) const UNANSWERED: usize = 16;

/// The size of the queue of a socket: there is always a place for answers.
pub(crate) const OUTBOX: usize = PUSHES + UNANSWERED + 2;

/// What a room wants a socket to send.
#[derive(Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// An answer: the client may say one more thing.
    Answer(Utf8Bytes),
    /// The end.
    Bye(ByeCode),
}

/// A socket that is attached to a room.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) guest: GuestId,
    pub(super) client: ClientId,
    pub(super) out: mpsc::Sender<Out>,
    /// The number of the next log entry that it is to be sent.
    pub(super) next_entry: u64,
    /// It could not take a push: it has to be sent everything once it can.
    pub(super) is_behind: bool,
    /// What it had seen of this life of the room before it came.
    pub(super) last: Option<Last>,
}

/// The sockets of a room.
#[derive(Debug, Default)]
pub(super) struct Sockets(HashMap<SocketId, Socket>);

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

    /// Sends a push, unless too much waits for the socket already.
    pub(super) fn push(&mut self, id: SocketId, text: &Utf8Bytes, next_entry: u64) {
        let Some(socket) = self.0.get_mut(&id) else { return };
        if socket.is_behind {
            return;
        }
        if socket.out.capacity() <= OUTBOX - PUSHES {
            socket.is_behind = true;
            return;
        }
        if socket.out.try_send(Out::Text(text.clone())).is_ok() {
            socket.next_entry = next_entry;
        }
    }

    /// Sends what has to be sent.
    pub(super) fn send(&self, id: SocketId, out: Out) {
        if let Some(socket) = self.0.get(&id) {
            // A socket that is gone tells so itself.
            let _ = socket.out.try_send(out);
        }
    }

    pub(super) fn send_all(&self, code: ByeCode) {
        for socket in self.0.values() {
            let _ = socket.out.try_send(Out::Bye(code));
        }
    }
}

/// An answer as it is sent.
pub(super) fn answer(n: u64, result: Result<Value, Refusal>) -> Out {
    let answer = match result {
        Ok(ok) => Answer { n, ok: Some(ok), error: None },
        Err(error) => Answer { n, ok: None, error: Some(error) },
    };
    Out::Answer(ServerMessage::Answer(answer).to_text().into())
}
