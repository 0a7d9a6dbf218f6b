//! Compares our statecharts with other implementations: the SCXML corpus, XState as a second
//! referee, and timings against peers.

use crate::{node, steps::Step};

/// `cargo xtask conformance`.
pub(crate) fn conformance(json: bool) -> Vec<Step> {
    let run =
        run_release("conformance", "-p croupier-conformance --bin conformance", json_flag(json));
    vec![Step::npm(&node::CORPUS), run]
}

/// `cargo xtask fuzz-xstate`.
pub(crate) fn fuzz_xstate(charts: u32, seed: Option<u64>) -> Vec<Step> {
    let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let run =
        run_release("fuzz-xstate", "-p croupier-differential", &format!("--charts {charts}{seed}"));
    vec![Step::npm(&node::XSTATE), run]
}

/// `cargo xtask bench-peers`.
pub(crate) fn bench_peers(json: bool) -> Vec<Step> {
    let run = run_release("bench-peers", "-p croupier-benches --bin peers", json_flag(json));
    vec![Step::npm(&node::BENCHES), run]
}

/// Runs a program of the workspace in release mode, with its own arguments after the dashes.
fn run_release(name: &'static str, which: &str, args: &str) -> Step {
    let dashes = if args.is_empty() { "" } else { "--" };
    Step::cargo(name, format!("run --release -q {which} {dashes} {args}").split_whitespace())
}

fn json_flag(json: bool) -> &'static str {
    if json { "--json" } else { "" }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The command lines without the npm step, which depends on the contents of the folder.
    fn cargo_lines(steps: &[Step]) -> Vec<String> {
        steps
            .iter()
            .filter(|step| step.package().is_none())
            .map(|step| step.command_line(Path::new(".")))
            .collect()
    }

    #[test]
    fn flags_reach_the_program() {
        assert_eq!(
            cargo_lines(&conformance(true)),
            ["cargo run --release -q -p croupier-conformance --bin conformance -- --json"]
        );
        assert_eq!(
            cargo_lines(&fuzz_xstate(500, Some(7))),
            ["cargo run --release -q -p croupier-differential -- --charts 500 --seed 7"]
        );
        assert_eq!(
            cargo_lines(&bench_peers(false)),
            ["cargo run --release -q -p croupier-benches --bin peers"]
        );
    }

    #[test]
    fn every_comparison_sets_up_its_package_first() {
        for steps in [conformance(false), fuzz_xstate(1, None), bench_peers(true)] {
            assert!(steps[0].package().is_some(), "{steps:?}");
        }
    }
}
