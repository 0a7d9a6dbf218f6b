//! Leaf counts by seed and depth.

use croupier_kit::testing::check_perft;
use rush::Rush;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<Rush>(include_str!("perft.txt"));
}
