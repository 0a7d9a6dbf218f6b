//! What players do while a search plays on: no more than one looks at in passing, and quickly.

use croupier_kit::{Dice, Position, Seat};

use crate::cards::{ACE_VALUES, Cards, is_ace, value};
use crate::effect::Effect;
use crate::flow::{Place, place, turn};
use crate::rules::court::score_after;
use crate::wheel::{Band, Mode};
use crate::{Action, MinOrMax, State, bots};

/// Wins if it can, does not lose if it can help it, and leaves the wheel on the side of its card
/// (MM-84). What it does not know better it leaves to chance (MM-82).
pub(crate) fn playout(at: Position<'_, MinOrMax>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = at.state;
    if seat != state.current {
        return None;
    }
    match place(at.flow) {
        Place::AwaitingAction => {
            card(at, dice).or_else(|| rescue(at)).or_else(|| bots::random_action(at, seat, dice))
        }
        Place::ChoosingCardEffect if state.chosen_card.is_some_and(is_ace) => {
            let best = ACE_VALUES.into_iter().max_by_key(|value| judge(at, *value))?;
            Some(Action::ChooseCardEffect(Effect::AceValue(best)))
        }
        Place::PostCardPlay => Some(leave(state)),
        _ => bots::random_action(at, seat, dice),
    }
}

/// What comes of the chosen ace: 2 wins, 1 goes on, 0 loses.
fn judge(at: Position<'_, MinOrMax>, value: i32) -> u8 {
    let ace = at.state.chosen_card.unwrap_or_default();
    let score = score_after(at.state, at.options, ace, Some(Effect::AceValue(value)));
    if at.state.is_exact(score) { 2 } else { u8::from(!at.state.is_over(score)) }
}

/// A card that wins, or any that does not lose, aces last.
fn card(at: Position<'_, MinOrMax>, dice: &mut Dice) -> Option<Action> {
    let (mut safe, mut aces) = (Cards::new(), Cards::new());
    for card in at.state.valid_cards(at.options) {
        let values = if is_ace(card) { ACE_VALUES.map(Some) } else { [None; 2] };
        let results = values.map(|value| {
            let effect = value.map(Effect::AceValue);
            let score = score_after(at.state, at.options, card, effect);
            (at.state.is_exact(score), !at.state.is_over(score))
        });
        if results.iter().any(|(wins, _)| *wins) {
            return Some(Action::ChooseCard { card });
        }
        if results.iter().any(|(_, goes_on)| *goes_on) {
            if is_ace(card) { aces.push(card) } else { safe.push(card) }
        }
    }
    let cards = if safe.is_empty() { aces } else { safe };
    dice.pick(cards.as_slice()).map(|card| Action::ChooseCard { card: *card })
}

/// Nothing goes: perhaps on the other side of the wheel.
fn rescue(at: Position<'_, MinOrMax>) -> Option<Action> {
    let has_spun = turn(at.flow).is_some_and(|turn| turn.has_spun);
    (!has_spun).then(|| flip(at.state))
}

/// Low cards are left on Min and high ones on Max.
fn leave(state: &State) -> Action {
    let Some(top) = state.top().filter(|top| !is_ace(*top)) else { return Action::SkipSpin };
    let wanted = if value(top) < 7 { Mode::Min } else { Mode::Max };
    if state.mode() == wanted { Action::SkipSpin } else { flip(state) }
}

/// A spin that probably changes the mode.
fn flip(state: &State) -> Action {
    let left = 180 - state.angle.degrees() % 180;
    Action::spin(if left < 90 { Band::Medium } else { Band::Hard })
}
