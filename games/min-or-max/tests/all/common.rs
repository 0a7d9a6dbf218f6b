//! Helpers shared by several tests.
// A failed unwrap fails the test; positions are written where they are used.
#![allow(clippy::unwrap_used, clippy::needless_pass_by_value)]

use croupier_kit::cards::{Card, Dice, Seed};
use croupier_kit::game::{By, Game, InputError, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Act, Input, Match, Setup};
use croupier_kit::scenario::Arrange;
use min_or_max::{Action, Event, FlowState, MinOrMax, Options, flow_state};
use serde_json::Value;

pub(crate) const P1: Seat = Seat(0);
pub(crate) const P2: Seat = Seat(1);
pub(crate) const P3: Seat = Seat(2);

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

pub(crate) fn setup(options: &Options, seats: usize, seed: u64) -> Setup<MinOrMax> {
    Setup { options: options.clone(), ..Setup::new(seats, Seed::from_number(seed)) }
}

/// A match from the deal.
pub(crate) fn dealt(options: &Options, seats: usize, seed: u64) -> Match<MinOrMax> {
    Match::new(setup(options, seats, seed)).unwrap()
}

/// A recorded match in an arranged position.
pub(crate) fn arranged(options: &Options, seats: usize, position: Value) -> Match<MinOrMax> {
    let setup = setup(options, seats, 0);
    let kinds = vec![SeatKind::Person; seats];
    MinOrMax::arrange(&position, options, &kinds).unwrap().start(&setup, true).unwrap()
}

pub(crate) fn here(game: &Match<MinOrMax>) -> FlowState {
    flow_state(game.position().flow)
}

pub(crate) fn code(answer: Result<(), InputError<MinOrMax>>) -> &'static str {
    answer.err().map_or("taken", |refused| refused.code())
}

/// The host sends an action.
pub(crate) fn host(game: &mut Match<MinOrMax>, action: Action) -> &'static str {
    let input = Input { at: game.now(), by: By::Host, act: Act::Do(action) };
    code(game.input(input))
}

pub(crate) fn choose(text: &str) -> Action {
    Action::ChooseCard { card: card(text) }
}

/// An action as a client writes it.
pub(crate) fn action(text: &str) -> Action {
    serde_json::from_str(text).unwrap()
}

/// Random players play on to the end.
pub(crate) fn play_to_end(game: &mut Match<MinOrMax>, dice: &mut Dice) {
    loop {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { break };
        let action = MinOrMax::random_action(game.position(), seat, dice).unwrap();
        game.act(seat, action).unwrap();
    }
}

/// The events as a viewer sees them.
pub(crate) fn heard(events: &[Event], viewer: Viewer) -> Vec<Event> {
    events.iter().filter_map(|event| MinOrMax::event_for(event, viewer)).collect()
}
