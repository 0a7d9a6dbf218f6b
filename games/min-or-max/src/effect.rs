//! What a player can declare with a card (MM-35, MM-88, MM-C3).

use croupier_kit::cards::{Card, Rank};
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

/// `chosenCardEffect`: a tagged value. The base game knows one tag, `ace_value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "EffectWritten", into = "EffectWritten")]
pub enum DeclaredEffect {
    /// Ace: what it counts, 1 or 11.
    AceValue(i32),
    /// Jack: the rank to look for (MM-C4).
    FindRank(Rank),
    /// Queen: a card of an opponent (MM-C5).
    Slay(Slay),
    /// King: a number card of the own hand (MM-C6).
    Bodyguard(Card),
    /// None of them, or several at once: an answer to no question.
    Unclear,
}

/// MM-C5: whose card it is, and which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Slay {
    /// The opponent.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// An effect as it is written: `{"ace_value": 11}`. Exactly one of the tags makes sense.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
struct EffectWritten {
    #[serde(skip_serializing_if = "Option::is_none")]
    ace_value: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    find_rank: Option<Rank>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slay: Option<Slay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodyguard: Option<Card>,
}

impl From<EffectWritten> for DeclaredEffect {
    fn from(written: EffectWritten) -> Self {
        match written {
            EffectWritten {
                ace_value: Some(value),
                find_rank: None,
                slay: None,
                bodyguard: None,
            } => Self::AceValue(value),
            EffectWritten {
                ace_value: None,
                find_rank: Some(rank),
                slay: None,
                bodyguard: None,
            } => Self::FindRank(rank),
            EffectWritten {
                ace_value: None,
                find_rank: None,
                slay: Some(slay),
                bodyguard: None,
            } => Self::Slay(slay),
            EffectWritten {
                ace_value: None,
                find_rank: None,
                slay: None,
                bodyguard: Some(card),
            } => Self::Bodyguard(card),
            _ => Self::Unclear,
        }
    }
}

impl From<DeclaredEffect> for EffectWritten {
    fn from(effect: DeclaredEffect) -> Self {
        let none = Self::default();
        match effect {
            DeclaredEffect::AceValue(value) => Self { ace_value: Some(value), ..none },
            DeclaredEffect::FindRank(rank) => Self { find_rank: Some(rank), ..none },
            DeclaredEffect::Slay(slay) => Self { slay: Some(slay), ..none },
            DeclaredEffect::Bodyguard(card) => Self { bodyguard: Some(card), ..none },
            DeclaredEffect::Unclear => none,
        }
    }
}
