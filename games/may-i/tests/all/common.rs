//! Helpers shared by several tests: cards by name, and rules for a single machine.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, RuleContext, Seat, SeatKind};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::scenario::Arrangement;
use may_i::flow::GameContext;
use may_i::{Card, CardList, MayI, Options, PredefinedState, State};

pub(crate) const P0: Seat = Seat(0);
pub(crate) const P1: Seat = Seat(1);
pub(crate) const P2: Seat = Seat(2);
pub(crate) const P3: Seat = Seat(3);

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|why| panic!("{why}"))
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

pub(crate) fn list(text: &str) -> CardList {
    CardList(cards(text))
}

pub(crate) fn written(cards: &[Card]) -> String {
    CardList::written(cards)
}

/// Hands, stock and discard pile, top first.
pub(crate) fn arrangement(hands: &[&str], stock: &str, discard: &str) -> PredefinedState {
    PredefinedState {
        hands: hands.iter().map(|hand| list(hand)).collect(),
        stock: list(stock),
        discard: list(discard),
        ..PredefinedState::default()
    }
}

/// Fixture F0 of section 16.
pub(crate) fn f0() -> PredefinedState {
    PredefinedState {
        last_discarded_by: Some(P2),
        ..arrangement(&["4H 5C KD", "6D 9S", "3C 8H"], "QH 7D JC 10S", "8C 4S")
    }
}

/// The rule context for these cards, with dice that change nothing.
pub(crate) fn rules_with(state: State, options: Options) -> RuleContext<MayI> {
    let seats = vec![SeatKind::Person; usize::from(state.players).max(3)];
    RuleContext::new(state, options, &seats, Dice::scripted())
}

/// A recorded match in an arranged round.
pub(crate) fn arranged(cards: PredefinedState, round: u8, options: Options) -> Match<MayI> {
    let seats = vec![SeatKind::Person; cards.hands.len()];
    let players = u8::try_from(seats.len()).unwrap();
    let state = State::planned(players, [(round, cards)]).unwrap();
    let context = GameContext { round, dealer: Seat(players - 1), ..GameContext::default() };
    let arrangement = Arrangement { state, flow: Some("playing"), context, dice: Dice::scripted() };
    let setup = Setup { options, seats, seed: Seed::from_number(0), undo: false };
    arrangement.start(&setup, true).unwrap()
}

/// Lets a seat that is asked act at random.
pub(crate) fn step(game: &mut Match<MayI>, dice: &mut Dice) {
    let at = game.position();
    let chosen = game
        .to_act()
        .iter()
        .find_map(|seat| MayI::random_action(at, seat, dice).map(|action| (seat, action)));
    let (seat, action) = chosen.unwrap();
    game.act(seat, action).unwrap();
}
