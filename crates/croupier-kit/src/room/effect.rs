//! What a room wants to be done and told.

use serde::{Deserialize, Serialize};

use super::command::RoomReject;
use super::notice::Notice;
use super::settings::BotLevel;
use crate::{Game, Millis, Seat, Viewer};

/// What came of a call.
#[derive(Debug)]
pub struct Handled<G: Game> {
    /// What is to be done and told, in order. Time may have brought some of it, so there can be
    /// effects of a call that was refused.
    pub effects: Vec<RoomEffect<G>>,
    /// Whether the word counted.
    pub answer: Result<(), RoomReject<G>>,
}

/// Something to be done or told.
#[derive(Debug, Clone, PartialEq)]
pub enum RoomEffect<G: Game> {
    /// Everybody in the room is told, each what they may hear: [`Entry::heard_by`].
    Log(Entry<G>),
    /// Everybody is shown a reaction. It is not numbered and not kept.
    Reacted {
        /// Whose.
        seat: Seat,
        /// What.
        value: String,
    },
    /// A bot is to make up its mind about [`Room::knowledge`](super::Room::knowledge), and to
    /// answer with [`Call::Bot`](super::Call::Bot), at the earliest at `due`. If it does not, the
    /// room acts for it.
    AskBot {
        /// For which seat.
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
        /// Which question it is.
        prompt: u64,
        /// When it may answer, so that it seems to think.
        due: Millis,
    },
    /// A match has ended; it can be saved now.
    MatchEnded,
    /// The room is closed.
    Closed,
}

/// A line of a room's log, numbered without gaps (MM-77).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Entry<G: Game> {
    /// Counted from 0, for the life of the room.
    pub number: u64,
    /// The room's instant.
    pub at: Millis,
    /// What happened.
    pub story: LogEvent<G>,
}

/// What a line of the log tells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum LogEvent<G: Game> {
    /// Something about people.
    Room(Notice),
    /// Something about cards.
    Game(G::Event),
    /// Something that the reader may not know of. The number stays, so that nobody misses a line.
    Hidden,
}

impl<G: Game> Entry<G> {
    /// The line as a viewer may read it.
    pub fn heard_by(&self, viewer: Viewer) -> Self {
        let story = match &self.story {
            LogEvent::Room(notice) => LogEvent::Room(notice.clone()),
            LogEvent::Game(event) => {
                G::event_for(event, viewer).map_or(LogEvent::Hidden, LogEvent::Game)
            }
            LogEvent::Hidden => LogEvent::Hidden,
        };
        Self { story, ..self.clone() }
    }
}
