//! Which seats are asked, and for what (DW-41).

use croupier_kit::cards::Dice;
use croupier_kit::game::{By, Position, Seat, SeatSet};

use crate::DataWar;
use crate::action::{Action, FlowEvent};
use crate::check::{check, check_grab};
use crate::effects::tantrum::{default_picks, wanted};
use crate::events::Places;
use crate::flow::guards;
use crate::flow::{FlowState, flow_state};
use crate::screen::{Background, Character};
use crate::state::SEATS;

type At<'a> = Position<'a, DataWar>;

/// The seats that are being asked.
#[inline]
pub(crate) fn to_act(at: At<'_>) -> SeatSet {
    let here = flow_state(at.flow);
    if here.asks_nobody() { SeatSet::NOBODY } else { asked_in(at, here) }
}

#[inline]
fn asked_in(at: At<'_>, here: FlowState) -> SeatSet {
    match here {
        FlowState::Ready => guards::missing_taps(at.state, at.state.plays()),
        FlowState::WarFaceDown | FlowState::WarFaceUp => {
            guards::missing_taps(at.state, at.state.fighters())
        }
        _ => asked_for_more(&Position { ..at }, here),
    }
}

/// Seats asked for anything other than turning over cards. Rare, so it is a separate function; it
/// gets a reference to a position made for it, so that the fast path needs none in memory.
fn asked_for_more(at: &At<'_>, here: FlowState) -> SeatSet {
    let (state, options, context) = (at.state, at.options, at.flow.context());
    match here {
        FlowState::EffectShowing => guards::missing_dismissals(state, options, context),
        FlowState::OpenAwaiting => guards::missing_open_taps(state, options, context),
        FlowState::OpenSelecting | FlowState::WarSelecting => state.seats_where(|state, seat| {
            state.side(seat).offered.is_some() && state.side(seat).picked.is_none()
        }),
        FlowState::Resolving => state.tantrum.map(SeatSet::of).unwrap_or_default(),
        FlowState::GrabPlaying => state.seats_where(|state, seat| {
            state.is_interactive(seat) && grabbable(*at, seat).next().is_some()
        }),
        // Set-up screens and results belong to one person at a local screen. A server does not use
        // them.
        here if is_screen(here) => {
            let first = SEATS.into_iter().find(|seat| state.is_person(*seat));
            let local = options.pacing == crate::options::Pacing::Local;
            first.filter(|_| local).map(SeatSet::of).unwrap_or_default()
        }
        _ => SeatSet::NOBODY,
    }
}

/// The screens that wait for a tap.
fn is_screen(here: FlowState) -> bool {
    here.is_set_up() && here != FlowState::VsAnimation || here == FlowState::GrabResults
}

/// The slots a seat may grab now.
fn grabbable(at: At<'_>, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    let slots = u8::try_from(at.state.scramble.falls.len()).unwrap_or(u8::MAX);
    (0..slots).filter(move |slot| check_grab(at, seat, *slot).is_ok())
}

/// The legal actions of a seat, in a fixed order. Complete except for [offers](offers) and for flow
/// events that only shorten a wait.
#[inline]
pub(crate) fn legal_actions(at: At<'_>, seat: Seat, actions: &mut Vec<Action>) {
    let (state, here) = (at.state, flow_state(at.flow));
    if !asked_in(at, here).contains(seat) {
        return;
    }
    match here {
        here if here.asks_for_taps() => actions.push(Action::Tap),
        FlowState::EffectShowing => actions.push(Action::Dismiss),
        FlowState::OpenSelecting | FlowState::WarSelecting => {
            let count = state.side(seat).offered.unwrap_or(0);
            actions.extend((0..count).map(|slot| Action::PickOpen { slot }));
        }
        FlowState::Resolving => legal_tantrums(state.tantrum_offer(seat).count(), actions),
        FlowState::GrabPlaying => {
            actions.extend(grabbable(at, seat).map(|slot| Action::Grab { slot }));
        }
        here => actions.extend(on_screen(here)),
    }
}

/// What a seat may do unasked: concede at any time (DW-41), and choose its character before the
/// first cards of a networked game are revealed (DW-39). Neither advances the game.
pub(crate) fn offers(at: At<'_>, seat: Seat, actions: &mut Vec<Action>) {
    let shown = at.state.side(seat).character;
    let others = Character::ALL.iter().filter(|other| Some(**other) != shown);
    let others = others.map(|other| Action::SelectBillionaire { billionaire: *other });
    let others = others.filter(|_| guards::is_unopened(at.state, at.options));
    let offered = std::iter::once(Action::Concede).chain(others);
    actions.extend(offered.filter(|action| check(at, By::Seat(seat), action).is_ok()));
}

/// All sets of the required size.
fn legal_tantrums(offered: usize, actions: &mut Vec<Action>) {
    let slots = u8::try_from(offered).unwrap_or(u8::MAX);
    if wanted(offered) == 1 {
        actions.extend((0..slots).map(|slot| pick([slot])));
        return;
    }
    for first in 0..slots {
        actions.extend((first + 1..slots).map(|second| pick([first, second])));
    }
}

fn pick<const N: usize>(slots: [u8; N]) -> Action {
    Action::PickTantrum { slots: slots.into_iter().collect() }
}

/// The actions that leave a set-up screen or the results.
fn on_screen(here: FlowState) -> Vec<Action> {
    let events = |events: &[FlowEvent]| events.iter().map(|event| Action::Event(*event)).collect();
    match here {
        FlowState::Welcome => events(&[FlowEvent::StartGame, FlowEvent::SkipToGame]),
        FlowState::SelectBillionaire => {
            let choices = Character::ALL.iter();
            choices.map(|id| Action::SelectBillionaire { billionaire: *id }).collect()
        }
        FlowState::SelectBackground => {
            let choices = Background::ALL.iter();
            choices.map(|id| Action::SelectBackground { background: *id }).collect()
        }
        FlowState::Intro => events(&[FlowEvent::ShowGuide, FlowEvent::SkipInstructions]),
        FlowState::QuickStartGuide => events(&[FlowEvent::ShowMission, FlowEvent::SkipGuide]),
        FlowState::YourMission => events(&[FlowEvent::StartPlaying]),
        FlowState::GrabResults => events(&[FlowEvent::GrabResultsViewed]),
        _ => vec![],
    }
}

/// DW-164: slot 0, the lowest slots, or nothing in a scramble. On a screen, the last action, which
/// is the shortcut.
pub(crate) fn default_action(at: At<'_>, seat: Seat) -> Option<Action> {
    if !to_act(at).contains(seat) {
        return None;
    }
    match flow_state(at.flow) {
        FlowState::GrabPlaying => None,
        FlowState::SelectBackground => {
            Some(Action::SelectBackground { background: Background::DEFAULT })
        }
        FlowState::SelectBillionaire => {
            Some(Action::SelectBillionaire { billionaire: Character::Brock })
        }
        FlowState::Resolving => {
            let slots = default_picks(at.state, seat);
            Some(Action::PickTantrum { slots })
        }
        here if is_screen(here) => on_screen(here).pop(),
        FlowState::EffectShowing => Some(Action::Dismiss),
        FlowState::OpenSelecting | FlowState::WarSelecting => Some(Action::PickOpen { slot: 0 }),
        _ => Some(Action::Tap),
    }
}

/// A uniformly random legal action.
#[inline(always)]
#[allow(clippy::inline_always)] // Measured: passing the position costs more than the usual answer.
pub(crate) fn random_action(at: At<'_>, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let here = flow_state(at.flow);
    if !asked_in(at, here).contains(seat) {
        return None;
    }
    // Usually there is nothing to choose, so no dice are used.
    if here.asks_for_taps() {
        return Some(Action::Tap);
    }
    random_choice(&Position { ..at }, seat, here, dice)
}

/// Takes the position by reference for the same reason as [`asked_for_more`].
fn random_choice(at: &At<'_>, seat: Seat, here: FlowState, dice: &mut Dice) -> Option<Action> {
    if here != FlowState::Resolving {
        let mut actions = vec![];
        legal_actions(*at, seat, &mut actions);
        return dice.pick(&actions).cloned();
    }
    let offered = at.state.tantrum_offer(seat).count();
    let mut slots: Places = (0..).take(offered).collect();
    let mut picks = Places::new();
    while picks.len() < wanted(offered) {
        let at = dice.below(u32::try_from(slots.len()).unwrap_or(1)) as usize;
        picks.push(slots.remove(at));
    }
    picks.sort_unstable();
    Some(Action::PickTantrum { slots: picks })
}
