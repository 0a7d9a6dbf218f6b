//! MM-82: statistics of random play.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Game;
use croupier_kit::matches::Match;
use min_or_max::{Action, DeclaredEffect, MinOrMax, Options, Reason};
use serde_json::json;

use crate::common::{P1, arranged, choose, play_to_end, setup};

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
