//! The four charts in croupier-chart, in statig and written by hand: wall time of one pass.

use croupier_benches::contest::Contestant;
use croupier_benches::{data_war, nested, regions, toggle};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Passes per sample: enough to make the cost of reading the clock negligible.
const PASSES: u32 = 1_000;

fn main() {
    divan::main();
}

/// Times whole passes; items per second are transitions per second.
fn passes<C: Contestant>(bencher: Bencher<'_, '_>) {
    let mut contestant = C::fresh();
    bencher.counter(ItemsCount::new(C::SCRIPT.len())).bench_local(|| contestant.pass());
}

#[divan::bench(sample_size = PASSES, types = [toggle::Ours, toggle::Statig, toggle::ByHand])]
fn a_toggle<C: Contestant>(bencher: Bencher<'_, '_>) {
    passes::<C>(bencher);
}

#[divan::bench(sample_size = PASSES, types = [nested::Ours, nested::Statig, nested::ByHand])]
fn b_nested<C: Contestant>(bencher: Bencher<'_, '_>) {
    passes::<C>(bencher);
}

#[divan::bench(sample_size = PASSES, types = [regions::Ours, regions::Statig, regions::ByHand])]
fn c_regions<C: Contestant>(bencher: Bencher<'_, '_>) {
    passes::<C>(bencher);
}

#[divan::bench(sample_size = PASSES, types = [data_war::Ours, data_war::Statig, data_war::ByHand])]
fn d_data_war<C: Contestant>(bencher: Bencher<'_, '_>) {
    passes::<C>(bencher);
}
