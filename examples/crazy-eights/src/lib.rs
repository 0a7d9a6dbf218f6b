//! Crazy Eights for two to four: the worked example of `docs/write-a-game.md`.
//!
//! Read [`flow`] (when), then [`rules`] (what), then the list below (the rest, and who sees it).

#![allow(missing_docs)] // Names of fields and variants say it.

mod bots;
pub mod flow;
pub mod rules;

use croupier_chart::Chart;
use croupier_kit::{
    By, Card, Dice, Game, Known, Outcome, Position, Preset, Rank, Rejection, Seat, SeatKind, Shown,
    Suit, TurnClock, Viewer, every_card_once, unseen,
};
use serde::{Deserialize, Serialize};

use flow::{FLOW, Flow};
use rules::{Action, Cards, Event, Open, Reject, State, fits, points};

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrazyEights;

/// What can be chosen before the deal.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How long a turn may take; 0 for as long as one likes.
    pub turn_ms: u64,
}

/// The table as one seat sees it, or as anybody does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub hands: Vec<Shown<Card, 52>>,
    pub stock: Shown<Card, 52>,
    pub open: Open,
}

impl Game for CrazyEights {
    const ID: &'static str = "crazy-eights";
    const NAME: &'static str = "Crazy Eights";
    const VERSION: u32 = 1;
    const SEATS: (usize, usize) = (2, 4);

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();
    type Reject = Reject;
    type Flow = Flow;

    fn presets() -> Vec<Preset<Self>> {
        let classic = Preset::new("classic", "at a kitchen table", Options::default());
        let online = Options { turn_ms: 20_000 };
        vec![classic, Preset::new("online", "twenty seconds a turn", online)]
    }

    fn flow(_: &Options) -> &'static Chart<Flow> {
        &FLOW.chart
    }

    fn new(_: &Options, seats: &[SeatKind]) -> State {
        State { hands: seats.iter().map(|_| Cards::new()).collect(), ..State::default() }
    }

    fn check(at: Position<'_, Self>, by: By, action: &Action) -> Result<(), Reject> {
        let State { hands, stock, open } = at.state;
        let (holding, empty) = (at.flow.is_in(FLOW.holding), stock.is_empty());
        Reject::NotYourTurn.unless(by == By::Seat(open.turn) && !at.flow.is_done())?;
        match *action {
            Action::Play { card, suit } => {
                Reject::NotHeld(card).unless(hands[open.turn].contains(card))?;
                Reject::DoesNotFit(card).unless(fits(open, card))?;
                Reject::SuitOnlyWithEight.unless(suit.is_some() == (card.rank() == Rank::EIGHT))
            }
            Action::Draw => Reject::NoMoreDrawing.unless(!holding && !empty),
            Action::Pass => Reject::DrawFirst.unless(holding || empty),
        }
    }

    fn fold(State { hands, stock, open }: &mut State, event: &Event) {
        match *event {
            Event::Dealt { up, stock: rest } => {
                *stock = rest.inside();
                open.pile.push(up);
                open.suit = up.suit();
            }
            Event::Drew { seat, .. } => {
                hands[seat].extend(stock.pop());
                open.passes = 0;
            }
            Event::Played { seat, card, suit } => {
                hands[seat].remove(card);
                open.pile.push(card);
                (open.suit, open.turn, open.passes) = (suit, seat.next(hands.len()), 0);
            }
            Event::Passed { seat } => {
                (open.turn, open.passes) = (seat.next(hands.len()), open.passes + 1);
            }
        }
    }

    fn candidates(at: Position<'_, Self>, seat: Seat, actions: &mut Vec<Action>) {
        let suits = [None].into_iter().chain(Suit::ALL.map(Some));
        actions.extend([Action::Draw, Action::Pass]);
        for card in &at.state.hands[seat] {
            actions.extend(suits.clone().map(|suit| Action::Play { card, suit }));
        }
    }

    fn view(at: Position<'_, Self>, viewer: Viewer) -> View {
        let State { hands, stock, open } = at.state;
        let seen = |seat: Seat| hands[seat].shown(viewer.is(seat) || at.flow.is_done());
        let hands = Seat::first(at.seats.len()).map(seen).collect();
        View { hands, stock: stock.shown(false), open: *open }
    }

    fn hear(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Dealt { up, stock } => Event::Dealt { up, stock: stock.shown(false) },
            Event::Drew { seat, card } => Event::Drew { seat, card: card.shown(viewer.is(seat)) },
            open => open,
        })
    }

    fn resample(known: Known<'_, Self>, dice: &mut Dice) -> State {
        let View { hands, stock, open } = known.view;
        let seen = hands.iter().flat_map(Shown::cards).copied().chain(&open.pile);
        let mut others = unseen(Card::deck(), seen, dice);
        let hands = hands.iter().map(|hand| hand.filled(&mut others)).collect();
        State { hands, stock: stock.filled(&mut others), open: *open }
    }

    fn outcome(at: Position<'_, Self>) -> Option<Outcome> {
        let out = at.state.hands.iter().any(|hand| hand.is_empty());
        let left = at.state.hands.iter().map(|hand| hand.iter().map(points).sum());
        let reason = if out { "out" } else { "blocked" };
        at.flow.is_done().then(|| Outcome::fewest(reason, left))
    }

    fn invariants(at: Position<'_, Self>) -> Result<(), String> {
        let State { hands, stock, open } = at.state;
        let seated = hands.len() == at.seats.len() && open.turn.at() < hands.len();
        seated.then_some(()).ok_or("everybody has a hand, and somebody the turn")?;
        every_card_once(Card::deck(), [stock, &open.pile].into_iter().chain(hands.as_slice()))
    }

    fn turn_clock(at: Position<'_, Self>) -> Option<TurnClock> {
        let limit = at.options.turn_ms;
        (limit > 0 && !at.flow.is_done()).then(|| TurnClock::new(at.state.open.turn, limit))
    }
}
