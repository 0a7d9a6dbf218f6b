//! `cargo xtask types`: the shapes of what goes over the wire, as JSON Schema and as TypeScript.
//!
//! The work is done by `croupier-types`, a program of its own: it builds the kit and the games with
//! their schemas, which nothing else has to wait for.

use crate::steps::Step;

/// Writes the files, or looks whether they are up to date.
pub(crate) fn steps(check: bool) -> Vec<Step> {
    let run = ["run", "-q", "-p", "croupier-types", "--features", "schema", "--"];
    let args = run.into_iter().chain(check.then_some("--check"));
    vec![Step::cargo("types", args)]
}

/// Matches of every game are held against their schemas, and the files against what they should be.
pub(crate) fn test() -> Step {
    Step::cargo("types", ["test", "-q", "-p", "croupier-types", "--features", "schema"])
}
