//! Rebuilds an execution in progress from what a seat saw of it.
//!
//! The cards are dealt, the events since its beginning are undone, and the body is run again.
//! Answers the seat has not seen are tried until the body does what was seen.

use croupier_kit::cards::Dice;
use croupier_kit::game::{Game, Observation, Position, RuleContext, Viewer};

use super::undo::Undone;
use crate::Innovation;
use crate::answers::Expansion;
use crate::choice::{Ask, CardList, Choice, Reply};
use crate::effects::{Effect, Halt, effects_of};
use crate::events::{Event, What};
use crate::state::{Execution, State};
use crate::view::View;
use crate::world::World;
use crate::zones::PLAYERS;

/// The maximum number of answers tried per deal.
const TRIES: usize = 120;

/// A state with these cards that waits for the same answer as the match does, if there is one.
pub(super) fn resume(
    observation: Observation<'_, Innovation>,
    seen: &State,
    world: &World,
    dice: &mut Dice,
) -> Option<State> {
    let remembered = Remembered::of(observation);
    let undone = Undone::of(world, &remembered.events, dice)?;
    let mut search = Search { observation, seen, remembered, undone, tries: 0 };
    search.rewind();
    search.answer(&mut vec![], dice)
}

/// The events since the execution began, with the questions kept separately.
struct Remembered {
    events: Vec<Event>,
    /// For every answered question: the number of events before it, and the answer if the seat
    /// knows it.
    answers: Vec<(usize, Option<Reply>)>,
}

impl Remembered {
    fn of(observation: Observation<'_, Innovation>) -> Self {
        let mut remembered = Self { events: vec![], answers: vec![] };
        for event in &observation.memory.current {
            match &event.what {
                What::ChoiceAnswered { reply, .. } => {
                    remembered.answers.push((remembered.events.len(), reply.open().cloned()));
                }
                What::ChoiceRequested { .. } => {}
                _ => remembered.events.push(event.clone()),
            }
        }
        remembered.name_what_was_shown();
        remembered
    }
}

impl Remembered {
    /// A card drawn and immediately revealed is known to be the one drawn.
    fn name_what_was_shown(&mut self) {
        for at in 1..self.events.len() {
            let What::Revealed { card: shown, .. } = self.events[at].what else { continue };
            if let What::Drew { card, .. } = &mut self.events[at - 1].what
                && card.age == shown.age()
            {
                *card = shown.into();
            }
        }
    }
}

struct Search<'k> {
    observation: Observation<'k, Innovation>,
    seen: &'k State,
    remembered: Remembered,
    undone: Undone,
    tries: usize,
}

impl Search<'_> {
    /// Restores the flags of the dogma action, which are public and part of the view.
    fn rewind(&mut self) {
        let Some(dogma) = &self.observation.view.dogma else { return };
        let world = &mut self.undone.world;
        (world.hit, world.shared) = (dogma.before.hit, dogma.before.shared);
        world.returned = [0; PLAYERS];
        for (to, from) in world.returned.iter_mut().zip(&dogma.before.returned) {
            *to = *from;
        }
    }

    /// Continues from these replies to the open question, trying possible answers.
    fn answer(&mut self, replies: &mut Vec<Reply>, dice: &mut Dice) -> Option<State> {
        self.tries += 1;
        if self.tries > TRIES {
            return None;
        }
        let state = self.run(replies)?;
        let Some((_, known)) = self.remembered.answers.get(replies.len()) else {
            return self.looks_right(&state).then_some(state);
        };
        let choice = state.pending?;
        let tries = match known {
            Some(reply) => vec![reply.clone()],
            None => self.guesses(replies.len(), &choice, &state.world, dice),
        };
        for reply in tries.into_iter().filter(|reply| choice.fits(reply)) {
            replies.push(reply);
            if let Some(found) = self.answer(replies, dice) {
                return Some(found);
            }
            replies.pop();
        }
        None
    }

    /// Runs the body with these replies. None unless it did what was seen so far and then asks.
    fn run(&self, replies: &[Reply]) -> Option<State> {
        let mut state = self.seen.clone();
        state.world = self.undone.world;
        state.next_choice = self.observation.view.choices.first()?.id;
        let first_event =
            self.observation.memory.current.first().map_or(state.next_event, |it| it.seq);
        let answers = replies.iter().cloned().collect();
        let start = state.world;
        state.execution = Some(Box::new(Execution { start, first_event, answers }));
        let dogma = state.dogma?;
        let handler = *effects_of(dogma.card).get(usize::from(dogma.effect))?;
        let seats = self.observation.seats;
        let mut rules =
            RuleContext::new(state, *self.observation.options, seats, Dice::scripted()).recording();
        let mut effect = Effect::rehearsal(&mut rules)?;
        if (handler.run)(&mut effect) != Err(Halt::Asked) {
            return None;
        }
        let events = rules.take_events();
        let viewer = Viewer::Seat(self.observation.seat);
        let told = events.iter().filter(|it| !matches!(it.what, What::ChoiceRequested { .. }));
        let told = told.map(|event| Innovation::event_for(event, viewer));
        let Remembered { events: expected, answers } = &self.remembered;
        let until = answers.get(replies.len()).map_or(expected.len(), |it| it.0);
        let expected = &expected[..until];
        let same = |(told, event): (Option<Event>, &Event)| {
            let again = Innovation::event_for(event, viewer);
            told.zip(again).is_some_and(|(told, again)| {
                (&told.cause, &told.what) == (&again.cause, &again.what)
            })
        };
        let count = events.len() - 1; // The last is the question.
        let agree = count == expected.len() && told.zip(expected).all(same);
        if !agree {
            return None;
        }
        let mut state = rules.state;
        (state.next_event, state.next_choice) = (self.seen.next_event, self.seen.next_choice);
        Some(state)
    }

    /// Whether the seat's view of this state would be the one it has.
    fn looks_right(&self, state: &State) -> bool {
        let Observation { options, flow, seats, seat, .. } = self.observation;
        let at = Position { state, options, flow, seats };
        View::of(at, Viewer::Seat(seat)) == *self.observation.view
    }

    /// Possible answers, the most likely first: the cards that moved next.
    fn guesses(
        &self,
        answered: usize,
        choice: &Choice,
        world: &World,
        dice: &mut Dice,
    ) -> Vec<Reply> {
        let Remembered { events, answers } = &self.remembered;
        let from = answers[answered].0;
        let until = answers.get(answered + 1).map_or(events.len(), |next| next.0);
        let mut guesses = vec![];
        if let Ask::SelectCards { candidates: cards, .. } | Ask::OrderCards { cards, .. } =
            choice.ask
        {
            let mut moved = CardList::new();
            for card in self.undone.moved[from..until].iter().flatten() {
                if cards.contains(*card) && !moved.contains(card) {
                    moved.push(*card);
                }
            }
            for count in (0..=moved.len()).rev() {
                guesses.push(Reply::Cards(moved[..count].iter().copied().collect()));
            }
        }
        let answers = Expansion::of(*choice, world);
        let mut others: Vec<Reply> =
            answers.iter().filter_map(|answer| choice.accept(world, &answer).ok()).collect();
        dice.shuffle(&mut others);
        guesses.extend(others);
        guesses
    }
}
