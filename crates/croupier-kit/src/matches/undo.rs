//! Undoing actions.

use super::{Input, LONGEST_WAIT, MOST_UNDOS, Match, Record};
use crate::Millis;
use crate::game::{By, Game, InputError, RuleContext};
use crate::save::SavedMoment;

impl<G: Game> Match<G> {
    pub(super) fn checkpoint(&mut self, by: By, action: &G::Action) {
        let is_move = matches!(by, By::Seat(_)) && !G::is_private(action);
        let wanted = |record: &Record<G>| record.setup.undo && is_move;
        if self.record.as_deref().is_some_and(wanted) {
            let copy = self.fork();
            if let Some(record) = &mut self.record {
                if record.checkpoints.len() == MOST_UNDOS {
                    record.checkpoints.pop_front();
                }
                record.checkpoints.push_back(copy);
            }
        }
    }

    /// Whether actions can be undone in this match.
    pub(crate) fn allows_undo(&self) -> bool {
        self.record.as_ref().is_some_and(|record| record.setup.undo)
    }

    /// How many actions can be undone now.
    pub fn undo_depth(&self) -> usize {
        self.record.as_ref().map_or(0, |record| record.checkpoints.len())
    }

    /// The match before the last `count` actions of seats, if they can be undone.
    pub(crate) fn before_last(&self, count: usize) -> Option<&Self> {
        let checkpoints = &self.record.as_ref()?.checkpoints;
        checkpoints.get(checkpoints.len().checked_sub(count)?)
    }

    /// Whether another match is in the same position, with the same dice, timers and clocks. The
    /// number of steps may differ.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        if self.hash() != other.hash() {
            return false; // The usual difference, and the quickest to find.
        }
        let (Ok(one), Ok(other)) = (self.moment(), other.moment()) else { return false };
        one == SavedMoment { step: one.step, ..other }
    }

    /// Puts inputs of now in the place of all inputs after the first `count`. The match would be
    /// [like](Self::is_like) `like` then, which it must be now. Returns false and changes nothing
    /// if the inputs are needed to record that time has passed.
    pub(crate) fn replace_inputs(
        &mut self,
        count: usize,
        inputs: &[Input<G::Action>],
        like: &Self,
    ) -> bool {
        let now = self.now();
        let Some(record) = &mut self.record else { return false };
        let since = count.checked_sub(1).and_then(|last| record.inputs.get(last));
        let since = since.map_or(Millis::ZERO, |input| input.at);
        // An undo also moves time back, so `since` can be later than `now`.
        if now - since > LONGEST_WAIT || since > now {
            return false;
        }
        record.inputs.truncate(count);
        record.inputs.extend_from_slice(inputs);
        record.since = since;
        // The step count that a replay arrives at.
        self.step = like.step;
        true
    }

    /// Undoes the last action of a seat. Time goes back with it.
    pub(super) fn undo(&mut self, input: Input<G::Action>) -> Result<(), InputError<G>> {
        let record = self.record.as_mut().ok_or(InputError::NothingToUndo)?;
        let before = record.checkpoints.pop_back().ok_or(InputError::NothingToUndo)?;
        record.inputs.push(input);
        let Self { rules, flow, clocks, .. } = before;
        // Events that were already delivered are not revoked: clients redraw the match after an
        // undo.
        let recorder = self.rules.recorder.as_ref().map(|_| vec![]);
        self.rules = RuleContext { recorder, ..rules };
        (self.flow, self.clocks) = (flow, clocks);
        if let Some(record) = &mut self.record {
            record.since = self.flow.now();
        }
        // Prompts asked again are new prompts.
        self.step = self.step.wrapping_add(1);
        Ok(())
    }
}
