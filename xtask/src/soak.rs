//! `cargo xtask soak`: the tests that take too long for every change, in release mode.

use crate::steps::Step;

/// One run of every ignored test: long storms in rooms, thousands of whole games.
pub(crate) fn steps() -> Vec<Step> {
    vec![Step::cargo(
        "soak",
        ["test", "--workspace", "--release", "--tests", "--", "--ignored", "--nocapture"],
    )]
}
