//! The player of IN-163.
#![allow(clippy::unwrap_used)]

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, Seat, SeatSet, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};
use innovation::Innovation;

/// The end of a game in which some seats look one move ahead and the others play at random.
fn play(number: u64, clever: SeatSet) -> Match<Innovation> {
    let mut game = Match::<Innovation>::new(Setup::new(2, Seed::from_number(number))).unwrap();
    let mut dice = Dice::new(Seed::from_number(number + 77));
    let mut memories = Memories::new(2);
    loop {
        memories.follow(&mut game);
        let Some(seat) = game.to_act().lowest() else { return game };
        let action = if clever.contains(seat) {
            let (view, memory) = (game.view(Viewer::Seat(seat)), &memories[seat]);
            Innovation::policy(game.position().observed_by(seat, &view, memory), &mut dice)
        } else {
            Innovation::random_action(game.position(), seat, &mut dice)
        };
        game.act(seat, action.unwrap()).unwrap();
        assert!(game.state().turns() <= 1000, "game {number} does not end");
    }
}

/// The requirement: 95 % of 200 games with alternating seats.
#[test]
fn in_163_looking_one_move_ahead_beats_random_play() {
    let wins = |number: &u64| {
        let clever = Seat((number % 2) as u8);
        play(*number, SeatSet::of(clever)).outcome().unwrap().winners.contains(clever)
    };
    let won = (0..200).filter(wins).count();
    assert!(won >= 190, "{won} of 200");
}

/// In these games both would draw and return the same cards forever without an occasional random
/// move.
#[test]
fn in_157_two_that_look_one_move_ahead_come_to_an_end() {
    for number in [91, 130, 810] {
        assert!(play(number, SeatSet::first(2)).state().turns() > 200, "{number} is an easy one");
    }
}
