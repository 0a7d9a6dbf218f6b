//! The table of IN-163 against random play.
#![allow(clippy::unwrap_used)]

use croupier_kit::{Dice, Game, Heuristic, Match, Seat, Seed, Setup, Viewer};
use innovation::{Innovation, Memory};

/// Whether the seat that looks one move ahead wins.
fn wins(number: u64, clever: Seat) -> bool {
    let mut table = Match::<Innovation>::new(Setup::new(2, Seed::from_number(number))).unwrap();
    let mut dice = Dice::new(Seed::from_number(number + 77));
    let mut memory = Memory::default();
    loop {
        for event in table.take_events() {
            let heard = Innovation::hear(&event, Viewer::Seat(clever)).unwrap();
            Innovation::remember(&mut memory, clever, &heard);
        }
        let Some(seat) = table.asked().lowest() else { break };
        let action = if seat == clever {
            let view = table.view(Viewer::Seat(seat));
            Innovation::advise(table.position().known_to(seat, &view, &memory), &mut dice)
        } else {
            Innovation::random_action(table.position(), seat, &mut dice)
        };
        table.act(seat, action.unwrap()).unwrap();
    }
    table.outcome().unwrap().winners.contains(clever)
}

/// The bar: 95 % of 200 games with alternating seats.
#[test]
fn in_163_looking_one_move_ahead_beats_random_play() {
    let won = (0..200).filter(|game| wins(*game, Seat((game % 2) as u8))).count();
    assert!(won >= 190, "{won} of 200");
}
