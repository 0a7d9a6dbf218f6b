//! `cargo xtask play`: a table to sit down at, in the terminal.

use std::io::{self, IsTerminal as _};

use crate::steps::Step;

/// The game that is played if none is named.
const FIRST: &str = "min-or-max";

/// Whether a person is at the terminal.
fn is_watched() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A table, where there is a terminal; elsewhere the games play themselves.
pub(crate) fn steps(args: &[String]) -> Vec<Step> {
    let run = ["run", "-q", "--release", "-p", "croupier", "--"];
    if is_watched() {
        let rest: Vec<&str> = match args {
            [] => vec![FIRST],
            args => args.iter().map(String::as_str).collect(),
        };
        return vec![Step::cargo("play", run.into_iter().chain(["play"]).chain(rest))];
    }
    let sim = |game| {
        let args = ["sim", game, "--games", "1000", "--bots", "random"];
        Step::cargo(game, run.into_iter().chain(args))
    };
    ["data-war", "rush", "may-i", "min-or-max", "innovation"].map(sim).into()
}

/// Says what comes, before it starts.
pub(crate) fn introduce(args: &[String]) {
    if !is_watched() {
        eprintln!("There is no terminal to play in, so the five games play themselves.");
        eprintln!();
    } else if args.is_empty() {
        eprintln!("A table of Min or Max is being set up; ? helps, q leaves. For another game:");
        eprintln!("cargo xtask play rush|data-war|may-i|min-or-max|innovation");
    }
}
