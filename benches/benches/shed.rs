//! Tiny shed on our kit, on `turnbase` and by hand: wall time of one game, dealing included.

use croupier_benches::tiny_shed::{ByHand, Luck, Ours, Shed, Turnbase};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Items per second are actions per second; a game has 46 on average.
#[divan::bench(sample_size = 1_000, types = [Ours, Turnbase, ByHand])]
fn a_game<S: Shed>(bencher: Bencher<'_, '_>) {
    let (mut engine, mut luck) = (S::new(), Luck::new(1));
    bencher.counter(ItemsCount::new(46_u32)).bench_local(|| engine.play(&mut luck));
}
