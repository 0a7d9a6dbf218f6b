//! The scores a player's cards would lead to, shown before the player decides.

use croupier_kit::cards::Card;
use croupier_kit::game::{Position, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{ACE_VALUES, is_number};
use crate::effect::DeclaredEffect;
use crate::flow::{FlowState, flow_state};
use crate::rules::court::{CourtQuestion, question, score_after};
use crate::{MinOrMax, Options, State};

/// A card that can be played, and the scores it can lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardPreview {
    /// The card.
    pub card: Card,
    /// One score, or one for everything that can be declared with the card and changes the score.
    pub scores: Vec<ScorePreview>,
}

/// A score that a card leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScorePreview {
    /// The score after the card.
    pub score: i32,
    /// What that means for the player.
    pub result: PreviewResult,
    /// What must be declared for it: the value of an ace (MM-35), a bodyguard (MM-C6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<DeclaredEffect>,
}

/// What a score means for the player who reaches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PreviewResult {
    /// The match continues.
    GoesOn,
    /// MM-41: exactly on a threshold.
    Wins,
    /// MM-42: past a threshold.
    Loses,
}

/// Previews of the cards a seat can play now. Empty unless the seat is asked for a card.
pub(crate) fn previews(at: Position<'_, MinOrMax>, seat: Seat) -> Vec<CardPreview> {
    let (state, options) = (at.state, at.options);
    if flow_state(at.flow) != FlowState::AwaitingAction || state.current != seat {
        return vec![];
    }
    let cards = state.valid_cards(options);
    cards.map(|card| CardPreview { card, scores: scores(state, options, card) }).collect()
}

/// The scores a card of the current player can lead to.
pub(crate) fn scores(state: &State, options: &Options, card: Card) -> Vec<ScorePreview> {
    let preview = |declared| preview(state, options, card, declared);
    match question(state, options, card) {
        Some(CourtQuestion::AceValue) => {
            let values = ACE_VALUES.map(DeclaredEffect::AceValue);
            values.map(|value| preview(Some(value))).into()
        }
        Some(CourtQuestion::Bodyguard) => {
            let guards = state.current_hand().iter().copied().filter(|card| is_number(*card));
            guards.map(|guard| preview(Some(DeclaredEffect::Bodyguard(guard)))).collect()
        }
        Some(CourtQuestion::FindRank | CourtQuestion::Slay) | None => vec![preview(None)],
    }
}

/// The score a card leads to with this declaration.
pub(crate) fn preview(
    state: &State,
    options: &Options,
    card: Card,
    declared: Option<DeclaredEffect>,
) -> ScorePreview {
    let score = score_after(state, options, card, declared);
    let result = if state.is_exact(score) {
        PreviewResult::Wins
    } else if state.is_over(score) {
        PreviewResult::Loses
    } else {
        PreviewResult::GoesOn
    };
    ScorePreview { score, result, declared }
}
