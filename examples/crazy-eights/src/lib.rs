//! Crazy Eights for two to four: the worked example of `docs/write-a-game.md`.
//!
//! Read [`flow`](mod@flow) (when), then [`rules`] (what), then the list below (who may do what, and
//! how the game ends).

#![allow(missing_docs)] // The names of fields and variants are self-explanatory.

mod board;
pub mod flow;
mod policy;
pub mod rules;

use croupier_chart::run::Chart;
use croupier_kit::prelude::*;

use flow::{FLOW, Flow};
use rules::{Action, Event, Open, Reject, State, fits, points};

/// The rules of Crazy Eights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrazyEights;

impl Game for CrazyEights {
    const ID: &'static str = "crazy-eights";
    const NAME: &'static str = "Crazy Eights";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Action = Action;
    type Event = Event;
    type Reject = Reject;
    type Flow = Flow;

    hands_and_stock! { Open, 4, |open| &open.pile }
    turn_time! { |state| state.turn }

    fn flow(_: &Self::Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Checked<Self> {
        let State { hands, stock, turn, open } = at.state;
        let (holding, empty) = (at.flow.is_in(FLOW.holding), stock.is_empty());
        Reject::NotYourTurn.unless(by == By::Seat(*turn) && !at.flow.is_done())?;
        match *action {
            Action::Play { card, suit } => {
                Reject::NotHeld(card).unless(hands[*turn].contains(card))?;
                Reject::DoesNotFit(card).unless(fits(open, card))?;
                Reject::SuitOnlyWithEight.unless(suit.is_some() == (card.rank() == Rank::EIGHT))?;
            }
            Action::Draw => Reject::NoMoreDrawing.unless(!holding && !empty)?,
            Action::Pass => Reject::DrawFirst.unless(holding || empty)?,
        }
        Ok(action.by(*turn))
    }

    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Dealt { deck } => {
                let mut deck = deck.inside();
                let up = deck.remove_at(deck.len() - 1);
                state.deal(deck, 5);
                state.open.pile.push(up);
                state.open.suit = up.suit();
            }
            Event::Drew { seat, .. } => {
                state.draw(seat);
                state.open.passes = 0;
            }
            Event::Played { seat, card, suit } => {
                state.hands[seat].remove(card);
                state.open.pile.push(card);
                (state.open.suit, state.open.passes) = (suit, 0);
                state.next_turn();
            }
            Event::Passed { .. } => {
                // A save may contain any number.
                state.open.passes = state.open.passes.saturating_add(1);
                state.next_turn();
            }
        }
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown_to(viewer))
    }

    fn candidate_actions(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        let suits = [None].into_iter().chain(Suit::ALL.map(Some));
        actions.extend([Action::Draw, Action::Pass]);
        for card in &at.state.hands[seat] {
            actions.extend(suits.clone().map(|suit| Action::Play { card, suit }));
        }
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let reason = if at.state.somebody_is_out() { "out" } else { "blocked" };
        let left = at.state.hands.iter().map(|hand| hand.iter().map(points).sum());
        at.flow.is_done().then(|| Outcome::fewest(reason, left))
    }
}
