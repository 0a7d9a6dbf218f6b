//! The project's chores. `cargo xtask` lists them; each does all the set-up it needs.
//!
//! `test.rs` is what CI runs, `compare.rs` compares with other implementations, `play.rs` starts a
//! game, `bot.rs` runs the Python bot, `spec.rs` checks rules against tests, `licences.rs` lists
//! third-party parts, `package.rs` packs the published crates, `shots.rs` takes the README's
//! screenshots, `soak.rs` runs the long tests, `programs.rs` finds the test programs that cargo has
//! built, `nats.rs` provides the NATS server of the cluster tests, `strengths.rs` measures the
//! bots, `types.rs` writes the message types for other languages, `steps.rs` defines a step,
//! `lanes.rs` runs, announces and times steps, `output.rs` routes their output, `node.rs` sets up
//! the test-only npm packages, and `metadata.rs` reads what cargo knows about the workspace.
//!
//! All messages of this program go to stderr, so that with `--json` stdout has nothing but JSON.

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
    about = "Project tasks; each does all the setup it needs"
)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Run everything that CI checks: formatting, lints, tests with the external referees, docs
    Test {
        /// Only formatting, lints and tests, without setting up Node
        #[arg(long)]
        quick: bool,
    },
    Soak(soak::SoakArgs),
    Special(programs::SpecialArgs),
    /// Run the Python bot of docs/protocol.md in every game on a real server
    Bot,
    Nats(nats::NatsArgs),
    /// Play a game in the browser or in the terminal
    Play {
        /// Play in the terminal instead of the browser
        #[arg(long)]
        terminal: bool,
        /// Game and further arguments for `croupier play`; implies --terminal
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "GAME")]
        args: Vec<String>,
    },
    /// Take the README's screenshots, with a real browser and a real server
    Shots,
    /// Run the SCXML conformance corpus and report what passes
    Conformance {
        /// Print exactly one JSON object to stdout
        #[arg(long)]
        json: bool,
    },
    /// Check that every rule of every game has a test, or is exempt or owed with a reason
    Spec {
        /// Print exactly one JSON object to stdout
        #[arg(long)]
        json: bool,
    },
    Licences(licences::LicencesArgs),
    Package(package::PackageArgs),
    /// Play the bots against each other and update the table in docs/bots.md; takes about an hour
    Strengths {
        /// Update only the rows of this game
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
    /// Generate the types of all messages: JSON Schema in docs, TypeScript in web/src/gen
    Types {
        /// Write nothing and fail if a file is out of date
        #[arg(long)]
        check: bool,
    },
    /// Compare random charts with XState under Node, step by step
    FuzzXstate {
        /// Number of charts to generate
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        charts: u32,
        /// Seed of the generator; the same seed gives the same charts
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
    /// Benchmark our statecharts against other implementations, in one table with ratios
    BenchPeers {
        /// Print exactly one JSON object to stdout
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    let root = root();
    let steps = match Cli::parse().chore {
        Chore::Test { quick } => test::steps(&root, quick),
        Chore::Play { terminal, args } => {
            let place = play::Frontend::choose(terminal, &args);
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

/// The root of the workspace. Cargo sets the manifest's folder when it runs this program; the
/// compiled-in path is for a binary that is started by hand.
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
