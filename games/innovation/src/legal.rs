//! The legal actions of a seat, and the random player (IN-107, IN-162).

use croupier_kit::cards::Dice;
use croupier_kit::game::{Position, Seat};

use crate::action::{Action, Named};
use crate::answers::Expansion;
use crate::check::achievable;
use crate::world::Achievement;
use crate::{Innovation, State};

/// Actions in the order draw, meld, achieve, dogma, each by card or age; answers in the order of
/// their expansion. The first one is the action of a silent player (IN-99). Other orders of the
/// same cards are legal too, so the list is not complete.
pub(crate) fn legal_actions(at: Position<'_, Innovation>, seat: Seat, actions: &mut Vec<Action>) {
    let state = at.state;
    if let Some(choice) = state.choice_of(seat) {
        let answers = Expansion::of(choice, &state.world);
        actions.extend(answers.iter().map(|answer| Action::Answer { choice: choice.id, answer }));
    } else if acts(state, seat) {
        let world = &state.world;
        actions.push(Action::Draw);
        actions.extend(world.hand(seat).iter().map(|card| Action::Meld { card: card.into() }));
        actions.extend(achievable(state, seat).map(achieve));
        actions.extend(world.tops(seat).iter().map(|card| Action::Dogma { card: card.into() }));
    }
}

/// The claim of an age achievement.
pub(crate) fn achieve(age: u8) -> Action {
    Action::Achieve { achievement: Named::Known(Achievement::Age(age)) }
}

/// Whether a seat has to take an action.
#[inline]
pub(crate) fn acts(state: &State, seat: Seat) -> bool {
    let waiting = state.ending.is_none() && state.pending.is_none() && !state.is_setup();
    waiting && state.turn == seat
}

/// IN-162: a uniformly random legal action. The list is only counted, not built.
pub(crate) fn random_action(
    at: Position<'_, Innovation>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Action> {
    let state = at.state;
    if let Some(choice) = state.choice_of(seat) {
        let answers = Expansion::of(choice, &state.world);
        let answer = answers.nth(dice.below(answers.len().max(1)));
        return Some(Action::Answer { choice: choice.id, answer });
    }
    if !acts(state, seat) {
        return None;
    }
    let (hand, tops) = (state.world.hand(seat), state.world.tops(seat));
    let ages = achievable(state, seat).count();
    let count = 1 + hand.len() + ages + tops.len();
    let pick = dice.below(u32::try_from(count).unwrap_or(1)) as usize;
    let Some(at) = pick.checked_sub(1) else { return Some(Action::Draw) };
    if let Some(card) = hand.nth(at) {
        return Some(Action::Meld { card: card.into() });
    }
    let at = at - hand.len();
    if let Some(age) = achievable(state, seat).nth(at) {
        return Some(achieve(age));
    }
    let card = tops.nth(at - ages)?;
    Some(Action::Dogma { card: card.into() })
}
