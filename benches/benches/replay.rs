//! Replays a match of May I? with 1,000 actions and compares the hash. The target is a millisecond.

#![expect(clippy::print_stdout, reason = "the bar is printed beside the figure")]

use croupier_benches::cpu_clock;
use croupier_benches::long_match;
use croupier_kit::matches::replay;
use croupier_kit::save::Save;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use may_i::MayI;

const ACTIONS: usize = 1_000;
const SAMPLES: usize = 101;
const BAR_US: f64 = 1_000.0;

fn main() {
    divan::main();
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let save = long_match::play::<MayI>(ACTIONS);
    let mut samples: Vec<f64> = (0..SAMPLES).map(|_| cpu_us(&save)).collect();
    samples.sort_by(f64::total_cmp);
    let [min, median, max] = [0, SAMPLES / 2, SAMPLES - 1].map(|at| samples[at]);
    let met = if median < BAR_US { "met" } else { "missed" };
    println!(
        "\na replay of {ACTIONS} actions: {median:.0} CPU µs ({min:.0} to {max:.0}); the bar, {BAR_US:.0}, is {met}"
    );
}

fn cpu_us(save: &Save) -> f64 {
    let start = cpu_clock::now();
    let replayed = replay::<MayI>(black_box(save)).expect("it was played before");
    let spent = cpu_clock::now().saturating_sub(start);
    assert!(replayed.verified, "a replay is the match");
    spent.as_secs_f64() * 1e6
}

#[divan::bench]
fn a_replay(bencher: Bencher<'_, '_>) {
    let save = long_match::play::<MayI>(ACTIONS);
    bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| replay::<MayI>(black_box(&save)));
}

#[divan::bench]
fn reading_its_json(bencher: Bencher<'_, '_>) {
    let bytes = long_match::play::<MayI>(ACTIONS).to_json();
    bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| Save::read(black_box(&bytes)));
}
