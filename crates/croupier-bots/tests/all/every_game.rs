//! Every bot can answer every prompt of every game, with all presets and seat counts.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

use crazy_eights::CrazyEights;
use croupier_bots::{Players, Skill};
use croupier_kit::cards::Seed;
use croupier_kit::game::Heuristic;
use data_war::DataWar;
use innovation::Innovation;
use may_i::MayI;
use min_or_max::MinOrMax;
use rush::Rush;

use crate::common::deal;

/// Seats bots of all kinds at one table, for every preset, with the fewest and the most seats. All
/// their actions must be accepted. A match is stopped after `steps` steps: whole games are played
/// in the arena.
fn everybody_answers<G: Heuristic>(steps: usize) {
    let skills = [Skill::Search(15), Skill::Greedy, Skill::Random, Skill::Search(7)];
    let mut acted = [0; 4];
    for preset in G::presets() {
        for seats in [G::SEATS.0, G::SEATS.1] {
            let mut game = deal::<G>(seats, preset.name, 1);
            let bots = (0..seats).map(|seat| Some(skills[seat % 4].bot()));
            let mut players = Players::new(bots, Seed::from_number(2));
            for _ in 0..steps {
                game.skip_waits().unwrap();
                if game.outcome().is_some() {
                    break;
                }
                match players.step(&mut game) {
                    Ok(Some((seat, _))) => acted[seat.at() % 4] += 1,
                    Ok(None) => {}
                    Err(why) => panic!("{} {} with {seats}: {why}", G::ID, preset.name),
                }
            }
        }
    }
    let seated = G::SEATS.1.min(4);
    assert!(acted[..seated].iter().all(|count| *count > 2), "{}: {acted:?}", G::ID);
}

#[test]
fn every_bot_plays_crazy_eights() {
    everybody_answers::<CrazyEights>(400);
}

#[test]
fn every_bot_plays_rush() {
    everybody_answers::<Rush>(200);
}

#[test]
fn every_bot_plays_data_war() {
    everybody_answers::<DataWar>(300);
}

#[test]
fn every_bot_plays_min_or_max() {
    everybody_answers::<MinOrMax>(200);
}

#[test]
fn every_bot_plays_may_i() {
    everybody_answers::<MayI>(150);
}

#[test]
fn every_bot_plays_innovation() {
    everybody_answers::<Innovation>(150);
}
