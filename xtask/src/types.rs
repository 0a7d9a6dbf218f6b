//! `cargo xtask types`: writes the types of all messages, as JSON Schema and as TypeScript.
//!
//! The work is done by `croupier-types`, a separate program, for which the kit and the games are
//! built with their schemas. Its tests validate matches of every game against them.

use crate::steps::Step;

/// Writes the files, or checks whether they are up to date.
pub(crate) fn steps(check: bool) -> Vec<Step> {
    let run = ["run", "-q", "-p", "croupier-types", "--features", "schema", "--"];
    let args = run.into_iter().chain(check.then_some("--check"));
    vec![Step::cargo("types", args)]
}
