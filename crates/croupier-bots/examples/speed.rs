//! Measures how many iterations per second a search makes on one core, averaged over all decisions
//! of some matches.
//!
//! `cargo run --release -p croupier-bots --example speed [iterations] [game]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use croupier_bots::{Bot as _, Budget, Greedy, Search};
use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Heuristic, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};

/// How many matches to follow per game.
const MATCHES: u64 = 20;
/// How many decisions to search per game, approximately.
const DECISIONS: u32 = 200;

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)] // A few minutes at most.
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}

type Error = Box<dyn std::error::Error>;

/// Follows matches of greedy players, and searches some of their decisions.
fn measure<G: Heuristic>(seats: usize, iterations: u32) -> Result<(), Error> {
    let mut dice = Dice::new(Seed::from_number(1));
    let (mut done, mut decisions, mut seconds) = (0_u64, 0_u32, 0.0);
    let bench = G::presets().into_iter().find(|preset| preset.name == "bench");
    for number in 0..MATCHES {
        let mut setup = Setup::<G>::new(seats, Seed::from_number(number));
        if let Some(preset) = &bench {
            setup.options = preset.options.clone();
        }
        let mut game = Match::followed(&setup)?;
        let mut memories = Memories::new(seats);
        let mut search = Search::<G>::new(Budget::Iterations(iterations));
        loop {
            game.skip_waits()?;
            if game.outcome().is_some() {
                break;
            }
            memories.follow(&mut game);
            let mut chosen = None;
            for seat in game.to_act().iter() {
                let view = game.view(Viewer::Seat(seat));
                let observation = game.position().observed_by(seat, &view, &memories[seat]);
                if decisions < DECISIONS && dice.below(3) == 0 {
                    let begin = cpu_seconds();
                    let report = search.think(observation, &mut dice);
                    seconds += cpu_seconds() - begin;
                    done += u64::from(report.iterations);
                    decisions += u32::from(report.iterations > 0);
                }
                chosen = Greedy.choose(observation, &mut dice).map(|action| (seat, action));
                if chosen.is_some() {
                    break;
                }
            }
            match (chosen, game.next_due()) {
                (Some((seat, action)), _) => game.act(seat, action)?,
                (None, Some(due)) => game.advance_to(due)?,
                (None, None) => return Err("nobody acts".into()),
            }
        }
    }
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let rate = done as f64 / seconds;
    println!(
        "{:<14} {rate:>9.0} iterations/s, {:.2} µs each, {decisions} decisions of {seats} seats",
        G::ID,
        1e6 / rate
    );
    Ok(())
}

/// Times the search in one game.
type Measure = fn(usize, u32) -> Result<(), Error>;

fn main() -> Result<(), Error> {
    let iterations = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let only = std::env::args().nth(2);
    let games: [(&str, usize, Measure); 6] = [
        (crazy_eights::CrazyEights::ID, 2, measure::<crazy_eights::CrazyEights>),
        (rush::Rush::ID, 2, measure::<rush::Rush>),
        (min_or_max::MinOrMax::ID, 2, measure::<min_or_max::MinOrMax>),
        (data_war::DataWar::ID, 2, measure::<data_war::DataWar>),
        (may_i::MayI::ID, 4, measure::<may_i::MayI>),
        (innovation::Innovation::ID, 2, measure::<innovation::Innovation>),
    ];
    for (id, seats, measure) in games {
        if only.as_deref().is_none_or(|only| only == id) {
            measure(seats, iterations)?;
        }
    }
    Ok(())
}
