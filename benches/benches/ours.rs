//! Operations that only croupier-chart has: start, clone, save, restore, compile, and a tree of
//! charts.

use croupier_benches::contest::Contestant;
use croupier_benches::data_war::{self, Rules};
use croupier_benches::may_i;
use croupier_chart::define::Definition;
use croupier_chart::run::Env;
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};

/// Reports what each of these allocates.
#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

/// Runs per sample for anything shorter than a few microseconds, to make the cost of reading the
/// clock negligible.
const SMALL: u32 = 100;

fn main() {
    divan::main();
}

/// Data War in the middle of a comparison: one timer is running.
fn data_war_midway() -> data_war::Ours {
    let mut game = data_war::Ours::fresh();
    for step in &data_war::SCRIPT[..2] {
        game.step(step);
    }
    game
}

/// May I? while the window is open: all four charts are running.
fn may_i_midway() -> may_i::Ours {
    let mut game = may_i::Ours::fresh();
    game.step(&may_i::SCRIPT[0]);
    game
}

#[divan::bench]
fn data_war_compile(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(data_war::definition).bench_values(Definition::compile);
}

#[divan::bench]
fn data_war_define_and_compile() -> impl Sized {
    data_war::definition().compile()
}

#[divan::bench(sample_size = SMALL)]
fn data_war_start(bencher: Bencher<'_, '_>) {
    let mut rules = Rules::default();
    bencher.bench_local(|| data_war::CHART.start((), &mut Env::new(&mut rules)));
}

#[divan::bench(sample_size = SMALL)]
fn data_war_clone(bencher: Bencher<'_, '_>) {
    let game = data_war_midway();
    bencher.bench_local(|| black_box(game.running().snapshot()).clone());
}

#[divan::bench(sample_size = SMALL)]
fn data_war_save(bencher: Bencher<'_, '_>) {
    let game = data_war_midway();
    bencher.bench_local(|| data_war::CHART.save(black_box(game.running().snapshot())));
}

#[divan::bench(sample_size = SMALL)]
fn data_war_restore(bencher: Bencher<'_, '_>) {
    let game = data_war_midway();
    let saved = data_war::CHART.save(game.running().snapshot());
    bencher.bench_local(|| data_war::CHART.restore(black_box(&saved)));
}

#[divan::bench(sample_size = SMALL)]
fn may_i_turn(bencher: Bencher<'_, '_>) {
    let mut game = may_i::Ours::fresh();
    bencher.counter(ItemsCount::new(may_i::SCRIPT.len())).bench_local(|| game.pass());
}

#[divan::bench(sample_size = SMALL)]
fn may_i_clone(bencher: Bencher<'_, '_>) {
    let game = may_i_midway();
    bencher.bench_local(|| black_box(game.running().snapshot()).clone());
}

#[divan::bench(sample_size = SMALL)]
fn may_i_save(bencher: Bencher<'_, '_>) {
    let game = may_i_midway();
    bencher.bench_local(|| may_i::CHART.save(black_box(game.running().snapshot())));
}

#[divan::bench(sample_size = SMALL)]
fn may_i_restore(bencher: Bencher<'_, '_>) {
    let game = may_i_midway();
    let saved = may_i::CHART.save(game.running().snapshot());
    bencher.bench_local(|| may_i::CHART.restore(black_box(&saved)));
}
