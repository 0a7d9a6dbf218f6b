//! What a gateway keeps for the sockets and requests of its node until an owner answers.

use std::collections::VecDeque;

use croupier_kit::room::PlayerId;
use croupier_proto::{ByeCode, ClientId, Last, Refusal, Welcome};
use croupier_store::journal::GuestId;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::super::wire::Command;
use crate::room::{Out, Outbox, SocketId};

/// A socket of this node.
pub(super) struct Local {
    pub(super) guest: GuestId,
    pub(super) client: ClientId,
    pub(super) last: Option<Last>,
    pub(super) board: bool,
    pub(super) out: Outbox,
    pub(super) since: Instant,
    /// Who waits for the first welcome.
    pub(super) reply: Option<oneshot::Sender<Result<Welcome, ByeCode>>>,
    /// It missed a push and needs the full state.
    pub(super) is_behind: bool,
    pub(super) asked_fresh: bool,
    pub(super) pending: VecDeque<Pending>,
}

/// A command or question that is not answered yet.
pub(super) struct Pending {
    pub(super) n: u64,
    pub(super) since: Instant,
    pub(super) command: Command,
    /// An owner may have taken it, so only an owner can say what became of it: it may be stored
    /// already or be stored later. Until then nobody may be told that it failed.
    pub(super) may_happen: bool,
}

/// A request without a socket.
pub(super) struct Asked {
    pub(super) since: Instant,
    pub(super) command: Command,
    pub(super) reply: Reply,
    /// An owner may have taken it.
    pub(super) may_happen: bool,
}

pub(super) enum Reply {
    Speak(oneshot::Sender<Result<Option<PlayerId>, Refusal>>),
    Close(oneshot::Sender<()>),
}

impl Local {
    pub(super) fn attach(&mut self, id: SocketId) -> Command {
        Command::Attach {
            socket: id.0,
            guest: self.guest.0,
            client: self.client.clone(),
            last: self.last.clone(),
            board: self.board,
        }
    }

    /// Forwards a push, unless too much is queued for the socket.
    pub(super) fn push(&mut self, text: &Utf8Bytes, fresh: bool) {
        if self.is_behind && !fresh {
            return;
        }
        self.is_behind = self.out.is_crowded();
        self.asked_fresh = false;
        if !self.is_behind {
            let _ = self.out.send(Out::Text(text.clone()));
        }
    }
}
