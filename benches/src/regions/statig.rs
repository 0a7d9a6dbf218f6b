use statig::blocking::InitializedStateMachine;
use statig::prelude::*;

use super::{ENTERED, Event, SCRIPT};
use crate::contest::{Contestant, Tally};

/// One region; statig has no parallel states, so there are three of these.
struct Region {
    own: Event,
    entered: [u64; 2],
    tally: Tally,
}

impl Region {
    fn moves_on(&self, event: &Event) -> bool {
        *event == self.own || *event == Event::MoveAll
    }
}

#[state_machine(initial = "State::left()")]
impl Region {
    #[state(entry_action = "enter_left")]
    fn left(&mut self, event: &Event) -> Outcome<State> {
        if self.moves_on(event) { Transition(State::right()) } else { Super }
    }

    #[state(entry_action = "enter_right")]
    fn right(&mut self, event: &Event) -> Outcome<State> {
        if self.moves_on(event) { Transition(State::left()) } else { Super }
    }

    #[action]
    fn enter_left(&mut self) {
        self.tally.add(self.entered[0]);
    }

    #[action]
    fn enter_right(&mut self) {
        self.tally.add(self.entered[1]);
    }
}

/// The regions in statig: three machines, and a broadcast written by hand.
pub struct Statig {
    regions: [InitializedStateMachine<Region>; 3],
}

impl Contestant for Statig {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        let regions =
            [(Event::MoveP, ENTERED[0]), (Event::MoveQ, ENTERED[1]), (Event::MoveR, ENTERED[2])];
        let regions = regions.map(|(own, entered)| {
            let region = Region { own, entered, tally: Tally::default() };
            region.uninitialized_state_machine().init()
        });
        Self { regions }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        for region in &mut self.regions {
            region.handle(event);
        }
    }

    fn checksum(&self) -> u64 {
        self.regions.iter().map(|region| region.inner().tally.sum).sum()
    }
}
