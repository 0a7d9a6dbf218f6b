//! `croupier load` during failures: its progress and its result.

use std::fmt;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use croupier_store::testing::process::Process;
use serde::Deserialize;
use serde_json::Value;

use crate::client::Client;
use crate::house::{House, croupier};

/// How long anything may take that has no limit of its own.
const PATIENCE: Duration = Duration::from_mins(2);

/// How many bytes of its output are read.
const TAIL: u64 = 16 << 10;

/// The parameters of the load.
pub(crate) struct Plan {
    pub(crate) rooms: u32,
    /// Actions per second, at all tables together.
    pub(crate) rate: u32,
    /// The percentage of messages after which the connection is lost.
    pub(crate) drop: u32,
}

/// The progress at a moment.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Beat {
    ms: u64,
    pub(crate) acknowledged: u64,
    pub(crate) told: u64,
    compared: u64,
    lost: u64,
    twice: u64,
    errors: u64,
    /// How long the slowest table has been waiting.
    standing_ms: u64,
}

/// Players at many tables.
pub(crate) struct Load {
    process: Process,
    log: PathBuf,
    kept: PathBuf,
    pause: PathBuf,
}

impl Load {
    /// Starts playing, and waits until everyone does.
    pub(crate) fn start(house: &House, plan: &Plan) -> Self {
        let own = house.path().join("load");
        std::fs::create_dir_all(&own).unwrap();
        let (log, kept, pause) = (own.join("log"), own.join("kept"), own.join("pause"));
        std::fs::write(&log, "").unwrap(); // It is read before anything is written.
        let Plan { rooms, rate, drop } = plan;
        let line = format!(
            "load --url {} --rooms {rooms} --rate {rate} --drop {drop} --seconds 86400 --beat 50 --json --keep {} \
             --pause {}",
            house.urls(),
            kept.display(),
            pause.display()
        );
        let process = Process::start(&log, &own, croupier(&line));
        let load = Self { process, log, kept, pause };
        let until = Instant::now() + PATIENCE;
        while load.last_beat().is_none_or(|it| it.acknowledged < u64::from(*rooms) * 2) {
            assert!(Instant::now() < until, "nobody plays: {}\n{}", load.tail(), house.logs());
            std::thread::sleep(Duration::from_millis(50));
        }
        load
    }

    /// The last part of its output.
    fn tail(&self) -> String {
        let mut file = std::fs::File::open(&self.log).unwrap();
        let end = file.metadata().unwrap().len();
        file.seek(SeekFrom::Start(end.saturating_sub(TAIL))).unwrap();
        let mut text = vec![];
        file.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    fn last_beat(&self) -> Option<Beat> {
        let tail = self.tail();
        let whole = tail.rsplit_once('\n')?.0;
        whole.lines().rev().find_map(|line| serde_json::from_str(line).ok())
    }

    /// The next progress report from now on.
    pub(crate) fn beat(&self) -> Beat {
        let (last, until) = (self.last_beat().map(|it| it.ms), Instant::now() + PATIENCE);
        loop {
            if let Some(beat) = self.last_beat().filter(|it| Some(it.ms) != last) {
                return beat;
            }
            assert!(Instant::now() < until, "the load has ended: {}", self.tail());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Checks that so far everything acknowledged is there, nothing was done twice, and all
    /// messages made sense.
    pub(crate) fn assert_right_so_far(&self, house: &House) {
        let beat = self.beat();
        let wrong = (beat.lost, beat.twice, beat.errors);
        assert_eq!(wrong, (0, 0, 0), "lost, twice, errors: {beat:?}\n{}", house.logs());
        println!(
            "right so far: {} actions, {} matches like their replays",
            beat.acknowledged, beat.compared
        );
    }

    /// How long after an instant every table had an acknowledgement. `None` if that takes too long.
    pub(crate) fn all_go_on(&self, since: Instant, limit: Duration) -> Option<Duration> {
        while since.elapsed() < limit {
            let beat = self.beat();
            let passed = since.elapsed();
            if u128::from(beat.standing_ms) + 100 < passed.as_millis() {
                return Some(passed);
            }
        }
        None
    }

    /// Runs something while nobody plays, and what everyone was shown last is known.
    pub(crate) fn paused(&self, work: impl FnOnce()) {
        let _ = std::fs::remove_file(&self.kept);
        std::fs::write(&self.pause, "").unwrap();
        let until = Instant::now() + PATIENCE;
        while !self.kept.exists() {
            assert!(Instant::now() < until, "they do not stop: {}", self.tail());
            std::thread::sleep(Duration::from_millis(10));
        }
        work();
        std::fs::remove_file(&self.pause).unwrap();
        assert!(self.all_go_on(Instant::now(), PATIENCE).is_some(), "they do not go on");
    }

    /// Stops playing and returns the result.
    pub(crate) fn end(&mut self) -> Report {
        let ended = self.process.end();
        let said = self.tail();
        // It is the last object, and the only one with several lines.
        let report = said.rfind("\n{\n").and_then(|at| {
            serde_json::Deserializer::from_str(&said[at..]).into_iter::<Value>().next()?.ok()
        });
        Report(report.unwrap_or_else(|| panic!("it ended with {ended:?}: {said}")))
    }

    /// Checks that everyone is shown the same as last time, by the servers of these addresses.
    pub(crate) fn assert_shown_again(&self, servers: &[SocketAddr]) {
        let kept = std::fs::read_to_string(&self.kept).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mut count = 0;
        for (index, line) in kept.lines().enumerate() {
            let shown: Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| shown[key].as_str().unwrap().to_owned();
            let (token, room) = (text("token"), text("room"));
            let server = servers[index % servers.len()];
            let again = Client::enter(server, &token, &room, "again-again");
            let parts = runtime.block_on(again).parts;
            assert_eq!(parts["view"], shown["view"], "{room}");
            assert_eq!(parts["prompt"]["id"], shown["prompt"], "{room}");
            assert_eq!(parts["table"]["game_no"], shown["match"], "{room}");
            assert_eq!(parts["table"]["phase"], shown["phase"], "{room}");
            count += 1;
        }
        assert!(count > 0);
        println!("{count} seats are shown what they were shown last");
    }
}

/// The result of a load test.
pub(crate) struct Report(Value);

impl Report {
    pub(crate) fn assert_nothing_wrong(&self) {
        for wrong in ["lost", "twice", "stuck", "errors"] {
            assert_eq!(self.0[wrong], 0, "{wrong}: {self}");
        }
    }

    pub(crate) fn assert_exactly_once(&self) {
        self.assert_nothing_wrong();
        assert!(self.0["compared"].as_u64().is_some_and(|it| it > 0), "{self}");
    }

    pub(crate) fn standstill_p99(&self) -> Duration {
        Duration::from_secs_f64(self.0["standstill_ms"]["p99"].as_f64().unwrap() / 1e3)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
