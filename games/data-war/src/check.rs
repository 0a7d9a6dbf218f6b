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
    let here = flow_state(at.flow);
    if *action == Action::Tap && here != FlowState::GameOver {
        // Fast path: nearly all actions are taps.
        let seat = check_tap(at, by, here)?;
        return Ok(Trigger::Tap { seat });
    }
    check_any(at, by, action, here)
}

fn check_any(at: At<'_>, by: By, action: &Action, here: FlowState) -> Result<Trigger, Reject> {
    match *action {
        Action::Event(event) => check_event(at, by, here, event),
        _ if here == FlowState::GameOver => Err(Reject::GameOver),
        Action::SeatChanged { seat, person, connected } => {
            ensure(by == By::Host && SEATS.contains(&seat), Reject::NotYourAction)?;
            Ok(Trigger::SeatChanged { seat, is_away: !(person && connected) })
        }
        _ if is_decided(at, here) => Err(Reject::GameOver),
        Action::Tap => check_tap(at, by, here).map(|seat| Trigger::Tap { seat }),
        Action::Dismiss => {
            ensure(here == FlowState::EffectShowing, Reject::WrongPhase)?;
            let seat = person(at, by)?;
            ensure(!at.flow.context().waved.contains(seat), Reject::AlreadyTapped)?;
            Ok(Trigger::Dismiss { seat })
        }
        Action::PickOpen { slot } => check_pick_open(at, by, here, slot),
        Action::PickTantrum { ref slots } => {
            let asked = at.state.tantrum.filter(|_| here == FlowState::Resolving);
            let seat = asked.ok_or(Reject::WrongPhase)?;
            ensure(by == By::Seat(seat), Reject::NotYourAction)?;
            check_slots(slots, at.state.tantrum_offer(seat).count())?;
            Ok(tantrum(seat, slots))
        }
        Action::Grab { slot } => {
            ensure(here == FlowState::GrabPlaying, Reject::WrongPhase)?;
            let seat = interactive(at, by)?;
            check_grab(at, seat, slot)?;
            Ok(Trigger::Grab { seat, slot })
        }
        Action::CloseGrab => {
            ensure(here == FlowState::GrabPlaying, Reject::WrongPhase)?;
            ensure(by == By::Host, Reject::NotYourAction)?;
            Ok(Trigger::CloseGrab)
        }
        Action::Concede => {
            ensure(!here.is_set_up(), Reject::WrongPhase)?;
            Ok(Trigger::Concede { seat: interactive(at, by)? })
        }
        Action::ConcedeFor { seat } => {
            ensure(!here.is_set_up(), Reject::WrongPhase)?;
            ensure(by == By::Host && SEATS.contains(&seat), Reject::NotYourAction)?;
            Ok(Trigger::Concede { seat })
        }
        Action::SelectBillionaire { billionaire } => {
            let seat = chooses_for(at, by, here)?;
            ensure(billionaire != Character::Unknown, Reject::UnknownCharacter)?;
            Ok(Trigger::SelectBillionaire { seat, billionaire })
        }
        Action::SelectBackground { background } => {
            ensure(here == FlowState::SelectBackground, Reject::WrongPhase)?;
            client(at, by)?;
            ensure(background != Background::Unknown, Reject::UnknownBackground)?;
            Ok(Trigger::SelectBackground { background })
        }
    }
}

/// The seat whose character is chosen: the first seat on the selection screen (DW-171), the
/// sender's own before a networked game has begun (DW-39).
fn chooses_for(at: At<'_>, by: By, here: FlowState) -> Result<Seat, Reject> {
    if by != By::Host && here == FlowState::Ready && guards::is_unopened(at.state, at.options) {
        return person(at, by);
    }
    ensure(here == FlowState::SelectBillionaire, Reject::WrongPhase)?;
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
fn is_decided(at: At<'_>, here: FlowState) -> bool {
    at.state.ending.is_some() && !here.is_set_up()
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
fn check_tap(at: At<'_>, by: By, here: FlowState) -> Result<Seat, Reject> {
    let plays = match here {
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

fn check_pick_open(at: At<'_>, by: By, here: FlowState, slot: u8) -> Result<Trigger, Reject> {
    ensure(matches!(here, FlowState::OpenSelecting | FlowState::WarSelecting), Reject::WrongPhase)?;
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

fn check_event(at: At<'_>, by: By, here: FlowState, event: FlowEvent) -> Result<Trigger, Reject> {
    ensure(event != FlowEvent::Unknown, Reject::UnknownEvent)?;
    ensure(here != FlowState::GameOver, Reject::MachineDone)?;
    let leaves = matches!(event, FlowEvent::ResetGame | FlowEvent::QuitGame);
    ensure(!(leaves && is_decided(at, here)), Reject::MachineDone)?;
    ensure(handles(at, here, event), Reject::Dropped)?;
    let quits = event == FlowEvent::QuitGame && at.options.pacing == Pacing::Network;
    if !(quits && interactive(at, by).is_ok()) {
        client(at, by)?;
    }
    Ok(event_trigger(event, by, at.options.pacing))
}

/// DW-31: whether the flow reacts to an event in this state. Mirrors the guards of the chart.
fn handles(at: At<'_>, here: FlowState, event: FlowEvent) -> bool {
    let (state, options, context) = (at.state, at.options, at.flow.context());
    let untapped = |plays| guards::missing_taps(state, plays).is_empty();
    match event {
        FlowEvent::StartGame | FlowEvent::SkipToGame => here == FlowState::Welcome,
        FlowEvent::ShowGuide | FlowEvent::SkipInstructions => here == FlowState::Intro,
        FlowEvent::ShowMission | FlowEvent::SkipGuide => here == FlowState::QuickStartGuide,
        FlowEvent::StartPlaying => here == FlowState::YourMission,
        FlowEvent::VsAnimationComplete => here == FlowState::VsAnimation,
        FlowEvent::RevealCards => here == FlowState::Ready && untapped(state.plays()),
        FlowEvent::CardsRevealed => here == FlowState::Revealing,
        FlowEvent::Tie => here == FlowState::Comparing && guards::is_war(state, options),
        FlowEvent::SpecialEffect => {
            here == FlowState::Comparing && guards::has_effects(state, options)
        }
        FlowEvent::ResolveTurn => here == FlowState::Comparing && guards::resolves(state, options),
        FlowEvent::DataGrab => here == FlowState::Comparing && is_scramble(state, options),
        FlowEvent::TapDeck => match here {
            FlowState::WarFaceDown | FlowState::WarFaceUp => untapped(state.fighters()),
            FlowState::OpenAwaiting => {
                guards::missing_open_taps(state, options, context).is_empty()
            }
            _ => false,
        },
        FlowEvent::DismissEffect => {
            here == FlowState::EffectShowing
                && guards::missing_dismissals(state, options, context).is_empty()
        }
        FlowEvent::CheckWinCondition => {
            here == FlowState::Resolving && (state.ending.is_some() || state.tantrum.is_none())
        }
        FlowEvent::StartOwywAnimation => {
            here == FlowState::OpenProcessing && !crate::rules::open::openers(state).is_empty()
        }
        FlowEvent::CardSelected => {
            matches!(here, FlowState::OpenSelecting | FlowState::WarSelecting) && is_answered(state)
        }
        FlowEvent::PreRevealComplete => {
            let inside = matches!(
                here,
                FlowState::OpenProcessing
                    | FlowState::OpenAnimating
                    | FlowState::OpenAwaiting
                    | FlowState::OpenSelecting
            );
            inside && crate::rules::open::openers(state).is_empty()
        }
        FlowEvent::GrabCountdownComplete => here == FlowState::GrabTakeover,
        FlowEvent::GrabGameComplete => here == FlowState::GrabPlaying && state.scramble.left() == 0,
        FlowEvent::GrabResultsViewed => here == FlowState::GrabResults,
        FlowEvent::ResetGame
        | FlowEvent::QuitGame
        | FlowEvent::NoTie
        | FlowEvent::NoSpecialEffect
        | FlowEvent::Win
        | FlowEvent::Continue => true,
        FlowEvent::Unknown => false,
    }
}

/// The trigger of an accepted event.
fn event_trigger(event: FlowEvent, by: By, pacing: Pacing) -> Trigger {
    match event {
        FlowEvent::StartGame => Trigger::StartGame,
        FlowEvent::SkipToGame => Trigger::SkipToGame,
        FlowEvent::ShowGuide => Trigger::ShowGuide,
        FlowEvent::SkipInstructions => Trigger::SkipInstructions,
        FlowEvent::ShowMission => Trigger::ShowMission,
        FlowEvent::SkipGuide => Trigger::SkipGuide,
        FlowEvent::StartPlaying => Trigger::StartPlaying,
        FlowEvent::VsAnimationComplete => Trigger::VsAnimationComplete,
        FlowEvent::RevealCards => Trigger::RevealCards,
        FlowEvent::CardsRevealed => Trigger::CardsRevealed,
        FlowEvent::Tie => Trigger::Tie,
        FlowEvent::SpecialEffect => Trigger::SpecialEffect,
        FlowEvent::ResolveTurn => Trigger::ResolveTurn,
        FlowEvent::DataGrab => Trigger::DataGrab,
        FlowEvent::TapDeck => Trigger::TapDeck,
        FlowEvent::DismissEffect => Trigger::DismissEffect,
        FlowEvent::CheckWinCondition => Trigger::CheckWinCondition,
        FlowEvent::StartOwywAnimation => Trigger::StartOwywAnimation,
        FlowEvent::CardSelected => Trigger::CardSelected,
        FlowEvent::PreRevealComplete => Trigger::PreRevealComplete,
        FlowEvent::GrabCountdownComplete => Trigger::GrabCountdownComplete,
        FlowEvent::GrabGameComplete => Trigger::GrabGameComplete,
        FlowEvent::GrabResultsViewed => Trigger::GrabResultsViewed,
        FlowEvent::ResetGame => Trigger::ResetGame,
        FlowEvent::QuitGame => {
            let (seat, is_seat) = match by {
                By::Seat(seat) => (seat, true),
                By::Host => (Seat(0), false),
            };
            Trigger::QuitGame { seat, gives_up: is_seat && pacing == Pacing::Network }
        }
        FlowEvent::NoTie => Trigger::NoTie,
        FlowEvent::NoSpecialEffect => Trigger::NoSpecialEffect,
        FlowEvent::Win => Trigger::Win,
        // An unknown name is refused before it gets here.
        FlowEvent::Continue | FlowEvent::Unknown => Trigger::Continue,
    }
}
