//! Whole games per second on one core, through the public API: chart, rules, legal lists.
//!
//! `cargo run --release -p data-war --example speed [games]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and says what it found.

use std::time::Instant;

use croupier_kit::{Dice, Game, Match, Seat, SeatKind, Seed, Setup};
use data_war::{Action, DataWar};

/// What this process has used of the processor, which a busy machine does not change.
fn cpu_seconds() -> f64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)] // Seconds, not years.
    let seconds = used.tv_sec as f64 + used.tv_nsec as f64 / 1e9;
    seconds
}

fn main() -> Result<(), croupier_kit::Error> {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let bench = DataWar::presets().into_iter().find(|preset| preset.name == "bench");
    let options = bench.map(|preset| preset.options).unwrap_or_default();
    let seats = vec![SeatKind::Bot; 2];
    let mut setup = Setup::<DataWar> { options, seats, seed: Seed::from_number(0), undo: false };
    let mut dice = Dice::new(Seed::from_number(7));
    let mut legal: Vec<Action> = vec![];
    let (mut turns, mut inputs, mut stacks) = (0_u64, 0_u64, 0_u64);
    let mut root = Dice::new(Seed::from_number(1));
    let (start, cpu) = (Instant::now(), cpu_seconds());
    for _ in 0..games {
        setup.seed = root.split();
        let mut table = Match::unrecorded(&setup)?;
        loop {
            table.skip_waits()?;
            if table.outcome().is_some() {
                break;
            }
            for seat in [Seat(0), Seat(1)] {
                legal.clear();
                DataWar::legal(table.position(), seat, &mut legal);
                if let Some(action) = dice.pick(&legal) {
                    table.act(seat, action.clone())?;
                    inputs += 1;
                }
            }
        }
        turns += u64::from(table.state().turns_completed);
        let reason = table.outcome().map(|outcome| outcome.reason);
        stacks += u64::from(reason.as_deref() == Some("launch_stacks"));
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    #[allow(clippy::cast_precision_loss)] // Figures for people.
    let per = |count: u64| count as f64 / f64::from(games);
    println!("{games} games in {seconds:.2} s: {:.0} per second", f64::from(games) / seconds);
    println!("{cpu:.2} s of one core: {:.0} per second", f64::from(games) / cpu);
    println!("{:.1} inputs and {:.2} turns per game", per(inputs), per(turns));
    println!("{:.1} % ended by stacks", per(stacks) * 100.0);
    println!("state: {} bytes", size_of::<data_war::State>());
    Ok(())
}
