//! `cargo xtask soak`: the tests that take too long for every change, in both profiles: what overflows
//! in one of them wraps in the other, and either may be wrong.

use crate::steps::Step;

/// One run of every ignored test in each profile: long storms in rooms, thousands of whole games, a
/// hundred thousand forged saves.
pub(crate) fn steps() -> Vec<Step> {
    let ignored = ["--", "--ignored", "--nocapture"];
    let test = |profile: &'static str| ["test", "--workspace", profile, "--tests"];
    vec![
        Step::cargo("soak in dev", test("--profile=dev").into_iter().chain(ignored)),
        Step::cargo("soak in release", test("--release").into_iter().chain(ignored)),
    ]
}
