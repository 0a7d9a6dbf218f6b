//! What a room's task is told.

use croupier_kit::room::PlayerId;
use croupier_proto::{ByeCode, ClientId, Last, Question, Refusal, Welcome};
use croupier_store::journal::{GuestId, OpenError};
use serde_json::Value;
use tokio::sync::oneshot;

use super::outbox::Outbox;
use super::sockets::SocketId;

/// What a room's task is told. What is large is in a box: a queue has room for many messages, and there are
/// many queues. Whoever sent something that wants an answer and gets none, because the
/// room has just gone to sleep, sends it again.
#[derive(Debug)]
pub(crate) enum RoomMessage {
    /// A socket wants to be attached.
    Attach(Box<Attach>),
    /// A socket is gone.
    Detach(SocketId),
    /// A client says something.
    Say(Box<Said>),
    /// A client asks something.
    Ask(Box<Query>),
    /// A socket that could not take a push can take one now.
    Refresh(SocketId),
    /// A socket has missed pushes on their way, and needs everything.
    Behind(SocketId),
    /// A guest says something without a socket, and is told the number of the player.
    Speak(Box<Speech>),
    /// Somebody who runs the house closes the room.
    Close { reply: oneshot::Sender<()> },
    /// This server lets go of the room, whoever is in it. Its sockets are told why.
    Stop { code: ByeCode, reply: oneshot::Sender<()> },
    /// A guest has sat down without a socket, and is expected to open one.
    Expect(GuestId),
    /// Somebody wants the room to be awake.
    Nothing,
}

impl RoomMessage {
    /// Tells whoever has sent it that the room cannot be opened.
    pub(crate) fn refuse(self, why: &OpenError) {
        match self {
            Self::Attach(attach) => {
                let code = match why {
                    OpenError::Missing => ByeCode::RoomMissing,
                    _ => ByeCode::NotRead,
                };
                let _ = attach.reply.send(Err(code));
            }
            Self::Speak(speech) => {
                let _ = speech.reply.send(Err(Refusal::new(why.code(), why.to_string())));
            }
            // The others learn it from the answer that never comes.
            _ => {}
        }
    }
}

/// What a client says.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) socket: SocketId,
    pub(crate) n: u64,
    pub(crate) command: Value,
    pub(crate) chance: Option<String>,
}

/// What a client asks.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) socket: SocketId,
    pub(crate) n: u64,
    pub(crate) question: Question,
}

/// What a guest says without a socket.
#[derive(Debug)]
pub(crate) struct Speech {
    pub(crate) guest: GuestId,
    pub(crate) command: Value,
    pub(crate) chance: Option<String>,
    pub(crate) reply: oneshot::Sender<Result<Option<PlayerId>, Refusal>>,
}

/// A socket that wants to be attached.
#[derive(Debug)]
pub(crate) struct Attach {
    pub(crate) socket: SocketId,
    pub(crate) guest: GuestId,
    pub(crate) client: ClientId,
    pub(crate) last: Option<Last>,
    pub(crate) board: bool,
    pub(crate) out: Outbox,
    pub(crate) reply: oneshot::Sender<Result<Welcome, ByeCode>>,
}

/// What a bot has decided.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) whose: Whose,
    pub(crate) action: Option<Value>,
}

/// For whom was decided.
#[derive(Debug)]
pub(crate) enum Whose {
    /// A seat of a bot, with the prompt, not before this instant.
    Bot(croupier_kit::room::BotRequest),
    /// A client that asked for a hint.
    Hint { socket: SocketId, n: u64, player: PlayerId },
}
