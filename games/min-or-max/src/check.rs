//! Whether a command is refused, and why (MM-79).

use croupier_kit::{By, Position, Rejection, Seat};

use crate::flow::{FlowState, flow_state, turn};
use crate::rules::choice;
use crate::{Action, MinOrMax, Options, Reject};

/// MM-79: the first reason to refuse a command, in the order of the specification.
#[inline]
pub(crate) fn check(at: Position<'_, MinOrMax>, by: By, action: Action) -> Result<(), Reject> {
    match (by, action) {
        (By::Host, Action::Timeout { turn_seq }) => check_timeout(at, turn_seq),
        _ if is_internal(action, at.options) => Err(Reject::InternalEvent),
        (_, Action::Surrender) if !at.options.surrender => Err(Reject::Malformed),
        (By::Host, _) => Err(Reject::NotSeated),
        (By::Seat(seat), _) => check_command(at, seat, action),
    }
}

/// MM-20, MM-79: what the game says by itself is nobody's to say.
#[inline]
fn is_internal(action: Action, options: &Options) -> bool {
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

/// MM-22
fn check_timeout(at: Position<'_, MinOrMax>, turn_seq: u32) -> Result<(), Reject> {
    let this_turn = turn(at.flow).is_some_and(|turn| turn.seq == turn_seq);
    Reject::StaleTimeout.unless(this_turn && flow_state(at.flow).is_asking())
}

#[inline]
fn check_command(at: Position<'_, MinOrMax>, seat: Seat, action: Action) -> Result<(), Reject> {
    let Position { state, options, flow, .. } = at;
    let turn = turn(flow).ok_or(Reject::WrongPhase)?;
    Reject::NotYourTurn.unless(seat == state.current)?;
    let here = flow_state(flow);
    match action {
        Action::SpinWheel(force) => {
            let open = matches!(here, FlowState::AwaitingAction | FlowState::PostCardPlay);
            Reject::WrongStep.unless(open)?;
            Reject::AlreadySpun.unless(!turn.has_spun)?;
            Reject::InvalidForce.unless(force.milli().is_some())
        }
        Action::ChooseCard { card } => {
            Reject::WrongStep.unless(here == FlowState::AwaitingAction)?;
            Reject::CardNotInHand(card).unless(state.hand(seat).contains(&card))?;
            let top = state.top().unwrap_or_default();
            Reject::CardDoesNotBeat { card, top }.unless(state.can_beat(card, options))
        }
        Action::ChooseCardEffect(effect) => {
            Reject::WrongStep.unless(here == FlowState::ChoosingCardEffect)?;
            choice::check_effect(state, options, effect)
        }
        Action::SkipSpin => Reject::WrongStep.unless(here == FlowState::PostCardPlay),
        // EndTurn and Surrender; whatever else there is has been refused.
        _ => Reject::WrongStep.unless(here == FlowState::AwaitingAction),
    }
}
