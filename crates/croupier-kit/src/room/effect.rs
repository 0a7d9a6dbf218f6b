//! The outputs of a room.

use super::bots::BotRequest;
use super::log::LogRecord;
use super::vocabulary::RoomReject;
use crate::game::{Game, Seat};
use crate::save::{Save, SaveError};

/// The result of a call.
#[derive(Debug)]
// Exhaustive: who converts it between types has to convert all of it.
pub struct Handled<G: Game> {
    /// What to send and do, in order. A refused call can have effects too, because time may have
    /// passed first.
    pub effects: Vec<RoomEffect<G>>,
    /// Whether the call was accepted.
    pub answer: Result<(), RoomReject<G>>,
    /// Whether the room may have changed. If so, record the call even if it was refused, because
    /// timers may have fired.
    pub changed: bool,
}

/// Something to send or to do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RoomEffect<G: Game> {
    /// Something happened. Use [`LogRecord::entry_for`] for what each reader may know.
    Log(LogRecord<G>),
    /// Show a reaction to everybody. It is neither numbered nor stored.
    Reacted {
        /// The seat that reacts.
        seat: Seat,
        /// The type of reaction, such as `emoji`.
        kind: String,
        /// Which one: one of those that the room allows.
        value: String,
    },
    /// Ask a bot to decide. If it does not answer in time, the room acts for it.
    AskBot(BotRequest),
    /// A seat has undone actions. Clients have to redraw the match from the view.
    Undone {
        /// The seat that asked for it.
        seat: Seat,
    },
    /// A match has ended. The save contains everything, including all cards and the seed.
    MatchEnded {
        /// The match as a save. An error is a bug in the game.
        save: Result<Box<Save>, SaveError>,
    },
    /// A match could not continue because of a bug in its game; for the operator of the room. The
    /// sentence may name hidden cards, so do not show it to players; the log tells them only that
    /// the match failed.
    MatchFailed {
        /// What has failed, in a sentence for the operator.
        why: String,
    },
    /// The room is closed.
    Closed,
}

impl<G: Game> RoomEffect<G> {
    /// Whether everybody is told of it.
    pub(super) fn is_public(&self) -> bool {
        matches!(self, Self::Log(record) if record.is_public())
    }
}
