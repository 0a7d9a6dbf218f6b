use statig::blocking::InitializedStateMachine;
use statig::prelude::*;

use super::{Engine, Event, SCRIPT, points};
use crate::contest::Contestant;

#[derive(Default)]
struct Nested;

#[state_machine(initial = "State::off()")]
impl Nested {
    #[state]
    fn off(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Power => {
                context.add(points::POWERED);
                Transition(State::idle())
            }
            _ => Super,
        }
    }

    #[superstate(entry_action = "enter_on", exit_action = "exit_on")]
    fn on(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Power => {
                context.add(points::POWERED);
                Transition(State::off())
            }
            _ => Super,
        }
    }

    #[state(superstate = "on", entry_action = "enter_idle", exit_action = "exit_idle")]
    fn idle(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Start if context.is_warm() => {
                context.start(points::WARM_START);
                Transition(State::a())
            }
            Event::Start => {
                context.start(points::COLD_START);
                Transition(State::b())
            }
            _ => Super,
        }
    }

    #[superstate(superstate = "on", entry_action = "enter_work", exit_action = "exit_work")]
    fn work(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Stop => {
                context.add(points::STOPPED);
                Transition(State::idle())
            }
            _ => Super,
        }
    }

    #[state(superstate = "work", entry_action = "enter_a", exit_action = "exit_a")]
    fn a(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Next => {
                context.add(points::MOVED);
                Transition(State::b())
            }
            _ => Super,
        }
    }

    #[state(superstate = "work", entry_action = "enter_b", exit_action = "exit_b")]
    fn b(context: &mut Engine, event: &Event) -> Outcome<State> {
        match event {
            Event::Next => {
                context.add(points::MOVED);
                Transition(State::a())
            }
            _ => Super,
        }
    }

    #[action]
    fn enter_on(context: &mut Engine) {
        context.add(points::ENTER_ON);
    }

    #[action]
    fn exit_on(context: &mut Engine) {
        context.add(points::EXIT_ON);
    }

    #[action]
    fn enter_idle(context: &mut Engine) {
        context.add(points::ENTER_IDLE);
    }

    #[action]
    fn exit_idle(context: &mut Engine) {
        context.add(points::EXIT_IDLE);
    }

    #[action]
    fn enter_work(context: &mut Engine) {
        context.add(points::ENTER_WORK);
    }

    #[action]
    fn exit_work(context: &mut Engine) {
        context.add(points::EXIT_WORK);
    }

    #[action]
    fn enter_a(context: &mut Engine) {
        context.add(points::ENTER_A);
    }

    #[action]
    fn exit_a(context: &mut Engine) {
        context.add(points::EXIT_A);
    }

    #[action]
    fn enter_b(context: &mut Engine) {
        context.add(points::ENTER_B);
    }

    #[action]
    fn exit_b(context: &mut Engine) {
        context.add(points::EXIT_B);
    }
}

/// The nested chart in statig.
pub struct Statig {
    machine: InitializedStateMachine<Nested>,
    engine: Engine,
}

impl Contestant for Statig {
    type Step = Event;
    const SCRIPT: &'static [Event] = SCRIPT;

    fn fresh() -> Self {
        let mut engine = Engine::default();
        let machine = Nested.uninitialized_state_machine().init_with_context(&mut engine);
        Self { machine, engine }
    }

    #[inline(never)]
    fn step(&mut self, event: &Event) {
        self.machine.handle_with_context(event, &mut self.engine);
    }

    fn checksum(&self) -> u64 {
        self.engine.sum
    }
}
