//! The options of a room, independent of the game that is played in it.

use serde::{Deserialize, Serialize};

use super::level::BotLevel;
use crate::Millis;
use crate::game::{Error, ErrorKind, MAX_SEATS};

/// The settings of a room: timeouts, bots, votes and permissions. They are independent of the game
/// that is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RoomSettings"))]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // Each is an independent option.
pub struct RoomOptions {
    /// How long the seat of a lost connection is kept.
    pub grace_ms: Millis,
    /// How long the results are shown before the vote on a rematch opens.
    pub results_ms: Millis,
    /// How long the vote on a rematch stays open; `null` for no limit.
    pub vote_ms: Option<Millis>,
    /// The length of the countdown to a rematch.
    pub countdown_ms: Millis,
    /// How long bots pause before they act, so that people can follow the match.
    pub bot_delay_ms: Millis,
    /// How long a room without people stays open; `null` to leave it to the server.
    pub abandon_ms: Option<Millis>,
    /// How long a room stays open after the last activity of a person; `null` to leave it to the
    /// server (MM-69).
    pub idle_ms: Option<Millis>,
    /// How long a player may keep the table waiting before the others can vote to remove them
    /// (MM-67).
    pub silent_ms: Millis,
    /// How many reactions a player may send within `reaction_window_ms`.
    pub reaction_limit: usize,
    /// The sliding window for `reaction_limit`.
    pub reaction_window_ms: Millis,
    /// The reactions that players can send.
    pub reactions: Vec<String>,
    /// Whether a person can take back a seat that a stand-in has taken over.
    pub reclaim: bool,
    /// Whether invited bots stay for the next match. Stand-ins never do.
    pub keep_bots: bool,
    /// How many people a rematch needs, in addition to the minimum number of seats of the game.
    pub rematch_humans: usize,
    /// The levels of bots that can be added. The program that runs the room must be able to play
    /// them.
    pub bot_levels: Vec<BotLevel>,
    /// The level of stand-ins. It must be one of `bot_levels`.
    pub stand_in: BotLevel,
    /// Whether players may undo their last action.
    pub undo: bool,
    /// Whether people may ask for hints.
    pub hints: bool,
    /// Whether any person can start the next match at once, without a vote (MM-C11).
    pub instant_rematch: bool,
    /// Whether players are ready as soon as they join (MM-C12).
    pub auto_ready: bool,
    /// Whether the server may send strangers here while a seat is free (MM-C13).
    pub quickplay: bool,
    /// Whether the room returns to an empty lobby when a person joins a match that everybody else
    /// has left (MM-C14).
    pub stale_reset: bool,
    /// Whether the host may change options that are meant for tests, such as those that determine
    /// cards.
    pub test_options: bool,
}

impl Default for RoomOptions {
    fn default() -> Self {
        Self {
            grace_ms: Millis(30_000),
            results_ms: Millis(5_000),
            vote_ms: Some(Millis(60_000)),
            countdown_ms: Millis(3_000),
            bot_delay_ms: Millis(900),
            abandon_ms: Some(Millis(600_000)),
            idle_ms: Some(Millis::from_days(1)),
            silent_ms: Millis(60_000),
            reaction_limit: 5,
            reaction_window_ms: Millis(5_000),
            reactions: ["😂", "🧡", "😁", "😱"].map(str::to_owned).into(),
            reclaim: true,
            keep_bots: true,
            rematch_humans: 1,
            bot_levels: vec![BotLevel::RANDOM],
            stand_in: BotLevel::RANDOM,
            undo: false,
            hints: false,
            instant_rematch: false,
            auto_ready: false,
            quickplay: false,
            stale_reset: false,
            test_options: false,
        }
    }
}

impl RoomOptions {
    /// The literal rules of Min or Max: no return after a replacement, bots leave before a rematch,
    /// a rematch needs two people, and an empty room closes at once.
    pub fn strict() -> Self {
        Self {
            abandon_ms: Some(Millis::ZERO),
            reclaim: false,
            keep_bots: false,
            rematch_humans: 2,
            ..Self::default()
        }
    }

    /// No delays, for simulations and tests.
    pub fn bench() -> Self {
        Self {
            idle_ms: None,
            test_options: true,
            results_ms: Millis::ZERO,
            vote_ms: None,
            countdown_ms: Millis::ZERO,
            bot_delay_ms: Millis::ZERO,
            ..Self::default()
        }
    }

    /// A preset by name: `table`, `strict` or `bench`.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "table" => Some(Self::default()),
            "strict" => Some(Self::strict()),
            "bench" => Some(Self::bench()),
            _ => None,
        }
    }

    /// Whether a room can work with these options, and if not, why not.
    pub fn check(&self) -> Result<(), RoomOptionsError> {
        let waits = [
            self.grace_ms,
            self.results_ms,
            self.countdown_ms,
            self.bot_delay_ms,
            self.silent_ms,
            self.reaction_window_ms,
        ];
        let some = [self.vote_ms, self.abandon_ms, self.idle_ms].into_iter().flatten();
        if waits.into_iter().chain(some).any(|wait| wait > crate::matches::LONGEST_WAIT) {
            return Err(RoomOptionsError::TooLong);
        }
        if self.bot_delay_ms > Millis::from_secs(3600) {
            return Err(RoomOptionsError::SlowBots);
        }
        if self.bot_levels.len() > MOST_LEVELS || self.bot_levels.contains(&BotLevel::HOUSE) {
            return Err(RoomOptionsError::BadLevels);
        }
        if !self.bot_levels.contains(&self.stand_in) {
            return Err(RoomOptionsError::NoStandIn(self.stand_in.clone()));
        }
        if self.vote_ms == Some(Millis::ZERO) {
            return Err(RoomOptionsError::NoTimeToVote);
        }
        if self.idle_ms == Some(Millis::ZERO) {
            return Err(RoomOptionsError::NoTimeToSpeak);
        }
        if self.rematch_humans > MAX_SEATS {
            return Err(RoomOptionsError::TooManyPersons);
        }
        if self.reaction_limit > MOST_REACTIONS || self.reactions.len() > MOST_REACTIONS {
            return Err(RoomOptionsError::TooManyReactions);
        }
        if self.reactions.iter().any(|it| it.is_empty() || it.len() > 32) {
            return Err(RoomOptionsError::BadReaction);
        }
        Ok(())
    }
}

/// Why a room cannot have these options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RoomOptionsError {
    /// A wait of more than a year.
    #[error("no duration of a room may be longer than a year")]
    TooLong,
    /// Bots that think for more than an hour.
    #[error("the delay of bots cannot be longer than an hour")]
    SlowBots,
    /// Too many bot levels, or the house is among them.
    #[error("a room has at most {MOST_LEVELS} bot levels, and `house` cannot be one of them")]
    BadLevels,
    /// A stand-in that is not among the levels.
    #[error("the level of stand-ins, {:?}, is not among the room's bot levels", .0.as_str())]
    NoStandIn(BotLevel),
    /// A vote that would be over at once.
    #[error("the time for a vote cannot be 0; null means no limit")]
    NoTimeToVote,
    /// A room that would be idle at once.
    #[error("the idle time of a room cannot be 0; null means no limit")]
    NoTimeToSpeak,
    /// A rematch that needs more people than there are seats.
    #[error("a rematch cannot need more than {MAX_SEATS} persons")]
    TooManyPersons,
    /// Too many reactions.
    #[error("a room has at most {MOST_REACTIONS} reactions")]
    TooManyReactions,
    /// An empty reaction, or one that is too long.
    #[error("a reaction must be one short word or picture")]
    BadReaction,
}

impl RoomOptionsError {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        "invalid_options"
    }
}

impl From<RoomOptionsError> for Error {
    fn from(error: RoomOptionsError) -> Self {
        Self::new(ErrorKind::IllegalAction, error.code(), error.to_string())
    }
}

/// The maximum number of bot levels.
const MOST_LEVELS: usize = 32;

/// The maximum number of reactions, both to choose from and within the rate limit.
const MOST_REACTIONS: usize = 64;
