//! The cost of the contract finder: CPU time per call, over random hands of 11 to 25 cards and all
//! rounds, with two packs and with three.
//!
//! `cargo run --release -p may-i --example finder [hands]`
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures and prints.

use std::hint::black_box;

use croupier_kit::cards::{Dice, Seed};
use may_i::finder::{Preferences, best, distance, exists};
use may_i::{Card, Contract, Terms, deck};

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss)] // A few minutes at most.
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    seconds
}

/// Hands of 11 to 25 cards from two or three packs, in equal numbers.
fn hands(count: u32, dice: &mut Dice) -> Vec<Vec<Card>> {
    let hand = |number: u32| {
        let packs = if number.is_multiple_of(2) { 2 } else { 3 };
        let mut cards: Vec<Card> = deck(packs, 2 * packs).collect();
        dice.shuffle(&mut cards);
        cards.truncate(11 + (number / 2 % 15) as usize);
        cards
    };
    (0..count).map(hand).collect()
}

/// Microseconds per call.
fn measure<T>(hands: &[Vec<Card>], mut ask: impl FnMut(&[Card]) -> T) -> f64 {
    let begin = cpu_seconds();
    for hand in hands {
        black_box(ask(black_box(hand)));
    }
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let count = hands.len() as f64;
    (cpu_seconds() - begin) * 1e6 / count
}

fn main() {
    let given = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let hands = hands(given.unwrap_or(60_000), &mut Dice::new(Seed::from_number(1)));
    let (few, many) =
        (Preferences::default(), Preferences { most_wilds: true, ..Preferences::default() });
    let names = ["exists", "best 8", "most wilds", "at least", "distance"];
    println!("µs per call, mean of {} hands of 11 to 25 cards", hands.len());
    println!("{:<9}{:>7}{}", "round", "found", names.map(|name| format!("{name:>12}")).concat());
    let (mut all, mut sums) = (0, [0.0; 5]);
    for round in 1..=6 {
        let last = round == 6;
        let contract = Contract::of(round);
        let terms = Terms { contract, longer: last, all_cards: last, gap: true };
        let longer = Terms { longer: true, ..terms };
        let found = hands.iter().filter(|hand| exists(hand, terms)).count();
        let times = [
            measure(&hands, |hand| exists(hand, terms)),
            measure(&hands, |hand| best(hand, terms, &few, 8)),
            measure(&hands, |hand| best(hand, terms, &many, 8)),
            measure(&hands, |hand| best(hand, longer, &few, 8)),
            measure(&hands, |hand| distance(hand, terms)),
        ];
        all += found;
        sums.iter_mut().zip(times).for_each(|(sum, time)| *sum += time / 6.0);
        print_row(&round.to_string(), found * 100 / hands.len(), times);
    }
    print_row("mean", all * 100 / (6 * hands.len()), sums);
}

fn print_row(name: &str, found: usize, times: [f64; 5]) {
    println!("{name:<9}{found:>6}%{}", times.map(|time| format!("{time:>12.3}")).concat());
}
