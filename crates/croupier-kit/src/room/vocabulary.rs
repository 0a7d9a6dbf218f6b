//! The messages in a room: the commands of people, the reasons to refuse them, the triggers of the
//! room's charts, and the notices in its log.
//!
//! A new command needs a variant here and a rule in `commands.rs`.

use std::borrow::Cow;

use croupier_chart::triggers;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::level::BotLevel;
use super::party::{PlayerId, Status};
use super::settings::RoomOptions;
use crate::Millis;
use crate::game::{Error, ErrorKind, Filled, FormError, Game, InputError, Outcome, Seat};

/// A command that a person sends to a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
#[non_exhaustive]
pub enum Command<G: Game> {
    /// Takes a seat under this name.
    Join {
        #[allow(missing_docs)]
        name: String,
    },
    /// Leaves the room. A seat in a running match cannot be reclaimed afterwards.
    Leave,
    /// Returns after a lost connection, or takes back the seat from a stand-in.
    Reconnect,
    /// Marks the player as ready to start.
    Ready,
    /// Takes `ready` back.
    Unready,
    /// Starts the match. Everybody must be ready.
    StartGame,
    /// Adds a bot.
    AddBot {
        /// One of the room's levels, or [`BotLevel::HOUSE`] in a game that has a house.
        level: BotLevel,
        /// The name of the bot. Without one, the room chooses it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Removes a bot.
    RemoveBot {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// Changes the options of the game: first a preset, then single options. Only for the host.
    SetOptions {
        /// The preset to start from. Without one, the current options are changed.
        #[serde(default)]
        preset: Option<String>,
        /// The options to change, by key, with their new values.
        #[serde(default)]
        changes: Map<String, Value>,
    },
    /// Takes an action in the match.
    Act {
        #[allow(missing_docs)]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::AnyAction"))]
        action: G::Action,
        /// The id of the prompt that this answers. If the prompt has changed since, the action is
        /// refused.
        #[serde(default)]
        prompt: Option<u64>,
    },
    /// Answers a prompt with one of its forms, filled in.
    Fill {
        #[allow(missing_docs)]
        filled: Filled,
        /// The id of the prompt that has the form.
        prompt: u64,
    },
    /// Undoes the sender's last action, if the room allows it.
    Undo,
    /// Pauses the match. Only in a match with a single person (DW-40).
    Pause,
    /// Resumes a paused match.
    Resume,
    /// Votes for a rematch.
    VoteRematch,
    /// Votes to return to the lobby. One vote is enough.
    VoteLobby,
    /// Starts the next match at once, where the room has `instant_rematch` (MM-C11).
    PlayAgain,
    /// Sends a reaction to everybody.
    React {
        /// Always `emoji`.
        #[serde(rename = "type")]
        kind: String,
        /// One of the room's reactions.
        value: String,
    },
    /// Votes to remove a player who keeps the table waiting (MM-67).
    VoteRemove {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// Removes a player and bans them from the room. Only for the host.
    Kick {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// Locks the room, so that nobody else can join, or unlocks it. Only for the host.
    Lock {
        #[allow(missing_docs)]
        locked: bool,
    },
    /// Makes another player the host. Only for the host.
    HandOver {
        #[allow(missing_docs)]
        player: PlayerId,
    },
}

/// Why a room refused a call. Nothing changed, except for timers that fired first.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // The sentences say it.
#[non_exhaustive]
pub enum RoomReject<G: Game> {
    #[error("this is no command: {0}")]
    Malformed(String),
    #[error("only the room itself says this")]
    InternalEvent,
    #[error("you do not sit at this table")]
    NotSeated,
    #[error("you can act only for yourself")]
    WrongPlayer,
    #[error("this room is closed")]
    Closed,
    #[error("the room has to catch up with the time first")]
    Behind,
    #[error("not in this phase of the room")]
    WrongPhase,
    #[error("not at this step")]
    WrongStep,
    #[error("only the host may do this")]
    NotHost,
    #[error("you sit here already")]
    AlreadySeated,
    #[error("a name has one to twenty characters, all of which can be seen")]
    BadName,
    #[error("there is no seat left")]
    LobbyFull,
    #[error("the room is locked")]
    Locked,
    #[error("the host has removed you")]
    Banned,
    #[error("you are ready already")]
    AlreadyReady,
    #[error("you are not ready")]
    NotReady,
    #[error("there are not enough players")]
    NotEnoughPlayers,
    #[error("not everybody is ready")]
    NotAllReady,
    #[error("you have voted already")]
    AlreadyVoted,
    #[error("this is not a bot")]
    NotABot,
    #[error("there is no bot {0:?} here")]
    UnknownLevel(String),
    #[error("nobody else can be banned; lock the room instead")]
    TooManyBanned,
    #[error("this player has not kept the table waiting for long")]
    NotSilent,
    #[error("there is nobody like that at this table")]
    NoSuchPlayer,
    #[error("there is no such reaction")]
    InvalidReaction,
    #[error("too many reactions in a short time")]
    RateLimited,
    #[error("you are connected already")]
    AlreadyConnected,
    #[error("your seat was given to somebody else")]
    SeatReplaced,
    #[error("these options cannot be played: {0}")]
    InvalidOptions(String),
    #[error("the question is no longer open")]
    StalePrompt,
    #[error("{0}")]
    Form(FormError),
    #[error("you are not asked for anything")]
    NotAsked,
    #[error("there are no hints in this room")]
    NoHints,
    #[error("the bot answers before its time")]
    TooSoon,
    #[error("a match with several persons cannot be paused")]
    SeveralPersons,
    #[error("the match is paused")]
    Paused,
    #[error("the match is not paused")]
    NotPaused,
    #[error(transparent)]
    Match(#[from] InputError<G>),
}

impl<G: Game> RoomReject<G> {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::InternalEvent => "internal_event",
            Self::NotSeated => "not_seated",
            Self::WrongPlayer => "wrong_player",
            Self::Closed => "room_closed",
            Self::Behind => "behind",
            Self::WrongPhase => "wrong_phase",
            Self::WrongStep => "wrong_step",
            Self::NotHost => "not_host",
            Self::AlreadySeated => "already_seated",
            Self::BadName => "bad_name",
            Self::LobbyFull => "lobby_full",
            Self::Locked => "locked",
            Self::Banned => "banned",
            Self::AlreadyReady => "already_ready",
            Self::NotReady => "not_ready",
            Self::NotEnoughPlayers => "not_enough_players",
            Self::NotAllReady => "not_all_ready",
            Self::AlreadyVoted => "already_voted",
            Self::NotABot => "not_a_bot",
            Self::UnknownLevel(_) => "unknown_level",
            Self::TooManyBanned => "too_many_banned",
            Self::NotSilent => "not_silent",
            Self::NoSuchPlayer => "no_such_player",
            Self::InvalidReaction => "invalid_reaction",
            Self::RateLimited => "rate_limited",
            Self::AlreadyConnected => "already_connected",
            Self::SeatReplaced => "seat_replaced",
            Self::InvalidOptions(_) => "invalid_options",
            Self::StalePrompt => "stale_prompt",
            Self::Form(_) => "misfilled_form",
            Self::NotAsked => "not_asked",
            Self::NoHints => "no_hints",
            Self::TooSoon => "too_soon",
            Self::SeveralPersons => "several_persons",
            Self::Paused => "paused",
            Self::NotPaused => "not_paused",
            Self::Match(refused) => refused.code(),
        }
    }
}

impl<G: Game> From<RoomReject<G>> for Error {
    fn from(why: RoomReject<G>) -> Self {
        match why {
            RoomReject::Match(why) => why.into(),
            RoomReject::Form(why) => why.into(),
            why => Self::new(ErrorKind::IllegalAction, why.code(), why.to_string()),
        }
    }
}

triggers! {
    /// The triggers of the room's charts, named as in the specification (min-or-max.md, 2.9).
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) enum RoomTrigger: On {
        PlayerJoined { id: PlayerId, name: String, bot: Option<BotLevel> } => "PLAYER_JOINED",
        PlayerDropped { id: PlayerId } => "PLAYER_DROPPED",
        PlayerReady { id: PlayerId } => "PLAYER_READY",
        PlayerUnready { id: PlayerId } => "PLAYER_UNREADY",
        StartGame => "START_GAME",
        StageEntered { stage: usize } => "STAGE_ENTERED",
        MatchOver { outcome: Outcome, results: Value } => "MATCH_OVER",
        MatchFailed { why: String } => "MATCH_FAILED",
        ShowStats => "SHOW_STATS",
        VoteRematch { id: PlayerId } => "VOTE_REMATCH",
        VoteLobby { id: PlayerId } => "VOTE_LOBBY",
        VoteWindowClosed => "VOTE_WINDOW_CLOSED",
        PlayAgain { id: PlayerId } => "PLAY_AGAIN",
        PlayerLeft { id: PlayerId } => "PLAYER_LEFT",
        PlayerReacted { id: PlayerId, kind: String, value: String } => "PLAYER_REACTED",
        PlayerSeated { slot: u8 } => "PLAYER_SEATED",
        PlayerDisconnected { slot: u8 } => "PLAYER_DISCONNECTED",
        PlayerReconnected { slot: u8 } => "PLAYER_RECONNECTED",
        GracePeriodExpired { slot: u8, epoch: u32 } => "GRACE_PERIOD_EXPIRED",
        Leave { slot: u8, for_good: bool } => "LEAVE",
        SeatReclaimed { slot: u8 } => "SEAT_RECLAIMED",
        SeatVacated { slot: u8 } => "SEAT_VACATED",
        VoteRemove { id: PlayerId, player: PlayerId } => "VOTE_REMOVE",
        StandInVotes { slot: u8, about: u8 } => "STAND_IN_VOTES",
        HumansChanged => "HUMANS_CHANGED",
        RoomIdle => "ROOM_IDLE",
        RoomStale => "ROOM_STALE",
        RoomAbandoned => "ROOM_ABANDONED",
    }
}

/// Names from the specification that clients may not send.
const INTERNAL: [&str; 22] = [
    "timeout",
    "turn_started",
    "play_card",
    "end_turn",
    "player_won",
    "player_lost",
    "setup_complete",
    "cards_dealt",
    "thresholds_set",
    "first_card_played",
    "wheel_spun",
    "wheel_spin_complete",
    "show_stats",
    "player_left",
    "all_voted_rematch",
    "rematch_starting",
    "return_to_lobby",
    "player_disconnected",
    "player_reconnected",
    "grace_period_expired",
    "room_abandoned",
    "match_over",
];

impl<G: Game> Command<G> {
    /// Parses a client's message (MM-79: `malformed`, `internal_event`). Also returns the sender
    /// that the message claims, if any.
    pub(super) fn parse(message: &Value) -> Result<(Self, Option<Value>), RoomReject<G>> {
        // Messages rarely claim a sender, and without one nothing has to be copied.
        let mut message = Cow::Borrowed(message);
        let claimed = match message.get("player_id") {
            Some(_) => message.to_mut().as_object_mut().and_then(|it| it.remove("player_id")),
            None => None,
        };
        let name = match &*message {
            Value::String(name) => Some(name),
            Value::Object(words) if words.len() == 1 => words.keys().next(),
            _ => None,
        };
        let Some(name) = name else {
            return Err(RoomReject::Malformed("a message is one command".to_owned()));
        };
        if INTERNAL.contains(&name.to_lowercase().as_str()) {
            return Err(RoomReject::InternalEvent);
        }
        let command =
            Self::deserialize(&*message).map_err(|why| RoomReject::Malformed(why.to_string()))?;
        Ok((command, claimed))
    }
}

/// A log entry about the room and its people, not about cards (MM-77). Everybody may read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The names say it.
#[non_exhaustive]
pub enum Notice {
    PlayerJoined {
        seat: Seat,
        name: String,
        bot: bool,
    },
    PlayerDropped {
        seat: Seat,
        name: String,
    },
    PlayerReady {
        seat: Seat,
        name: String,
    },
    PlayerUnready {
        seat: Seat,
        name: String,
    },
    OptionsChanged,
    HostChanged {
        seat: Seat,
    },
    Locked {
        locked: bool,
    },
    GameStarting {
        game_no: u32,
        seats: usize,
        /// The options that the match is played with, including its variant.
        options: Value,
        /// The settings of the room.
        settings: Box<RoomOptions>,
    },
    ActionUndone {
        seat: Seat,
    },
    Paused {
        seat: Seat,
    },
    Resumed,
    GameOver {
        outcome: Outcome,
        /// What the game reports beyond the outcome: [`Game::results`].
        #[serde(default, skip_serializing_if = "Value::is_null")]
        results: Value,
        counters: Vec<Counter>,
    },
    MatchFailed {
        why: String,
    },
    VoteCast {
        seat: Seat,
        rematch: bool,
    },
    PlayerLeft {
        seat: Seat,
    },
    RemovalVoted {
        seat: Seat,
        by: Seat,
    },
    AllVotedRematch,
    CountdownStarted {
        ms: Millis,
    },
    RematchStarting,
    ReturnedToLobby {
        cause: Return,
    },
    ConnectionChanged {
        seat: Seat,
        status: Status,
    },
    SeatReplaced {
        seat: Seat,
        name: String,
    },
    SeatReclaimed {
        seat: Seat,
        name: String,
    },
    RoomClosed,
}

/// How many matches a player has won and lost in this room (MM-45).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
#[allow(missing_docs)] // The names say it.
pub struct Counter {
    pub seat: Seat,
    pub wins: u32,
    pub losses: u32,
}

/// Why a room has returned to its lobby.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Return {
    /// A person voted for the lobby.
    Vote,
    /// There are not enough players for a rematch.
    TooFew,
    /// Everybody had left, and then a new person joined (MM-C14).
    Stale,
}
