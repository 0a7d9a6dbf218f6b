//! Tables of every shipped game, with a person at them who takes whatever is offered first.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use croupier_catalog::{AnyGame, AnyTable, OptionChoice, PERSON, TablePlan, shipped};
use croupier_kit::{Seat, Viewer};

/// More than any match here takes; one that needs more is stuck.
const STEPS: usize = 20_000;

fn deal(game: &dyn AnyGame) -> Box<dyn AnyTable> {
    let bots = vec!["random".to_owned(); game.seats().0 - 1];
    let players = std::iter::once(PERSON.to_owned()).chain(bots).collect();
    let choice = OptionChoice { preset: Some("bench".to_owned()), ..OptionChoice::default() };
    game.table(&TablePlan { choice, players, seed: 3 }).unwrap()
}

/// Lets the person do what comes first, the bots what they like, and time what it brings.
fn step(table: &mut dyn AnyTable, at: usize) {
    let me = Seat(0);
    if table.let_bot_act().unwrap().is_some() {
        return;
    }
    let choices = table.choices(me);
    if table.to_act().contains(me) && !choices.is_empty() {
        table.act(me, &choices[at % choices.len()].action).unwrap();
    } else {
        let due = table.next_due().expect("somebody acts, or something is due");
        table.advance_to(due).unwrap();
    }
}

#[test]
fn every_game_can_be_played_to_the_end_through_the_same_door() {
    for game in shipped().iter() {
        let mut table = deal(game);
        let mut steps = 0;
        while table.outcome().is_none() {
            step(table.as_mut(), steps);
            steps += 1;
            assert!(steps < STEPS, "{} does not end", game.id());
        }
        assert!(!table.heard(Seat(0)).is_empty(), "nothing was heard of {}", game.id());
    }
}

#[test]
fn every_board_shows_something_to_everybody() {
    for game in shipped().iter() {
        let mut table = deal(game);
        for at in 0..30 {
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
                let lines = table.board(viewer).lines();
                assert!(!lines.is_empty(), "{} shows nothing", game.id());
            }
            if table.outcome().is_some() {
                break;
            }
            step(table.as_mut(), at);
        }
    }
}

#[test]
fn a_saved_table_is_gone_on_with() {
    for game in shipped().iter() {
        let mut table = deal(game);
        for at in 0..20 {
            if table.outcome().is_none() {
                step(table.as_mut(), at);
            }
        }
        let again = game.resume(&table.save(0).unwrap()).unwrap();
        let me = Viewer::Seat(Seat(0));
        assert_eq!(again.view(me), table.view(me), "{}", game.id());
        assert_eq!((again.now(), again.names()), (table.now(), table.names()), "{}", game.id());
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    for game in shipped().iter() {
        let mut table = deal(game);
        let before = table.view(Viewer::Seat(Seat(0)));
        assert!(table.act(Seat(0), &serde_json::json!({"fly": 7})).is_err(), "{}", game.id());
        assert!(table.undo(Seat(0)).is_err(), "there is nothing to take back in {}", game.id());
        assert_eq!(table.view(Viewer::Seat(Seat(0))), before, "{}", game.id());
    }
}
