//! The one door of a room.

use serde::{Deserialize, Serialize};

use super::party::PlayerId;
use super::vocabulary::Command;
use crate::Millis;
use crate::cards::Seed;
use crate::game::{Game, Seat};

/// An input of a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
#[non_exhaustive]
pub enum Call<G: Game> {
    /// A person says something. The server has found out who it is, never from the words (MM-78).
    Person {
        /// The person.
        id: PlayerId,
        /// What is said.
        command: Command<G>,
    },
    /// The last connection of a person is gone.
    Lost {
        /// The person.
        id: PlayerId,
    },
    /// A bot has decided.
    Bot {
        /// The seat it plays.
        seat: Seat,
        /// The prompt it answers.
        prompt: u64,
        /// What it does. None waits: for another seat that is asked, or for the clock. It is asked
        /// again when its seat sees or hears of something new.
        action: Option<G::Action>,
    },
    /// The seed of the next match. Without it the room's own dice give one.
    Seed(Seed),
    /// The program that runs the room was restarted, so that every connection is lost: every person
    /// has a full grace period to come back.
    Restarted,
    /// Only time passes.
    Wake,
}

/// A call and its instant: what is written down to keep a room. A room that handles the same records
/// from the same beginning, or from a save that was made in between, is the same room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct RoomRecord<G: Game> {
    /// When the room was told, in its own time.
    pub at: Millis,
    /// What it was told.
    pub call: Call<G>,
}
