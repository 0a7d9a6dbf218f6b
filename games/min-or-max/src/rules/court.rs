//! What cards can do besides counting (MM-88, MM-C3 to MM-C7).

use croupier_kit::cards::{Card, Rank};
use croupier_kit::game::Seat;

use crate::cards::{ACE_VALUES, is_ace, is_number, value};
use crate::effect::{DeclaredEffect, Slay};
use crate::{Options, PLAYERS, State};

/// What has to be declared with a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CourtQuestion {
    /// What the ace counts.
    AceValue,
    /// Which rank the Jack looks for.
    FindRank,
    /// Which card the Queen removes.
    Slay,
    /// Which number card the King sends ahead.
    Bodyguard,
}

/// MM-88: the table by rank. A Queen or a King without a target needs no declaration.
#[inline]
pub(crate) fn question(state: &State, options: &Options, card: Card) -> Option<CourtQuestion> {
    if is_ace(card) {
        return Some(CourtQuestion::AceValue);
    }
    if !options.court_effects {
        return None;
    }
    match card.rank() {
        Rank::JACK => Some(CourtQuestion::FindRank),
        Rank::QUEEN => {
            opponents(state).any(|seat| !state.hand(seat).is_empty()).then_some(CourtQuestion::Slay)
        }
        Rank::KING => state
            .current_hand()
            .iter()
            .any(|card| is_number(*card))
            .then_some(CourtQuestion::Bodyguard),
        _ => None,
    }
}

/// `hasCardEffect`
#[inline]
pub(crate) fn has_card_effect(state: &State, options: &Options, card: Card) -> bool {
    question(state, options, card).is_some()
}

/// Everybody else in turn order, including empty seats, which have no cards.
pub(crate) fn opponents(state: &State) -> impl Iterator<Item = Seat> + use<> {
    let current = state.current;
    let behind = Seat::first(PLAYERS).filter(move |seat| *seat > current);
    behind.chain(Seat::first(PLAYERS).filter(move |seat| *seat < current))
}

/// MM-46, MM-C7: what is declared for a player whose time has run out.
pub(crate) fn auto_effect(state: &State, question: CourtQuestion) -> DeclaredEffect {
    match question {
        CourtQuestion::AceValue => DeclaredEffect::AceValue(1),
        CourtQuestion::FindRank => DeclaredEffect::FindRank(Rank::QUEEN),
        CourtQuestion::Slay => {
            let first = |seat: Seat| Some((seat, *state.hand(seat).first()?));
            let target = opponents(state).find_map(first);
            debug_assert!(target.is_some(), "a Queen asks where there is a target (MM-C5)");
            target.map_or(DeclaredEffect::Unclear, |(seat, card)| {
                DeclaredEffect::Slay(Slay { seat, card })
            })
        }
        CourtQuestion::Bodyguard => {
            let numbers = state.current_hand().iter().copied().filter(|card| is_number(*card));
            // `min_by_key` keeps the first among equals.
            let lowest = numbers.min_by_key(|card| value(*card));
            debug_assert!(lowest.is_some(), "a King asks where there is a number card (MM-C6)");
            lowest.map_or(DeclaredEffect::Unclear, DeclaredEffect::Bodyguard)
        }
    }
}

/// How much a card counts with this declaration, without a sign.
#[inline]
pub(crate) fn value_with(card: Card, effect: Option<DeclaredEffect>) -> i8 {
    match effect {
        Some(DeclaredEffect::AceValue(value)) => {
            debug_assert!(ACE_VALUES.contains(&value), "an ace counts 1 or 11 (MM-35)");
            i8::try_from(value).unwrap_or(1)
        }
        _ => value(card).cast_signed(),
    }
}

/// The score after a card and everything declared with it.
pub(crate) fn score_after(
    state: &State,
    options: &Options,
    card: Card,
    effect: Option<DeclaredEffect>,
) -> i32 {
    let guard = match effect {
        Some(DeclaredEffect::Bodyguard(guard)) => value(guard).cast_signed(),
        _ => 0,
    };
    state.score + i32::from(state.signed(value_with(card, effect) + guard, options))
}
