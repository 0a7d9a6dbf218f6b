//! Random worlds that fit what a seat knows (IN-166, IN-167).
//!
//! Card backs show ages, so the hidden cards of each age are dealt anew among the hidden places of
//! that age. A seat also remembers where a card it has seen can be now, and the order in which
//! cards went to the bottoms of decks.

mod deal;
mod rehearsal;
mod undo;

use croupier_kit::cards::Dice;
use croupier_kit::game::{Observation, Seat, SeatSet};
use smallvec::SmallVec;

use crate::Innovation;
use crate::choice::{Ask, Choice, Question};
use crate::set::{CardSet, Colours};
use crate::state::{Dogma, Ending, Execution, State};
use crate::view::{ChoiceSeen, View};
use crate::zones::PLAYERS;

/// How many deals are tried to find one that leads to the open question.
const DEALS: usize = 5000;
/// The same for a seat that has not followed how that question came about.
const BLIND_DEALS: usize = 20;

/// A random state that fits everything a seat knows. In the middle of an effect, the cards must
/// also be such that the effect, rerun from its beginning, does what was seen and asks what is
/// being asked.
pub(crate) fn resample(observation: Observation<'_, Innovation>, dice: &mut Dice) -> State {
    let mut state = seen(observation);
    if observation.view.dogma.is_none() {
        state.world = deal::deal(observation, dice);
        choose_for_others(observation, &mut state, dice);
        return state;
    }
    let deals = if observation.memory.is_blank() { BLIND_DEALS } else { DEALS };
    for _ in 0..deals {
        let world = deal::deal(observation, dice);
        if let Some(resumed) = rehearsal::resume(observation, &state, &world, dice) {
            return resumed;
        }
    }
    state.world = deal::deal(observation, dice);
    improvise(observation, state)
}

/// For a seat that has not followed the match and cannot know how the effect came to its question.
/// It gets the question as it sees it, on an execution that begins now. If an answer then does not
/// fit, it is undone like any other failure of a card (IN-115).
fn improvise(observation: Observation<'_, Innovation>, mut state: State) -> State {
    let (start, first_event) = (state.world, state.next_event);
    state.execution = Some(Box::new(Execution { start, first_event, answers: SmallVec::new() }));
    state.pending = observation.view.choices.first().map(|seen| {
        let ask = match seen.kind {
            Question::SelectCards => {
                let candidates = CardSet::EMPTY;
                Ask::SelectCards { candidates, min: 0, max: 0, hidden: false }
            }
            Question::YesNo => Ask::YesNo,
            Question::SelectColours => {
                Ask::SelectColours { candidates: Colours::ALL, count: 1, direction: None }
            }
            Question::SelectPlayer => {
                Ask::SelectPlayer { candidates: SeatSet::first(observation.seats.len()) }
            }
            Question::SelectValue => Ask::SelectValue,
            Question::SelectOption => Ask::SelectOption,
            Question::OrderCards => {
                Ask::OrderCards { cards: CardSet::EMPTY, pile: None, hidden: false }
            }
        };
        let ChoiceSeen { id, player, source, .. } = *seen;
        let guess = Choice { id, player, source, optional: true, ask };
        seen.choice.filter(|choice| !choice.is_hidden()).unwrap_or(guess)
    });
    state
}

/// Everything the view shows except the cards.
fn seen(observation: Observation<'_, Innovation>) -> State {
    let View { players, dogma, .. } = observation.view;
    let view = observation.view;
    let mut state = State::new(observation.options, players.len());
    (state.turn, state.turns, state.actions) = (view.turn, view.turns, view.actions);
    state.one_action_turns = view.one_action_turns;
    (state.next_choice, state.next_event) = (view.next_choice, view.events);
    state.ending = view.condition.map(|condition| Ending { winners: view.winners, condition });
    state.dogma = dogma.as_ref().map(|dogma| {
        let mut counts = [0; PLAYERS];
        counts.iter_mut().zip(&dogma.counts).for_each(|(to, from)| *to = *from);
        Dogma {
            card: dogma.card,
            activator: dogma.activator,
            counts,
            sharers: dogma.sharers,
            victims: dogma.victims,
            effect: dogma.effect.saturating_sub(1),
            executor: dogma.executor,
            kind: dogma.kind,
            calls: dogma.calls,
        }
    });
    state
}

/// IN-9: picks one of two cards for the other seats that have chosen, since it is unknown which one
/// they took.
fn choose_for_others(observation: Observation<'_, Innovation>, state: &mut State, dice: &mut Dice) {
    for (seat, player) in (0..).map(Seat).zip(&observation.view.players) {
        let Some(chosen) = player.chosen else { continue };
        let hand: Vec<_> = state.world.hand(seat).iter().collect();
        state.chosen[seat.at()] = chosen.card.or_else(|| dice.pick(&hand).copied());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
