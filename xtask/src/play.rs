//! `cargo xtask play`: the quickest way to see something run.

use crate::steps::Step;

/// There is no table to sit at yet, so this shows the part that exists.
pub(crate) fn steps() -> Vec<Step> {
    vec![Step::cargo("tour", ["run", "-q", "-p", "croupier-chart", "--example", "tour"])]
}

/// Says so, before it starts.
pub(crate) fn introduce() {
    eprintln!("There are no games to play yet. What exists is the statechart runtime that they");
    eprintln!("will run on; here is a tour of it. README.md says what comes next.");
    eprintln!();
}
