//! Leaf counts by seed and depth.

use croupier_kit::testing::check_perft;
use min_or_max::MinOrMax;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<MinOrMax>(include_str!("perft.txt"));
}
