//! Leaf counts by seed and depth.

use croupier_kit::testing::check_perft;
use innovation::Innovation;

#[test]
fn leaf_counts_are_as_written() {
    check_perft::<Innovation>(include_str!("perft.txt"));
}
