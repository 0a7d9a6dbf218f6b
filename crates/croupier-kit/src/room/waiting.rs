//! Whom the table is waiting for.

use serde::{Deserialize, Serialize};

use super::Room;
use super::view::Phase;
use crate::Millis;
use crate::game::{Game, Seat};

/// A seat that the table is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Waiting {
    /// The seat that is asked and has not answered.
    pub seat: Seat,
    /// When the wait ends, on the room's clock; `null` for no limit.
    pub until: Option<Millis>,
}

impl<G: Game> Room<G> {
    /// Whom the table is waiting for, and until when: in the lobby for those who are not ready, in
    /// a match for those who are asked, and in a vote for those who have not voted.
    pub fn waiting(&self) -> Vec<Waiting> {
        let members = self.party.members.iter();
        match self.phase() {
            Phase::Lobby => members
                .filter(|it| !it.ready)
                .map(|it| Waiting { seat: it.seat, until: None })
                .collect(),
            Phase::Voting => members
                .filter(|it| it.is_human() && it.vote.is_none())
                .map(|it| Waiting { seat: it.seat, until: self.party.ends })
                .collect(),
            Phase::Playing => match &self.playing {
                Some(playing) => playing.waiting().collect(),
                None => vec![],
            },
            Phase::Results | Phase::Countdown | Phase::Closed => vec![],
        }
    }
}
