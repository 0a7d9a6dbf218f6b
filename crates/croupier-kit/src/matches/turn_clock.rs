//! The turn clock of a match: it runs, it is held, it runs out.

use serde::{Deserialize, Serialize};

use crate::{Millis, Seat, TurnClock};

/// A turn clock in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ticking {
    pub(crate) seat: Seat,
    turn: u32,
    /// When it runs out; none while it is held.
    pub(crate) deadline: Option<Millis>,
    /// What is left, while it is held.
    left: Millis,
}

impl Ticking {
    /// The clock after a step, given what the game says now.
    pub(crate) fn after(
        before: Option<Self>,
        now_asked: Option<TurnClock>,
        now: Millis,
    ) -> Option<Self> {
        let asked = now_asked?;
        let fresh = Self {
            seat: asked.seat,
            turn: asked.turn,
            deadline: Some(now + asked.limit),
            left: asked.limit,
        };
        let running = before
            .filter(|clock| clock.turn == asked.turn && clock.seat == asked.seat)
            .unwrap_or(fresh);
        Some(match (asked.held, running.deadline) {
            (true, Some(deadline)) => Self { deadline: None, left: deadline - now, ..running },
            (false, None) => Self { deadline: Some(now + running.left), ..running },
            _ => running,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unnecessary_wraps)] // As the game gives it.
    fn asked(turn: u32, held: bool) -> Option<TurnClock> {
        Some(TurnClock { seat: Seat(0), turn, limit: Millis(1000), held })
    }

    #[test]
    fn a_held_clock_keeps_what_is_left_and_a_new_turn_starts_afresh() {
        let first = Ticking::after(None, asked(1, false), Millis(100));
        assert_eq!(first.unwrap().deadline, Some(Millis(1100)));
        let same = Ticking::after(first, asked(1, false), Millis(600));
        assert_eq!(same.unwrap().deadline, Some(Millis(1100)));
        let held = Ticking::after(same, asked(1, true), Millis(600));
        assert_eq!(held.unwrap().deadline, None);
        let resumed = Ticking::after(held, asked(1, false), Millis(5000));
        assert_eq!(resumed.unwrap().deadline, Some(Millis(5500)));
        let next = Ticking::after(resumed, asked(2, false), Millis(5100));
        assert_eq!(next.unwrap().deadline, Some(Millis(6100)));
        assert_eq!(Ticking::after(next, None, Millis(5200)), None);
    }
}
