//! What the host tells a match about its seats, and which of it has to be kept.
//!
//! When a connection is lost and restored, the match is usually the same as before, however often
//! that happens. Such inputs would only bloat the record of the match, so they are dropped as soon
//! as the match is what it would be without them.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::Game;
use crate::matches::Match;
use crate::save::{Save, SaveError, SavedMoment};

/// The host's inputs since a seat last acted.
pub(crate) struct HostWords<G: Game> {
    /// The match as it would be without the host's inputs.
    unless: Match<G>,
    /// How many inputs there were before the host's first one.
    inputs: usize,
}

/// The saved form of [`HostWords`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedWords {
    unless: SavedMoment,
    inputs: usize,
}

impl<G: Game> HostWords<G> {
    /// The start, before the host's first input.
    pub(super) fn before(game: &Match<G>) -> Self {
        Self { unless: game.fork(), inputs: game.inputs().len() }
    }

    /// Call this after every input of the host. Returns whether the inputs have to be kept; if they
    /// have no effect, they are removed from the match.
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
            let why = "the save counts more inputs of the host than there are";
            return Err(SaveError::BadState(why.to_owned()));
        }
        let unless = Match::<G>::load_moment(save, &saved.unless)?;
        Ok(Self { unless, inputs: saved.inputs })
    }
}
