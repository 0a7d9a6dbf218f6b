//! Random games per second on one core with events off, and what the single parts of it cost.
//!
//! `cargo run --release -p innovation --example speed [games] [seats]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and tells.

use std::hint::black_box;

use croupier_kit::{Dice, Game, Match, Seat, Seed, Setup, Viewer};
use innovation::{CardSet, Innovation, Memory, State};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)] // A few minutes at most.
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}

#[allow(clippy::cast_precision_loss)] // Far below 2^52.
fn playouts(games: u64, seats: usize) -> Outcome {
    let mut setup = Setup::<Innovation>::new(seats, Seed::from_number(0));
    let mut dice = Dice::new(Seed::from_number(1));
    let (mut inputs, mut turns) = (0_u64, 0_u64);
    let mut activated = CardSet::EMPTY;
    let begin = cpu_seconds();
    for game in 0..games {
        setup.seed = Seed::from_number(game);
        let mut table = Match::unrecorded(&setup)?;
        while let Some(seat) = table.asked().lowest() {
            let action = Innovation::random_action(table.position(), seat, &mut dice);
            let action = action.ok_or("whoever is asked can act")?;
            if let innovation::Action::Dogma { card } = &action {
                activated = activated | card.card().into_iter().collect();
            }
            table.act(seat, action)?;
            inputs += 1;
        }
        turns += u64::from(table.state().turns());
    }
    let seconds = cpu_seconds() - begin;
    let (count, total) = (games as f64, inputs as f64);
    println!(
        "{games} games of {seats}: {:.0} inputs/s, {:.0} games/s, {:.1} inputs and {:.1} turns each",
        total / seconds,
        count / seconds,
        total / count,
        turns as f64 / count,
    );
    println!("{} of 105 cards were activated", activated.len());
    Ok(())
}

/// A moment of a game, and what seat 0 remembers there.
struct Moment {
    table: Match<Innovation>,
    memory: Memory,
}

/// Many moments of some games, all of one sort.
fn moments(seats: usize, suspended: bool) -> Result<Vec<Moment>, Box<dyn std::error::Error>> {
    let mut dice = Dice::new(Seed::from_number(5));
    let mut found = vec![];
    for game in 0..20 {
        let mut table: Match<Innovation> = Match::new(Setup::new(seats, Seed::from_number(game)))?;
        let mut memory = Memory::default();
        let mut last = 0;
        loop {
            for event in table.take_events() {
                if let Some(heard) = Innovation::hear(&event, Viewer::Seat(Seat(0))) {
                    Innovation::remember(&mut memory, Seat(0), &heard);
                }
            }
            let Some(seat) = table.asked().lowest() else { break };
            let state = table.state();
            let due = state.turns() >= last + 5 && !state.is_setup();
            if due && state.dogma().is_some() == suspended {
                last = state.turns();
                found.push(Moment { table: table.fork(), memory: memory.clone() });
            }
            let action = Innovation::random_action(table.position(), seat, &mut dice);
            table.act(seat, action.ok_or("whoever is asked can act")?)?;
        }
    }
    Ok(found)
}

#[allow(clippy::cast_precision_loss)] // Far below 2^52.
fn cost(name: &str, moments: &[Moment], rounds: usize, mut work: impl FnMut(&Moment)) {
    let begin = cpu_seconds();
    for _ in 0..rounds {
        moments.iter().for_each(&mut work);
    }
    let each = (cpu_seconds() - begin) * 1e9 / (rounds * moments.len()) as f64;
    println!("  {name}: {each:.0} ns");
}

fn parts(seats: usize, suspended: bool) -> Outcome {
    let moments = moments(seats, suspended)?;
    println!("{} moments {}", moments.len(), if suspended { "in an effect" } else { "at rest" });
    let mut list = vec![];
    cost("clone of the state", &moments, 2000, |it| {
        black_box(State::clone(it.table.state()));
    });
    cost("fork", &moments, 2000, |it| {
        black_box(it.table.fork());
    });
    cost("legal", &moments, 500, |it| {
        list.clear();
        if let Some(seat) = it.table.asked().lowest() {
            Innovation::legal(it.table.position(), seat, &mut list);
        }
        black_box(&list);
    });
    let mut dice = Dice::new(Seed::from_number(6));
    cost("fork and a random step", &moments, 500, |it| {
        let mut table = it.table.fork();
        if let Some(seat) = table.asked().lowest()
            && let Some(action) = Innovation::random_action(table.position(), seat, &mut dice)
        {
            black_box(table.act(seat, action).is_ok());
        }
    });
    cost("view", &moments, 200, |it| {
        black_box(it.table.view(Viewer::Seat(Seat(0))));
    });
    cost("resample", &moments, 20, |it| {
        let view = it.table.view(Viewer::Seat(Seat(0)));
        let known = it.table.position().known_to(Seat(0), &view, &it.memory);
        black_box(Innovation::resample(known, &mut dice));
    });
    Ok(())
}

fn main() -> Outcome {
    let number = |at: usize, usual: u64| {
        let given = std::env::args().nth(at).and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    let seats = usize::try_from(number(2, 2))?;
    playouts(number(1, 10_000), seats)?;
    println!(
        "a state has {} bytes, an execution {} more",
        size_of::<State>(),
        size_of::<innovation::Execution>()
    );
    parts(seats, false)?;
    parts(seats, true)
}
