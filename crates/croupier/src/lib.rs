//! The `croupier` command, for the games of a catalog.
//!
//! A crate outside this repository that defines a game gets every command with a `main` of one
//! line:
//!
//! ```no_run
//! # use std::process::ExitCode;
//! fn main() -> ExitCode {
//!     croupier::run(&croupier_catalog::shipped()) // `.with::<YourGame>()`
//! }
//! ```
//!
//! All output goes through a [`Console`]: results to its output, errors to its error stream as
//! `error[code]: sentence`. With `--json` the output is always one JSON object; if there is an
//! error it has an `error` with `code` and `message`. The exit code is 0 for success, 1 if a check
//! failed, and 2 if the request was invalid.

mod admin;
mod arena;
mod browser;
mod chart;
mod cli;
mod cluster;
mod console;
mod data;
mod deal;
mod error;
mod file;
mod games;
mod load;
mod markdown;
mod new;
mod numbers;
mod open_files;
mod play;
mod replay;
mod save;
mod scenario;
mod serve;
mod sim;
mod store;
mod verdict;
mod words;
mod workers;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser as _, Subcommand};
use croupier_catalog::Catalog;

pub use console::Console;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use cli::Cli;
use error::CliError;

/// Runs the command given by the arguments of the process, and returns its exit code.
pub fn run(catalog: &Catalog) -> ExitCode {
    ExitCode::from(run_with(catalog, std::env::args_os(), &mut Console::terminal()))
}

/// Runs the command given by these arguments, of which the first is the program's name, and returns
/// the exit code.
pub fn run_with(
    catalog: &Catalog,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    console: &mut Console,
) -> u8 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    // Needed even if the arguments are otherwise invalid.
    let is_json = args.iter().skip(1).take_while(|it| *it != "--").any(|it| it == "--json");
    let outcome = match Cli::try_parse_from(args) {
        Ok(cli) => perform(catalog, cli.command, console),
        Err(answer)
            if matches!(answer.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            console.print_ansi(&answer.render().ansi().to_string())
        }
        Err(misuse) => Err(CliError::usage(&misuse)),
    };
    console.finish(outcome, is_json)
}

/// Every command. A new one is a module with its arguments and a `run`, a variant here, and a line
/// below.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::PlayArgs),
    Games(games::GamesArgs),
    Chart(chart::ChartArgs),
    Sim(sim::SimArgs),
    Arena(arena::ArenaArgs),
    Scenario(scenario::ScenarioArgs),
    Replay(replay::ReplayArgs),
    /// Inspect, verify, migrate and export saves
    #[command(subcommand)]
    Save(save::SaveCommand),
    New(new::NewArgs),
    Serve(serve::ServeArgs),
    Load(load::LoadArgs),
    Cluster(cluster::ClusterArgs),
    Admin(admin::AdminArgs),
    Backup(admin::BackupArgs),
    Restore(admin::RestoreArgs),
    /// Check the store of a stopped server, or close rooms in it
    #[command(subcommand)]
    Store(store::StoreCommand),
}

fn perform(catalog: &Catalog, command: Command, console: &mut Console) -> Result<(), CliError> {
    match command {
        Command::Play(args) => play::run(catalog, &args, console),
        Command::Games(args) => games::run(catalog, &args, console),
        Command::Chart(args) => chart::run(catalog, &args, console),
        Command::Sim(args) => sim::run(catalog, &args, console),
        Command::Arena(args) => arena::run(catalog, &args, console),
        Command::Scenario(args) => scenario::run(catalog, &args, console),
        Command::Replay(args) => replay::run(catalog, &args, console),
        Command::Save(command) => save::run(catalog, command, console),
        Command::New(args) => new::run(catalog, &args, console),
        Command::Serve(args) => serve::run(catalog, &args, console),
        Command::Load(args) => load::run(&args, console),
        Command::Cluster(args) => cluster::run(&args, console),
        Command::Admin(args) => admin::run(&args, console),
        Command::Backup(args) => admin::backup(&args, console),
        Command::Restore(args) => admin::restore(&args, console),
        Command::Store(command) => store::run(catalog, &command, console),
    }
}
