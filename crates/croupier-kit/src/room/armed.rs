//! In which order the timers of a room and of its match were armed (MM-2).
//!
//! Each of the two charts numbers its own timers. The room looks at both after every step, so that it
//! knows which of two timers was there first when they are due at the same instant.

use serde::{Deserialize, Serialize};

use super::Room;
use crate::game::Game;
use crate::matches::MatchTimer;

/// A timer that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ArmedTimer {
    /// One of the room's charts, by its place there.
    Room(u64),
    /// One of the match.
    Match(MatchTimer),
}

/// The timers that run, in the order in which they were armed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmedTimers {
    /// The number of the match, and the last place its flow has given away: an undo goes back to
    /// places that are given away once more.
    source: (u32, u64),
    timers: Vec<ArmedTimer>,
}

impl ArmedTimers {
    /// Where a timer stands in the order. One that is not known comes last.
    pub(super) fn place(&self, timer: ArmedTimer) -> usize {
        self.timers.iter().position(|it| *it == timer).unwrap_or(usize::MAX)
    }

    /// Takes in what runs now: timers that are new come last, those that are gone go.
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
    /// Looks which timers were armed in a step.
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
