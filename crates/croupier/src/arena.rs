//! `croupier arena`: bots against each other on all cores.

mod columns;

use std::time::Instant;

use croupier_bots::{ArenaPlan, Standings};
use croupier_catalog::{AnyArena, Catalog};
use croupier_kit::Error;
use indicatif::ProgressBar;

use crate::cli::ArenaArgs;
use crate::console::Console;
use crate::fault::CliError;
use crate::numbers::counted;
use crate::workers::{progress_bar, share, thread_count};
use columns::Report;

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
    let standings = play(arena.as_ref(), args.games, thread_count(args.threads), &bar)
        .map_err(CliError::found)?;
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
) -> Result<Standings, Error> {
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
