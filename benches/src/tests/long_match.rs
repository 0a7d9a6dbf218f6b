//! The long match has the requested length, and its replay is the same match.

use crate::long_match;
use croupier_kit::matches::replay;
use may_i::MayI;

#[test]
fn a_long_match_is_replayed_to_its_end() {
    let save = long_match::play::<MayI>(1_000);
    assert_eq!(save.inputs.len(), 1_000);
    let replayed = replay::<MayI>(&save).expect("it was played before");
    assert!(replayed.verified, "a replay is the match");
}
