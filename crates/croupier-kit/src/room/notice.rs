//! What happened in a room, for its log.

use serde::{Deserialize, Serialize};

use super::party::Status;
use crate::{Millis, Outcome, Seat};

/// An entry of a room's log that is not about cards (MM-77). Everybody may read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The names say it.
pub enum Notice {
    PlayerJoined { seat: Seat, name: String, bot: bool },
    PlayerDropped { seat: Seat, name: String },
    PlayerReady { seat: Seat },
    PlayerUnready { seat: Seat },
    OptionsChanged,
    HostChanged { seat: Seat },
    Locked { locked: bool },
    GameStarting { game_no: u32, seats: usize },
    GameOver { outcome: Outcome },
    MatchFailed { why: String },
    VoteCast { seat: Seat, rematch: bool },
    PlayerLeft { seat: Seat },
    AllVotedRematch,
    CountdownStarted { ms: Millis },
    RematchStarting,
    ReturnedToLobby { cause: Return },
    ConnectionChanged { seat: Seat, status: Status },
    SeatReplaced { seat: Seat, name: String },
    SeatReclaimed { seat: Seat, name: String },
    RoomClosed,
}

/// Why a room is back in its lobby.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Return {
    /// Somebody voted for it.
    Vote,
    /// There are too few for a rematch.
    TooFew,
    /// Everybody had gone and somebody new came (MM-C14).
    Stale,
}
