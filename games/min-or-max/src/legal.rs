//! The legal actions, the random player, and what happens to a silent player.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Position, Seat};

use crate::flow::{FlowState, flow_state, turn};
use crate::rules::choice;
use crate::wheel::Band;
use crate::{Action, DeclaredEffect, MinOrMax};

/// The state of the flow, if this seat is being asked.
#[inline]
fn to_act(at: Position<'_, MinOrMax>, seat: Seat) -> Option<FlowState> {
    let here = flow_state(at.flow);
    (seat == at.state.current && here.is_asking()).then_some(here)
}

/// MM-80, MM-C8, MM-C15: all legal actions, with one force per band.
#[inline]
pub(crate) fn legal_actions(at: Position<'_, MinOrMax>, seat: Seat, actions: &mut Vec<Action>) {
    let (state, options) = (at.state, at.options);
    let spins = Band::ALL.map(Action::spin);
    match to_act(at, seat) {
        Some(FlowState::AwaitingAction) => {
            let cards = state.valid_cards(options);
            actions.extend(cards.map(|card| Action::ChooseCard { card }));
            if !has_spun(at) {
                actions.extend(spins);
            }
            if options.may_pass {
                actions.push(Action::EndTurn);
            }
            if options.surrender {
                actions.push(Action::Surrender);
            }
        }
        Some(FlowState::ChoosingCardEffect) => choice::effects(state, options, |effect| {
            actions.push(Action::ChooseCardEffect(effect));
        }),
        Some(_) => {
            actions.push(Action::SkipSpin);
            actions.extend(spins);
        }
        None => {}
    }
}

#[inline]
fn has_spun(at: Position<'_, MinOrMax>) -> bool {
    turn(at.flow).is_some_and(|turn| turn.has_spun)
}

/// MM-22: the time-out, which only the host may report.
pub(crate) fn default_action(at: Position<'_, MinOrMax>, seat: Seat) -> Option<Action> {
    to_act(at, seat)?;
    turn(at.flow).map(|turn| Action::Timeout { turn_seq: turn.seq })
}

/// MM-82: spins if no card is valid. Otherwise spins first with probability 0.3, then plays a
/// random valid card, and afterwards spins half of the time. Passes only when nothing else is left
/// and never surrenders.
pub(crate) fn random_action(
    at: Position<'_, MinOrMax>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Action> {
    let (state, options) = (at.state, at.options);
    let any_spin = |dice: &mut Dice| Action::spin(Band::ALL[dice.below(4) as usize]);
    Some(match to_act(at, seat)? {
        FlowState::AwaitingAction => {
            let mut valid = state.valid_cards(options);
            #[allow(clippy::cast_possible_truncation)] // No hand is that large.
            let (count, spun) = (valid.len() as u32, has_spun(at));
            if !spun && (count == 0 || dice.below(10) < 3) {
                any_spin(dice)
            } else if count == 0 {
                Action::EndTurn
            } else {
                let card = valid.nth(dice.below(count) as usize)?;
                Action::ChooseCard { card }
            }
        }
        FlowState::ChoosingCardEffect => {
            let mut count = 0;
            choice::effects(state, options, |_| count += 1);
            let (wanted, mut at) = (dice.below(count.max(1)), 0);
            let mut chosen = DeclaredEffect::Unclear;
            choice::effects(state, options, |effect| {
                if at == wanted {
                    chosen = effect;
                }
                at += 1;
            });
            Action::ChooseCardEffect(chosen)
        }
        _ if dice.below(2) == 0 => any_spin(dice),
        _ => Action::SkipSpin,
    })
}
