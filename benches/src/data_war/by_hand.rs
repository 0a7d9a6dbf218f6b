use super::{Event, Rules, SCRIPT, ScriptStep, delay, tooltip};
use crate::contest::Contestant;

#[derive(Clone, Copy)]
enum State {
    Welcome,
    SelectBillionaire,
    SelectBackground,
    Intro,
    QuickStartGuide,
    YourMission,
    VsAnimation,
    Ready,
    Revealing,
    Comparing,
    Resolving,
    GameOver,
    WarAnimating,
    WarFaceDown,
    WarFaceUp,
    EffectShowing,
    EffectProcessing,
    PreProcessing,
    PreAnimating,
    PreAwaiting,
    PreSelecting,
}

/// Data War's flow as a hand-written `match`. At most one timer runs at a time, so one field is
/// enough for it.
pub struct ByHand {
    state: State,
    now: u64,
    due: Option<u64>,
    rules: Rules,
}

impl ByHand {
    fn enter(&mut self, state: State) {
        self.state = state;
        let (tooltip, delay) = match state {
            State::Welcome => (tooltip::WELCOME, None),
            State::SelectBillionaire => (tooltip::SELECT_BILLIONAIRE, None),
            State::SelectBackground => (tooltip::SELECT_BACKGROUND, None),
            State::Intro => (tooltip::INTRO, None),
            State::QuickStartGuide => (tooltip::QUICK_START_GUIDE, None),
            State::YourMission => (tooltip::YOUR_MISSION, None),
            State::VsAnimation => (tooltip::VS_ANIMATION, Some(delay::VS_ANIMATION)),
            State::Ready => (tooltip::READY, None),
            State::Revealing => (tooltip::REVEALING, None),
            State::Comparing => {
                self.rules.compare();
                (tooltip::COMPARING, Some(delay::COMPARISON))
            }
            State::Resolving => (tooltip::RESOLVING, None),
            State::GameOver => (tooltip::GAME_OVER, None),
            State::WarAnimating => (tooltip::WAR_ANIMATING, Some(delay::DATA_WAR)),
            State::WarFaceDown => (tooltip::WAR_FACE_DOWN, None),
            State::WarFaceUp => (tooltip::WAR_FACE_UP, None),
            State::EffectShowing => (tooltip::EFFECT_SHOWING, None),
            State::EffectProcessing => (tooltip::EFFECT_PROCESSING, Some(delay::EFFECT)),
            State::PreProcessing => (tooltip::PRE_PROCESSING, Some(delay::WIN)),
            State::PreAnimating => (tooltip::PRE_ANIMATING, Some(delay::OPEN_WHAT_YOU_WANT)),
            State::PreAwaiting => (tooltip::PRE_AWAITING, None),
            State::PreSelecting => (tooltip::PRE_SELECTING, None),
        };
        self.rules.show(tooltip);
        self.due = delay.map(|delay| self.now + delay);
    }

    fn send(&mut self, event: &Event) {
        let next = match (self.state, event) {
            (State::GameOver, _) => return,
            (_, Event::ResetGame) => {
                self.rules.reset();
                State::Welcome
            }
            (_, Event::QuitGame) => State::Welcome,
            (State::Welcome, Event::StartGame) => State::SelectBillionaire,
            (State::Welcome, Event::SkipToGame)
            | (State::VsAnimation, Event::VsAnimationComplete)
            | (
                State::PreProcessing
                | State::PreAnimating
                | State::PreAwaiting
                | State::PreSelecting,
                Event::PreRevealComplete,
            ) => State::Ready,
            (State::SelectBillionaire, Event::SelectBillionaire) => State::SelectBackground,
            (State::SelectBackground, Event::SelectBackground) => State::Intro,
            (State::Intro, Event::ShowGuide) => State::QuickStartGuide,
            (State::Intro, Event::SkipInstructions) | (State::YourMission, Event::StartPlaying) => {
                State::VsAnimation
            }
            (State::QuickStartGuide, Event::ShowMission | Event::SkipGuide) => State::YourMission,
            (State::Ready, Event::RevealCards) | (State::PreSelecting, Event::CardSelected) => {
                State::Revealing
            }
            (State::Revealing, Event::CardsRevealed) => State::Comparing,
            (State::Comparing, Event::Tie) => State::WarAnimating,
            (State::Comparing, Event::SpecialEffect) => State::EffectShowing,
            (State::Comparing, Event::ResolveTurn) => State::Resolving,
            (State::Resolving, Event::CheckWinCondition) if self.rules.has_win_condition() => {
                State::GameOver
            }
            (State::Resolving, Event::CheckWinCondition) => State::PreProcessing,
            (State::WarFaceDown, Event::TapDeck) => State::WarFaceUp,
            (State::WarFaceUp, Event::TapDeck) => {
                self.rules.count_turn();
                State::Comparing
            }
            (State::EffectShowing, Event::DismissEffect) => State::EffectProcessing,
            (State::PreAwaiting, Event::TapDeck) => State::PreSelecting,
            _ => return,
        };
        self.enter(next);
    }

    fn fire(&mut self) {
        let next = match self.state {
            State::Comparing if self.rules.is_data_war() => State::WarAnimating,
            State::Comparing if self.rules.has_special_effects() => State::EffectShowing,
            State::Comparing | State::EffectProcessing => State::Resolving,
            State::WarAnimating => State::WarFaceDown,
            State::PreProcessing if self.rules.has_pre_reveal_effects() => State::PreAnimating,
            State::VsAnimation | State::PreProcessing => State::Ready,
            State::PreAnimating => State::PreAwaiting,
            _ => return,
        };
        self.enter(next);
    }

    fn advance(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some(due) = self.due.filter(|due| *due <= end) {
            self.now = due;
            self.due = None;
            self.fire();
        }
        self.now = end;
    }
}

impl Contestant for ByHand {
    type Step = ScriptStep;
    const SCRIPT: &'static [ScriptStep] = SCRIPT;

    fn fresh() -> Self {
        let mut game = Self { state: State::Welcome, now: 0, due: None, rules: Rules::default() };
        game.enter(State::Welcome);
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
        self.rules.sum()
    }
}
