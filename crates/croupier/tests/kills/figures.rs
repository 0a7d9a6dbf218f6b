//! Measures a server that is killed while people play at many tables, and what sleeping rooms cost.
//! The environment variables `ROOMS`, `RATE` and `SLEEPING` change the load.

#![allow(clippy::print_stdout, reason = "figures for whoever asks")]

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use croupier_store::testing::process::memory_of;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::player::Player;
use super::{Served, done, guest, room};
use crate::common::Folder;
use crate::croupier;

/// The seats of a busy room.
const SEATS: u32 = 4;

/// How long the load lasts, and how much of that is before the kill.
const SECONDS: (u64, u64) = (90, 20);

/// How many rooms are created at the same time.
const AT_ONCE: usize = 32;

/// How many sleeping rooms are woken.
const WOKEN: usize = 50;

/// How long rooms may take to fall asleep.
const PATIENCE: Duration = Duration::from_mins(10);

/// A number from the environment.
fn chosen(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

fn serve(folder: &Folder) -> Served {
    let more = "--allow-bench --admin-addr none";
    Served::start_with(folder.path().to_owned(), "127.0.0.1:0", more)
}

/// How many rooms are awake.
fn awake(data: &Path) -> usize {
    let rooms = done("admin rooms --json", data);
    let rooms = rooms["rooms"].as_array().unwrap();
    rooms.iter().filter(|it| it["awake"] == true).count()
}

async fn some_rooms(addr: SocketAddr, token: &str, count: u32) -> Vec<String> {
    // Somebody who never comes: the seat is kept, so the room is not closed either.
    let wanted = json!({"game": "rush", "settings": {"grace_ms": 3_600_000}});
    let create = |_| room(addr, token, wanted.clone());
    futures_util::stream::iter(0..count).map(create).buffer_unordered(AT_ONCE).collect().await
}

fn kib(bytes: u64) -> u64 {
    bytes >> 10
}

#[test]
#[ignore = "soak: for whoever reads the figures"]
fn soak_figures_of_sleeping_rooms() {
    let folder = Folder::new("asleep");
    let served = serve(&folder);
    let (data, pid) = (served.data.join("data"), served.child.id());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let empty = memory_of(pid);
    let count = chosen("SLEEPING", 10_000);
    let (token, codes) = runtime.block_on(async {
        let token = guest(served.addr, "Ada").await;
        let codes = some_rooms(served.addr, &token, count).await;
        (token, codes)
    });
    let begun = Instant::now();
    while awake(&data) > 0 {
        assert!(begun.elapsed() < PATIENCE, "{} rooms do not sleep", awake(&data));
        std::thread::sleep(Duration::from_secs(2));
    }
    let asleep = memory_of(pid);
    let mut waits = runtime.block_on(async {
        let mut waits = vec![];
        for code in codes.iter().step_by(codes.len().div_ceil(WOKEN)) {
            let begun = Instant::now();
            Player::enter(served.addr, &token, code, "waker").await;
            waits.push(begun.elapsed());
        }
        waits
    });
    waits.sort_unstable();
    println!("memory, empty             {:8} KiB", kib(empty));
    println!("memory, all asleep        {:8} KiB", kib(asleep));
    let each = asleep.saturating_sub(empty) / u64::from(count.max(1));
    println!("memory of a sleeping room {each:8} bytes");
    let (half, last) = (waits[waits.len() / 2], waits[waits.len() - 1]);
    println!("one of {count} answers after {half:?} (half of {}), {last:?} (all)", waits.len());
    served.end();
}

/// `croupier load` in the background.
struct Load {
    child: Child,
    log: std::path::PathBuf,
}

impl Load {
    fn start(served: &Served, rooms: u32) -> Self {
        let log = served.data.join("load");
        let line = format!(
            "load --url http://{} --rooms {rooms} --seats {SEATS} --rate {} --seconds {} --beat 200 --json",
            served.addr,
            chosen("RATE", 1_000),
            SECONDS.0
        );
        let mut command = croupier(&line);
        command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
        Self { child: command.spawn().unwrap(), log }
    }

    /// How many actions have been acknowledged so far.
    fn acknowledged(&self) -> u64 {
        let lines = BufReader::new(File::open(&self.log).unwrap()).lines();
        let beats = lines.filter_map(|it| serde_json::from_str::<Value>(&it.ok()?).ok());
        beats.last().map_or(0, |beat| beat["acknowledged"].as_u64().unwrap_or(0))
    }

    fn end(mut self) -> Value {
        let report = BufReader::new(self.child.stdout.take().unwrap());
        let report = serde_json::from_reader(report).unwrap();
        self.child.wait().unwrap();
        report
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "soak: for whoever reads the figures"]
fn soak_figures_of_a_server_that_is_killed_with_busy_rooms() {
    let folder = Folder::new("busy");
    let mut served = serve(&folder);
    let rooms = chosen("ROOMS", 1_000);
    let load = Load::start(&served, rooms);
    while load.acknowledged() < u64::from(rooms * SEATS) {
        std::thread::sleep(Duration::from_millis(200));
    }
    std::thread::sleep(Duration::from_secs(SECONDS.1));
    let busy = memory_of(served.child.id());
    let begun = Instant::now();
    served.kill_and_restart();
    let serving = begun.elapsed();
    let report = load.end();
    println!("memory with {rooms} rooms of {SEATS}  {} KiB", kib(busy));
    println!("serving again after         {serving:?}");
    println!("connections that came back  {}", report["reconnects"]);
    println!("each after                  {} ms", report["reconnect_ms"]);
    println!("tables stood still for      {} ms", report["standstill_ms"]);
    assert!(report["reconnects"].as_u64() >= Some(u64::from(rooms * SEATS)), "{report}");
    for count in ["lost", "twice", "stuck"] {
        assert_eq!(report[count], 0, "{report}");
    }
    served.end();
}
