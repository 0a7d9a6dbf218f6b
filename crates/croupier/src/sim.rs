//! `croupier sim`: many games on all cores.

mod columns;

use std::time::{Duration, Instant};

use croupier_bots::{SimPlan, Totals};
use croupier_catalog::{AnyGame, AnySimulation, Catalog};
use croupier_kit::Error;
use indicatif::ProgressBar;

use crate::cli::SimArgs;
use crate::console::Console;
use crate::fault::CliError;
use crate::file;
use crate::numbers::counted;
use crate::workers::{progress_bar, share, thread_count};
use columns::Report;

/// A simulation that takes longer than this shows how far it has come.
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
    let totals = play(simulation.as_ref(), threads, &bar).map_err(CliError::found)?;
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

/// Who sits where: one name serves all seats, otherwise there is one for each.
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
            let sentence = format!("{} bots are named for {seats} seats", bots.len());
            Err(CliError::misuse("wrong_bot_count", sentence))
        }
    }
}

/// Plays all batches. The sum does not depend on the number of threads.
fn play(
    simulation: &dyn AnySimulation,
    threads: usize,
    bar: &ProgressBar,
) -> Result<Totals, Error> {
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
