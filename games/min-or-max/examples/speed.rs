//! Accepted actions of random players per second, on one core, through the public API: a match is
//! made and dealt, waits are skipped, the legal list is made at every decision.
//!
//! `cargo run --release -p min-or-max --example speed [games] [seats] [preset]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use croupier_kit::{Dice, Game, Match, Seed, Setup};
use min_or_max::{MinOrMax, Options};

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
    let (games, seats) = (number(1, 300_000), number(2, 2));
    let mut setup = Setup::<MinOrMax>::new(usize::try_from(seats)?, Seed::from_number(0));
    setup.options = match std::env::args().nth(3).as_deref() {
        Some("court-cards") => {
            Options { setup_step_ms: 0, spin_ms: 0, turn_ms: None, ..Options::court_cards() }
        }
        Some("classic") => Options::default(),
        _ => Options::bench(),
    };
    let mut dice = Dice::new(Seed::from_number(1));
    let (mut turns, mut actions, mut listed) = (0_u64, 0_u64, 0_usize);
    let mut legal = vec![];
    let begin = cpu_seconds();
    for game in 0..games {
        setup.seed = Seed::from_number(game);
        let mut table = Match::unrecorded(&setup)?;
        loop {
            table.skip_waits()?;
            let Some(seat) = table.asked().lowest() else { break };
            legal.clear();
            MinOrMax::legal(table.position(), seat, &mut legal);
            listed += legal.len();
            actions += 1;
            let action = MinOrMax::random_action(table.position(), seat, &mut dice);
            table.act(seat, action.ok_or("whoever is asked can act")?)?;
        }
        turns += u64::from(table.state().stats.turns);
        assert!(table.outcome().is_some(), "every game ends");
    }
    let seconds = cpu_seconds() - begin;
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let (count, done, turns) = (games as f64, actions as f64, turns as f64);
    println!(
        "{games} games of {seats}: {:.0} actions/s, {:.0} ns each; {:.0} games/s",
        done / seconds,
        seconds * 1e9 / done,
        count / seconds
    );
    println!("{:.2} turns and {:.2} actions each, {listed} listed", turns / count, done / count);
    println!("a state has {} bytes", size_of::<min_or_max::State>());
    Ok(())
}
