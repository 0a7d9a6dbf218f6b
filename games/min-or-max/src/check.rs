//! Whether a command is refused, and why (MM-79). An accepted command becomes a trigger of the
//! chart.

use croupier_kit::game::{By, Position, Rejection, Seat};

use crate::flow::{FlowState, Trigger, flow_state, turn};
use crate::rules::choice;
use crate::{Action, MinOrMax, Options, Reject};

/// MM-79: the first reason to refuse a command, in the order of the specification.
#[inline]
pub(crate) fn check(at: Position<'_, MinOrMax>, by: By, action: Action) -> Result<Trigger, Reject> {
    match (by, action) {
        (By::Host, Action::Timeout { turn_seq }) => check_timeout(at, turn_seq),
        _ if is_internal(action, at.options) => Err(Reject::InternalEvent),
        (_, Action::Surrender) if !at.options.surrender => Err(Reject::Malformed),
        (By::Host, _) => Err(Reject::NotSeated),
        (By::Seat(seat), _) => check_command(at, seat, action),
    }
}

/// MM-20, MM-79: internal events are refused from everybody.
#[inline]
pub(crate) fn is_internal(action: Action, options: &Options) -> bool {
    match action {
        Action::SpinWheel(_)
        | Action::ChooseCard { .. }
        | Action::ChooseCardEffect(_)
        | Action::SkipSpin
        | Action::Surrender => false,
        Action::EndTurn => !options.may_pass,
        _ => true,
    }
}

/// MM-22: the host may report a time-out only for the current turn.
fn check_timeout(at: Position<'_, MinOrMax>, turn_seq: u32) -> Result<Trigger, Reject> {
    let this_turn = turn(at.flow).is_some_and(|turn| turn.seq == turn_seq);
    Reject::StaleTimeout.unless(this_turn && flow_state(at.flow).is_asking())?;
    Ok(Trigger::Timeout { turn_seq })
}

#[inline]
fn check_command(at: Position<'_, MinOrMax>, by: Seat, action: Action) -> Result<Trigger, Reject> {
    let Position { state, options, flow, .. } = at;
    let turn = turn(flow).ok_or(Reject::WrongPhase)?;
    Reject::NotYourTurn.unless(by == state.current)?;
    let here = flow_state(flow);
    match action {
        Action::SpinWheel(force) => {
            let open = matches!(here, FlowState::AwaitingAction | FlowState::PostCardPlay);
            Reject::WrongStep.unless(open)?;
            Reject::AlreadySpun.unless(!turn.has_spun)?;
            let force_milli = force.milli().ok_or(Reject::InvalidForce)?;
            Ok(Trigger::SpinWheel { by, force_milli })
        }
        Action::ChooseCard { card } => {
            Reject::WrongStep.unless(here == FlowState::AwaitingAction)?;
            Reject::CardNotInHand(card).unless(state.hand(by).contains(&card))?;
            let top = state.top().unwrap_or_default();
            Reject::CardDoesNotBeat { card, top }.unless(state.can_beat(card, options))?;
            Ok(Trigger::ChooseCard { by, card })
        }
        Action::ChooseCardEffect(effect) => {
            Reject::WrongStep.unless(here == FlowState::ChoosingCardEffect)?;
            choice::check_effect(state, options, effect)?;
            Ok(Trigger::ChooseCardEffect { by, effect })
        }
        Action::SkipSpin => {
            Reject::WrongStep.unless(here == FlowState::PostCardPlay)?;
            Ok(Trigger::SkipSpin { by })
        }
        Action::EndTurn => {
            Reject::WrongStep.unless(here == FlowState::AwaitingAction)?;
            Ok(Trigger::EndTurn { by })
        }
        Action::Surrender => {
            Reject::WrongStep.unless(here == FlowState::AwaitingAction)?;
            Ok(Trigger::Surrender { by })
        }
        _ => Err(Reject::InternalEvent),
    }
}

/// The trigger of an action that `legal_actions` has listed for a seat.
#[inline]
pub(crate) fn listed_trigger(
    at: Position<'_, MinOrMax>,
    by: Seat,
    action: Action,
) -> Result<Trigger, Reject> {
    match action {
        Action::SpinWheel(force) => {
            let force_milli = force.milli().ok_or(Reject::InvalidForce)?;
            Ok(Trigger::SpinWheel { by, force_milli })
        }
        Action::ChooseCard { card } => Ok(Trigger::ChooseCard { by, card }),
        Action::ChooseCardEffect(effect) => Ok(Trigger::ChooseCardEffect { by, effect }),
        Action::SkipSpin => Ok(Trigger::SkipSpin { by }),
        _ => check(at, By::Seat(by), action),
    }
}
