//! Accepted actions per second of random players on one core, through the public API: matches are
//! made and dealt, and at every decision the legal list of whoever decides is made too.
//!
//! `cargo run --release -p may-i --example speed [games] [seats]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use croupier_kit::{Dice, Game, Match, Seed, Setup};
use may_i::{MayI, Options};

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
    let (games, seats) = (number(1, 1000), number(2, 4));
    let mut setup = Setup::<MayI>::new(usize::try_from(seats)?, Seed::from_number(0));
    setup.options = Options::bench();
    let mut dice = Dice::new(Seed::from_number(1));
    let (mut turns, mut actions, mut listed) = (0_u64, 0_u64, 0_usize);
    let mut legal = vec![];
    let begin = cpu_seconds();
    for game in 0..games {
        setup.seed = Seed::from_number(game);
        let mut table = Match::unrecorded(&setup)?;
        while table.outcome().is_none() {
            let at = table.position();
            let wish = table.asked().iter().find_map(|seat| {
                let action = MayI::random_action(at, seat, &mut dice)?;
                legal.clear();
                MayI::legal(at, seat, &mut legal);
                listed += legal.len();
                Some((seat, action))
            });
            let (seat, action) = wish.ok_or("somebody can act")?;
            table.act(seat, action)?;
            actions += 1;
        }
        turns += u64::from(table.state().turns);
    }
    let seconds = cpu_seconds() - begin;
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let (count, made, turns) = (games as f64, actions as f64, turns as f64);
    println!(
        "{games} games of {seats}: {:.0} actions/s, {:.3} µs each, {:.1} games/s",
        made / seconds,
        seconds * 1e6 / made,
        count / seconds
    );
    println!("{:.0} turns and {:.0} actions each, {listed} listed", turns / count, made / count);
    let table = Match::unrecorded(&setup)?;
    let (state, flow) = (table.state(), table.position().flow);
    println!("state {} bytes, flow {} bytes", size_of_val(state), size_of_val(flow));
    Ok(())
}
