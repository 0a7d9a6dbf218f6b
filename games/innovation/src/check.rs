//! Whether an input is refused, and why (IN-92, IN-111, IN-112). An accepted input becomes a
//! trigger of the chart.

use croupier_kit::game::{By, Position, Seat};

use crate::action::{Action, CardId, Named};
use crate::cards::Card;
use crate::flow::Trigger;
use crate::world::{Achievement, points_required};
use crate::{Innovation, Reject, State};

/// The first reason to refuse an input, in the order of the specification.
#[inline]
pub(crate) fn check(
    at: Position<'_, Innovation>,
    by: By,
    action: &Action,
) -> Result<Trigger, Reject> {
    let state = at.state;
    if let Action::Answer { choice: id, answer } = action {
        require(state.choices().next().is_some(), Reject::NoPendingChoice)?;
        let By::Seat(seat) = by else { return Err(Reject::WrongPlayer) };
        let Some(choice) = state.choice_of(seat) else {
            // IN-108: during setup everybody is asked, so a seat that is not asked has already
            // answered.
            return Err(if state.is_setup() { Reject::StaleChoice } else { Reject::WrongPlayer });
        };
        require(choice.id == *id, Reject::StaleChoice)?;
        let reply = choice.accept(&state.world, answer)?;
        return Ok(Trigger::Answer { choice, reply });
    }
    require(state.ending.is_none(), Reject::GameIsOver)?;
    require(state.pending.is_none() && !state.is_setup(), Reject::WrongPhase)?;
    let seat = state.turn;
    require(by == By::Seat(seat), Reject::NotYourTurn)?;
    match *action {
        Action::Draw => Ok(Trigger::Draw),
        Action::Meld { card } => {
            let card = known(card)?;
            require(state.world.hand(seat).contains(card), Reject::CardNotInHand)?;
            Ok(Trigger::Meld { card })
        }
        Action::Achieve { achievement } => {
            let age = may_achieve(state, seat, achievement)?;
            Ok(Trigger::Achieve { age })
        }
        Action::Dogma { card } => {
            let card = known(card)?;
            require(state.world.tops(seat).contains(card), Reject::NotATopCard)?;
            Ok(Trigger::Dogma { card })
        }
        // Handled above.
        Action::Answer { .. } => Err(Reject::NoPendingChoice),
    }
}

/// The trigger of an action that `legal_actions` has listed for a seat. Legality is already known;
/// only the meaning has to be determined.
#[inline]
pub(crate) fn listed_trigger(
    at: Position<'_, Innovation>,
    seat: Seat,
    action: &Action,
) -> Result<Trigger, Reject> {
    match *action {
        Action::Draw => Ok(Trigger::Draw),
        Action::Meld { card } => Ok(Trigger::Meld { card: known(card)? }),
        Action::Dogma { card } => Ok(Trigger::Dogma { card: known(card)? }),
        Action::Achieve { achievement: Named::Known(Achievement::Age(age)) } => {
            Ok(Trigger::Achieve { age })
        }
        Action::Answer { ref answer, .. } => {
            let choice = at.state.choice_of(seat).ok_or(Reject::WrongPlayer)?;
            let reply = choice.read(&at.state.world, answer).ok_or(Reject::NotACandidate)?;
            Ok(Trigger::Answer { choice, reply })
        }
        // Special achievements are never listed.
        Action::Achieve { .. } => check(at, By::Seat(seat), action),
    }
}

/// IN-70, IN-111: checks in the order special, taken, score, top card.
fn may_achieve(state: &State, seat: Seat, achievement: Named) -> Result<u8, Reject> {
    let age = match achievement {
        Named::Known(Achievement::Age(age)) => age,
        Named::Known(Achievement::Special(_)) => return Err(Reject::SpecialNotClaimable),
        Named::Unknown(_) => return Err(Reject::UnknownAchievement),
    };
    require((1..=9).contains(&age), Reject::UnknownAchievement)?;
    let free = state.world.owner(Achievement::Age(age)).is_none();
    require(free, Reject::AchievementTaken)?;
    require(state.world.points(seat) >= points_required(age), Reject::ScoreTooLow)?;
    require(state.draw_value(seat) >= age, Reject::TopCardTooLow)?;
    Ok(age)
}

fn known(card: CardId) -> Result<Card, Reject> {
    card.card().ok_or(Reject::UnknownCard)
}

#[inline]
fn require(holds: bool, otherwise: Reject) -> Result<(), Reject> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// The ages whose achievements a seat could claim with an action.
pub(crate) fn achievable(state: &State, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    let most = (state.world.points(seat) / 5).min(u16::from(state.draw_value(seat))).min(9);
    let free = |age: &u8| state.world.ages[usize::from(*age) - 1].is_none();
    (1..=u8::try_from(most).unwrap_or(9)).filter(free)
}
