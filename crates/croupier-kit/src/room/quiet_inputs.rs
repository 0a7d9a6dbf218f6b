//! Inputs that are no moves: what the host tells a match about its seats, and what seats do in
//! private. Which of them have to be kept.
//!
//! A connection that is lost and restored, or a hand that is sorted once more, usually leaves the
//! match as fewer such inputs would, however often that happens. The others would only bloat the
//! record of the match, so they are dropped.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::matches::{Input, Match};
use crate::save::{Save, SaveError, SavedMoment};

/// How many inputs are compared with each other. Connections and the orders of hands need one per
/// seat, and selections one per card; beyond this, what has been recorded stays.
const MOST_COMPARED: usize = 48;

/// The quiet inputs since the last move of a seat, each of which has an effect.
pub(crate) struct QuietInputs<G: Game> {
    /// The match as it would be without them.
    unless: Match<G>,
    /// How many inputs there were before the first of them.
    inputs: usize,
}

/// The saved form of [`QuietInputs`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedQuietInputs {
    unless: SavedMoment,
    inputs: usize,
}

impl<G: Game> QuietInputs<G> {
    /// Call this after every quiet input, with the quiet inputs so far and the match right before
    /// this one. Removes from the match what it can do without, and returns what had to be kept.
    pub(super) fn settled(
        so_far: Option<Self>,
        game: &mut Match<G>,
        before: Match<G>,
    ) -> Option<Self> {
        let last = game.inputs().len().checked_sub(1)?;
        if game.is_like(&before) && game.replace_inputs(last, &[], &before) {
            return so_far;
        }
        let mut quiet = so_far.unwrap_or_else(|| Self { unless: before, inputs: last });
        let kept = game.inputs().get(quiet.inputs..)?.to_vec();
        if kept.len() > MOST_COMPARED || quiet.unless.advance_to(game.now()).is_err() {
            return None;
        }
        for fewer in with_fewer(&kept) {
            // They count from now on: what lies between is the same with and without them.
            let fewer: Vec<_> =
                fewer.map(|input| Input { at: game.now(), ..input.clone() }).collect();
            let like = quiet.with(&fewer).filter(|it| game.is_like(it));
            if like.is_some_and(|it| game.replace_inputs(quiet.inputs, &fewer, &it)) {
                return (!fewer.is_empty()).then_some(quiet);
            }
        }
        Some(quiet)
    }

    /// The match as it would be with these inputs only.
    fn with(&self, inputs: &[Input<G::Action>]) -> Option<Match<G>> {
        let mut game = self.unless.fork();
        inputs.iter().try_for_each(|input| game.input(input.clone())).ok()?;
        Some(game)
    }

    pub(super) fn save(&self) -> Result<SavedQuietInputs, SaveError> {
        Ok(SavedQuietInputs { unless: self.unless.moment()?, inputs: self.inputs })
    }

    pub(super) fn load(saved: &SavedQuietInputs, save: &Save) -> Result<Self, SaveError> {
        if saved.inputs > save.inputs.len() {
            let why = "the save counts more inputs than there are";
            return Err(SaveError::BadState(why.to_owned()));
        }
        let unless = Match::<G>::load_moment(save, &saved.unless)?;
        Ok(Self { unless, inputs: saved.inputs })
    }
}

/// What could give the same as all inputs: without an earlier one that the last one cancels, or
/// that it replaces.
fn with_fewer<T>(inputs: &[T]) -> impl Iterator<Item = impl Iterator<Item = &T>> {
    let last = inputs.len().saturating_sub(1);
    let dropped = move |earlier: usize, ending: usize| {
        let without = inputs.iter().enumerate().take(ending);
        without.filter(move |(at, _)| *at != earlier).map(|(_, input)| input)
    };
    let cancelled = (0..last).rev().map(move |earlier| (earlier, last));
    let replaced = (0..last).rev().map(move |earlier| (earlier, last + 1));
    cancelled.chain(replaced).map(move |(earlier, ending)| dropped(earlier, ending))
}
