//! What the host tells a match about its seats, and what of it has to be kept.
//!
//! A connection that is lost and found again changes nothing, however often. Such words would fill the
//! records of the match for nothing, so they are left out as soon as the match is what it would be
//! without them.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::Game;
use crate::matches::Match;
use crate::save::{Save, SaveError, SavedMoment};

/// What the host has said since a seat last acted.
pub(crate) struct HostWords<G: Game> {
    /// The match as it would be if the host had said nothing.
    unless: Match<G>,
    /// How many inputs there were before the first word.
    inputs: usize,
}

/// The same in a save.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedWords {
    unless: SavedMoment,
    inputs: usize,
}

impl<G: Game> HostWords<G> {
    /// Before the first word.
    pub(super) fn before(game: &Match<G>) -> Self {
        Self { unless: game.fork(), inputs: game.inputs().len() }
    }

    /// Whether the words are to be kept, after one of them. If they have come to nothing they are taken
    /// out of the match.
    pub(super) fn count(&mut self, game: &mut Match<G>, now: Millis) -> bool {
        let came_to_nothing = self.unless.advance_to(now).is_ok()
            && game.is_like(&self.unless)
            && game.forget_inputs(self.inputs, &self.unless);
        !came_to_nothing
    }

    pub(super) fn save(&self) -> Result<SavedWords, SaveError> {
        Ok(SavedWords { unless: self.unless.moment()?, inputs: self.inputs })
    }

    pub(super) fn load(saved: &SavedWords, save: &Save) -> Result<Self, SaveError> {
        if saved.inputs > save.inputs.len() {
            return Err(SaveError::BadState("the host has not said so much".to_owned()));
        }
        let unless = Match::<G>::load_moment(save, &saved.unless)?;
        Ok(Self { unless, inputs: saved.inputs })
    }
}
