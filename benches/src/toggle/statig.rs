use statig::blocking::InitializedStateMachine;
use statig::prelude::*;

use super::{Event, SCRIPT, SWITCHED_OFF, SWITCHED_ON};
use crate::contest::{Contestant, Tally};

#[derive(Default)]
struct Toggle;

#[state_machine(initial = "State::off()")]
impl Toggle {
    #[state]
    fn off(context: &mut Tally, event: &Event) -> Outcome<State> {
        match event {
            Event::Toggle => {
                context.add(SWITCHED_ON);
                Transition(State::on())
            }
        }
    }

    #[state]
    fn on(context: &mut Tally, event: &Event) -> Outcome<State> {
        match event {
            Event::Toggle => {
                context.add(SWITCHED_OFF);
                Transition(State::off())
            }
        }
    }
}

/// The toggle in statig.
pub struct Statig {
    machine: InitializedStateMachine<Toggle>,
    tally: Tally,
}

impl Contestant for Statig {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        let mut tally = Tally::default();
        let machine = Toggle.uninitialized_state_machine().init_with_context(&mut tally);
        Self { machine, tally }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.machine.handle_with_context(event, &mut self.tally);
    }

    fn checksum(&self) -> u64 {
        self.tally.sum
    }
}
