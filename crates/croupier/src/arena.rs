//! `croupier arena`: bots against each other on all cores.

use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_catalog::{AnyGame, Arena, ArenaPlan, BotRecord, Catalog, Standings};
use croupier_kit::Error;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cli::ArenaArgs;
use crate::console::{BOLD, Console};
use crate::fault::CliError;
use crate::numbers::{count, counted};

pub(crate) fn run(
    catalog: &Catalog,
    args: &ArenaArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let plan = ArenaPlan {
        choice: args.options.choice(),
        bots: args.bots.clone(),
        seats: args.seats,
        games: args.games,
        seed: args.seed,
    };
    let arena = game.arena(&plan).map_err(CliError::asked)?;
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let begun = Instant::now();
    let bar = if console.is_watched() { bar(args.games) } else { ProgressBar::hidden() };
    let standings = play(arena.as_ref(), args.games, threads, &bar).map_err(CliError::found)?;
    let report = Report {
        game,
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

/// Plays all games. What comes of it does not depend on the number of threads, and neither does the
/// error that is told if some fail: games are begun in order, so the first to fail is always among
/// those that were finished.
fn play(
    arena: &dyn Arena,
    games: u64,
    threads: usize,
    bar: &ProgressBar,
) -> Result<Standings, Error> {
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let shared = Mutex::new((arena.standings(), None::<(u64, Error)>));
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                break;
            }
            let played = arena.play(game);
            let mut shared = shared.lock().expect("no thread panics while it holds this");
            let (standings, first) = &mut *shared;
            match played {
                Ok(result) => {
                    standings.add(&result);
                    bar.inc(1);
                    bar.set_message(lead(standings));
                }
                Err(why) => {
                    failed.store(true, Ordering::Relaxed);
                    if first.as_ref().is_none_or(|(other, _)| game < *other) {
                        *first = Some((game, why));
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    let (standings, failed) = shared.into_inner().expect("no thread panics while it holds this");
    match failed {
        Some((_, why)) => Err(why),
        None => Ok(standings),
    }
}

/// How far things have come, and how they stand.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:40} {human_pos} of {human_len} games, {eta} left   {msg}",
    );
    let bar = ProgressBar::new(games);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Who is how far ahead, in a few words.
fn lead(standings: &Standings) -> String {
    let rate = |(name, rate): (&str, f64)| format!("{name} {:.1} %", rate * 100.0);
    standings.rates().map(rate).collect::<Vec<_>>().join(", ")
}

/// What an arena came to.
struct Report<'a> {
    game: &'a dyn AnyGame,
    plan: &'a ArenaPlan,
    seats: usize,
    records: Vec<BotRecord>,
    took: Duration,
}

impl Report<'_> {
    /// An even share of the wins.
    #[allow(clippy::cast_precision_loss)] // At most eight seats.
    fn share(&self) -> f64 {
        1.0 / self.seats as f64
    }

    fn as_json(&self) -> Value {
        let Self { game, plan, seats, records, took } = self;
        let bots = records.iter().map(|record| {
            let BotRecord { name, games, wins, win_rate, ci95: (low, high), elo } = record;
            json!({
                "name": name,
                "games": games,
                "wins": rounded(*wins, 3),
                "win_rate": rounded(*win_rate, 5),
                "ci95": [rounded(*low, 5), rounded(*high, 5)],
                "elo": rounded(*elo, 1),
            })
        });
        json!({
            "game": game.id(),
            "version": game.version(),
            "games": plan.games,
            "seats": seats,
            "share": rounded(self.share(), 5),
            "preset": plan.choice.preset,
            "set": plan.choice.set,
            "seed": plan.seed,
            "bots": bots.collect::<Vec<_>>(),
            "seconds": rounded(took.as_secs_f64(), 3),
        })
    }

    fn as_csv(&self) -> String {
        let mut text = "name,games,wins,win_rate,ci95_low,ci95_high,elo\n".to_owned();
        for BotRecord { name, games, wins, win_rate, ci95: (low, high), elo } in &self.records {
            let _ = writeln!(
                text,
                "{name},{games},{},{win_rate:.5},{low:.5},{high:.5},{elo:.1}",
                rounded(*wins, 3)
            );
        }
        text
    }

    fn as_text(&self) -> String {
        let Self { game, plan, seats, records, took } = self;
        let name = game.name();
        let games = counted(plan.games, "game", "games");
        let mut text = format!(
            "{BOLD}{name}{BOLD:#}: {games} of {seats}, seed {}, every deal in all seats\n",
            plan.seed
        );
        let widest = records.iter().map(|record| record.name.len()).max().unwrap_or(0).max(4);
        let _ = writeln!(
            text,
            "  {:<widest$}  {:>9}  {:>11}  {:>8}  {:>17}  {:>7}",
            "bot", "games", "wins", "win rate", "95 % interval", "Elo"
        );
        for BotRecord { name, games, wins, win_rate, ci95: (low, high), elo } in records {
            let percent = |rate: &f64| format!("{:.1} %", rate * 100.0);
            let interval = format!("{} to {}", percent(low), percent(high));
            let _ = writeln!(
                text,
                "  {name:<widest$}  {:>9}  {wins:>11.1}  {:>8}  {interval:>17}  {elo:>+7.0}",
                count(*games),
                percent(win_rate)
            );
        }
        let _ = writeln!(
            text,
            "  An even share is {:.1} %. It took {:.1} s.",
            self.share() * 100.0,
            took.as_secs_f64()
        );
        text
    }
}

/// A number with so many digits behind the point.
fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}
