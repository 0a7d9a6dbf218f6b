//! Helpers shared by several tests.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, SeatKind};
use croupier_kit::matches::{Match, Setup};
use data_war::exact::{Codes, Exact};
use data_war::{DataWar, Event, Options};

pub(crate) fn preset(name: &str) -> Options {
    let mut presets = DataWar::presets().into_iter();
    presets.find(|preset| preset.name == name).unwrap().options
}

pub(crate) fn bots() -> Vec<SeatKind> {
    vec![SeatKind::Bot; 2]
}

pub(crate) fn setup(options: Options, seats: Vec<SeatKind>, seed: u64) -> Setup<DataWar> {
    Setup { options, seats, seed: Seed::from_number(seed), undo: false }
}

/// A recorded match with these decks, between two bots.
pub(crate) fn exact(p1: &str, p2: &str, options: Options) -> Match<DataWar> {
    let decks =
        Exact { p1: Codes::parse(p1).unwrap(), p2: Codes::parse(p2).unwrap(), ..Exact::default() };
    let options = Options { exact: Some(Box::new(decks)), ..options };
    Match::new(setup(options, bots(), 1)).unwrap()
}

/// Lets everybody tap and choose at random until the end, or for this many inputs.
pub(crate) fn play(game: &mut Match<DataWar>, dice: &mut Dice, inputs: usize) -> Vec<Event> {
    let mut events = game.take_events();
    let mut done = 0;
    loop {
        game.skip_waits().unwrap();
        events.append(&mut game.take_events());
        if game.outcome().is_some() || done >= inputs {
            return events;
        }
        let asked: Vec<Seat> = game.to_act().iter().collect();
        let seat = *dice.pick(&asked).expect("somebody is asked");
        let action = DataWar::random_action(game.position(), seat, dice).unwrap();
        game.act(seat, action).unwrap();
        done += 1;
    }
}

/// Taps until the first turn is over or a seat has to choose.
pub(crate) fn one_turn(game: &mut Match<DataWar>) -> Vec<Event> {
    let mut events = game.take_events();
    let turns = game.state().turns_completed;
    while game.state().turns_completed == turns && game.outcome().is_none() {
        game.skip_waits().unwrap();
        let Some(seat) = game.to_act().lowest() else { break };
        if game.state().turns_completed != turns {
            break;
        }
        let Some(action) = DataWar::default_action(game.position(), seat) else { break };
        game.act(seat, action).unwrap();
    }
    game.skip_waits().unwrap();
    events.append(&mut game.take_events());
    events
}
