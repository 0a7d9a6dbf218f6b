//! What the seats of a match remember, learnt again from its inputs.

use crate::{Act, By, Game, Match, Seat, Viewer};

impl<G: Game> Match<G> {
    /// What every seat remembers of a recorded match, by hearing it all once more: what was taken
    /// back was never heard. None if the match is not recorded, or cannot be dealt again because it
    /// began under other rules.
    pub fn memories(&self) -> Option<Vec<G::Memory>> {
        let record = self.record.as_ref().filter(|record| record.dealt_under == G::VERSION)?;
        let mut again = Self::start(&record.setup, true).ok()?;
        let mut memories = vec![G::Memory::default(); self.seats().len()];
        let mut earlier = vec![];
        again.hear(&mut memories);
        for input in &record.inputs {
            again.advance_to(input.at.max(again.now())).ok()?;
            again.hear(&mut memories);
            match (&input.act, input.by) {
                (Act::Undo, _) => {
                    let (before, heard) = earlier.pop()?;
                    (again, memories) = (before, heard);
                    continue;
                }
                (Act::Do(_), By::Seat(_)) if record.setup.undo => {
                    earlier.push((again.followed_fork(), memories.clone()));
                }
                _ => {}
            }
            again.input(input.clone()).ok()?;
            again.hear(&mut memories);
        }
        // What fell due at this very instant may have happened here, or not yet.
        if self.now() > again.now() || self.hash() != again.hash() {
            again.advance_to(self.now()).ok()?;
            again.hear(&mut memories);
        }
        Some(memories)
    }

    /// Tells everybody what they may hear of what has happened since the last time.
    pub(crate) fn hear(&mut self, memories: &mut [G::Memory]) -> Vec<G::Event> {
        let events = self.take_events();
        for event in &events {
            for (seat, memory) in Seat::first(memories.len()).zip(&mut *memories) {
                if let Some(heard) = G::event_for(event, Viewer::Seat(seat)) {
                    G::remember(memory, seat, &heard);
                }
            }
        }
        events
    }

    /// A copy whose events can be taken.
    fn followed_fork(&self) -> Self {
        let mut copy = self.fork();
        copy.table.recorder = Some(vec![]);
        copy
    }
}
