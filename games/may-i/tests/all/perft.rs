//! Leaf counts by seed and depth.

use croupier_kit::testing::check_perft;
use may_i::MayI;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<MayI>(include_str!("perft.txt"));
}
