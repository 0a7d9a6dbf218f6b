//! Leaf counts by seed and depth. Most decisions are taps with one legal action.

use croupier_kit::testing::check_perft;
use data_war::DataWar;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<DataWar>(include_str!("perft.txt"));
}
