//! The table of 14.5: statistics of the heuristic's games, and its results against random players.
//!
//! `cargo run --release -p may-i --example calibrate [games]`
#![allow(clippy::print_stdout, clippy::disallowed_methods, clippy::cast_precision_loss)] // It tells.

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::game::{Game, Seat, Viewer};
use croupier_kit::matches::{Match, Memories, Setup};
use may_i::{Event, MayI, Options, heuristic_action};

/// Totals over all rounds with the same number.
#[derive(Default, Clone, Copy)]
struct Tally {
    rounds: f64,
    turns: f64,
    longest: u32,
    calls: f64,
    points: f64,
    losers: f64,
    ended: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    let mut tallies = [Tally::default(); 6];
    let mut total = 0.0;
    for number in 0..games {
        let game = play(number, 4, &mut |_| true, &mut tallies)?;
        total += game.state().totals().iter().map(f64::from).sum::<f64>() / 4.0;
    }
    println!("round  turns/player  longest  may I  points  went out");
    for (round, it) in (1..).zip(tallies) {
        println!(
            "{round:5}  {:12.1}  {:7}  {:5.1}  {:6.0}  {:.0} of {:.0}",
            it.turns / it.rounds / 4.0,
            it.longest,
            it.calls / it.rounds,
            it.points / it.losers,
            it.ended,
            it.rounds
        );
    }
    println!("mean total {:.0}", total / games as f64);
    let mut won = 0;
    let (mut own, mut theirs) = (0.0, 0.0);
    for number in 0..games {
        let seat = Seat(u8::try_from(number % 4)?);
        let game =
            play(10_000 + number, 4, &mut |other| other == seat, &mut [Tally::default(); 6])?;
        let outcome = game.outcome().ok_or("it is over")?;
        won += u32::from(outcome.winners.contains(seat));
        own += f64::from(outcome.scores[seat.at()]);
        theirs += f64::from(outcome.scores.iter().sum::<i32>() - outcome.scores[seat.at()]) / 3.0;
    }
    let count = games as f64;
    println!(
        "against three random players: {won} of {games}, mean {:.0} to {:.0}",
        own / count,
        theirs / count
    );
    Ok(())
}

/// A game in which the heuristic plays some seats and random players the others.
fn play(
    number: u64,
    seats: usize,
    thinks: &mut dyn FnMut(Seat) -> bool,
    tallies: &mut [Tally; 6],
) -> Result<Match<MayI>, Box<dyn std::error::Error>> {
    let options = Options { max_turns_per_round: Some(1000), ..Options::default() };
    let setup = Setup { options, ..Setup::new(seats, Seed::from_number(number)) };
    let mut game = Match::<MayI>::new(setup)?;
    let mut dice = Dice::new(Seed::from_number(!number));
    let mut memories = Memories::new(seats);
    let mut turn = 0;
    loop {
        for event in memories.follow(&mut game) {
            match event {
                Event::TurnStarted { turn: number, .. } => turn = number,
                Event::MayIClosed { outcome: may_i::WindowOutcome::MayIResolved, .. } => {
                    tallies[usize::from(game.state().round) - 1].calls += 1.0;
                }
                Event::RoundEnded { record, .. } => {
                    let tally = &mut tallies[usize::from(record.round) - 1];
                    tally.rounds += 1.0;
                    tally.ended += f64::from(u8::from(record.winner.is_some()));
                    tally.turns += f64::from(turn);
                    tally.longest = tally.longest.max(turn);
                    tally.points += record.scores.iter().map(f64::from).sum::<f64>();
                    tally.losers += record.scores.iter().filter(|score| *score > 0).count() as f64;
                }
                _ => {}
            }
        }
        if game.outcome().is_some() {
            return Ok(game);
        }
        let chosen = game.to_act().iter().find_map(|seat| {
            let action = if thinks(seat) {
                let view = game.view(Viewer::Seat(seat));
                let memory = &memories[seat];
                heuristic_action(game.position().observed_by(seat, &view, memory))
            } else {
                MayI::random_action(game.position(), seat, &mut dice)
            };
            action.map(|action| (seat, action))
        });
        let (seat, action) = chosen.ok_or("somebody can act")?;
        game.act(seat, action)?;
    }
}
