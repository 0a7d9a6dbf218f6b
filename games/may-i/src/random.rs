//! What the specification means by a random player, and what a silent one does.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Position, Seat};

use crate::flow::{Phase, phase};
use crate::named::named;
use crate::{Action, Card, MayI, State, check, finder, legal};

/// Out of how many chances a random player calls for an exposed discard. There is no way to
/// decline one, so that without patience nobody would ever draw it.
const PATIENCE: u32 = 8;

/// 14.5: a player who lays down and lays off whenever it is possible and otherwise acts at random.
///
/// While the window is open only the player whose decision is due by MI-108 has one; the others
/// wait, and so does everybody who thinks about an exposed discard and leaves it.
pub(crate) fn random_action(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = at.state;
    if !legal::to_act(at).contains(seat) {
        return None;
    }
    if state.settling.is_some() {
        return Some(either(dice, Action::AllowMayI, Action::ClaimMayI));
    }
    let phase = phase(at);
    if phase == Phase::MayIWindow {
        return in_window(at, seat, dice);
    }
    if seat != state.current {
        return (dice.below(PATIENCE) == 0).then_some(Action::CallMayI);
    }
    match phase {
        Phase::AwaitingDraw if check::may_take_discard(state, seat).is_err() => {
            Some(Action::DrawFromStock)
        }
        Phase::AwaitingDraw if state.stock().is_empty() => Some(Action::DrawFromDiscard),
        Phase::AwaitingDraw => Some(either(dice, Action::DrawFromStock, Action::DrawFromDiscard)),
        Phase::Drawn => Some(in_action_phase(at, seat, dice)),
        _ => dice.pick(state.hand(seat)).map(|card| Action::Discard { card: (*card).into() }),
    }
}

fn either(dice: &mut Dice, one: Action, other: Action) -> Action {
    if dice.below(2) == 0 { one } else { other }
}

fn in_window(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let state = at.state;
    if state.next_to_decide() != Some(seat) {
        return None;
    }
    Some(if seat != state.current {
        either(dice, Action::CallMayI, Action::PassMayI)
    } else if check::may_take_offered(state, at.options, seat).is_ok() {
        either(dice, Action::DrawFromStock, Action::DrawFromDiscard)
    } else {
        Action::DrawFromStock
    })
}

fn in_action_phase(at: Position<'_, MayI>, seat: Seat, dice: &mut Dice) -> Action {
    let state = at.state;
    let mut chosen = Action::SkipLayDown;
    let mut count = 0;
    // One of many without a list: the n-th that is found takes the place with chance 1/n.
    let mut consider = |action| {
        count += 1;
        if count == 1 || dice.below(count) == 0 {
            chosen = action;
        }
    };
    if state.is_down(seat) {
        legal::lay_offs(state, seat, consider);
        return chosen;
    }
    let (hand, terms) = (state.hand(seat), state.terms(at.options));
    if hand.len() >= terms.contract.fewest_cards() && finder::exists(hand, terms) {
        let best = finder::best(hand, terms, &legal::wish(state, seat), 1);
        if let Some(melds) = best.into_iter().next() {
            return Action::LayDown { melds: named(melds) };
        }
    }
    consider(Action::SkipLayDown);
    legal::swaps(state, seat, consider);
    chosen
}

/// What a silent player does: draws from the stock, passes, allows, lays nothing down, and
/// discards what came last and is not wild.
pub(crate) fn default_action(at: Position<'_, MayI>, seat: Seat) -> Option<Action> {
    let state = at.state;
    if !legal::to_act(at).contains(seat) {
        return None;
    }
    if state.settling.is_some() {
        return Some(Action::AllowMayI);
    }
    let phase = phase(at);
    if seat != state.current {
        return (phase == Phase::MayIWindow).then_some(Action::PassMayI);
    }
    match phase {
        // MI-305: nothing else is left to draw.
        Phase::AwaitingDraw if state.stock().is_empty() => Some(Action::DrawFromDiscard),
        Phase::AwaitingDraw | Phase::MayIWindow => Some(Action::DrawFromStock),
        Phase::Drawn => Some(Action::SkipLayDown),
        _ => least_loss(state, seat).map(|card| Action::Discard { card: card.into() }),
    }
}

fn least_loss(state: &State, seat: Seat) -> Option<Card> {
    let hand = state.hand(seat);
    let natural = hand.iter().rev().find(|card| !card.is_wild());
    natural.or(hand.last()).copied()
}
