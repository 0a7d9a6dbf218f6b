//! Who may do what, and if not, exactly why not (DW-41, DW-190).
//!
//! An accepted action becomes a trigger of the chart, together with the acting seat.

use croupier_kit::game::{By, Position, Seat};

use crate::DataWar;
use crate::action::{Action, FlowEvent};
use crate::effects::tantrum::wanted;
use crate::flow::guards;
use crate::flow::{FlowState, Trigger, flow_state};
use crate::options::Pacing;
use crate::reject::Reject;
use crate::rules::open::is_answered;
use crate::rules::verdict::is_scramble;
use crate::screen::{Background, Character};
use crate::state::SEATS;

type At<'a> = Position<'a, DataWar>;

/// Checks an action: the chart's trigger, or the reason to refuse it.
#[inline]
pub(crate) fn check(at: At<'_>, by: By, action: &Action) -> Result<Trigger, Reject> {
    let place = flow_state(at.flow);
    if *action == Action::Tap && place != FlowState::GameOver {
        // Fast path: nearly all actions are taps.
        let seat = check_tap(at, by, place)?;
        return Ok(Trigger::Tap { seat });
    }
    check_any(at, by, action, place)
}

fn check_any(at: At<'_>, by: By, action: &Action, place: FlowState) -> Result<Trigger, Reject> {
    match *action {
        Action::Event(event) => check_event(at, by, place, event),
        _ if place == FlowState::GameOver => Err(Reject::GameOver),
        Action::SeatChanged { seat, person, connected } => {
            ensure(by == By::Host && SEATS.contains(&seat), Reject::NotYourAction)?;
            Ok(Trigger::SeatChanged { seat, is_away: !(person && connected) })
        }
        _ if is_decided(at, place) => Err(Reject::GameOver),
        Action::Tap => check_tap(at, by, place).map(|seat| Trigger::Tap { seat }),
        Action::Dismiss => {
            ensure(place == FlowState::EffectShowing, Reject::WrongPhase)?;
            let seat = person(at, by)?;
            ensure(!at.flow.context().waved.contains(seat), Reject::AlreadyTapped)?;
            Ok(Trigger::Dismiss { seat })
        }
        Action::PickOpen { slot } => check_pick_open(at, by, place, slot),
        Action::PickTantrum { ref slots } => {
            let asked = at.state.tantrum.filter(|_| place == FlowState::Resolving);
            let seat = asked.ok_or(Reject::WrongPhase)?;
            ensure(by == By::Seat(seat), Reject::NotYourAction)?;
            check_slots(slots, at.state.tantrum_offer(seat).count())?;
            Ok(tantrum(seat, slots))
        }
        Action::Grab { slot } => {
            ensure(place == FlowState::GrabPlaying, Reject::WrongPhase)?;
            let seat = interactive(at, by)?;
            check_grab(at, seat, slot)?;
            Ok(Trigger::Grab { seat, slot })
        }
        Action::CloseGrab => {
            ensure(place == FlowState::GrabPlaying, Reject::WrongPhase)?;
            ensure(by == By::Host, Reject::NotYourAction)?;
            Ok(Trigger::CloseGrab)
        }
        Action::Concede => {
            ensure(!place.is_set_up(), Reject::WrongPhase)?;
            Ok(Trigger::Concede { seat: interactive(at, by)? })
        }
        Action::ConcedeFor { seat } => {
            ensure(!place.is_set_up(), Reject::WrongPhase)?;
            ensure(by == By::Host && SEATS.contains(&seat), Reject::NotYourAction)?;
            Ok(Trigger::Concede { seat })
        }
        Action::SelectBillionaire { billionaire } => {
            let seat = chooses_for(at, by, place)?;
            ensure(billionaire != Character::Unknown, Reject::UnknownCharacter)?;
            Ok(Trigger::SelectBillionaire { seat, billionaire })
        }
        Action::SelectBackground { background } => {
            ensure(place == FlowState::SelectBackground, Reject::WrongPhase)?;
            client(at, by)?;
            ensure(background != Background::Unknown, Reject::UnknownBackground)?;
            Ok(Trigger::SelectBackground { background })
        }
    }
}

/// The seat whose character is chosen: the first seat on the selection screen (DW-171), the
/// sender's own before a networked game has begun (DW-39).
fn chooses_for(at: At<'_>, by: By, place: FlowState) -> Result<Seat, Reject> {
    if by != By::Host && place == FlowState::Ready && guards::is_unopened(at.state, at.options) {
        return person(at, by);
    }
    ensure(place == FlowState::SelectBillionaire, Reject::WrongPhase)?;
    client(at, by)?;
    Ok(Seat(0))
}

/// The trigger of an action that `legal_actions` has listed for a seat.
#[inline]
pub(crate) fn listed_trigger(at: At<'_>, seat: Seat, action: &Action) -> Result<Trigger, Reject> {
    match *action {
        Action::Tap => Ok(Trigger::Tap { seat }),
        Action::Dismiss => Ok(Trigger::Dismiss { seat }),
        Action::PickOpen { slot } => Ok(Trigger::PickOpen { seat, slot }),
        Action::PickTantrum { ref slots } => Ok(tantrum(seat, slots)),
        Action::Grab { slot } => Ok(Trigger::Grab { seat, slot }),
        _ => check(at, By::Seat(seat), action),
    }
}

fn tantrum(seat: Seat, slots: &[u8]) -> Trigger {
    let slots = [slots.first().copied(), slots.get(1).copied()];
    Trigger::PickTantrum { seat, slots }
}

/// DW-187: the outcome is decided, although results are still shown.
fn is_decided(at: At<'_>, place: FlowState) -> bool {
    at.state.ending.is_some() && !place.is_set_up()
}

#[inline]
fn ensure(holds: bool, otherwise: Reject) -> Result<(), Reject> {
    if holds { Ok(()) } else { Err(otherwise) }
}

#[inline]
fn interactive(at: At<'_>, by: By) -> Result<Seat, Reject> {
    match by {
        By::Seat(seat) if at.state.is_interactive(seat) => Ok(seat),
        _ => Err(Reject::NotYourAction),
    }
}

/// The sender, if a person is seated there. Headless games have no persons.
fn person(at: At<'_>, by: By) -> Result<Seat, Reject> {
    match by {
        By::Seat(seat) if at.state.is_person(seat) => Ok(seat),
        _ => Err(Reject::NotYourAction),
    }
}

/// DW-31: the host may always do this; seats only if they share one screen, because otherwise the
/// server controls the pace (DW-39).
fn client(at: At<'_>, by: By) -> Result<(), Reject> {
    match by {
        By::Host => Ok(()),
        By::Seat(_) if at.options.pacing != Pacing::Local => Err(Reject::NotYourAction),
        By::Seat(_) => person(at, by).map(|_| ()),
    }
}

#[inline]
fn check_tap(at: At<'_>, by: By, place: FlowState) -> Result<Seat, Reject> {
    let plays = match place {
        FlowState::Ready => at.state.plays(),
        FlowState::WarFaceDown | FlowState::WarFaceUp => at.state.fighters(),
        FlowState::OpenAwaiting => {
            let seat = person(at, by)?;
            ensure(crate::rules::open::openers(at.state).contains(seat), Reject::NotYourAction)?;
            ensure(!at.flow.context().waved.contains(seat), Reject::AlreadyTapped)?;
            return Ok(seat);
        }
        _ => return Err(Reject::WrongPhase),
    };
    let seat = interactive(at, by)?;
    ensure(plays.contains(seat), Reject::NotYourAction)?;
    ensure(!at.state.tapped.contains(seat), Reject::AlreadyTapped)?;
    Ok(seat)
}

fn check_pick_open(at: At<'_>, by: By, place: FlowState, slot: u8) -> Result<Trigger, Reject> {
    ensure(
        matches!(place, FlowState::OpenSelecting | FlowState::WarSelecting),
        Reject::WrongPhase,
    )?;
    let seat = interactive(at, by)?;
    let side = at.state.side(seat);
    let count = side.offered.ok_or(Reject::NotYourAction)?;
    ensure(side.picked.is_none(), Reject::AlreadyPicked)?;
    ensure(slot < count, Reject::SlotOutOfRange(slot))?;
    Ok(Trigger::PickOpen { seat, slot })
}

fn check_slots(slots: &[u8], offered: usize) -> Result<(), Reject> {
    let (given, wanted) = (slots.len(), wanted(offered));
    ensure(given == wanted, Reject::WrongPickCount { given, wanted })?;
    if let Some(slot) = slots.iter().find(|slot| usize::from(**slot) >= offered) {
        return Err(Reject::SlotOutOfRange(*slot));
    }
    match slots {
        [first, second] if first == second => Err(Reject::DuplicateSlot(*first)),
        _ => Ok(()),
    }
}

/// DW-135: checks the time window and the cooldown of the flow, and whether the slot is free.
pub(crate) fn check_grab(at: At<'_>, seat: Seat, slot: u8) -> Result<(), Reject> {
    let (now, context) = (at.flow.now(), at.flow.context());
    let window = at.state.scramble.windows().nth(usize::from(slot));
    let (start, end) = window.ok_or(Reject::SlotOutOfRange(slot))?;
    let time = now - context.playing_since;
    let cooldown = at.options.delays.grab_cooldown;
    let rested = context.grabbed[seat.at() & 1].is_none_or(|last| now - last >= cooldown);
    ensure(time >= start && rested, Reject::TooSoon(slot))?;
    ensure(time <= end, Reject::TooLate(slot))?;
    ensure(!at.state.scramble.is_taken(slot), Reject::SlotTaken(slot))
}

fn check_event(at: At<'_>, by: By, place: FlowState, event: FlowEvent) -> Result<Trigger, Reject> {
    ensure(event != FlowEvent::Unknown, Reject::UnknownEvent)?;
    ensure(place != FlowState::GameOver, Reject::MachineDone)?;
    let leaves = matches!(event, FlowEvent::ResetGame | FlowEvent::QuitGame);
    ensure(!(leaves && is_decided(at, place)), Reject::MachineDone)?;
    ensure(handles(at, place, event), Reject::Dropped)?;
    let quits = event == FlowEvent::QuitGame && at.options.pacing == Pacing::Network;
    if !(quits && interactive(at, by).is_ok()) {
        client(at, by)?;
    }
    Ok(event_trigger(event, by, at.options.pacing))
}

/// DW-31: whether the flow reacts to an event in this state. Mirrors the guards of the chart.
fn handles(at: At<'_>, place: FlowState, event: FlowEvent) -> bool {
    use FlowEvent as E;
    use FlowState as P;
    let (state, options, context) = (at.state, at.options, at.flow.context());
    let untapped = |plays| guards::missing_taps(state, plays).is_empty();
    match event {
        E::StartGame | E::SkipToGame => place == P::Welcome,
        E::ShowGuide | E::SkipInstructions => place == P::Intro,
        E::ShowMission | E::SkipGuide => place == P::QuickStartGuide,
        E::StartPlaying => place == P::YourMission,
        E::VsAnimationComplete => place == P::VsAnimation,
        E::RevealCards => place == P::Ready && untapped(state.plays()),
        E::CardsRevealed => place == P::Revealing,
        E::Tie => place == P::Comparing && guards::is_war(state, options),
        E::SpecialEffect => place == P::Comparing && guards::has_effects(state, options),
        E::ResolveTurn => place == P::Comparing && guards::resolves(state, options),
        E::DataGrab => place == P::Comparing && is_scramble(state, options),
        E::TapDeck => match place {
            P::WarFaceDown | P::WarFaceUp => untapped(state.fighters()),
            P::OpenAwaiting => guards::missing_open_taps(state, options, context).is_empty(),
            _ => false,
        },
        E::DismissEffect => {
            place == P::EffectShowing
                && guards::missing_dismissals(state, options, context).is_empty()
        }
        E::CheckWinCondition => {
            place == P::Resolving && (state.ending.is_some() || state.tantrum.is_none())
        }
        E::StartOwywAnimation => {
            place == P::OpenProcessing && !crate::rules::open::openers(state).is_empty()
        }
        E::CardSelected => {
            matches!(place, P::OpenSelecting | P::WarSelecting) && is_answered(state)
        }
        E::PreRevealComplete => {
            let inside = matches!(
                place,
                P::OpenProcessing | P::OpenAnimating | P::OpenAwaiting | P::OpenSelecting
            );
            inside && crate::rules::open::openers(state).is_empty()
        }
        E::GrabCountdownComplete => place == P::GrabTakeover,
        E::GrabGameComplete => place == P::GrabPlaying && state.scramble.left() == 0,
        E::GrabResultsViewed => place == P::GrabResults,
        E::ResetGame | E::QuitGame | E::NoTie | E::NoSpecialEffect | E::Win | E::Continue => true,
        E::Unknown => false,
    }
}

/// The trigger of an accepted event.
fn event_trigger(event: FlowEvent, by: By, pacing: Pacing) -> Trigger {
    use FlowEvent as E;
    match event {
        E::StartGame => Trigger::StartGame,
        E::SkipToGame => Trigger::SkipToGame,
        E::ShowGuide => Trigger::ShowGuide,
        E::SkipInstructions => Trigger::SkipInstructions,
        E::ShowMission => Trigger::ShowMission,
        E::SkipGuide => Trigger::SkipGuide,
        E::StartPlaying => Trigger::StartPlaying,
        E::VsAnimationComplete => Trigger::VsAnimationComplete,
        E::RevealCards => Trigger::RevealCards,
        E::CardsRevealed => Trigger::CardsRevealed,
        E::Tie => Trigger::Tie,
        E::SpecialEffect => Trigger::SpecialEffect,
        E::ResolveTurn => Trigger::ResolveTurn,
        E::DataGrab => Trigger::DataGrab,
        E::TapDeck => Trigger::TapDeck,
        E::DismissEffect => Trigger::DismissEffect,
        E::CheckWinCondition => Trigger::CheckWinCondition,
        E::StartOwywAnimation => Trigger::StartOwywAnimation,
        E::CardSelected => Trigger::CardSelected,
        E::PreRevealComplete => Trigger::PreRevealComplete,
        E::GrabCountdownComplete => Trigger::GrabCountdownComplete,
        E::GrabGameComplete => Trigger::GrabGameComplete,
        E::GrabResultsViewed => Trigger::GrabResultsViewed,
        E::ResetGame => Trigger::ResetGame,
        E::QuitGame => {
            let (seat, is_seat) = match by {
                By::Seat(seat) => (seat, true),
                By::Host => (Seat(0), false),
            };
            Trigger::QuitGame { seat, gives_up: is_seat && pacing == Pacing::Network }
        }
        E::NoTie => Trigger::NoTie,
        E::NoSpecialEffect => Trigger::NoSpecialEffect,
        E::Win => Trigger::Win,
        // An unknown name is refused before it gets here.
        E::Continue | E::Unknown => Trigger::Continue,
    }
}
