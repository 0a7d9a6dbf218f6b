//! `croupier sim`: many games on all cores.

mod columns;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use croupier_bots::{SimPlan, Totals};
use croupier_catalog::{AnyGame, AnySimulation, Catalog};
use indicatif::ProgressBar;

use crate::cli::{OptionArgs, Output, bots_in_words};
use crate::console::Console;
use crate::error::CliError;
use crate::file;
use crate::numbers::counted;
use crate::workers::{progress_bar, share, thread_count};
use columns::Report;

/// Simulate many games and report statistics
///
/// The seed of game i is derived from --seed and i, so the same command gives the same games and
/// the same hash on every machine and with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier sim rush --games 100000 --seats 2 --bots random,random --seed 1 --json
  croupier sim data-war --games 20000 --preset bench --threads 1
  croupier sim rush --games 5000 --set hand_size=5
  croupier sim rush --games 1 --seed 7 --save seven.json")]
pub(crate) struct SimArgs {
    /// Game id, as listed by `croupier games`
    game: String,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Number of seats; defaults to the number of bots, or to the game's minimum for a single name
    #[arg(long, value_name = "K")]
    seats: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Bots that play: {}, or house for a seat that the game plays itself; a single name is \
             used for all seats",
            bots_in_words()
        ),
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "random"
    )]
    bots: Vec<String>,
    /// Seed from which each game's seed is derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads; defaults to the number of cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Also write the first game to a save, which can be inspected and replayed
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    output: Output,
}

/// A simulation that takes longer than this shows its progress.
const LONG: Duration = Duration::from_secs(1);

pub(crate) fn run(
    catalog: &Catalog,
    args: &SimArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let choice = args.options.choice();
    let plan = SimPlan { players: players(game, args)?, games: args.games, seed: args.seed };
    let simulation = game.simulation(&choice, &plan).map_err(CliError::asked)?;
    if let Some(path) = &args.save {
        file::write_new(path, &simulation.record(0).map_err(CliError::found)?)?;
    }
    let threads = thread_count(args.threads);
    let begun = Instant::now();
    let bar = progress_bar(console, args.games);
    let totals = play(simulation.as_ref(), threads, &bar)?;
    let (tally, took) = (totals.sum(), begun.elapsed());
    let report = Report { game, choice: &choice, plan: &plan, tally, threads, took };
    if args.output.json {
        console.print_json(&report.as_json())?;
    } else {
        console.print(&report.as_text())?;
    }
    match args.games - report.tally.finished {
        0 => Ok(()),
        endless => {
            let games = counted(endless, "game", "games");
            Err(CliError::check("unfinished", format!("{games} of {} did not end", game.name())))
        }
    }
}

/// The player of each seat: one name for all seats, or one for each.
fn players(game: &dyn AnyGame, args: &SimArgs) -> Result<Vec<String>, CliError> {
    let seats = match (args.seats, args.bots.len()) {
        (Some(seats), _) => seats,
        (None, 1) => game.seats().0,
        (None, bots) => bots,
    };
    let (min, max) = game.seats();
    if seats < min || seats > max {
        let name = game.name();
        let sentence = format!("{name} is played by {min} to {max}, not by {seats}");
        return Err(CliError::misuse("wrong_seat_count", sentence));
    }
    match args.bots.as_slice() {
        [one] => Ok(vec![one.clone(); seats]),
        bots if bots.len() == seats => Ok(bots.to_vec()),
        bots => {
            let sentence = format!("{} bots were given for {seats} seats", bots.len());
            Err(CliError::misuse("wrong_bot_count", sentence))
        }
    }
}

/// Plays all batches. The result does not depend on the number of threads.
fn play(
    simulation: &dyn AnySimulation,
    threads: usize,
    bar: &ProgressBar,
) -> Result<Totals, CliError> {
    let begun = Instant::now();
    let mut totals = Totals::default();
    let add = |batch, tally| {
        totals.add(batch, tally);
        if begun.elapsed() > LONG {
            bar.set_position(totals.sum().games);
        }
    };
    share(simulation.batches(), threads, |batch| simulation.play(batch), add)?;
    bar.finish_and_clear();
    Ok(totals)
}
