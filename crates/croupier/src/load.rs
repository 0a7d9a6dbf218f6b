//! `croupier load`: many tables of a running server at once, over real sockets.

mod disk;
mod door;
mod player;
mod process;
mod received;
mod report;
mod table;
mod tally;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use croupier_kit::cards::{Dice, Seed};
use futures_util::{StreamExt as _, TryStreamExt as _};
use indicatif::ProgressBar;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::cli::Output;
use crate::console::Console;
use crate::error::CliError;
use crate::open_files;
use crate::serve::stop_signal;
use crate::workers::{self, progress_bar_of};
use door::Door;
use player::{Player, Watcher};
use process::Process;
use report::Report;
use table::Table;
use tally::{Beat, Tally};

/// Load-test a server by playing at many tables at once
///
/// Every seat is a guest with its own socket who answers every prompt with a legal action. The
/// server must run with --allow-bench.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier serve --allow-bench &
  croupier load --url http://127.0.0.1:8080 --rooms 1000 --seats 4 --seconds 30 --pid $!
  croupier load --url http://127.0.0.1:8080 --rooms 200 --rate 200 --seconds 60 --json
  croupier load --url http://127.0.0.1:8080 --rooms 300 --drop 5 --seconds 60
  croupier load --url http://127.0.0.1:8080 --rooms 1 --watchers 1000 --rate 10 --seconds 20
  croupier load --url http://10.0.0.1:8080,http://10.0.0.2:8080 --rooms 300 --drop 5 --seconds 60

If stopped early, it reports the results so far. `lost` counts acknowledged commands that did not
happen, `twice` those that happened more than once; to find them, matches in which a connection was
lost are compared with their replays.")]
pub(crate) struct LoadArgs {
    /// URL of the server, or of all servers of a house; lost players reconnect to any that is up
    #[arg(long, value_name = "URL", value_delimiter = ',', required = true)]
    url: Vec<String>,
    /// Number of tables
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rooms: u32,
    /// Duration of the run in seconds
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Game id, as listed by `croupier games`
    #[arg(long, value_name = "G", default_value = "min-or-max")]
    game: String,
    /// Named set of the game's options
    #[arg(long, value_name = "NAME", default_value = "bench")]
    preset: String,
    /// Number of seats per table
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    seats: u32,
    /// Actions per second at all tables together; as fast as the server answers if omitted
    #[arg(long, value_name = "R")]
    rate: Option<f64>,
    /// Number of watchers per table
    #[arg(long, value_name = "W", default_value_t = 0)]
    watchers: u32,
    /// Percentage of messages after which the connection is dropped
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    drop: f64,
    /// Process id of the server on this machine, to measure its CPU time and memory
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
    /// Print the progress to stderr every MS milliseconds, as a line of JSON
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(10..))]
    beat: Option<u64>,
    /// Write what every seat is shown at the end, and its token, as one line of JSON per seat
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// While FILE exists, nobody plays or is connected, and what every seat is shown is written to
    /// the file of --keep
    #[arg(long, value_name = "FILE", hide = true, requires = "keep")]
    pause: Option<PathBuf>,
    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    output: Output,
}

/// How many tables are created at the same time.
const AT_ONCE: usize = 32;

/// How often to look whether to pause.
const LOOK: Duration = Duration::from_millis(50);

/// How long players have to finish after the time is up.
const SETTLING: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &LoadArgs, console: &mut Console) -> Result<(), CliError> {
    if !(0.0..=100.0).contains(&args.drop) {
        return Err(CliError::misuse("bad_drop", "--drop takes a number from 0 to 100"));
    }
    if args.rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) {
        return Err(CliError::misuse("bad_rate", "--rate takes a number above 0"));
    }
    open_files::allow_many();
    let process = args.pid.map(Process::find).transpose()?;
    let fsync = disk::flush_times();
    let runtime = workers::runtime(args.threads.into())?;
    let bar = progress_bar_of(console, u64::from(args.rooms), "tables");
    let mut report = runtime.block_on(measure(args, process, &bar))?;
    bar.finish_and_clear();
    report.fsync = fsync;
    if args.output.json {
        console.print_json(&report.as_json())?;
    } else {
        console.print(&report.as_text())?;
    }
    let wrong = report.tally.lost + report.tally.twice;
    if wrong > 0 {
        let why = format!("{wrong} commands were lost or done twice");
        return Err(CliError::check("not_exactly_once", why));
    }
    Ok(())
}

/// Creates the tables, plays at them for the requested time, and sums up.
async fn measure(
    args: &LoadArgs,
    process: Option<Process>,
    bar: &ProgressBar,
) -> Result<Report, CliError> {
    let door = Arc::new(Door::new(&args.url)?);
    let interval = args.rate.map(|rate| Duration::from_secs_f64(f64::from(args.rooms) / rate));
    let plan = Plan {
        game: args.game.clone(),
        preset: args.preset.clone(),
        seats: args.seats,
        watchers: args.watchers,
        drop: args.drop / 100.0,
        interval,
    };
    let (mut players, mut watchers, mut tables) = (vec![], vec![], vec![]);
    for made in make_tables(&door, &plan, args.rooms, bar).await? {
        tables.push(made.table);
        players.extend(made.seated);
        watchers.extend(made.watching);
    }
    let sockets = players.len() + watchers.len();
    let mut tasks = JoinSet::new();
    tasks.spawn({
        let door = Arc::clone(&door);
        async move { door.watch_health().await }
    });
    for watcher in watchers {
        tasks.spawn(watcher.run());
    }
    let before = process.as_ref().map(Process::cpu).transpose()?;
    let begun = Instant::now();
    for table in &tables {
        table.start(begun);
    }
    if let Some(beat) = args.beat {
        tasks.spawn(beats(tables.clone(), begun, Duration::from_millis(beat)));
    }
    let mut is_over = std::pin::pin!(time_is_up(args.seconds, bar));
    let (over, playing) = loop {
        let (over, playing) = play(players);
        tokio::select! {
            is_over = &mut is_over => {
                is_over?;
                break (over, playing);
            }
            () = paused(args.pause.as_deref(), true) => {}
        }
        let _ = over.send(true);
        players = settle(playing, &tables).await;
        if let Some(file) = &args.keep {
            keep(file, &players).await?;
        }
        paused(args.pause.as_deref(), false).await;
        let now = Instant::now();
        for table in &tables {
            table.start(now);
        }
    };
    let took = begun.elapsed();
    let cpu = match (&process, before) {
        (Some(process), Some(before)) => Some(process.cpu()?.saturating_sub(before)),
        _ => None,
    };
    let memory = process.as_ref().map(Process::memory).transpose()?;
    for table in &tables {
        table.stop(took);
    }
    let _ = over.send(true);
    let settled = settle(playing, &tables).await;
    if let Some(file) = &args.keep {
        keep(file, &settled).await?;
    }
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let mut tally = Tally::default();
    for table in &tables {
        tally.add(table.sum());
    }
    Ok(Report {
        game: args.game.clone(),
        rooms: args.rooms,
        seats: args.seats,
        sockets,
        took,
        cpu,
        memory,
        tally,
        fsync: None,
    })
}

/// Waits until the time is up, or until this process is to stop.
async fn time_is_up(seconds: u32, bar: &ProgressBar) -> Result<(), CliError> {
    bar.reset();
    bar.set_length(u64::from(seconds));
    let all_of_it = async {
        for _ in 0..seconds {
            tokio::time::sleep(Duration::from_secs(1)).await;
            bar.inc(1);
        }
    };
    tokio::select! {
        () = all_of_it => Ok(()),
        stopped = stop_signal() => stopped,
    }
}

/// Lets players play until they are told that it is over.
fn play(players: Vec<Player>) -> (watch::Sender<bool>, JoinSet<Player>) {
    let (over, is_over) = watch::channel(false);
    let mut playing = JoinSet::new();
    for player in players {
        playing.spawn(player.run(is_over.clone()));
    }
    (over, playing)
}

/// Waits until the file that means a pause exists, or does not exist.
async fn paused(file: Option<&Path>, is_wanted: bool) {
    let Some(file) = file else { return std::future::pending().await };
    while file.exists() != is_wanted {
        tokio::time::sleep(LOOK).await;
    }
}

/// Reports the progress at regular intervals.
async fn beats(tables: Vec<Arc<Table>>, begun: Instant, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let now = Instant::now();
        let (mut all, mut standing) = (Beat::default(), Duration::ZERO);
        for table in &tables {
            let (beat, quiet) = table.beat(now);
            all += beat;
            standing = standing.max(quiet);
        }
        let millis = |it: Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        all.ms = millis(now.duration_since(begun));
        all.standing_ms = millis(standing);
        let beat = json!(all);
        // A closed error stream is no reason to stop.
        let _ = writeln!(std::io::stderr(), "{beat}");
    }
}

/// Waits until every command is answered and every replay is compared. Tables where someone waits
/// too long count as stuck.
async fn settle(mut playing: JoinSet<Player>, tables: &[Arc<Table>]) -> Vec<Player> {
    let until = tokio::time::Instant::now() + SETTLING;
    let mut settled = vec![];
    while let Ok(Some(ended)) = tokio::time::timeout_at(until, playing.join_next()).await {
        settled.extend(ended);
    }
    for table in tables {
        let done = settled.iter().filter(|it| std::ptr::eq(it.table(), table.as_ref()));
        if done.count() < table.seats() {
            table.mark_stuck();
        }
    }
    playing.shutdown().await;
    while tables.iter().any(|it| it.is_comparing()) && tokio::time::Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    settled
}

/// Writes what every seat is shown to a file, which is there only when it is complete.
async fn keep(file: &Path, players: &[Player]) -> Result<(), CliError> {
    let mut text = String::new();
    let shown = futures_util::stream::iter(players).map(Player::shown);
    let mut shown = shown.buffer_unordered(AT_ONCE);
    while let Some(shown) = shown.next().await {
        let shown = shown.map_err(|why| CliError::check("no_socket", why.to_string()))?;
        text.push_str(&shown.to_string());
        text.push('\n');
    }
    let partial = file.with_extension("partial");
    std::fs::write(&partial, text)
        .and_then(|()| std::fs::rename(&partial, file))
        .map_err(|why| CliError::check("file_io", why.to_string()).at(file.display()))
}

/// The parameters of all tables.
struct Plan {
    game: String,
    preset: String,
    seats: u32,
    watchers: u32,
    /// The probability that a connection is lost after a message.
    drop: f64,
    /// The time between two actions at the same table.
    interval: Option<Duration>,
}

/// A table with its players and watchers.
struct Made {
    table: Arc<Table>,
    seated: Vec<Player>,
    watching: Vec<Watcher>,
}

async fn make_tables(
    door: &Arc<Door>,
    plan: &Plan,
    rooms: u32,
    bar: &ProgressBar,
) -> Result<Vec<Made>, CliError> {
    let making = futures_util::stream::iter(0..rooms).map(|_| make_table(door, plan));
    let making = making.buffer_unordered(AT_ONCE).inspect(|_| bar.inc(1));
    making.try_collect().await
}

async fn make_table(door: &Arc<Door>, plan: &Plan) -> Result<Made, CliError> {
    let host = door.guest().await?;
    let code = door.room(&host, &plan.game, &plan.preset, plan.watchers > 0).await?;
    let table = Arc::new(Table::new(code, plan.seats, plan.interval, &mut Dice::new(chance()?)));
    let mut seated = vec![];
    for seat in 0..plan.seats {
        let token = if seat == 0 { host.clone() } else { door.guest().await? };
        if seat > 0 {
            door.join(&token, table.code()).await?;
        }
        let (door, table) = (Arc::clone(door), Arc::clone(&table));
        let mut player = Player::new(door, table, token, seat, plan.drop, chance()?);
        player.connect().await.map_err(|why| CliError::check("no_socket", why.to_string()))?;
        seated.push(player);
    }
    let mut watching = vec![];
    for _ in 0..plan.watchers {
        let token = door.guest().await?;
        let watcher = Watcher::connect(Arc::clone(door), Arc::clone(&table), token).await;
        watching.push(watcher.map_err(|why| CliError::check("no_socket", why.to_string()))?);
    }
    Ok(Made { table, seated, watching })
}

/// A random seed.
fn chance() -> Result<Seed, CliError> {
    let mut seed = [0; 32];
    let filled = getrandom::fill(&mut seed);
    filled.map_err(|why| {
        CliError::check("no_chance", format!("the system provides no randomness: {why}"))
    })?;
    Ok(Seed(seed))
}

/// Data behind these locks is consistent at any time, so a panic in another thread does no harm.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
