//! The contestants may only be compared if they do the same work.

use crate::contest::{Contestant, checksum_of_a_pass};
use crate::{data_war, nested, regions, toggle};

#[track_caller]
fn check<Ours: Contestant, Statig: Contestant, ByHand: Contestant>(expected: u64) {
    assert_eq!(checksum_of_a_pass::<ByHand>(), expected, "by hand");
    assert_eq!(checksum_of_a_pass::<Statig>(), expected, "statig");
    assert_eq!(checksum_of_a_pass::<Ours>(), expected, "ours");
}

#[test]
fn the_toggle_does_the_same_work_everywhere() {
    check::<toggle::Ours, toggle::Statig, toggle::ByHand>(8);
}

#[test]
fn the_nested_chart_does_the_same_work_everywhere() {
    check::<nested::Ours, nested::Statig, nested::ByHand>(692);
}

#[test]
fn the_regions_do_the_same_work_everywhere() {
    check::<regions::Ours, regions::Statig, regions::ByHand>(56);
}

#[test]
fn data_war_does_the_same_work_everywhere() {
    check::<data_war::Ours, data_war::Statig, data_war::ByHand>(1_358);
}
