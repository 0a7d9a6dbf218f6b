//! How events change a state.

use croupier_kit::game::Seat;

use crate::cards::Card;
use crate::choice::Reply;
use crate::effects::Kind;
use crate::events::{Cause, Destination, Event, Seen, What};
use crate::state::{Dogma, Ending, Execution, Phase, State};
use crate::world::Achievement;
use crate::zones::{End, Location, Zone};

/// Applies an event. Nothing else changes a state.
#[inline(always)]
#[allow(clippy::inline_always)] // Callers know the event's kind, so one arm remains.
pub fn fold(state: &mut State, event: &Event) {
    state.next_event = state.next_event.wrapping_add(1);
    apply(state, event);
}

/// The same without counting the event, for an execution that is silently run again.
#[inline(always)]
#[allow(clippy::inline_always, clippy::too_many_lines)] // One arm per event.
pub(crate) fn apply(state: &mut State, event: &Event) {
    match &event.what {
        What::GameStarted { decks, origin } => {
            lay_out(state, decks.as_ref().inside());
            state.origin = origin.inside();
        }
        What::StartingHandDealt { seat, cards } => {
            for card in cards.iter().copied().filter_map(whole) {
                state.world.put(card, Zone::hand(*seat), End::Last);
            }
        }
        What::StartingCardsPlaced { cards } => {
            for (seat, card) in state.seats().zip(cards.iter().copied()) {
                state.world.put(card, Zone::pile(seat, card.colour()), End::Last);
            }
            state.chosen = Default::default();
        }
        What::FirstPlayer { seat } => {
            state.turn = *seat;
            state.one_action_turns = if state.seats == 4 { 2 } else { 1 };
        }
        What::TurnStarted { seat, turn, actions } => {
            (state.turn, state.turns, state.actions) = (*seat, *turn, *actions);
        }
        What::PhaseChanged { phase } => change_phase(state, *phase),
        What::Drew { seat, card, to } => {
            if *to == Destination::Hand {
                move_card(state, *card, Location::Hand(*seat), End::Last);
            }
        }
        What::Melded { seat, card, .. } => {
            move_card(state, Seen::from(*card), Location::Board(*seat), End::Last);
        }
        What::Tucked { seat, card, .. } => {
            move_card(state, Seen::from(*card), Location::Board(*seat), End::First);
            count(&mut state.world.tucked, *seat);
        }
        What::Scored { seat, card, .. } => {
            move_card(state, *card, Location::Score(*seat), End::Last);
            count(&mut state.world.scored, *seat);
        }
        What::Returned { seat, card, .. } => {
            move_card(state, *card, Location::Deck, End::Last);
            note_hit(state);
            if let Cause::Effect(source) = event.cause
                && source.card == Card::Democracy
            {
                count(&mut state.world.returned, *seat);
            }
        }
        What::Transferred { card, to, .. } => {
            move_card(state, *card, *to, End::Last);
            note_hit(state);
        }
        What::Exchanged { one, other, given, taken } => {
            for (cards, to) in [(given, other), (taken, one)] {
                for card in cards.iter().copied().filter_map(whole) {
                    state.world.put(card, to.zone(card), End::Last);
                }
            }
            note_change(state);
        }
        What::Splayed { seat, colour, splay, .. } => {
            state.world.set_splay(*seat, *colour, Some(*splay));
            note_change(state);
        }
        What::Rearranged { seat, colour, order, .. } => {
            state.world.rearrange(*seat, *colour, order.iter().copied());
            note_change(state);
        }
        What::Revealed { .. } => note_change(state),
        What::DogmaActivated { seat, card, counts, sharers, vulnerable } => {
            state.dogma = Some(Dogma {
                card: *card,
                activator: *seat,
                counts: *counts,
                sharers: *sharers,
                victims: *vulnerable,
                effect: 0,
                executor: None,
                kind: Kind::Shared,
                calls: 0,
            });
        }
        What::EffectStarted { effect, executor, kind, .. } => {
            begin(state, *effect, *executor, *kind);
        }
        What::EffectSkipped { effect, .. } => {
            if let Some(dogma) = running(&mut state.dogma) {
                (dogma.effect, dogma.executor) = (*effect, None);
            }
        }
        What::EffectFailed { .. } => {
            debug_assert!(state.execution.is_some(), "what fails has begun");
            if let Some(execution) = &state.execution {
                state.world = execution.start;
            }
            state.pending = None;
        }
        What::ChoiceRequested { id, choice, source, .. } => {
            // Starting choices are not stored: they are open while a hand is dealt and nothing is
            // chosen (IN-9).
            if source.is_some() {
                state.pending = Some(choice.inside());
            }
            state.next_choice = id + 1;
        }
        What::ChoiceAnswered { player, reply, .. } => {
            answer(state, *player, reply.as_ref().inside());
        }
        What::AchievementClaimed { seat, achievement, .. } => {
            match *achievement {
                Achievement::Age(age) => {
                    let owner = state.world.ages.get_mut(usize::from(age).wrapping_sub(1));
                    debug_assert!(owner.is_some(), "there are nine age achievements (IN-6)");
                    if let Some(owner) = owner {
                        *owner = Some(*seat);
                    }
                }
                Achievement::Special(special) => {
                    state.world.specials[special as usize] = Some(*seat);
                }
            }
            note_change(state);
        }
        What::CardsRemoved { open, hidden, .. } => {
            let hidden = hidden.iter().filter_map(|(_, seen)| whole(*seen));
            state.world.open_removed = state.world.open_removed | open.iter().copied().collect();
            for card in open.iter().copied().chain(hidden) {
                state.world.put(card, Zone::REMOVED, End::Last);
            }
        }
        What::TurnEnded { .. } => {
            state.one_action_turns = state.one_action_turns.saturating_sub(1);
            (state.world.scored, state.world.tucked) = Default::default();
        }
        What::GameEnded { winners, condition } => {
            state.ending = Some(Ending { winners: *winners, condition: *condition });
            leave_dogma(state);
        }
        What::ActionTaken { .. }
        | What::Unsplayed { .. }
        | What::HandRevealed { .. }
        | What::NestedExecution { .. }
        | What::SharingBonus { .. }
        | What::DogmaStopped => {}
    }
}

/// The card of an event. Events inside the engine are never redacted.
#[inline]
fn whole(seen: Seen) -> Option<Card> {
    debug_assert!(seen.card.is_some(), "events are whole inside the engine");
    seen.card
}

/// The dogma that an event refers to.
fn running(dogma: &mut Option<Dogma>) -> Option<&mut Dogma> {
    debug_assert!(dogma.is_some(), "effects run for a card that was activated");
    dogma.as_mut()
}

/// IN-6: lays out the shuffled decks; the top cards of the first nine go under the achievements.
fn lay_out(state: &mut State, decks: &[Card]) {
    for card in decks {
        state.world.put(*card, Zone::deck(card.age()), End::Last);
    }
    for age in 1..=9 {
        let top = state.world.zones.first(Zone::deck(age));
        debug_assert!(top.is_some(), "every age has cards");
        if let Some(top) = top {
            state.world.put(top, Zone::ACHIEVEMENTS, End::Last);
        }
    }
}

#[inline]
fn move_card(state: &mut State, seen: Seen, to: Location, end: End) {
    if let Some(card) = whole(seen) {
        state.world.put(card, to.zone(card), end);
    }
    note_change(state);
}

/// IN-65: records that something changed while another player was sharing.
#[inline]
fn note_change(state: &mut State) {
    if state.dogma.is_some_and(|dogma| dogma.is_sharing()) {
        state.world.shared = true;
    }
}

/// IN-64: records that the demand of this activation moved a card.
#[inline]
fn note_hit(state: &mut State) {
    if state.dogma.is_some_and(|dogma| dogma.is_demanding()) {
        state.world.hit = true;
    }
}

#[inline]
fn count(counters: &mut [u8; crate::zones::PLAYERS], seat: Seat) {
    let counter = &mut counters[seat.at()];
    *counter = counter.saturating_add(1);
}

/// Begins an execution and keeps the current world, from which it can be run again.
fn begin(state: &mut State, effect: u8, executor: Seat, kind: Kind) {
    if let Some(dogma) = running(&mut state.dogma) {
        (dogma.effect, dogma.executor, dogma.kind) = (effect - 1, Some(executor), kind);
        dogma.calls += 1;
    }
    if let Some(execution) = &mut state.execution {
        execution.start = state.world;
        execution.first_event = state.next_event;
        execution.answers.clear();
    } else {
        let (start, first_event) = (state.world, state.next_event);
        let answers = smallvec::SmallVec::new();
        state.execution = Some(Box::new(Execution { start, first_event, answers }));
    }
}

/// During setup an answer is kept until all are in (IN-9); during play it goes to the execution.
fn answer(state: &mut State, player: Seat, reply: &Reply) {
    state.pending = None;
    if let Some(execution) = &mut state.execution {
        execution.answers.push(reply.clone());
        if let Some(dogma) = running(&mut state.dogma) {
            dogma.calls += 1;
        }
    } else {
        let chosen = match reply {
            Reply::Cards(cards) => cards.first().copied(),
            _ => None,
        };
        debug_assert!(chosen.is_some(), "a starting card is chosen (IN-9)");
        state.chosen[player.at()] = chosen;
    }
}

/// An action is counted when it is over; the dogma ends with it.
fn change_phase(state: &mut State, phase: Phase) {
    if phase == Phase::CheckingWinConditions {
        state.actions = state.actions.saturating_sub(1);
        leave_dogma(state);
    }
}

fn leave_dogma(state: &mut State) {
    if state.dogma.take().is_some() {
        (state.execution, state.pending) = (None, None);
        (state.world.hit, state.world.shared, state.world.returned) = Default::default();
    }
}
