//! Tries a search with other settings than the game's own, against the game's heuristic, playing
//! every deal in both seats.
//!
//! `cargo run --release -p croupier-bots --example tune -- GAME GAMES ITERATIONS [SETTING=VALUE…]`
//! with the settings horizon, exploration, width, widening, ordered, visits and plays.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use croupier_bots::{Bot, Budget, Greedy, Players, Search};
use croupier_kit::cards::Seed;
use croupier_kit::game::{Game as _, Heuristic, Seat, Tuning};
use croupier_kit::matches::{Match, Setup};

type Error = Box<dyn std::error::Error>;

fn tuned(mut tuning: Tuning, settings: &[String]) -> Result<Tuning, Error> {
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("a setting is NAME=VALUE")?;
        match name {
            "horizon" => tuning.horizon = Some(value.parse()?),
            "exploration" => tuning.exploration = value.parse()?,
            "width" => tuning.width = value.parse()?,
            "widening" => tuning.widening = value.parse()?,
            "ordered" => tuning.is_ordered = value.parse()?,
            "visits" => tuning.expand_after_visits = value.parse()?,
            "plays" => tuning.plays_per_world = value.parse()?,
            _ => return Err(format!("there is no setting {name:?}").into()),
        }
    }
    Ok(tuning)
}

/// The share of games that a search with these settings wins.
fn measure<G: Heuristic>(games: u64, iterations: u32, settings: &[String]) -> Result<f64, Error> {
    let tuning = tuned(G::TUNING, settings)?;
    let seats = G::SEATS.0;
    let bench = G::presets().into_iter().find(|preset| preset.name == "bench");
    let mut won = 0.0;
    for number in 0..games {
        let turn = usize::try_from(number)? % seats;
        let mut setup = Setup::<G>::new(seats, Seed::from_number(1_000 + number / seats as u64));
        if let Some(preset) = &bench {
            setup.options = preset.options.clone();
        }
        let mut game = Match::followed(&setup)?;
        let bots = (0..seats).map(|seat| -> Option<Box<dyn Bot<G>>> {
            if seat == turn {
                let search = Search::new(Budget::Iterations(iterations));
                Some(Box::new(search.tuned(tuning)))
            } else {
                Some(Box::new(Greedy))
            }
        });
        let finished = Players::new(bots, Seed::from_number(number)).finish(&mut game)?;
        let outcome = finished.outcome.ok_or("a match did not end")?;
        won += outcome.value_for(Seat(u8::try_from(turn)?));
    }
    Ok(won)
}

fn main() -> Result<(), Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [number, games, iterations, settings @ ..] = &words[..] else {
        return Err("GAME GAMES ITERATIONS [SETTING=VALUE…]".into());
    };
    let (games, iterations) = (games.parse()?, iterations.parse()?);
    let measure = match number.as_str() {
        crazy_eights::CrazyEights::ID => measure::<crazy_eights::CrazyEights>,
        data_war::DataWar::ID => measure::<data_war::DataWar>,
        innovation::Innovation::ID => measure::<innovation::Innovation>,
        may_i::MayI::ID => measure::<may_i::MayI>,
        min_or_max::MinOrMax::ID => measure::<min_or_max::MinOrMax>,
        rush::Rush::ID => measure::<rush::Rush>,
        _ => return Err(format!("there is no game {number:?}").into()),
    };
    let won = measure(games, iterations, settings)?;
    #[allow(clippy::cast_precision_loss)] // Some thousands.
    let rate = won / games as f64;
    println!("{number} search:{iterations} {settings:?}: {won} of {games}, {:.1} %", rate * 100.0);
    Ok(())
}
