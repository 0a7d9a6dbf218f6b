//! Whole games of two random players per second, on one core, through the public API: a match is
//! made and dealt, waits are skipped, the legal list is made at every decision.
//!
//! `cargo run --release -p rush --example speed [games] [seats]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use croupier_kit::{Dice, Game, Match, Seed, Setup};
use rush::{Options, Rush};

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)] // A few minutes at most.
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |at: usize, usual: u64| {
        let given = std::env::args().nth(at).and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    let (games, seats) = (number(1, 1_000_000), number(2, 2));
    let mut setup = Setup::<Rush>::new(usize::try_from(seats)?, Seed::from_number(0));
    setup.options = Options::bench();
    let mut dice = Dice::new(Seed::from_number(1));
    let (mut plays, mut decisions, mut listed) = (0_u64, 0_u64, 0_usize);
    let mut legal = vec![];
    let begin = cpu_seconds();
    for game in 0..games {
        setup.seed = Seed::from_number(game);
        let mut table = Match::unrecorded(&setup)?;
        loop {
            table.skip_waits()?;
            let Some(seat) = table.asked().lowest() else { break };
            legal.clear();
            Rush::legal(table.position(), seat, &mut legal);
            listed += legal.len();
            decisions += 1;
            let action = Rush::random_action(table.position(), seat, &mut dice);
            table.act(seat, action.ok_or("whoever is asked can act")?)?;
        }
        plays += u64::from(table.state().plays);
        assert!(table.outcome().is_some(), "every game ends");
    }
    let seconds = cpu_seconds() - begin;
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let (count, plays) = (games as f64, plays as f64);
    println!(
        "{games} games of {seats}: {:.0} games/s, {:.3} µs each",
        count / seconds,
        seconds * 1e6 / count
    );
    println!("{:.2} plays each, {decisions} decisions, {listed} listed actions", plays / count);
    Ok(())
}
