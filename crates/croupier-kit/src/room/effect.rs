//! What a room wants to be done and told.

use super::bots::BotRequest;
use super::log::LogRecord;
use super::vocabulary::RoomReject;
use crate::game::{Game, Seat};
use crate::save::{Save, SaveError};

/// What came of a call.
#[derive(Debug)]
pub struct Handled<G: Game> {
    /// What is to be done and told, in order. Time may have brought some of it, so there can be
    /// effects of a call that was refused.
    pub effects: Vec<RoomEffect<G>>,
    /// Whether the call was accepted.
    pub answer: Result<(), RoomReject<G>>,
    /// Whether the room may have changed. If so, the call belongs into its records, even if it was
    /// refused: time has brought something then.
    pub changed: bool,
}

/// Something to be done or told.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RoomEffect<G: Game> {
    /// Something happened. Each reader is told what they may know: [`LogRecord::entry_for`].
    Log(LogRecord<G>),
    /// Everybody is shown a reaction. It is not numbered and not kept.
    Reacted {
        /// The seat that reacts.
        seat: Seat,
        /// `emoji`.
        kind: String,
        /// The reaction.
        value: String,
    },
    /// A bot is to decide. If it does not answer in time, the room acts for it.
    AskBot(BotRequest),
    /// A seat has taken actions back: what was shown of the match is drawn again from the view.
    Undone {
        /// The seat.
        seat: Seat,
    },
    /// A match has ended. The save holds all of it, with every card and the seed.
    MatchEnded {
        /// The match as a save; an error is a fault of the game.
        save: Result<Box<Save>, SaveError>,
    },
    /// A match could not continue: a fault of its game, for whoever runs the room. The sentence may name
    /// hidden cards, so it is not for players; the log tells them that the match has failed.
    MatchFailed {
        /// What has failed.
        why: String,
    },
    /// The room is closed.
    Closed,
}

impl<G: Game> RoomEffect<G> {
    /// Whether it is told to everybody.
    pub(super) fn is_public(&self) -> bool {
        matches!(self, Self::Log(record) if record.is_public())
    }
}
