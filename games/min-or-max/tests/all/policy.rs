//! MM-83: what the heuristic does, and how much better it is than chance.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, Seat, Viewer};
use croupier_kit::matches::Match;
use min_or_max::{Action, DeclaredEffect, MinOrMax, Options, heuristic_action};
use serde_json::json;

use crate::common::{P1, P2, arranged, card, choose, setup};

/// The results of the heuristic in one seat against random players.
fn heuristic_share(options: &Options, seats: usize, clever: Seat, games: u64) -> (f64, f64) {
    let mut dice = Dice::new(Seed::from_number(83));
    let (mut won, mut lost) = (0_u32, 0_u32);
    for seed in 0..games {
        let mut game = Match::unrecorded(&setup(options, seats, seed)).unwrap();
        loop {
            game.skip_waits().unwrap();
            let Some(seat) = game.to_act().lowest() else { break };
            let action = if seat == clever {
                heuristic_action(&game.view(Viewer::Seat(seat)), options, seat)
            } else {
                MinOrMax::random_action(game.position(), seat, &mut dice)
            };
            game.act(seat, action.unwrap()).unwrap();
        }
        let ending = game.state().ending.unwrap();
        won += u32::from(ending.winner == Some(clever));
        lost += u32::from(ending.losers.contains(clever));
    }
    #[allow(clippy::cast_precision_loss)] // A few hundred games.
    let share = |count: u32| f64::from(count) / games as f64;
    (share(won), share(lost))
}

#[test]
fn mm_83_the_heuristic_beats_random_players() {
    let seats = [P1, P2].map(|clever| heuristic_share(&Options::bench(), 2, clever, 200).0);
    let share = f64::midpoint(seats[0], seats[1]);
    assert!(share >= 0.78, "{share} from {seats:?}");
}

#[test]
fn mm_83_the_heuristic_rarely_loses_among_four() {
    let (won, lost) = heuristic_share(&Options::bench(), 4, P2, 300);
    assert!(lost < 0.12 && won > 0.04, "lost {lost}, won {won}");
}

#[test]
fn mm_83_the_heuristic_knows_the_court() {
    let bench = Options {
        setup_step_ms: Millis::ZERO,
        spin_ms: Millis::ZERO,
        turn_ms: None,
        ..Options::court_cards()
    };
    let (won, lost) = heuristic_share(&bench, 2, P1, 200);
    assert!(won > 0.6 && lost < 0.4, "won {won}, lost {lost}");
}

#[test]
fn mm_83_what_the_heuristic_does() {
    let options = Options::bench();
    let policy = |position| {
        let game = arranged(&options, 2, position);
        heuristic_action(&game.view(Viewer::Seat(P1)), &options, P1)
    };
    // A card that wins now is played.
    assert_eq!(
        policy(json!({"hands": [["8D", "9H", "KH", "AH"]], "score": 31})),
        Some(choose("9H"))
    );
    assert_eq!(
        policy(json!({"hands": [["2D", "3H", "4H", "AH"]], "score": 29})),
        Some(choose("AH"))
    );
    // Without a valid card it spins, and at 165 degrees the softest spin is certain to flip the
    // mode.
    let stuck = policy(json!({"hands": [["2D", "3H", "4H", "5H"]], "pile": ["KS"], "angle": 165}));
    assert_eq!(stuck, Some(Action::spin(min_or_max::Band::Soft)));
    // An ace is declared with the value that wins.
    let mut game = arranged(&options, 2, json!({"hands": [["2D", "3H", "4H", "AH"]], "score": 29}));
    game.act(P1, choose("AH")).unwrap();
    let (view, memory) = (game.view(Viewer::Seat(P1)), min_or_max::Memory::default());
    let observation = game.position().observed_by(P1, &view, &memory);
    let declared = MinOrMax::policy(observation, &mut Dice::scripted());
    assert_eq!(declared, Some(Action::ChooseCardEffect(DeclaredEffect::AceValue(11))));
    // Other seats get no advice.
    assert_eq!(heuristic_action(&game.view(Viewer::Seat(P2)), &options, P2), None);
    assert_eq!(card("AH"), game.state().chosen_card.unwrap());
}
