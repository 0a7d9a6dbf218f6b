//! The messages that a room's task receives.

use croupier_kit::room::PlayerId;
use croupier_proto::{ByeCode, ClientId, Last, Question, Refusal, Welcome};
use croupier_store::journal::{GuestId, OpenError};
use serde_json::Value;
use tokio::sync::oneshot;

use super::host::LoadError;
use super::outbox::Outbox;
use super::sockets::SocketId;

/// A message to a room's task. Large variants are boxed, because there are many queues with many
/// slots each. A sender that expects an answer and gets none, because the room has just gone to
/// sleep, sends the message again.
#[derive(Debug)]
pub(crate) enum RoomMessage {
    /// A socket wants to join the room.
    Attach(Box<Attach>),
    /// A socket is gone.
    Detach(SocketId),
    /// A client gives a command.
    Say(Box<Said>),
    /// A client asks a question.
    Ask(Box<Query>),
    /// A socket that could not take a push can take one now.
    Refresh(SocketId),
    /// Pushes to a socket were lost on the way; it needs a full update.
    Behind(SocketId),
    /// A guest gives a command without a socket, and is answered with the player id.
    Speak(Box<Speech>),
    /// An operator closes the room.
    Close { reply: oneshot::Sender<()> },
    /// This server releases the room, whoever is in it. Its sockets are told why.
    Stop { code: ByeCode, reply: oneshot::Sender<()> },
    /// A guest has sat down without a socket, and is expected to open one.
    Expect(GuestId),
    /// Only wakes the room.
    Nothing,
}

/// Why a room was not woken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WakeError {
    /// The store does not give it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The room cannot be rebuilt.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl WakeError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Open(why) => why.code(),
            Self::Load(LoadError::OtherRules { .. }) => "other_rules",
            Self::Load(LoadError::Unreadable(_)) => "room_damaged",
        }
    }

    /// The same for a socket.
    fn bye(&self) -> ByeCode {
        match self {
            Self::Open(OpenError::Missing) => ByeCode::RoomMissing,
            Self::Open(OpenError::Damaged(_)) | Self::Load(LoadError::Unreadable(_)) => {
                ByeCode::RoomDamaged
            }
            Self::Load(LoadError::OtherRules { .. }) => ByeCode::OtherRules,
            Self::Open(_) => ByeCode::NotRead,
        }
    }
}

impl RoomMessage {
    /// Tells the sender that the room cannot be opened.
    pub(crate) fn refuse(self, why: &WakeError) {
        match self {
            Self::Attach(attach) => {
                let _ = attach.reply.send(Err(why.bye()));
            }
            Self::Speak(speech) => {
                // Not the sentence of the error: it may quote what is stored, or name the store.
                let _ = speech.reply.send(Err(Refusal::new(why.code(), why.bye().sentence())));
            }
            // Other senders notice because no answer comes.
            _ => {}
        }
    }
}

/// A command of a client.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) socket: SocketId,
    pub(crate) n: u64,
    pub(crate) command: Value,
    pub(crate) chance: Option<String>,
}

/// A question of a client.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) socket: SocketId,
    pub(crate) n: u64,
    pub(crate) question: Question,
}

/// A command of a guest without a socket.
#[derive(Debug)]
pub(crate) struct Speech {
    pub(crate) guest: GuestId,
    pub(crate) command: Value,
    pub(crate) chance: Option<String>,
    pub(crate) reply: oneshot::Sender<Result<Option<PlayerId>, Refusal>>,
}

/// A socket that wants to join a room.
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

/// A decision of a bot.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) whose: Whose,
    pub(crate) action: Option<Value>,
}

/// Whom a decision is for.
#[derive(Debug)]
pub(crate) enum Whose {
    /// A bot's seat, with the prompt and the earliest instant to act.
    Bot(croupier_kit::room::BotRequest),
    /// A client that asked for a hint.
    Hint { socket: SocketId, n: u64, player: PlayerId },
}
