//! What a player is asked, and the player's actions in words.

use croupier_kit::{Choice, Piece, Position, Prompt, Seat, TextLine};

use crate::effect::{DeclaredEffect, Slay};
use crate::flow::{FlowState, flow_state, turn};
use crate::legal::legal_actions;
use crate::wheel::Band;
use crate::{Action, MinOrMax};

/// The name of the wheel among the pieces.
pub(crate) const WHEEL: &str = "wheel";

pub(crate) fn prompt(at: Position<'_, MinOrMax>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let choices = actions.into_iter().map(describe_action);
    Some(Prompt::new("min-or-max.pick", sentence(at), choices))
}

fn sentence(at: Position<'_, MinOrMax>) -> TextLine {
    let text = |words: &str| TextLine::new().text(words);
    let has_spun = turn(at.flow).is_some_and(|turn| turn.has_spun);
    match (flow_state(at.flow), at.state.chosen_card) {
        (FlowState::AwaitingAction, _) if has_spun => text("Your turn: play a card."),
        (FlowState::AwaitingAction, _) => text("Your turn: play a card, or spin the wheel first."),
        (FlowState::ChoosingCardEffect, Some(card)) => text("What does ").card(card).text(" do?"),
        _ => text("Spin the wheel once more, or leave it?"),
    }
}

/// An action in words, and what it is about.
pub(crate) fn describe_action(action: Action) -> Choice<Action> {
    let text = |words: &str| TextLine::new().text(words);
    let label = match action {
        Action::SpinWheel(force) => {
            let words = ["softly", "with some force", "hard", "with all your force"];
            let word = force.milli().map_or("somehow", |milli| words[Band::of(milli) as usize]);
            text("Spin ").text(word)
        }
        Action::ChooseCard { card } => text("Play ").card(card),
        Action::ChooseCardEffect(effect) => match effect {
            DeclaredEffect::AceValue(value) => text(&format!("Count it as {value}")),
            DeclaredEffect::FindRank(rank) => text(&format!("Look for a {rank}")),
            DeclaredEffect::Slay(Slay { seat, card }) => {
                text("Slay ").card(card).text(" of ").seat(seat)
            }
            DeclaredEffect::Bodyguard(card) => text("Send ").card(card).text(" ahead"),
            DeclaredEffect::Unclear => text("Declare nothing"),
        },
        Action::SkipSpin => text("Leave the wheel"),
        Action::EndTurn => text("Pass"),
        Action::Surrender => text("Give up"),
        other => text(&format!("{other:?}")),
    };
    let wheel = matches!(action, Action::SpinWheel(_) | Action::SkipSpin);
    Choice::new(label, action).about(wheel.then(|| Piece::part(WHEEL)))
}
