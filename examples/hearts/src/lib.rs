//! Hearts for four: the second worked example of `docs/write-a-game.md`, with tricks, rounds, a
//! choice that everybody makes at the same time, a form, and a memory.
//!
//! The rules, with the numbers that comments in the code refer to:
//!
//! 1. Four players have thirteen cards each. The ace is above the king.
//! 2. Before a round is played, everybody passes three cards: to the left in the first round, to the
//!    right in the second, across in the third, to nobody in the fourth, and so on. All choose at
//!    the same time and get their cards when all have chosen.
//! 3. Whoever has the two of clubs leads it.
//! 4. Whoever can follow suit must.
//! 5. Hearts and the queen of spades may not be played to the first trick, unless a player holds
//!    nothing else.
//! 6. Nobody leads a heart before one was played, unless there is nothing else to lead.
//! 7. The highest card of the suit that was led takes the trick; its player leads to the next.
//! 8. After a round every heart that was taken costs a point, and the queen of spades thirteen.
//!    Whoever took all twenty-six has shot the moon: the others get twenty-six each instead.
//! 9. When somebody has a hundred points after a round, the fewest points win.
//!
//! Read [`flow`](mod@flow) (when), then [`rules`] (what), then the list below (who may do what, and
//! who sees what).

#![allow(missing_docs)] // The names of fields and variants are self-explanatory.

mod board;
pub mod flow;
mod policy;
pub mod rules;

use croupier_chart::run::Chart;
use croupier_kit::cards::{combinations, every_card_once, fitting_hands};
use croupier_kit::game::TurnTime;
use croupier_kit::prelude::*;
use serde::{Deserialize, Serialize};

use flow::{FLOW, Flow};
use policy::by_danger;
use rules::{
    Action, END, Event, FIRST, Open, Reject, SEATS, State, decision, have_chosen, may_play, played,
    receiver,
};

/// The rules of Hearts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hearts;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// One's own hand; none for those who only watch.
    pub hand: CardSet,
    /// How many cards everybody has.
    pub held: [usize; SEATS],
    /// What one has chosen to pass.
    pub chosen: CardSet,
    pub have_chosen: SeatSet,
    pub open: Open,
}

/// The memory of a round.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The cards this seat passed that have not been played yet.
    pub given: CardSet,
    /// The suits that others failed to follow.
    pub voids: Voids,
}

impl Game for Hearts {
    const ID: &'static str = "hearts";
    const NAME: &'static str = "Hearts";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (SEATS, SEATS);
    const LENGTH_UNIT: &'static str = "rounds";

    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Memory;
    type Reject = Reject;
    type Flow = Flow;

    // Everybody who is asked has a clock, so several clocks run while cards are passed. The number
    // distinguishes one decision from the next.
    turn_time! { options }
    turn_time! { clocks: |at| decision(at.state, at.flow.is_in(FLOW.playing)) }

    fn flow(_: &TurnTime) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn new(_: &TurnTime, _: &[SeatKind]) -> State {
        State::default()
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        let seat = at.asked(by).ok_or(Reject::NotYourTurn)?;
        let hand = at.state.hands[seat.at()];
        match *action {
            Action::Pass { cards } => {
                Reject::NotNow.unless(at.flow.is_in(FLOW.passing))?;
                Reject::NotHeld.unless(cards.is_subset_of(hand))?;
                Reject::ThreeCards.unless(cards.len() == 3)?;
            }
            Action::Play { card } => {
                Reject::NotNow.unless(at.flow.is_in(FLOW.playing))?;
                may_play(&at.state.open, hand, card)?;
            }
        }
        Ok(action.by(seat))
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { seat, hand } => state.hands[seat.at()] = hand.inside(),
            Event::Chose { seat, cards } => state.chosen[seat.at()] = cards.inside(),
            Event::Received { seat, from, cards } => {
                state.hands[from.at()] -= cards.inside();
                state.hands[seat.at()] |= cards.inside();
                state.chosen[from.at()] = CardSet::EMPTY;
            }
            Event::Began { leader } => state.open.trick = Trick::led_by(leader),
            Event::Played { seat, card, .. } => {
                state.hands[seat.at()].remove(card);
                state.open.trick.play(card);
            }
            Event::Took { seat, cards } => {
                state.open.taken[seat.at()] |= cards;
                state.open.trick = Trick::led_by(seat);
            }
            Event::Scored { points } => {
                state.open.scores.iter_mut().zip(points).for_each(|(it, points)| *it += points);
                state.open.taken = [CardSet::EMPTY; SEATS];
                state.open.round += 1;
            }
        }
    }

    /// Rule 2: while cards are passed, everybody who has not chosen yet is asked.
    fn to_act(at: Position<'_, Self>) -> SeatSet {
        if at.flow.is_in(FLOW.passing) {
            SeatSet::first(SEATS) - have_chosen(at.state)
        } else if at.flow.is_in(FLOW.playing) {
            SeatSet::of(at.state.open.trick.next_seat(SEATS))
        } else {
            SeatSet::NOBODY
        }
    }

    /// Promising passes come first.
    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        let hand = at.state.hands[seat.at()];
        if at.flow.is_in(FLOW.passing) {
            let hand: Vec<Card> = by_danger(hand).collect();
            let threes = combinations::<_, 3>(&hand).map(CardSet::from_iter);
            actions.extend(threes.map(|cards| Action::Pass { cards }));
        } else {
            actions.extend(hand.iter().map(|card| Action::Play { card }));
        }
    }

    /// There are 286 ways to pass three cards, so the prompt is a form.
    fn prompt(at: Position<'_, Self>, seat: Seat) -> Option<Prompt<Action>> {
        let hand = at.state.hands[seat.at()];
        let Some(to) = receiver(at.state.open.round, seat).filter(|_| at.flow.is_in(FLOW.passing))
        else {
            return at.pick(seat, "hearts.play", TextLine::of("Play a card."));
        };
        let form = Form::select_cards("Pass", hand, 3..=3).suggest_cards(by_danger(hand).take(3));
        let question = TextLine::of("Pass three cards to ").seat(to).text(".");
        let prompt = Prompt::new("hearts.pass", question, []).with_form(form);
        Self::to_act(at).contains(seat).then_some(prompt)
    }

    fn compose(at: Position<'_, Self>, seat: Seat, filled: &Filled) -> Option<Action> {
        Some(Action::Pass { cards: filled.chosen(at.state.hands[seat.at()]).collect() })
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let State { hands, chosen, open } = *at.state;
        let (held, have_chosen) = (hands.map(CardSet::len), have_chosen(at.state));
        let (hand, chosen) = (viewer.own(&hands), viewer.own(&chosen));
        View { hand, held, chosen, have_chosen, open }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown_to(viewer))
    }

    fn remember(memory: &mut Memory, seat: Seat, event: &Event) {
        match event {
            Event::Dealt { seat: owner, .. } if *owner == seat => *memory = Memory::default(),
            Event::Chose { cards: Private::Known(cards), .. } => memory.given |= *cards,
            Event::Played { seat, card, led } => {
                memory.given.remove(*card);
                memory.voids.note(*seat, *card, *led);
            }
            _ => {}
        }
    }

    /// Passed cards are where they went, nobody has a suit that they failed to follow, and before
    /// the first card its leader has the two of clubs.
    fn resample(observation: Observation<'_, Self>, dice: &mut Dice) -> State {
        let Observation { seat: me, view, flow, memory, .. } = observation;
        let may_hold = |seat: Seat, card: Card| match card {
            FIRST if flow.is_in(FLOW.playing) => seat == view.open.trick.leader(),
            _ if memory.given.contains(card) => receiver(view.open.round, me) == Some(seat),
            _ => memory.voids.may_hold(seat, card),
        };
        let hands = fitting_hands((me, view.hand), view.held, played(&view.open), may_hold, dice);
        let mut state = State { hands, open: view.open, ..State::default() };
        for seat in view.have_chosen.iter() {
            state.chosen[seat.at()] = dice.sample(hands[seat.at()], 3);
        }
        state.chosen[me.at()] = view.chosen;
        state
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        at.flow.is_done().then(|| Outcome::fewest("points", at.state.open.scores))
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), InvariantError> {
        let State { hands, chosen, open } = at.state;
        let are_held = chosen.iter().zip(hands).all(|(chosen, hand)| chosen.is_subset_of(*hand));
        InvariantError::require(are_held, "rule 2: cards that are passed are in the hand")?;
        let is_passed = receiver(open.round, Seat(0)).is_some();
        let can_begin = is_passed && hands.iter().any(|hand| hand.contains(FIRST));
        let fits = (can_begin || !at.flow.is_in(FLOW.passing)) && !open.trick.is_complete(SEATS);
        InvariantError::require(fits, "rule 3, rule 7: somebody can begin, tricks are taken")?;
        // Nobody exceeds `END` by more than one round, and every round costs points, so rounds are
        // limited too.
        let is_near = open.round <= 500 && open.scores.iter().all(|it| (0..END + 26).contains(it));
        InvariantError::require(is_near, "rule 8: every round costs 26 points, or 78")?;
        let piles = hands.iter().chain(&open.taken).copied().chain([open.trick.set()]);
        if at.flow.is_done() { Ok(()) } else { Ok(every_card_once(Card::deck(), piles)?) }
    }

    fn length(at: Position<'_, Self>) -> Option<u32> {
        Some(at.state.open.round)
    }
}
