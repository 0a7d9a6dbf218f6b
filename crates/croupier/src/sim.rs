//! `croupier sim`: many games on all cores.

use std::fmt::Write as _;
use std::iter;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_catalog::{AnyGame, Catalog, SimPlan, Simulation, Tally, Totals};
use croupier_kit::{Error, Seat};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::cli::SimArgs;
use crate::console::{BOLD, Console};
use crate::fault::CliError;
use crate::file;
use crate::numbers::{count, counted, per, rate, share};

/// A simulation that takes longer than this shows how far it has come.
const LONG: Duration = Duration::from_secs(1);

pub(crate) fn run(
    catalog: &Catalog,
    args: &SimArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let game = catalog.find(&args.game).map_err(CliError::asked)?;
    let players = players(game, args)?;
    let plan =
        SimPlan { choice: args.options.choice(), players, games: args.games, seed: args.seed };
    let simulation = game.simulation(&plan).map_err(CliError::asked)?;
    if let Some(path) = &args.save {
        file::write_new(path, &simulation.record(0).map_err(CliError::found)?)?;
    }
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let begun = Instant::now();
    let bar = if console.is_watched() { bar(args.games) } else { ProgressBar::hidden() };
    let totals = play(simulation.as_ref(), threads, &bar).map_err(CliError::found)?;
    let report = Report { game, plan: &plan, tally: totals.sum(), threads, took: begun.elapsed() };
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

/// Plays all batches. The sum does not depend on the number of threads, and neither does the error
/// that is told if some fail: batches are begun in order, so the first to fail is always among
/// those that were finished.
fn play(simulation: &dyn Simulation, threads: usize, bar: &ProgressBar) -> Result<Totals, Error> {
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let shared = Mutex::new((Totals::default(), None::<(u64, Error)>));
    let begun = Instant::now();
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= simulation.batches() {
                break;
            }
            let played = simulation.play(batch);
            let mut shared = shared.lock().expect("no thread panics while it holds this");
            let (totals, first) = &mut *shared;
            match played {
                Ok(tally) => {
                    totals.add(batch, tally);
                    if begun.elapsed() > LONG {
                        bar.set_position(totals.sum().games);
                    }
                }
                Err(why) => {
                    failed.store(true, Ordering::Relaxed);
                    if first.as_ref().is_none_or(|(other, _)| batch < *other) {
                        *first = Some((batch, why));
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
    let (totals, failed) = shared.into_inner().expect("no thread panics while it holds this");
    match failed {
        Some((_, why)) => Err(why),
        None => Ok(totals),
    }
}

/// It shows itself when it is first told how far things have come.
fn bar(games: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} games, {eta} left");
    let bar = ProgressBar::new(games);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What a simulation came to.
struct Report<'a> {
    game: &'a dyn AnyGame,
    plan: &'a SimPlan,
    tally: &'a Tally,
    threads: usize,
    took: Duration,
}

impl Report<'_> {
    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.plan.players.len())
    }

    /// How often each thing was used of which the game wants to know; None if there is no such thing.
    fn features(&self) -> Option<FeatureReport> {
        let features = self.game.features();
        let used = self.tally.used.iter().copied().chain(iter::repeat(0));
        let counts: Vec<_> = features.names.into_iter().zip(used).collect();
        (!counts.is_empty()).then_some(FeatureReport { title: features.title, counts })
    }

    fn as_json(&self) -> Value {
        let Self { game, plan, tally, threads, took } = self;
        let seconds = took.as_secs_f64();
        let length = tally.length();
        let outcomes: Map<String, Value> = tally
            .outcomes
            .iter()
            .map(|(reason, count)| (reason.to_string(), json!(count)))
            .collect();
        json!({
            "game": game.id(),
            "version": game.version(),
            "games": plan.games,
            "seats": plan.players.len(),
            "bots": plan.players,
            "preset": plan.choice.preset,
            "set": plan.choice.set,
            "seed": plan.seed,
            "threads": threads,
            "finished": tally.finished,
            "actions": tally.actions,
            "seconds": seconds,
            "actions_per_second": rate(tally.actions, seconds),
            "games_per_second": rate(tally.games, seconds),
            "outcomes": outcomes,
            "wins": self.seats().map(|seat| tally.wins_of(seat)).collect::<Vec<_>>(),
            "draws": tally.draws,
            "length": {
                "unit": game.length_unit(),
                "mean": (length.mean * 1000.0).round() / 1000.0,
                "median": length.median,
                "p99": length.p99,
                "max": length.max,
            },
            "features": self.features().map(|features| features.as_json()),
            "hash": format!("{:016x}", tally.hash()),
        })
    }

    fn as_text(&self) -> String {
        let Self { game, plan, tally, threads, took } = self;
        let (seconds, length, unit) = (took.as_secs_f64(), tally.length(), game.length_unit());
        let mut text = String::new();
        let mut line = |title: &str, rest: String| {
            let _ = writeln!(text, "  {title:<9} {rest}");
        };
        line("players", plan.players.join(", "));
        line("finished", counted(tally.finished, "game", "games"));
        let mut reasons: Vec<_> = tally.outcomes.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons =
            reasons.into_iter().map(|(why, n)| format!("{why} {}", share(*n, tally.finished)));
        line("ended by", reasons.collect::<Vec<_>>().join(", "));
        let wins = self
            .seats()
            .map(|seat| format!("{seat} {}", share(tally.wins_of(seat), tally.finished)));
        let draws = format!("draws {}", share(tally.draws, tally.finished));
        line("won by", wins.chain([draws]).collect::<Vec<_>>().join(", "));
        line(
            "length",
            format!(
                "{:.1} {unit} on average, median {}, 99 % up to {}, longest {}",
                length.mean, length.median, length.p99, length.max
            ),
        );
        let each = if tally.games == 0 { 0.0 } else { per(tally.actions, tally.games) };
        line("actions", format!("{}, {each:.1} a game", count(tally.actions)));
        line(
            "speed",
            format!(
                "{} games/s, {} actions/s in {seconds:.2} s on {}",
                count(rate(tally.games, seconds)),
                count(rate(tally.actions, seconds)),
                counted(*threads as u64, "thread", "threads"),
            ),
        );
        if let Some(features) = self.features() {
            line("used", features.as_text());
        }
        line("hash", format!("{:016x}", tally.hash()));
        let (name, games) = (game.name(), counted(plan.games, "game", "games"));
        format!("{BOLD}{name}{BOLD:#}: {games}, seed {}\n{text}", plan.seed)
    }
}

/// What was used how often.
struct FeatureReport {
    title: &'static str,
    counts: Vec<(&'static str, u64)>,
}

impl FeatureReport {
    fn used(&self) -> usize {
        self.counts.iter().filter(|(_, count)| *count > 0).count()
    }

    fn as_json(&self) -> Value {
        let counts: Map<_, _> =
            self.counts.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
        json!({
            "title": self.title,
            "of": self.counts.len(),
            "used": self.used(),
            "counts": counts,
        })
    }

    fn as_text(&self) -> String {
        let mut text = format!("{} of {} {}", self.used(), self.counts.len(), self.title);
        let fewest = self.counts.iter().min_by_key(|(_, count)| *count);
        if let Some((name, times)) = fewest {
            let _ = write!(text, "; least {name}, {}", counted(*times, "time", "times"));
        }
        text
    }
}
