//! The rules beyond the cards, by section of the specification. Test names begin with the rule.
#![allow(clippy::unwrap_used)]

mod boards;
mod cards;
mod choices;
mod dogma;
mod engine;
mod errors;
mod events;
mod hidden;
mod invariants;
mod saves;
mod setup;
mod turns;

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, SeatKind, Viewer};
use croupier_kit::matches::{Match, Setup};
use croupier_kit::scenario::{Arrange, Arrangement};
use innovation::action::{Answer, CardRef, Named};
use innovation::events::What;
use innovation::{Action, Card, Event, Innovation, Options};
use serde_json::Value;

/// Runs a scenario in the form of section 19 and panics with the reason if it fails.
#[track_caller]
fn check(scenario: &str) {
    let scenario = serde_json::from_str(scenario).unwrap_or_else(|why| panic!("{why}"));
    Innovation::run_scenario(&scenario).unwrap_or_else(|why| panic!("{why}"));
}

/// A recorded match from a position in the form of section 19.
#[track_caller]
fn arranged(players: usize, layout: &str) -> Match<Innovation> {
    let layout: Value = serde_json::from_str(layout).unwrap();
    let seats = vec![SeatKind::Person; players];
    let options = Options::default();
    let setup = Setup { options, seats, seed: Seed::from_number(0), undo: false };
    let arrangement: Arrangement<Innovation> =
        Innovation::arrange(&layout, &options, &setup.seats).unwrap();
    arrangement.start(&setup, true).unwrap()
}

/// A dealt match.
fn dealt(players: usize, seed: u64) -> Match<Innovation> {
    Match::new(Setup::new(players, Seed::from_number(seed))).unwrap()
}

/// Plays random actions until a condition holds. Returns whether that happened.
fn play_until(
    game: &mut Match<Innovation>,
    dice: &mut Dice,
    mut reached: impl FnMut(&mut Match<Innovation>) -> bool,
) -> bool {
    loop {
        if reached(game) {
            return true;
        }
        let asked: Vec<Seat> = game.to_act().iter().collect();
        let Some(seat) = dice.pick(&asked).copied() else { return false };
        let action = Innovation::random_action(game.position(), seat, dice).unwrap();
        game.act(seat, action).unwrap();
    }
}

fn meld(card: Card) -> Action {
    Action::Meld { card: card.into() }
}

fn dogma(card: Card) -> Action {
    Action::Dogma { card: card.into() }
}

fn achieve(achievement: innovation::world::Achievement) -> Action {
    Action::Achieve { achievement: Named::Known(achievement) }
}

/// An answer to the open choice of a seat.
fn answer(game: &Match<Innovation>, seat: Seat, answer: Answer) -> Action {
    let choice = game.state().choice_of(seat).or(game.state().choices().next());
    Action::Answer { choice: choice.map_or(u32::from(seat.0), |choice| choice.id), answer }
}

fn cards(names: &[Card]) -> Answer {
    Answer::Cards(names.iter().map(|card| CardRef::from(*card)).collect())
}

/// The events as a viewer sees them.
fn heard(events: &[Event], viewer: Viewer) -> Vec<What> {
    events
        .iter()
        .filter_map(|event| Innovation::event_for(event, viewer))
        .map(|event| event.what)
        .collect()
}
