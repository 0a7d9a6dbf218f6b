//! The sockets that are attached to a room, as far as the room knows them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::extract::ws::Utf8Bytes;
use croupier_proto::{Answer, ByeCode, ClientId, Last, Refusal, ServerMessage};
use croupier_store::journal::GuestId;
use serde_json::Value;
use tokio::sync::mpsc;

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

impl SocketId {
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How many messages wait for a socket before pushes are left out.
pub(crate) const PUSHES: usize = 16;

/// How many messages of a client may wait for their answers.
pub(crate) const UNANSWERED: usize = 16;

/// The size of the queue of a socket: there is always a place for answers.
const OUTBOX: usize = PUSHES + UNANSWERED + 2;

/// What a room wants a socket to send.
#[derive(Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// A push that needs none of those before it.
    Fresh(Utf8Bytes),
    /// An answer to the message with this number: the client may say one more thing.
    Answer(u64, Utf8Bytes),
    /// The end.
    Bye(ByeCode),
}

/// Where a room puts what a socket is to send.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Out>,
    has_skipped: Arc<AtomicBool>,
}

/// The socket's end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct Outgoing {
    receiver: mpsc::Receiver<Out>,
    has_skipped: Arc<AtomicBool>,
}

/// The queue of a socket.
pub(crate) fn outbox() -> (Outbox, Outgoing) {
    let (sender, receiver) = mpsc::channel(OUTBOX);
    let has_skipped = Arc::new(AtomicBool::new(false));
    let ours = Arc::clone(&has_skipped);
    (Outbox { sender, has_skipped }, Outgoing { receiver, has_skipped: ours })
}

impl Outbox {
    /// Puts something in. False if there is no place, or no socket any more.
    pub(crate) fn send(&self, out: Out) -> bool {
        self.sender.try_send(out).is_ok()
    }

    /// Whether everything was taken out.
    pub(crate) fn is_empty(&self) -> bool {
        self.sender.capacity() == self.sender.max_capacity()
    }

    /// Whether so much waits that a push is better left out. If so the socket asks for a fresh one when
    /// it has sent everything.
    pub(crate) fn is_crowded(&self) -> bool {
        if self.sender.capacity() > OUTBOX - PUSHES {
            return false;
        }
        self.has_skipped.store(true, Ordering::SeqCst);
        // It may have sent everything in this very moment, and would never ask.
        !self.is_empty()
    }
}

impl Outgoing {
    /// What is to be sent next. None if the room has let go of the socket.
    pub(crate) async fn next(&mut self) -> Option<Out> {
        self.receiver.recv().await
    }

    /// The same, for whoever waits for several at once.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Out>> {
        self.receiver.poll_recv(context)
    }

    /// What else is to be sent at once.
    pub(crate) fn more(&mut self) -> Option<Out> {
        self.receiver.try_recv().ok()
    }

    /// Whether the room has left pushes out since this was last asked.
    pub(crate) fn has_skipped(&self) -> bool {
        self.has_skipped.load(Ordering::SeqCst) && self.has_skipped.swap(false, Ordering::SeqCst)
    }
}

/// A socket that is attached to a room.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) guest: GuestId,
    pub(super) client: ClientId,
    pub(super) out: Outbox,
    /// The number of the next log entry that it is to be sent.
    pub(super) next_entry: u64,
    /// It could not take a push: it has to be sent everything once it can.
    pub(super) is_behind: bool,
    /// What it had seen of this life of the room before it came.
    pub(super) last: Option<Last>,
}

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

    /// Sends a push, unless too much waits for the socket already.
    pub(super) fn push(&mut self, id: SocketId, text: &Utf8Bytes, next_entry: u64) {
        let Some(socket) = self.0.get_mut(&id) else { return };
        if socket.is_behind {
            return;
        }
        if socket.out.is_crowded() {
            socket.is_behind = true;
        } else if socket.out.send(Out::Text(text.clone())) {
            socket.next_entry = next_entry;
        }
    }

    /// Sends what has to be sent.
    pub(super) fn send(&self, id: SocketId, out: Out) {
        if let Some(socket) = self.0.get(&id) {
            // A socket that is gone tells so itself.
            let _ = socket.out.send(out);
        }
    }

    pub(super) fn send_all(&self, code: ByeCode) {
        for socket in self.0.values() {
            let _ = socket.out.send(Out::Bye(code));
        }
    }
}

/// An answer as it is sent.
pub(crate) fn answer(n: u64, result: Result<Value, Refusal>) -> Out {
    let answer = match result {
        Ok(ok) => Answer { n, ok: Some(ok), error: None },
        Err(error) => Answer { n, ok: None, error: Some(error) },
    };
    Out::Answer(n, ServerMessage::Answer(answer).to_text().into())
}
