use super::{Event, delay};

/// One step of the script; each of them makes the flow take exactly one transition.
#[derive(Debug, Clone)]
pub enum ScriptStep {
    /// Send an event.
    Send(Event),
    /// Let this many virtual milliseconds pass: exactly until the next timer fires.
    Wait(u64),
}

use self::ScriptStep::{Send, Wait};

/// Four turns, from `ready` to `ready`.
pub const SCRIPT: &[ScriptStep] = &[
    // A normal turn.
    Send(Event::RevealCards),
    Send(Event::CardsRevealed),
    Wait(delay::COMPARISON),
    Send(Event::CheckWinCondition),
    Wait(delay::WIN),
    // A tie.
    Send(Event::RevealCards),
    Send(Event::CardsRevealed),
    Wait(delay::COMPARISON),
    Wait(delay::DATA_WAR),
    Send(Event::TapDeck),
    Send(Event::TapDeck),
    Wait(delay::COMPARISON),
    Send(Event::CheckWinCondition),
    Wait(delay::WIN),
    // A special effect.
    Send(Event::RevealCards),
    Send(Event::CardsRevealed),
    Wait(delay::COMPARISON),
    Send(Event::DismissEffect),
    Wait(delay::EFFECT),
    Send(Event::CheckWinCondition),
    Wait(delay::WIN),
    // "Open what you want": the player looks at three cards and plays one of them.
    Send(Event::RevealCards),
    Send(Event::CardsRevealed),
    Wait(delay::COMPARISON),
    Send(Event::CheckWinCondition),
    Wait(delay::WIN),
    Wait(delay::OPEN_WHAT_YOU_WANT),
    Send(Event::TapDeck),
    Send(Event::CardSelected),
    Send(Event::CardsRevealed),
    Wait(delay::COMPARISON),
    Send(Event::CheckWinCondition),
    Wait(delay::WIN),
];
