//! The order in which the timers of a room and its match were armed (MM-2).
//!
//! The room's chart and the match's chart each number their own timers. The room compares both
//! after every step to know which of two timers was armed first when they are due at the same
//! instant.

use serde::{Deserialize, Serialize};

use super::Room;
use crate::game::Game;
use crate::matches::MatchTimer;

/// A pending timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ArmedTimer {
    /// A timer of the room's chart, by its number there.
    Room(u64),
    /// One of the match.
    Match(MatchTimer),
}

/// The pending timers, in the order in which they were armed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmedTimers {
    /// The number of the match, and how many timers its flow has armed: an undo goes back to
    /// numbers that will be assigned again.
    source: (u32, u64),
    timers: Vec<ArmedTimer>,
}

impl ArmedTimers {
    /// The position of a timer in the order. Unknown timers come last.
    pub(super) fn place(&self, timer: ArmedTimer) -> usize {
        self.timers.iter().position(|it| *it == timer).unwrap_or(usize::MAX)
    }

    /// Updates the list to the timers that are pending now: removes old ones and appends new ones.
    fn follow(&mut self, source: (u32, u64), running: &[ArmedTimer]) {
        if source.0 != self.source.0 || source.1 < self.source.1 {
            self.timers.retain(|it| matches!(it, ArmedTimer::Room(_)));
        }
        self.source = source;
        self.timers.retain(|it| running.contains(it));
        for timer in running {
            if !self.timers.contains(timer) {
                self.timers.push(*timer);
            }
        }
    }
}

impl<G: Game> Room<G> {
    /// Notes which timers were armed in a step.
    pub(super) fn note_timers(&mut self) {
        let mut places: Vec<u64> =
            self.chart.chart.timers(&self.flow).into_iter().map(|timer| timer.1).collect();
        places.sort_unstable();
        let mut running: Vec<_> = places.into_iter().map(ArmedTimer::Room).collect();
        let playing = self.playing.as_ref().filter(|_| self.is_playing());
        let given_away = playing.map_or(0, |it| it.game.timers_armed());
        running.extend(playing.iter().flat_map(|it| it.game.timers()).map(ArmedTimer::Match));
        self.armed.follow((self.party.game_no, given_away), &running);
    }
}
