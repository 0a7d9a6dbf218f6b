//! What the room's charts react to, by the names of the specification (min-or-max.md, 2.9).

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};

use super::party::PlayerId;
use super::settings::BotLevel;
use crate::Outcome;

triggers! {
    /// What a room reacts to.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) enum RoomTrigger: On {
        PlayerJoined { id: PlayerId, name: String, bot: Option<BotLevel> } => "PLAYER_JOINED",
        PlayerDropped { id: PlayerId } => "PLAYER_DROPPED",
        PlayerReady { id: PlayerId } => "PLAYER_READY",
        PlayerUnready { id: PlayerId } => "PLAYER_UNREADY",
        StartGame => "START_GAME",
        StageEntered { stage: usize } => "STAGE_ENTERED",
        MatchOver { outcome: Outcome } => "MATCH_OVER",
        MatchFailed { why: String } => "MATCH_FAILED",
        ShowStats => "SHOW_STATS",
        VoteRematch { id: PlayerId } => "VOTE_REMATCH",
        VoteLobby { id: PlayerId } => "VOTE_LOBBY",
        VoteWindowClosed => "VOTE_WINDOW_CLOSED",
        PlayAgain { id: PlayerId } => "PLAY_AGAIN",
        PlayerLeft { id: PlayerId } => "PLAYER_LEFT",
        PlayerReacted { id: PlayerId, value: String } => "PLAYER_REACTED",
        PlayerSeated { slot: u8 } => "PLAYER_SEATED",
        PlayerDisconnected { slot: u8 } => "PLAYER_DISCONNECTED",
        PlayerReconnected { slot: u8 } => "PLAYER_RECONNECTED",
        GracePeriodExpired { slot: u8, epoch: u32 } => "GRACE_PERIOD_EXPIRED",
        Leave { slot: u8, for_good: bool } => "LEAVE",
        SeatReclaimed { slot: u8 } => "SEAT_RECLAIMED",
        SeatVacated { slot: u8 } => "SEAT_VACATED",
        HumansChanged => "HUMANS_CHANGED",
        RoomStale => "ROOM_STALE",
        RoomAbandoned => "ROOM_ABANDONED",
    }
}
