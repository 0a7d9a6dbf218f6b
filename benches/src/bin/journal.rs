//! What the journal costs: rooms that append records of 200 bytes as fast as they are stored, with
//! a snapshot of each room every 200 records. `journal [ROOMS] [SECONDS] [FOLDER] [EVERY]`: with
//! the last argument, each room appends once per this many milliseconds instead, spread evenly over
//! that time.
//!
//! The CPU time is that of the whole process: the rooms, the writer, and the system on their
//! behalf.

#![expect(clippy::print_stdout, reason = "printing is what this program does")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use croupier_store::journal::{Entry, Journal as _, RoomId, Snapshot};
use croupier_store::sqlite::{Settings, SqliteStore, Stats};
use tokio::sync::Notify;

const RECORD: [u8; 200] = [b'r'; 200];
/// The number of records between two snapshots of a room.
const SNAPSHOT_EVERY: usize = 200;

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let rooms = arguments.next().and_then(|rooms| rooms.parse().ok()).unwrap_or(1000);
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(10);
    let folder = arguments.next().map_or_else(
        || std::env::temp_dir().join(format!("croupier-journal-{}", std::process::id())),
        PathBuf::from,
    );
    let every = arguments.next().and_then(|every| every.parse().ok()).unwrap_or(0);
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let measured = runtime.map_err(Failed::from).and_then(|runtime| {
        runtime.block_on(measure(&folder, rooms, Duration::from_secs(seconds), every))
    });
    let _ = std::fs::remove_dir_all(&folder);
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Similar to a saved room: a few kilobytes of repetitive text.
fn snapshot(room: u128) -> Snapshot {
    let card = |card: u128| format!("{{\"card\":{},\"of\":{room}}},", (card * 7919 + room) % 108);
    let bytes: String = (0..200).map(card).collect();
    Snapshot { versions: "room 1, game 1".to_owned(), bytes: bytes.into() }
}

/// Notifies the groups of rooms in turn, one per millisecond.
fn start_bells(groups: usize, time: Duration) -> Vec<Arc<Notify>> {
    let bells: Vec<Arc<Notify>> = (0..groups).map(|_| Arc::default()).collect();
    let ringing = bells.clone();
    std::thread::spawn(move || {
        let start = Instant::now();
        for (bell, tick) in ringing.iter().cycle().zip(1..) {
            let due = Duration::from_millis(tick);
            std::thread::sleep(due.saturating_sub(start.elapsed()));
            bell.notify_waiters();
            // Somewhat longer than the rooms run, so that none waits forever.
            if due > time + Duration::from_secs(1) {
                break;
            }
        }
    });
    bells
}

async fn measure(folder: &Path, rooms: u128, time: Duration, every: usize) -> Result<(), Failed> {
    let store = SqliteStore::open(folder, Settings::default())?;
    let mut held = vec![];
    for room in 0..rooms {
        let entry = Entry::new(RoomId::new(room), "bench");
        held.push((room, store.create(entry, snapshot(room)).await?.held));
    }
    let (start, cpu, before) = (Instant::now(), cpu_time(), store.stats());
    let bells = start_bells(every, time);
    let mut tasks = vec![];
    for (room, mut held) in held {
        let store = store.clone();
        let place = usize::try_from(room).unwrap_or(0);
        let bell = place.checked_rem(every).and_then(|group| bells.get(group).cloned());
        tasks.push(tokio::spawn(async move {
            let (mut waited, whole) = (vec![], snapshot(room));
            // Each room starts at a different point between two snapshots, as in reality.
            let mut records = place * 7 % SNAPSHOT_EVERY;
            let mut asked = Instant::now();
            while asked - start < time {
                if let Some(bell) = &bell {
                    bell.notified().await;
                    asked = Instant::now();
                }
                store.append(&mut held, vec![Bytes::from_static(&RECORD)]).await?;
                let stored = Instant::now();
                waited.push(stored - asked);
                asked = stored;
                records += 1;
                if records.is_multiple_of(SNAPSHOT_EVERY) {
                    store.snapshot(&mut held, whole.clone()).await?;
                    asked = Instant::now();
                }
            }
            Ok::<_, Failed>(waited)
        }));
    }
    let mut waited = vec![];
    for task in tasks {
        waited.extend(task.await??);
    }
    let (took, cpu) = (start.elapsed(), cpu_time().saturating_sub(cpu));
    report(rooms, waited, took, cpu, before, store.stats());
    let database = std::fs::metadata(folder.join("croupier.db"))?.len();
    println!("database {} MiB", database >> 20);

    store.shutdown().await;
    drop(store);
    let start = Instant::now();
    let store = SqliteStore::open(folder, Settings::default())?;
    println!("start with this log {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let (start, mut records) = (Instant::now(), 0);
    for room in 0..rooms {
        records += store.open(RoomId::new(room)).await?.records.len();
    }
    let took = start.elapsed().as_secs_f64() * 1e3;
    println!("opening all rooms {took:.0} ms, {records} records");
    drop(store);
    std::fs::remove_dir_all(folder)?;
    sleep(folder).await
}

/// The cost of rooms that are asleep.
async fn sleep(folder: &Path) -> Result<(), Failed> {
    const ROOMS: u128 = 10_000;
    let store = SqliteStore::open(folder, Settings::default())?;
    let mut tasks = vec![];
    for room in 0..ROOMS {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let entry = Entry::new(RoomId::new(room), "bench");
            let opened = store.create(entry, snapshot(room)).await?;
            store.release(opened.held).await;
            Ok::<_, Failed>(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    store.shutdown().await;
    drop(store);
    let start = Instant::now();
    let store = SqliteStore::open(folder, Settings::default())?;
    let (took, stats) = (start.elapsed(), store.stats());
    let database = std::fs::metadata(folder.join("croupier.db"))?.len();
    println!(
        "{ROOMS} sleeping rooms: start {:.1} ms, {} of them in memory, {} bytes of disk each",
        took.as_secs_f64() * 1e3,
        stats.rooms_in_memory,
        u128::from(database) / ROOMS,
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn report(
    rooms: u128,
    mut waited: Vec<Duration>,
    took: Duration,
    cpu: Duration,
    before: Stats,
    stats: Stats,
) {
    waited.sort_unstable();
    let appends = waited.len();
    let quantile =
        |percent: usize| waited.get(appends * percent / 100).copied().unwrap_or_default();
    let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
    let commits = (stats.commits - before.commits).max(1);
    println!("{rooms} rooms, records of {} bytes, {:.1} s", RECORD.len(), took.as_secs_f64());
    println!("appends a second     {:9.0}", appends as f64 / took.as_secs_f64());
    println!("CPU per append       {:9.2} us", cpu.as_secs_f64() * 1e6 / appends as f64);
    println!("latency p50, p99     {:9.1} {:9.1} ms", ms(quantile(50)), ms(quantile(99)));
    println!("commit p50, p99      {:9.1} {:9.1} ms", ms(stats.commit_p50), ms(stats.commit_p99));
    println!("appends in a commit  {:9.1}", appends as f64 / commits as f64);
    println!("log, WAL             {:9} {:9} KiB", stats.log_bytes >> 10, stats.wal_bytes >> 10);
}

/// CPU time of all threads, in user and system mode.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Wall time, where the platform offers nothing better.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
