//! Cards and effects: which may be chosen, and which are chosen for a silent player.

use croupier_kit::cards::{Card, Rank};
use croupier_kit::game::{Rejection, Seat};

use super::court::{CourtQuestion, auto_effect, opponents, question, score_after};
use crate::cards::{ACE_VALUES, is_court, is_number};
use crate::effect::{DeclaredEffect, Slay};
use crate::{Options, Reject, State};

/// The ranks a Jack can look for (MM-C4).
pub(crate) const COURT: [Rank; 3] = [Rank::JACK, Rank::QUEEN, Rank::KING];

/// `validEffect`: whether this can be declared with the chosen card (MM-79, MM-C3 to MM-C6).
pub(crate) fn check_effect(
    state: &State,
    options: &Options,
    effect: DeclaredEffect,
) -> Result<(), Reject> {
    let card = state.chosen_card.ok_or(Reject::WrongStep)?;
    let asked = question(state, options, card);
    let fits = match (asked, effect) {
        (Some(CourtQuestion::AceValue), DeclaredEffect::AceValue(value)) => {
            ACE_VALUES.contains(&value)
        }
        (Some(CourtQuestion::FindRank), DeclaredEffect::FindRank(rank)) => is_court(rank),
        (Some(CourtQuestion::Slay), DeclaredEffect::Slay(_))
        | (Some(CourtQuestion::Bodyguard), DeclaredEffect::Bodyguard(_)) => true,
        _ => false,
    };
    Reject::InvalidEffect(card).unless(fits)?;
    Reject::InvalidTarget(card).unless(match effect {
        DeclaredEffect::Slay(Slay { seat, card }) => {
            seat != state.current && state.hand(seat).contains(&card)
        }
        DeclaredEffect::Bodyguard(card) => is_number(card) && state.current_hand().contains(&card),
        _ => true,
    })
}

/// MM-80, MM-C15: everything that can be declared with the chosen card. Nothing if none is chosen.
pub(crate) fn effects(state: &State, options: &Options, each: impl FnMut(DeclaredEffect)) {
    let Some(card) = state.chosen_card else { return };
    match question(state, options, card) {
        None => {}
        Some(CourtQuestion::AceValue) => {
            ACE_VALUES.map(DeclaredEffect::AceValue).into_iter().for_each(each);
        }
        Some(CourtQuestion::FindRank) => {
            COURT.map(DeclaredEffect::FindRank).into_iter().for_each(each);
        }
        Some(CourtQuestion::Slay) => {
            let of =
                |seat: Seat| state.hand(seat).iter().map(move |card| Slay { seat, card: *card });
            opponents(state).flat_map(of).map(DeclaredEffect::Slay).for_each(each);
        }
        Some(CourtQuestion::Bodyguard) => {
            let numbers = state.current_hand().iter().copied().filter(|card| is_number(*card));
            numbers.map(DeclaredEffect::Bodyguard).for_each(each);
        }
    }
}

/// MM-46: the first valid card that does not lose, or else the first valid card.
pub(crate) fn auto_choice(state: &State, options: &Options) -> Option<Card> {
    let is_safe = |card: &Card| {
        let asked = question(state, options, *card);
        let effect = asked.map(|asked| auto_effect(state, asked));
        !state.is_over(score_after(state, options, *card, effect))
    };
    state.valid_cards(options).find(is_safe).or_else(|| state.valid_cards(options).next())
}

/// The players whose hands a Queen reveals (MM-C5).
pub(crate) fn looked_at(
    state: &State,
    options: &Options,
    card: Card,
) -> impl Iterator<Item = Seat> + use<> {
    let looks = question(state, options, card) == Some(CourtQuestion::Slay);
    opponents(state).filter(move |_| looks)
}
