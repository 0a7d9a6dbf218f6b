use super::{Event, SCRIPT, SWITCHED_OFF, SWITCHED_ON};
use crate::contest::{Contestant, Tally};

#[derive(Clone, Copy)]
enum State {
    Off,
    On,
}

/// The toggle as a hand-written `match`.
pub struct ByHand {
    state: State,
    tally: Tally,
}

impl Contestant for ByHand {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        Self { state: State::Off, tally: Tally::default() }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.state = match (self.state, event) {
            (State::Off, Event::Toggle) => {
                self.tally.add(SWITCHED_ON);
                State::On
            }
            (State::On, Event::Toggle) => {
                self.tally.add(SWITCHED_OFF);
                State::Off
            }
        };
    }

    fn checksum(&self) -> u64 {
        self.tally.sum
    }
}
