use statig::blocking::InitializedStateMachine;
use statig::prelude::*;

use super::{Event, Rules, SCRIPT, ScriptStep, delay, tooltip};
use crate::contest::Contestant;

/// The events of the machine: statig has no timers, so a fired one is an event like any other.
enum Signal {
    Sent(Event),
    Timer,
}

use self::Signal::{Sent, Timer};

/// What is lent to the machine: the rules, and a hand-written clock that entry actions start and
/// exit actions stop.
#[derive(Default)]
struct Lent {
    rules: Rules,
    now: u64,
    due: Option<u64>,
}

impl Lent {
    fn wait(&mut self, delay: u64) {
        self.due = Some(self.now + delay);
    }
}

#[derive(Default)]
struct Flow;

#[state_machine(initial = "State::welcome()")]
impl Flow {
    #[superstate]
    fn game(context: &mut Lent, event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::ResetGame) => {
                context.rules.reset();
                Transition(State::welcome())
            }
            Sent(Event::QuitGame) => Transition(State::welcome()),
            _ => Super,
        }
    }

    #[superstate(superstate = "game")]
    fn data_war() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "game")]
    fn special_effect() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "game")]
    fn pre_reveal(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::PreRevealComplete) => Transition(State::ready()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_welcome")]
    fn welcome(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::StartGame) => Transition(State::select_billionaire()),
            Sent(Event::SkipToGame) => Transition(State::ready()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_select_billionaire")]
    fn select_billionaire(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::SelectBillionaire) => Transition(State::select_background()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_select_background")]
    fn select_background(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::SelectBackground) => Transition(State::intro()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_intro")]
    fn intro(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::ShowGuide) => Transition(State::quick_start_guide()),
            Sent(Event::SkipInstructions) => Transition(State::vs_animation()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_quick_start_guide")]
    fn quick_start_guide(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::ShowMission | Event::SkipGuide) => Transition(State::your_mission()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_your_mission")]
    fn your_mission(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::StartPlaying) => Transition(State::vs_animation()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_vs_animation", exit_action = "stop_timer")]
    fn vs_animation(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::VsAnimationComplete) | Timer => Transition(State::ready()),
            Sent(_) => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_ready")]
    fn ready(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::RevealCards) => Transition(State::revealing()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_revealing")]
    fn revealing(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::CardsRevealed) => Transition(State::comparing()),
            _ => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_comparing", exit_action = "stop_timer")]
    fn comparing(context: &mut Lent, event: &Signal) -> Outcome<State> {
        match event {
            Timer if context.rules.is_data_war() => Transition(State::war_animating()),
            Timer if context.rules.has_special_effects() => Transition(State::effect_showing()),
            Timer | Sent(Event::ResolveTurn) => Transition(State::resolving()),
            Sent(Event::Tie) => Transition(State::war_animating()),
            Sent(Event::SpecialEffect) => Transition(State::effect_showing()),
            Sent(_) => Super,
        }
    }

    #[state(superstate = "game", entry_action = "enter_resolving")]
    fn resolving(context: &mut Lent, event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::CheckWinCondition) if context.rules.has_win_condition() => {
                Transition(State::game_over())
            }
            Sent(Event::CheckWinCondition) => Transition(State::pre_processing()),
            _ => Super,
        }
    }

    #[state(entry_action = "enter_game_over")]
    fn game_over() -> Outcome<State> {
        Handled
    }

    #[state(
        superstate = "data_war",
        entry_action = "enter_war_animating",
        exit_action = "stop_timer"
    )]
    fn war_animating(event: &Signal) -> Outcome<State> {
        match event {
            Timer => Transition(State::war_face_down()),
            Sent(_) => Super,
        }
    }

    #[state(superstate = "data_war", entry_action = "enter_war_face_down")]
    fn war_face_down(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::TapDeck) => Transition(State::war_face_up()),
            _ => Super,
        }
    }

    #[state(superstate = "data_war", entry_action = "enter_war_face_up")]
    fn war_face_up(context: &mut Lent, event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::TapDeck) => {
                context.rules.count_turn();
                Transition(State::comparing())
            }
            _ => Super,
        }
    }

    #[state(superstate = "special_effect", entry_action = "enter_effect_showing")]
    fn effect_showing(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::DismissEffect) => Transition(State::effect_processing()),
            _ => Super,
        }
    }

    #[state(
        superstate = "special_effect",
        entry_action = "enter_effect_processing",
        exit_action = "stop_timer"
    )]
    fn effect_processing(event: &Signal) -> Outcome<State> {
        match event {
            Timer => Transition(State::resolving()),
            Sent(_) => Super,
        }
    }

    #[state(
        superstate = "pre_reveal",
        entry_action = "enter_pre_processing",
        exit_action = "stop_timer"
    )]
    fn pre_processing(context: &mut Lent, event: &Signal) -> Outcome<State> {
        match event {
            Timer if context.rules.has_pre_reveal_effects() => Transition(State::pre_animating()),
            Timer => Transition(State::ready()),
            Sent(_) => Super,
        }
    }

    #[state(
        superstate = "pre_reveal",
        entry_action = "enter_pre_animating",
        exit_action = "stop_timer"
    )]
    fn pre_animating(event: &Signal) -> Outcome<State> {
        match event {
            Timer => Transition(State::pre_awaiting()),
            Sent(_) => Super,
        }
    }

    #[state(superstate = "pre_reveal", entry_action = "enter_pre_awaiting")]
    fn pre_awaiting(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::TapDeck) => Transition(State::pre_selecting()),
            _ => Super,
        }
    }

    #[state(superstate = "pre_reveal", entry_action = "enter_pre_selecting")]
    fn pre_selecting(event: &Signal) -> Outcome<State> {
        match event {
            Sent(Event::CardSelected) => Transition(State::revealing()),
            _ => Super,
        }
    }

    #[action]
    fn enter_welcome(context: &mut Lent) {
        context.rules.show(tooltip::WELCOME);
    }

    #[action]
    fn enter_select_billionaire(context: &mut Lent) {
        context.rules.show(tooltip::SELECT_BILLIONAIRE);
    }

    #[action]
    fn enter_select_background(context: &mut Lent) {
        context.rules.show(tooltip::SELECT_BACKGROUND);
    }

    #[action]
    fn enter_intro(context: &mut Lent) {
        context.rules.show(tooltip::INTRO);
    }

    #[action]
    fn enter_quick_start_guide(context: &mut Lent) {
        context.rules.show(tooltip::QUICK_START_GUIDE);
    }

    #[action]
    fn enter_your_mission(context: &mut Lent) {
        context.rules.show(tooltip::YOUR_MISSION);
    }

    #[action]
    fn enter_vs_animation(context: &mut Lent) {
        context.rules.show(tooltip::VS_ANIMATION);
        context.wait(delay::VS_ANIMATION);
    }

    #[action]
    fn enter_ready(context: &mut Lent) {
        context.rules.show(tooltip::READY);
    }

    #[action]
    fn enter_revealing(context: &mut Lent) {
        context.rules.show(tooltip::REVEALING);
    }

    #[action]
    fn enter_comparing(context: &mut Lent) {
        context.rules.compare();
        context.rules.show(tooltip::COMPARING);
        context.wait(delay::COMPARISON);
    }

    #[action]
    fn enter_resolving(context: &mut Lent) {
        context.rules.show(tooltip::RESOLVING);
    }

    #[action]
    fn enter_game_over(context: &mut Lent) {
        context.rules.show(tooltip::GAME_OVER);
    }

    #[action]
    fn enter_war_animating(context: &mut Lent) {
        context.rules.show(tooltip::WAR_ANIMATING);
        context.wait(delay::DATA_WAR);
    }

    #[action]
    fn enter_war_face_down(context: &mut Lent) {
        context.rules.show(tooltip::WAR_FACE_DOWN);
    }

    #[action]
    fn enter_war_face_up(context: &mut Lent) {
        context.rules.show(tooltip::WAR_FACE_UP);
    }

    #[action]
    fn enter_effect_showing(context: &mut Lent) {
        context.rules.show(tooltip::EFFECT_SHOWING);
    }

    #[action]
    fn enter_effect_processing(context: &mut Lent) {
        context.rules.show(tooltip::EFFECT_PROCESSING);
        context.wait(delay::EFFECT);
    }

    #[action]
    fn enter_pre_processing(context: &mut Lent) {
        context.rules.show(tooltip::PRE_PROCESSING);
        context.wait(delay::WIN);
    }

    #[action]
    fn enter_pre_animating(context: &mut Lent) {
        context.rules.show(tooltip::PRE_ANIMATING);
        context.wait(delay::OPEN_WHAT_YOU_WANT);
    }

    #[action]
    fn enter_pre_awaiting(context: &mut Lent) {
        context.rules.show(tooltip::PRE_AWAITING);
    }

    #[action]
    fn enter_pre_selecting(context: &mut Lent) {
        context.rules.show(tooltip::PRE_SELECTING);
    }

    #[action]
    fn stop_timer(context: &mut Lent) {
        context.due = None;
    }
}

/// Data War's flow in statig.
pub struct Statig {
    machine: InitializedStateMachine<Flow>,
    lent: Lent,
}

impl Statig {
    fn send(&mut self, event: &Event) {
        self.machine.handle_with_context(&Sent(event.clone()), &mut self.lent);
    }

    fn advance(&mut self, ms: u64) {
        let end = self.lent.now + ms;
        while let Some(due) = self.lent.due.filter(|due| *due <= end) {
            self.lent.now = due;
            self.machine.handle_with_context(&Timer, &mut self.lent);
        }
        self.lent.now = end;
    }
}

impl Contestant for Statig {
    type Step = ScriptStep;
    const SCRIPT: &'static [ScriptStep] = SCRIPT;

    fn fresh() -> Self {
        let mut lent = Lent::default();
        let machine = Flow.uninitialized_state_machine().init_with_context(&mut lent);
        let mut game = Self { machine, lent };
        game.send(&Event::SkipToGame);
        game
    }

    #[inline(never)]
    fn step(&mut self, step: &ScriptStep) {
        match step {
            ScriptStep::Send(event) => self.send(event),
            ScriptStep::Wait(ms) => self.advance(*ms),
        }
    }

    fn checksum(&self) -> u64 {
        self.lent.rules.sum()
    }
}
