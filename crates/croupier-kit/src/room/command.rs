//! What is said to a room, and why it may be refused.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::party::PlayerId;
use super::settings::BotLevel;
use crate::{Game, InputError, Seat, Seed};

/// The one door of a room: whose word it is, and what is said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Call<G: Game> {
    /// A person speaks. Who it is was found out by the server, never from the words (MM-78).
    Person {
        /// Who.
        id: PlayerId,
        /// What.
        command: Command<G>,
    },
    /// A person's last connection is gone.
    Lost {
        /// Whose.
        id: PlayerId,
    },
    /// A bot has made up its mind.
    Bot {
        /// For which seat.
        seat: Seat,
        /// Which question it answers.
        prompt: u64,
        /// What it does.
        action: G::Action,
    },
    /// Where the chance of the next match comes from. Without it the room's own dice tell.
    Seed(Seed),
    /// Nothing but time passes.
    Wake,
}

/// What a person may say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
pub enum Command<G: Game> {
    /// Sits down.
    Join {
        /// Under this name.
        name: String,
    },
    /// Gets up, for good.
    Leave,
    /// Is ready to start.
    Ready,
    /// Is not ready any more.
    Unready,
    /// Starts the match.
    StartGame,
    /// Plays.
    Act {
        /// What is done.
        action: G::Action,
        /// Which question it answers, so that a late answer is recognised.
        #[serde(default)]
        prompt: Option<u64>,
    },
    /// Takes the last action back, where the room allows it.
    Undo,
    /// Wants to play again.
    VoteRematch,
    /// Wants to go back to the lobby.
    VoteLobby,
    /// Plays again at once (MM-C11).
    PlayAgain,
    /// Seats a bot.
    AddBot {
        /// How well it plays.
        level: BotLevel,
    },
    /// Sends a bot away.
    RemoveBot {
        /// Which.
        player: PlayerId,
    },
    /// Shows a feeling.
    React {
        /// What sort: `emoji`.
        #[serde(rename = "type")]
        kind: String,
        /// Which.
        value: String,
    },
    /// Is back.
    Reconnect,
    /// The host changes the options of the game: a preset, then single ones.
    SetOptions {
        /// The preset to start from; the present options if there is none.
        #[serde(default)]
        preset: Option<String>,
        /// What to change about it.
        #[serde(default)]
        changes: Map<String, Value>,
    },
    /// The host sends somebody away.
    Kick {
        /// Whom.
        player: PlayerId,
    },
    /// The host lets nobody in, or everybody again.
    Lock {
        /// Whether the door is locked.
        locked: bool,
    },
    /// The host gives the role away.
    HandOver {
        /// To whom.
        player: PlayerId,
    },
}

/// Names of the specification that only the room itself may say.
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
    /// Reads what a client sent (MM-79: `malformed`, `internal_event`, `wrong_player`). A
    /// `player_id` beside the words must be the sender's own (MM-78).
    pub fn read(message: &Value, sender: PlayerId) -> Result<Self, RoomReject<G>> {
        let mut message = message.clone();
        let name = match &message {
            Value::String(name) => Some(name.clone()),
            Value::Object(words) => words.keys().find(|key| *key != "player_id").cloned(),
            _ => None,
        };
        if name.is_some_and(|name| INTERNAL.contains(&name.to_lowercase().as_str())) {
            return Err(RoomReject::InternalEvent);
        }
        let claimed = message.as_object_mut().and_then(|words| words.remove("player_id"));
        if claimed.is_some_and(|id| id != sender.0) {
            return Err(RoomReject::WrongPlayer);
        }
        Self::deserialize(message).map_err(|why| RoomReject::Malformed(why.to_string()))
    }
}

/// Why a room refused. Nothing changed but what time brought.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RoomReject<G: Game> {
    /// It cannot be read.
    #[error("this is no command: {0}")]
    Malformed(String),
    /// It is not for clients to say.
    #[error("only the room itself says this")]
    InternalEvent,
    /// The sender does not sit here.
    #[error("you do not sit at this table")]
    NotSeated,
    /// It speaks for somebody else.
    #[error("you can speak for yourself only")]
    WrongPlayer,
    /// The room is closed.
    #[error("this room is closed")]
    Closed,
    /// Another phase of the room.
    #[error("not in this phase of the room")]
    WrongPhase,
    /// Another step of this phase.
    #[error("not at this step")]
    WrongStep,
    /// Only the host may do this.
    #[error("only the host may do this")]
    NotHost,
    /// The sender sits here already.
    #[error("you sit here already")]
    AlreadySeated,
    /// A name is one to twenty characters.
    #[error("a name has one to twenty characters")]
    BadName,
    /// There is no seat left.
    #[error("there is no seat left")]
    LobbyFull,
    /// The host has locked the door.
    #[error("the room is locked")]
    Locked,
    /// The host has sent the sender away.
    #[error("the host has sent you away")]
    Banned,
    /// Nothing to change.
    #[error("you are ready already")]
    AlreadyReady,
    /// Nothing to change.
    #[error("you are not ready")]
    NotReady,
    /// Too few for this game.
    #[error("there are not enough players")]
    NotEnoughPlayers,
    /// Somebody is not ready or away.
    #[error("not everybody is ready")]
    NotAllReady,
    /// The sender has voted.
    #[error("you have voted already")]
    AlreadyVoted,
    /// Only bots are sent away like this.
    #[error("this is not a bot")]
    NotABot,
    /// There is nobody of that number.
    #[error("there is nobody like that at this table")]
    NoSuchPlayer,
    /// No such reaction.
    #[error("there is no such reaction")]
    InvalidReaction,
    /// Too many reactions.
    #[error("too many reactions in a short time")]
    RateLimited,
    /// The sender is connected.
    #[error("you are connected already")]
    AlreadyConnected,
    /// A bot has the seat, for good.
    #[error("your seat was given to somebody else")]
    SeatReplaced,
    /// The options do not make a match.
    #[error("these options cannot be played: {0}")]
    InvalidOptions(String),
    /// The answer is to a question that is not asked any more.
    #[error("this question is not asked any more")]
    StalePrompt,
    /// The match says no.
    #[error(transparent)]
    Match(#[from] InputError<G>),
}

impl<G: Game> RoomReject<G> {
    /// Part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::InternalEvent => "internal_event",
            Self::NotSeated => "not_seated",
            Self::WrongPlayer => "wrong_player",
            Self::Closed => "room_closed",
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
            Self::NoSuchPlayer => "no_such_player",
            Self::InvalidReaction => "invalid_reaction",
            Self::RateLimited => "rate_limited",
            Self::AlreadyConnected => "already_connected",
            Self::SeatReplaced => "seat_replaced",
            Self::InvalidOptions(_) => "invalid_options",
            Self::StalePrompt => "stale_prompt",
            Self::Match(refused) => refused.code(),
        }
    }
}
