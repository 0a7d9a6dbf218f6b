//! What the seats of a match remember.

use std::fmt;
use std::ops::Index;

use serde::{Deserialize, Serialize};

use std::collections::VecDeque;

use super::replay::DueBudget;
use crate::game::{By, Game, InputError, Seat, Viewer};
use crate::matches::MOST_UNDOS;
use crate::matches::{Act, Match, ReplayError};

/// What every seat of a match remembers of the events it was shown.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Memories<G: Game>(Vec<G::Memory>);

impl<G: Game> Memories<G> {
    /// Memories of seats that have seen nothing yet.
    pub fn new(seats: usize) -> Self {
        Self(vec![G::Memory::default(); seats])
    }

    /// Shows an event to every seat that may see it.
    pub fn tell(&mut self, event: &G::Event) {
        for (seat, memory) in Seat::first(self.0.len()).zip(&mut self.0) {
            if let Some(seen) = G::event_for(event, Viewer::Seat(seat)) {
                G::remember(memory, seat, &seen);
            }
        }
    }

    /// Takes the new events of a match, shows them to every seat, and returns them.
    pub fn follow(&mut self, game: &mut Match<G>) -> Vec<G::Event> {
        let events = game.take_events();
        for event in &events {
            self.tell(event);
        }
        events
    }

    /// What a seat remembers. `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&G::Memory> {
        self.0.get(seat.at())
    }

    /// What each seat remembers, in seat order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &G::Memory> {
        self.0.iter()
    }
}

/// Panics if there is no such seat.
impl<G: Game> Index<Seat> for Memories<G> {
    type Output = G::Memory;

    fn index(&self, seat: Seat) -> &G::Memory {
        &self.0[seat.at()]
    }
}

impl<G: Game> FromIterator<G::Memory> for Memories<G> {
    fn from_iter<I: IntoIterator<Item = G::Memory>>(memories: I) -> Self {
        Self(memories.into_iter().collect())
    }
}

impl<G: Game> Clone for Memories<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> PartialEq for Memories<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Game> fmt::Debug for Memories<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memories").field(&self.0).finish()
    }
}

impl<G: Game> Match<G> {
    /// What every seat remembers of a recorded match, computed by replaying it without what was
    /// undone. `None` if the match is not recorded, cannot be dealt again because it began under
    /// other rules, or does not end up in the state that its inputs lead to.
    pub fn memories(&self) -> Option<Memories<G>> {
        self.recall().map(|(memories, _)| memories)
    }

    /// The same, and for each action that can be undone its seat and what every seat remembered
    /// before it.
    #[allow(clippy::type_complexity)]
    pub(crate) fn recall(&self) -> Option<(Memories<G>, Vec<(Seat, Memories<G>)>)> {
        let record = self.record.as_ref().filter(|record| record.dealt_under == G::VERSION)?;
        let mut again = Self::start(&record.setup, true).ok()?;
        let mut memories = Memories::new(self.seats().len());
        let mut earlier = VecDeque::new();
        let mut budget = DueBudget::FULL;
        let failed = |why: &InputError<G>| ReplayError::Failed(why.to_string());
        memories.follow(&mut again);
        for input in &record.inputs {
            budget.wait(&mut again, input.at, failed).ok()?;
            again.advance_to(input.at.max(again.now())).ok()?;
            memories.follow(&mut again);
            match (&input.act, input.by) {
                (Act::Undo, _) => {
                    let (_, before, remembered) = earlier.pop_back()?;
                    (again, memories) = (before, remembered);
                    continue;
                }
                (Act::Do(action), By::Seat(seat))
                    if record.setup.undo && !G::is_private(action) =>
                {
                    if earlier.len() == MOST_UNDOS {
                        earlier.pop_front();
                    }
                    earlier.push_back((seat, again.followed_fork(), memories.clone()));
                }
                _ => {}
            }
            again.input(input.clone()).ok()?;
            memories.follow(&mut again);
        }
        // Timers due at this very instant may or may not have fired in this match.
        if self.now() > again.now() || self.hash() != again.hash() {
            budget.wait(&mut again, self.now(), failed).ok()?;
            again.advance_to(self.now()).ok()?;
            memories.follow(&mut again);
        }
        if self.hash() != again.hash() {
            return None;
        }
        let past = earlier.into_iter().map(|(seat, _, memories)| (seat, memories)).collect();
        Some((memories, past))
    }

    /// A copy that records its events.
    fn followed_fork(&self) -> Self {
        let mut copy = self.fork();
        copy.rules.recorder = Some(vec![]);
        copy
    }
}
