//! The inputs of a room.

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
    /// A command from a person. The server has authenticated the sender; the message itself is not
    /// trusted for that (MM-78).
    Person {
        /// Who it is, as the server has authenticated them.
        id: PlayerId,
        /// What they request. The room checks all of it.
        command: Command<G>,
    },
    /// A person's last connection is gone.
    Lost {
        /// Who it is, as the server has authenticated them.
        id: PlayerId,
    },
    /// What a bot has decided, after [`RoomEffect::AskBot`](super::RoomEffect::AskBot).
    Bot {
        /// The seat it plays.
        seat: Seat,
        /// The prompt it answers.
        prompt: u64,
        /// The action. `None` waits for another seat that is asked, or for the clock; the bot is
        /// asked again when its seat learns something new.
        action: Option<G::Action>,
    },
    /// The seed of the next match. Without it the room's own dice supply one.
    Seed(Seed),
    /// The program that runs the room was restarted, so every connection is lost. Every person gets
    /// a full grace period to come back.
    Restarted,
    /// Lets time pass without doing anything else.
    Wake,
}

/// A call and its instant: what to store to keep a room. Handling the same records from the same
/// start, or from a save made in between, reproduces the same room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct RoomRecord<G: Game> {
    /// When the room got the call, in its own time.
    pub at: Millis,
    /// What the room was told.
    pub call: Call<G>,
}
