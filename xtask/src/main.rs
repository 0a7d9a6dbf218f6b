//! The project's chores. `cargo xtask` lists them; each does all the set-up it needs.
//!
//! `test.rs` is what CI runs, `compare.rs` the runs beside other implementations, `play.rs` a
//! table to sit down at, `bot.rs` the Python bot at work, `spec.rs` the rules and their tests,
//! `licences.rs` what others wrote and ships with ours, `package.rs` the packages that are published,
//! `shots.rs` the README's pictures, `soak.rs` the long tests, `programs.rs` the
//! test programs that cargo has built, `nats.rs` the NATS server of the cluster
//! tests, `strengths.rs` how strong the bots are, `types.rs` the shapes of messages for other languages,
//! `steps.rs` what a step is, `lanes.rs` how steps are run, announced and timed, `output.rs` where
//! their output goes, `node.rs` the test-only npm packages, and `metadata.rs` what cargo knows about
//! the workspace.
//!
//! Everything this program says goes to stderr, so that `--json` leaves nothing but JSON on stdout.

#![allow(clippy::print_stderr, reason = "a tool for the terminal: saying what it does is its job")]

mod bot;
mod compare;
mod lanes;
mod licences;
mod metadata;
mod nats;
mod node;
mod output;
mod package;
mod play;
mod programs;
mod shots;
mod soak;
mod spec;
mod steps;
mod strengths;
mod test;
mod types;

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    about = "The project's chores, with all the set-up they need"
)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Check everything that CI checks: format, lints, tests with the outside referees, docs
    Test {
        /// The inner loop: format, lints and tests, without setting up Node
        #[arg(long)]
        quick: bool,
    },
    Soak(soak::SoakArgs),
    Special(programs::SpecialArgs),
    /// Let the Python bot of docs/protocol.md play every game on a real server
    Bot,
    Nats(nats::NatsArgs),
    /// Sit down at a table in the browser, or in the terminal
    Play {
        /// In the terminal, not in the browser
        #[arg(long)]
        terminal: bool,
        /// A game and the other arguments of `croupier play`, for the terminal
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "GAME")]
        args: Vec<String>,
    },
    /// Make the README's pictures, with a real browser at a real server
    Shots,
    /// Run the SCXML conformance corpus and report what passes
    Conformance {
        /// Print one JSON object on stdout and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Check that every rule of every game is named by a test, or exempt or owed with a reason
    Spec {
        /// Print one JSON object on stdout and nothing else
        #[arg(long)]
        json: bool,
    },
    Licences(licences::LicencesArgs),
    Package(package::PackageArgs),
    /// Let the bots play each other and write the table in docs/bots.md; this takes about an hour
    Strengths {
        /// Only this game's rows
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
    /// Write the shapes of all messages: JSON Schema in docs, and TypeScript in web/src/gen
    Types {
        /// Write nothing; fail if a file is out of date
        #[arg(long)]
        check: bool,
    },
    /// Compare random charts with XState under Node, step by step
    FuzzXstate {
        /// How many charts to make
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        charts: u32,
        /// Where the generator starts; the same seed makes the same charts
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
    /// Time our statecharts beside other implementations, in one table with ratios
    BenchPeers {
        /// Print one JSON object on stdout and nothing else
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    let root = root();
    let steps = match Cli::parse().chore {
        Chore::Test { quick } => test::steps(&root, quick),
        Chore::Play { terminal, args } => {
            let place = play::Place::choose(terminal, &args);
            place.introduce(&args);
            place.steps(&args)
        }
        Chore::Shots => shots::steps(),
        Chore::Soak(args) => return soak::main(&root, &args),
        Chore::Special(args) => return programs::main(&root, &args),
        Chore::Bot => return bot::main(&root),
        Chore::Nats(args) => return nats::main(&root, &args),
        Chore::Spec { json } => return spec::main(&root, json),
        Chore::Licences(args) => return licences::main(&root, &args),
        Chore::Package(args) => return package::main(&root, &args),
        Chore::Strengths { game } => return strengths::main(&root, game.as_deref()),
        Chore::Types { check } => types::steps(check),
        Chore::Conformance { json } => compare::conformance(json),
        Chore::FuzzXstate { charts, seed } => compare::fuzz_xstate(charts, seed),
        Chore::BenchPeers { json } => compare::bench_peers(json),
    };
    match lanes::run_all(&root, &steps) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failures) => {
            failures.iter().for_each(lanes::Failure::report);
            ExitCode::FAILURE
        }
    }
}

/// The workspace's root. Cargo names the manifest's folder when it runs us; the compiled-in one
/// serves a binary that is started by hand.
fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.parent().map_or_else(|| manifest.clone(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_root_holds_the_workspace() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }
}
