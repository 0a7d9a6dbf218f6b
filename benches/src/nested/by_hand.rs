use super::{Engine, Event, SCRIPT, points};
use crate::contest::Contestant;

#[derive(Clone, Copy)]
enum State {
    Off,
    Idle,
    A,
    B,
}

/// The nested chart as a hand-written `match`: the levels are flattened, their actions written out.
pub struct ByHand {
    state: State,
    engine: Engine,
}

impl ByHand {
    fn leave_work(&mut self) {
        match self.state {
            State::A => self.engine.add(points::EXIT_A),
            State::B => self.engine.add(points::EXIT_B),
            State::Off | State::Idle => return,
        }
        self.engine.add(points::EXIT_WORK);
    }

    fn start(&mut self) -> State {
        self.engine.add(points::EXIT_IDLE);
        if self.engine.is_warm() {
            self.engine.start(points::WARM_START);
            self.engine.add(points::ENTER_WORK);
            self.engine.add(points::ENTER_A);
            State::A
        } else {
            self.engine.start(points::COLD_START);
            self.engine.add(points::ENTER_WORK);
            self.engine.add(points::ENTER_B);
            State::B
        }
    }
}

impl Contestant for ByHand {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        Self { state: State::Off, engine: Engine::default() }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.state = match (self.state, event) {
            (State::Off, Event::Power) => {
                self.engine.add(points::POWERED);
                self.engine.add(points::ENTER_ON);
                self.engine.add(points::ENTER_IDLE);
                State::Idle
            }
            (State::Idle, Event::Power) => {
                self.engine.add(points::EXIT_IDLE);
                self.engine.add(points::EXIT_ON);
                self.engine.add(points::POWERED);
                State::Off
            }
            (State::A | State::B, Event::Power) => {
                self.leave_work();
                self.engine.add(points::EXIT_ON);
                self.engine.add(points::POWERED);
                State::Off
            }
            (State::Idle, Event::Start) => self.start(),
            (State::A, Event::Next) => {
                self.engine.add(points::EXIT_A);
                self.engine.add(points::MOVED);
                self.engine.add(points::ENTER_B);
                State::B
            }
            (State::B, Event::Next) => {
                self.engine.add(points::EXIT_B);
                self.engine.add(points::MOVED);
                self.engine.add(points::ENTER_A);
                State::A
            }
            (State::A | State::B, Event::Stop) => {
                self.leave_work();
                self.engine.add(points::STOPPED);
                self.engine.add(points::ENTER_IDLE);
                State::Idle
            }
            (unmoved, _) => unmoved,
        };
    }

    fn checksum(&self) -> u64 {
        self.engine.sum
    }
}
