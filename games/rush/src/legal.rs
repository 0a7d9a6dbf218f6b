//! The legal actions, the default action of a silent player, and the random player of the
//! specification.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Position, Seat};

use crate::flow::{FlowState, flow_state};
use crate::plays::{LegalSets, substitute, with_last};
use crate::{Action, Rush, State};

/// The state, if this seat is to move now.
#[inline]
pub(crate) fn on_turn(at: Position<'_, Rush>, seat: Seat) -> Option<&State> {
    let state = at.state;
    (flow_state(at.flow) == FlowState::PlayerTurn && state.current == seat).then_some(state)
}

/// RU-75: one action per legal set and last card, the other cards in hand order.
#[inline]
pub(crate) fn legal_actions(at: Position<'_, Rush>, seat: Seat, actions: &mut Vec<Action>) {
    let Some(state) = on_turn(at, seat) else { return };
    let Some(top) = state.top() else { return };
    let hand = state.hand(seat);
    for set in LegalSets::of(hand, top).iter() {
        let cards = set.cards(hand);
        for last in 0..cards.len() {
            actions.push(Action::play(with_last(cards, last)));
        }
    }
}

/// RU-67: the play made for a player who stays silent.
pub(crate) fn default_action(at: Position<'_, Rush>, seat: Seat) -> Option<Action> {
    let state = on_turn(at, seat)?;
    substitute(state.hand(seat), state.top()?).map(Action::play)
}

/// RU-80: a uniform legal set in a uniform order.
pub(crate) fn random_action(at: Position<'_, Rush>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = on_turn(at, seat)?;
    let hand = state.hand(seat);
    let sets = LegalSets::of(hand, state.top()?);
    let count = sets.count();
    if count == 0 {
        return None;
    }
    let chosen = sets.iter().nth(dice.below(count) as usize)?;
    let mut cards = chosen.cards(hand);
    dice.shuffle(cards.as_mut_slice());
    Some(Action::play(cards))
}
