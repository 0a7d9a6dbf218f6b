//! What several tests need.
#![allow(clippy::unwrap_used)] // A test may fail where it stands.

use croupier_kit::{Dice, Game, Match, Seat, SeatKind, Seed, Setup};
use data_war::{Codes, DataWar, Event, Exact, Options};

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

/// Lets everybody tap and choose by chance until the end, or so many inputs.
pub(crate) fn play(table: &mut Match<DataWar>, dice: &mut Dice, inputs: usize) -> Vec<Event> {
    let mut events = table.take_events();
    let mut done = 0;
    loop {
        table.skip_waits().unwrap();
        events.append(&mut table.take_events());
        if table.outcome().is_some() || done >= inputs {
            return events;
        }
        let asked: Vec<Seat> = table.to_act().iter().collect();
        let seat = *dice.pick(&asked).expect("somebody is asked");
        let action = DataWar::random_action(table.position(), seat, dice).unwrap();
        table.act(seat, action).unwrap();
        done += 1;
    }
}

/// Taps until the first turn is over or somebody has to choose.
pub(crate) fn one_turn(table: &mut Match<DataWar>) -> Vec<Event> {
    let mut events = table.take_events();
    let turns = table.state().turns_completed;
    while table.state().turns_completed == turns && table.outcome().is_none() {
        table.skip_waits().unwrap();
        let Some(seat) = table.to_act().lowest() else { break };
        if table.state().turns_completed != turns {
            break;
        }
        let Some(action) = DataWar::default_action(table.position(), seat) else { break };
        table.act(seat, action).unwrap();
    }
    table.skip_waits().unwrap();
    events.append(&mut table.take_events());
    events
}
