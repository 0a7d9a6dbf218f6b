//! The known differences: what ours does, and what XState 5.33.3 was observed to do.

use croupier_chart::define::Selection;
use croupier_differential::compare::{Known, compare};
use croupier_differential::known::{Example, example, examples};
use croupier_differential::machine::compile;
use croupier_differential::record::{KnownRecord, folder, read_known};
use croupier_differential::referee::XStateStep;
use croupier_differential::script::{Beat, play};

/// The last step of an example: what ours did and what XState did.
fn last_step(known: Known, selection: Selection) -> (Beat, XStateStep) {
    let Example { sketch, script, .. } = example(known);
    let chart = compile(&sketch, selection).expect("the examples are sound");
    let ours = play(&chart, &script).pop().expect("there is a start");
    let theirs = recorded(known).steps.pop().expect("there is a start");
    (ours, theirs)
}

fn recorded(known: Known) -> KnownRecord {
    let records = read_known(&folder()).expect("the traces are checked in");
    records.into_iter().find(|record| record.known == known).expect("every difference is recorded")
}

#[test]
fn the_records_are_of_these_charts() {
    for Example { known, sketch, script } in examples() {
        let record = recorded(known);
        assert_eq!(record.fingerprint, sketch.fingerprint(), "{known:?}: record anew");
        assert_eq!(record.steps.len(), script.steps.len() + 1, "{known:?}");
    }
}

#[test]
fn each_difference_is_recognised_and_nothing_but_that() {
    for Example { known, sketch, script } in examples() {
        let theirs = recorded(known).steps;
        let nested = compare(&sketch, Selection::Nested, &script, &theirs);
        let per_leaf = compare(&sketch, Selection::PerLeaf, &script, &theirs);
        match known {
            Known::History | Known::InitialActions => {
                assert_eq!(nested.known.into_iter().collect::<Vec<_>>(), [known]);
                assert_eq!(nested.failed_at, None, "{known:?}");
            }
            // These two are recognised by changing the one thing they are about: here the selection
            // rule, in the tool the order in which XState tries transitions.
            Known::SelectionRule => {
                assert!(nested.is_identical());
                assert!(per_leaf.failed_at.is_some());
            }
            Known::EventlessOrder => assert!(nested.failed_at.is_some()),
        }
    }
}

#[test]
fn history_counts_as_lying_in_its_parent() {
    let (ours, theirs) = last_step(Known::History, Selection::Nested);
    // The transition to the history state exits and re-enters `s2`, whatever is remembered.
    assert_eq!(ours.log, ["-s4", "-s2", "t32", "+s2", "+s3"]);
    // XState sees that `s3` and `s4` share `s2` and does not exit it, but enters it.
    assert_eq!(theirs.log, ["-s4", "t32", "+s2", "+s3"]);
    assert_eq!(ours.leaves, theirs.leaves);
}

#[test]
fn a_region_beside_the_target_starts_with_its_initial_actions() {
    let (ours, theirs) = last_step(Known::InitialActions, Selection::Nested);
    assert_eq!(ours.log, ["-s7", "t70", "+s2", "+s4", "+s5", ">s5", "+s6"]);
    assert_eq!(theirs.log, ["-s7", "t70", "+s2", "+s4", "+s5", "+s6"]);
}

#[test]
fn eventless_transitions_are_asked_in_document_order() {
    let (ours, theirs) = last_step(Known::EventlessOrder, Selection::Nested);
    assert_eq!(ours.log, ["-s2", "t10", "+s3", "-s13", "-s3", "t11", "t111", "+s4", "+s14"]);
    // The second region's leaf was entered first.
    assert_eq!(theirs.log, ["-s2", "t10", "+s3", "-s13", "-s3", "t111", "t11", "+s4", "+s14"]);
}

#[test]
fn every_leaf_finds_its_own_transition() {
    let (ours, theirs) = last_step(Known::SelectionRule, Selection::PerLeaf);
    assert_eq!(ours.log, ["t10", "t1"]);
    assert_eq!(theirs.log, ["t10"]);
    let (nested, _) = last_step(Known::SelectionRule, Selection::Nested);
    assert_eq!(nested.log, theirs.log);
}
