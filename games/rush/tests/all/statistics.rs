//! RU-80: statistics of random play, over thousands of deals.
#![allow(clippy::unwrap_used)] // A failed unwrap fails the test.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::Game;
use croupier_kit::matches::{Match, Setup};
use rush::{Auto, EndReason, Event, Options, Rush, Skip};

struct Shares {
    player_won: f64,
    no_valid_moves: f64,
    plays: f64,
    automatic: f64,
    ties: f64,
    /// Deals in which nobody can move even once.
    dead: f64,
    /// Deals in which the first seat has no move.
    skipped: f64,
}

fn play(games: u32, seats: usize) -> Shares {
    let mut setup = Setup::<Rush>::new(seats, Seed::from_number(0));
    setup.options = Options::bench();
    let mut dice = Dice::new(Seed::from_number(u64::MAX));
    let mut counts = [0_u32; 7];
    for number in 0..games {
        setup.seed = Seed::from_number(u64::from(number));
        let mut game = Match::new(setup.clone()).unwrap();
        loop {
            game.skip_waits().unwrap();
            let Some(seat) = game.to_act().lowest() else { break };
            let action = Rush::random_action(game.position(), seat, &mut dice).unwrap();
            game.act(seat, action).unwrap();
        }
        let state = game.state();
        counts[0] += u32::from(state.end_reason == Some(EndReason::PlayerWon));
        counts[1] += u32::from(state.end_reason == Some(EndReason::NoValidMoves));
        counts[4] += u32::from(state.winners.len() > 1);
        counts[5] += u32::from(state.plays == 0);
        for event in game.take_events() {
            match event {
                Event::CardsPlayed { auto, .. } => {
                    counts[2] += 1;
                    counts[3] += u32::from(auto == Auto::Single);
                }
                Event::TurnSkipped { how: Skip::NoMove, .. } => counts[6] += 1,
                _ => {}
            }
        }
    }
    let per_game = |at: usize| f64::from(counts[at]) / f64::from(games);
    Shares {
        player_won: per_game(0),
        no_valid_moves: per_game(1),
        plays: per_game(2),
        automatic: f64::from(counts[3]) / f64::from(counts[2]),
        ties: per_game(4),
        dead: per_game(5),
        skipped: per_game(6),
    }
}

/// The specification gives 3 points of tolerance.
fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 0.03, "{what}: {found:.3}, not {expected}");
}

#[test]
fn ru_80_random_play_by_two() {
    let shares = play(4000, 2);
    near(shares.player_won, 0.02, "player_won");
    near(shares.no_valid_moves, 0.98, "no_valid_moves");
    near(shares.automatic, 0.46, "automatic share");
    near(shares.ties, 0.02, "ties");
    near(shares.dead, 0.02, "deals without a move");
    assert!((shares.plays - 3.8).abs() < 0.2, "mean plays: {:.2}", shares.plays);
}

#[test]
fn ru_80_random_play_by_three() {
    let shares = play(3000, 3);
    near(shares.player_won, 0.08, "player_won");
    near(shares.no_valid_moves, 0.92, "no_valid_moves");
    near(shares.automatic, 0.51, "automatic share");
    near(shares.ties, 0.03, "ties");
    assert!((shares.plays - 6.7).abs() < 0.3, "mean plays: {:.2}", shares.plays);
}

#[test]
fn ru_80_random_play_by_four() {
    let shares = play(3000, 4);
    near(shares.player_won, 0.16, "player_won");
    near(shares.no_valid_moves, 0.84, "no_valid_moves");
    near(shares.automatic, 0.53, "automatic share");
    near(shares.ties, 0.04, "ties");
    assert!((shares.plays - 10.6).abs() < 0.4, "mean plays: {:.2}", shares.plays);
}

#[test]
fn ru_32_the_first_seat_has_no_move_in_an_eighth_of_the_deals() {
    near(play(3000, 2).skipped, 0.13, "skips with SKIP_TURN");
}
