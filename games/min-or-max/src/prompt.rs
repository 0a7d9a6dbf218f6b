//! The prompt of a player, and actions as text.

use croupier_kit::game::{Choice, Piece, Position, Prompt, Seat};
use croupier_kit::text::TextLine;

use crate::effect::{DeclaredEffect, Slay};
use crate::flow::{FlowState, flow_state, turn};
use crate::legal::legal_actions;
use crate::preview::{PreviewResult, ScorePreview, preview, scores};
use crate::rules::choice::check_effect;
use crate::wheel::Band;
use crate::{Action, MinOrMax};

/// The wheel's name as a piece.
pub(crate) const WHEEL: &str = "wheel";

pub(crate) fn prompt(at: Position<'_, MinOrMax>, seat: Seat) -> Option<Prompt<Action>> {
    let mut actions = vec![];
    legal_actions(at, seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let choices = actions.into_iter().map(|action| describe_action(at, seat, action));
    Some(Prompt::new("min-or-max.pick", sentence(at), choices))
}

fn sentence(at: Position<'_, MinOrMax>) -> TextLine {
    let text = |words: &str| TextLine::new().text(words);
    let has_spun = turn(at.flow).is_some_and(|turn| turn.has_spun);
    match (flow_state(at.flow), at.state.chosen_card) {
        (FlowState::AwaitingAction, _) if has_spun => text("Your turn: play a card."),
        (FlowState::AwaitingAction, _) => text("Your turn: play a card, or spin the wheel first."),
        (FlowState::ChoosingCardEffect, Some(card)) => text("What does ").card(card).text(" do?"),
        _ => text("Spin the wheel before your turn ends, or leave it as it is?"),
    }
}

/// An action as text, with its pieces and the scores it leads to.
pub(crate) fn describe_action(
    at: Position<'_, MinOrMax>,
    seat: Seat,
    action: Action,
) -> Choice<Action> {
    let wheel = matches!(action, Action::SpinWheel(_) | Action::SkipSpin);
    let choice = Choice::new(label(action), action).about(wheel.then(|| Piece::part(WHEEL)));
    match leads_to(at, seat, action) {
        scores if scores.is_empty() => choice,
        scores => choice.explained(TextLine::new().text(&score_words(&scores))),
    }
}

/// The scores an action of the current player can lead to.
fn leads_to(at: Position<'_, MinOrMax>, seat: Seat, action: Action) -> Vec<ScorePreview> {
    let (state, options) = (at.state, at.options);
    match (action, state.chosen_card) {
        _ if seat != state.current => vec![],
        (Action::ChooseCard { card }, _) if state.current_hand().contains(&card) => {
            scores(state, options, card)
        }
        (
            Action::ChooseCardEffect(
                effect @ (DeclaredEffect::AceValue(_) | DeclaredEffect::Bodyguard(_)),
            ),
            Some(card),
        ) if check_effect(state, options, effect).is_ok() => {
            vec![preview(state, options, card, Some(effect))]
        }
        _ => vec![],
    }
}

/// Scores as text: "To 21 or 31 (wins)."
fn score_words(scores: &[ScorePreview]) -> String {
    let word = |it: &ScorePreview| match it.result {
        PreviewResult::GoesOn => it.score.to_string(),
        PreviewResult::Wins => format!("{} (wins)", it.score),
        PreviewResult::Loses => format!("{} (loses)", it.score),
    };
    let words: Vec<String> = scores.iter().map(word).collect();
    format!("To {}.", words.join(" or "))
}

/// An action in a few words.
pub(crate) fn label(action: Action) -> TextLine {
    let text = |words: &str| TextLine::new().text(words);
    match action {
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
        Action::SkipSpin => text("Leave it as it is"),
        Action::EndTurn => text("Pass"),
        Action::Surrender => text("Give up"),
        other => text(&format!("{other:?}")),
    }
}
