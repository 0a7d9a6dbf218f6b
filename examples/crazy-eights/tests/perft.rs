//! Leaf counts by seed and depth.

use crazy_eights::CrazyEights;
use croupier_kit::testing::check_perft;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<CrazyEights>(include_str!("perft.txt"));
}
