//! MM-82 and MM-83: statistics of random play, and how much better the heuristic is.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::Millis;
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, Seat, Viewer};
use croupier_kit::matches::Match;
use min_or_max::{Action, DeclaredEffect, MinOrMax, Options, Reason, heuristic_action};
use serde_json::json;

use crate::common::{P1, P2, arranged, card, choose, play_to_end, setup};

/// The specification gives 4 points of tolerance.
fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 0.04, "{what}: {found:.3}, not {expected}");
}

#[test]
fn mm_82_random_play_by_two() {
    let games = 2000_u32;
    let mut dice = Dice::new(Seed::from_number(82));
    let mut ends = [0_u32; 3];
    let mut turns = vec![];
    for seed in 0..games {
        let mut game = Match::unrecorded(&setup(&Options::bench(), 2, seed.into())).unwrap();
        play_to_end(&mut game, &mut dice);
        let at = match game.state().ending.unwrap().reason {
            Reason::ExceededThreshold => 0,
            Reason::CannotBeat => 1,
            Reason::ExactThreshold => 2,
            other => panic!("{other:?}"),
        };
        ends[at] += 1;
        turns.push(game.state().stats.turns);
    }
    let share = |count: u32| f64::from(count) / f64::from(games);
    near(share(ends[0]), 0.51, "bust");
    near(share(ends[1]), 0.40, "cannot beat");
    near(share(ends[2]), 0.10, "exact");
    turns.sort_unstable();
    let mean = f64::from(turns.iter().sum::<u32>()) / f64::from(games);
    assert!((mean - 5.1).abs() < 0.3, "mean {mean}");
    assert_eq!(turns[turns.len() / 2], 4, "median");
    let within_15 = turns.iter().filter(|turns| **turns <= 15).count();
    near(share(u32::try_from(within_15).unwrap()), 0.95, "within 15 turns");
}

/// MM-82: how often a random player spins first, and how often afterwards.
#[test]
fn mm_82_how_often_a_random_player_spins() {
    let mut dice = Dice::new(Seed::from_number(83));
    let mut share = |game: &Match<MinOrMax>, count: fn(&Action) -> bool| {
        let mut counted = 0;
        for _ in 0..4000 {
            let action = MinOrMax::random_action(game.position(), P1, &mut dice).unwrap();
            counted += u32::from(count(&action));
        }
        f64::from(counted) / 4000.0
    };
    let spins = |action: &Action| matches!(action, Action::SpinWheel(_));
    let full = |action: &Action| *action == Action::spin(min_or_max::Band::Full);
    let mut game = arranged(&Options::bench(), 2, json!({"hands": [["9D", "3H", "4H", "AH"]]}));
    near(share(&game, spins), 0.3, "spins first");
    near(share(&game, |action| *action == choose("AH")), 0.35, "one of two valid cards");
    let none = arranged(&Options::bench(), 2, json!({"hands": [["2D", "3H", "4H", "5H"]]}));
    near(share(&none, spins), 1.0, "without a valid card");
    near(share(&none, full), 0.25, "each band");
    game.act(P1, choose("AH")).unwrap();
    let eleven =
        |action: &Action| *action == Action::ChooseCardEffect(DeclaredEffect::AceValue(11));
    near(share(&game, eleven), 0.5, "an ace as 11");
    game.act(P1, Action::ChooseCardEffect(DeclaredEffect::AceValue(1))).unwrap();
    near(share(&game, spins), 0.5, "spins afterwards");
}

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
