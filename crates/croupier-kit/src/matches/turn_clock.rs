//! The turn clocks of a match: how they run, stop and run out.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::{Seat, TurnClock, TurnClocks};

/// A running or held turn clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ticking {
    pub(crate) seat: Seat,
    turn: u32,
    /// When it runs out; `None` while it is held.
    pub(crate) deadline: Option<Millis>,
    /// The time left while it is held.
    left: Millis,
}

impl Ticking {
    /// The clock after a step, given what the game asks for now.
    #[inline]
    fn after(before: Option<Self>, asked: TurnClock, now: Millis) -> Self {
        let fresh = Self {
            seat: asked.seat,
            turn: asked.turn,
            deadline: Some(now + asked.limit),
            left: asked.limit,
        };
        let running = before.filter(|clock| clock.is(&asked)).unwrap_or(fresh);
        match (asked.held, running.deadline) {
            (true, Some(deadline)) => Self { deadline: None, left: deadline - now, ..running },
            (false, None) => Self { deadline: Some(now + running.left), ..running },
            _ => running,
        }
    }

    #[inline]
    fn is(&self, asked: &TurnClock) -> bool {
        self.turn == asked.turn && self.seat == asked.seat
    }
}

/// A pending timer of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MatchTimer {
    /// A timer of the flow, by its position in the order of arming.
    Flow(u64),
    /// A turn clock. One that was held and runs again counts as newly armed.
    Clock { seat: Seat, turn: u32, deadline: Option<Millis> },
}

impl MatchTimer {
    pub(crate) fn clock(clock: &Ticking) -> Self {
        let Ticking { seat, turn, deadline, .. } = *clock;
        Self::Clock { seat, turn, deadline }
    }
}

/// The clocks of a match. There is nearly always at most one, which is stored without allocating.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Clocks {
    pub(crate) first: Option<Ticking>,
    pub(crate) more: Vec<Ticking>,
}

impl Clocks {
    /// Updates the clocks after a step to what the game asks for now.
    #[inline]
    pub(crate) fn follow(&mut self, asked: &TurnClocks, now: Millis) {
        if asked.more.is_empty() && self.more.is_empty() {
            self.first = asked.first.map(|asked| Ticking::after(self.first, asked, now));
        } else {
            self.follow_several(asked, now);
        }
    }

    #[cold]
    fn follow_several(&mut self, asked: &TurnClocks, now: Millis) {
        let before = std::mem::take(self);
        let find = |asked: &TurnClock| before.iter().find(|clock| clock.is(asked)).copied();
        let after = |asked: &TurnClock| Ticking::after(find(asked), *asked, now);
        self.first = asked.first.as_ref().map(after);
        self.more = asked.more.iter().map(after).collect();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Ticking> {
        self.first.iter().chain(&self.more)
    }

    /// When the next clock runs out.
    #[inline]
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let first = self.first.and_then(|clock| clock.deadline);
        if self.more.is_empty() {
            return first;
        }
        self.iter().filter_map(|clock| clock.deadline).min()
    }

    /// The clock that runs out next.
    pub(crate) fn first_due(&self) -> Option<&Ticking> {
        let deadline = self.deadline();
        self.iter().find(|clock| clock.deadline.is_some() && clock.deadline == deadline)
    }

    /// When the clock of a seat runs out.
    pub(crate) fn deadline_of(&self, seat: Seat) -> Option<Millis> {
        self.iter().find(|clock| clock.seat == seat)?.deadline
    }

    /// Removes the clock that runs out next and returns its seat.
    pub(crate) fn take_first(&mut self) -> Option<Seat> {
        let deadline = self.deadline()?;
        let is_due = |clock: &Ticking| clock.deadline == Some(deadline);
        if self.first.as_ref().is_some_and(is_due) {
            return self.first.take().map(|clock| clock.seat);
        }
        let at = self.more.iter().position(is_due)?;
        Some(self.more.remove(at).seat)
    }

    pub(crate) fn clear(&mut self) {
        self.first = None;
        self.more.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seat: u8, turn: u32, held: bool) -> TurnClock {
        TurnClock { seat: Seat(seat), turn, limit: Millis(1000), held }
    }

    #[test]
    fn a_held_clock_keeps_what_is_left_and_a_new_turn_starts_afresh() {
        let mut clocks = Clocks::default();
        let mut deadline = |asked: Option<TurnClock>, now| {
            clocks.follow(&asked.into(), Millis(now));
            clocks.deadline()
        };
        assert_eq!(deadline(Some(clock(0, 1, false)), 100), Some(Millis(1100)));
        assert_eq!(deadline(Some(clock(0, 1, false)), 600), Some(Millis(1100)));
        assert_eq!(deadline(Some(clock(0, 1, true)), 600), None);
        assert_eq!(deadline(Some(clock(0, 1, false)), 5000), Some(Millis(5500)));
        assert_eq!(deadline(Some(clock(0, 2, false)), 5100), Some(Millis(6100)));
        assert_eq!(deadline(None, 5200), None);
    }

    #[test]
    fn several_clocks_run_each_for_itself_and_out_in_the_order_of_their_deadlines() {
        let mut clocks = Clocks::default();
        clocks.follow(&Some(clock(2, 1, false)).into(), Millis(0));
        clocks.follow(
            &[0, 1, 2].map(|seat| clock(seat, 1, false)).into_iter().collect(),
            Millis(300),
        );
        assert_eq!(clocks.deadline_of(Seat(2)), Some(Millis(1000)), "it went on");
        assert_eq!(clocks.deadline_of(Seat(1)), Some(Millis(1300)));
        assert_eq!((clocks.deadline(), clocks.take_first()), (Some(Millis(1000)), Some(Seat(2))));
        assert_eq!((clocks.take_first(), clocks.take_first()), (Some(Seat(0)), Some(Seat(1))));
        // A seat whose clock does not change keeps it running.
        clocks
            .follow(&[0, 1].map(|seat| clock(seat, 1, false)).into_iter().collect(), Millis(2000));
        clocks.follow(&Some(clock(1, 1, false)).into(), Millis(2500));
        assert_eq!(clocks.deadline(), Some(Millis(3000)));
        assert!(clocks.more.is_empty());
    }
}
