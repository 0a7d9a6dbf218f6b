//! `cargo xtask play`: the quickest way to see something run.

use crate::steps::Step;

/// There is no table to sit at yet, so the games play themselves.
pub(crate) fn steps() -> Vec<Step> {
    let sim = |game| {
        let args = ["run", "-q", "--release", "-p", "croupier", "--", "sim", game];
        Step::cargo(game, args.into_iter().chain(["--games", "1000", "--bots", "random"]))
    };
    vec![
        Step::cargo("tour", ["run", "-q", "-p", "croupier-chart", "--example", "tour"]),
        sim("data-war"),
        sim("rush"),
        sim("may-i"),
        sim("min-or-max"),
        sim("innovation"),
    ]
}

/// Says so, before it starts.
pub(crate) fn introduce() {
    eprintln!(
        "There is no table to sit at yet. Here is a tour of the statechart runtime, and then"
    );
    eprintln!("the five games play themselves. README.md says what comes next.");
    eprintln!();
}
