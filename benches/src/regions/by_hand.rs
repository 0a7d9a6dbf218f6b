use super::{ENTERED, Event, SCRIPT};
use crate::contest::{Contestant, Tally};

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// The regions as three hand-written fields.
pub struct ByHand {
    sides: [Side; 3],
    tally: Tally,
}

impl ByHand {
    fn cross(&mut self, region: usize) {
        let [left, right] = ENTERED[region];
        self.sides[region] = match self.sides[region] {
            Side::Left => {
                self.tally.add(right);
                Side::Right
            }
            Side::Right => {
                self.tally.add(left);
                Side::Left
            }
        };
    }
}

impl Contestant for ByHand {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        Self { sides: [Side::Left; 3], tally: Tally::default() }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        match event {
            Event::MoveP => self.cross(0),
            Event::MoveQ => self.cross(1),
            Event::MoveR => self.cross(2),
            Event::MoveAll => {
                self.cross(0);
                self.cross(1);
                self.cross(2);
            }
        }
    }

    fn checksum(&self) -> u64 {
        self.tally.sum
    }
}
