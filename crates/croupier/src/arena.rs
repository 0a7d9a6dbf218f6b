//! `croupier arena`: bots against each other on all cores.

mod columns;

use std::time::Instant;

use clap::Args;
use croupier_bots::{ArenaPlan, Standings};
use croupier_catalog::{AnyArena, Catalog};
use indicatif::ProgressBar;

use crate::cli::{OptionArgs, Output, bots_explained};
use crate::console::Console;
use crate::error::CliError;
use crate::numbers::counted;
use crate::workers::{progress_bar, share, thread_count};
use columns::Report;

/// Compare bots by how often each wins
///
/// Every deal is played once for each rotation of the seats. All bots play at one table; if there
/// are more bots than seats, every combination of bots plays. The same command gives the same
/// result on every machine and with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier arena rush --bots greedy,random --games 4000
  croupier arena rush --bots medium,greedy,greedy,greedy --games 400 --json
  croupier arena data-war --bots random,greedy,easy,medium --games 600 --csv
  croupier arena rush --bots search:500,search:5000 --games 200 --preset flip")]
pub(crate) struct ArenaArgs {
    /// Game id, as listed by `croupier games`
    game: String,
    #[arg(
        long,
        help = format!("Bots to compare; the same bot may be given several times: {}", bots_explained()),
        value_name = "A,B,…",
        value_delimiter = ',',
        required = true
    )]
    bots: Vec<String>,
    /// Total number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seats per table; defaults to the number of bots, or to the game's minimum if too many
    #[arg(long, value_name = "K")]
    seats: Option<usize>,
    /// Seed from which each game's seed is derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads; defaults to the number of cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    output: Output,
    /// Print only a table of comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &ArenaArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let choice = args.options.choice();
    let plan = ArenaPlan {
        bots: args.bots.clone(),
        seats: args.seats,
        games: args.games,
        seed: args.seed,
    };
    let arena = game.arena(&choice, &plan).map_err(CliError::asked)?;
    let begun = Instant::now();
    let bar = progress_bar(console, args.games);
    let standings = play(arena.as_ref(), args.games, thread_count(args.threads), &bar)?;
    let report = Report {
        game,
        choice: &choice,
        plan: &plan,
        seats: arena.seats(),
        records: standings.records(),
        took: begun.elapsed(),
    };
    if args.output.json {
        console.print_json(&report.as_json())?;
    } else if args.csv {
        console.print(&report.as_csv())?;
    } else {
        console.print(&report.as_text())?;
    }
    match standings.unfinished {
        0 => Ok(()),
        endless => {
            let games = counted(endless, "game", "games");
            Err(CliError::check("unfinished", format!("{games} of {} did not end", game.name())))
        }
    }
}

/// Plays all games. The result does not depend on the number of threads.
fn play(
    arena: &dyn AnyArena,
    games: u64,
    threads: usize,
    bar: &ProgressBar,
) -> Result<Standings, CliError> {
    let mut standings = arena.standings();
    let add = |_, result| {
        standings.add(&result);
        bar.inc(1);
        bar.set_message(lead(&standings));
    };
    share(games, threads, |game| arena.play(game), add)?;
    bar.finish_and_clear();
    Ok(standings)
}

/// The win rates so far, for the progress bar.
fn lead(standings: &Standings) -> String {
    let rate = |(name, rate): (&str, f64)| format!("{name} {:.1} %", rate * 100.0);
    standings.rates().map(rate).collect::<Vec<_>>().join(", ")
}
