//! A table of a load test, shared by its players.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use croupier_kit::cards::Dice;
use serde_json::Value;

use super::door::Door;
use super::lock;
use super::tally::{Beat, Tally};
use crate::error::CliError;

/// How often a replay is requested, and the delay between attempts.
const COMPARING: usize = 60;
const AGAIN: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Table {
    code: String,
    seats: u32,
    /// The time between two actions.
    interval: Option<Duration>,
    /// The offset of this table within that time, so that not all tables act at once.
    offset: Duration,
    next: Mutex<Option<Instant>>,
    running: Mutex<Running>,
    /// How many matches are being compared with their replays.
    comparing: AtomicUsize,
}

#[derive(Debug, Default)]
struct Running {
    tally: Tally,
    /// The longest time without an acknowledgement.
    standstill: Duration,
    last: Option<Instant>,
    begun: Option<Instant>,
    is_stuck: bool,
    /// Matches whose end not every player has seen, by number.
    matches: BTreeMap<u32, Played>,
}

/// What was acknowledged in a match.
#[derive(Debug, Default)]
struct Played {
    /// By seat, for those who have seen its end.
    acknowledged: BTreeMap<u8, u64>,
    link: Option<String>,
    had_lost_connection: bool,
}

/// A match that is over for all players, and in which a connection was lost.
#[derive(Debug)]
pub(super) struct Doubtful {
    link: String,
    acknowledged: BTreeMap<u8, u64>,
}

impl Table {
    pub(super) fn new(
        code: String,
        seats: u32,
        interval: Option<Duration>,
        dice: &mut Dice,
    ) -> Self {
        let part = f64::from(dice.below(1_000)) / 1_000.0;
        let offset = interval.unwrap_or_default().mul_f64(part);
        Self {
            code,
            seats,
            interval,
            offset,
            next: Mutex::default(),
            running: Mutex::default(),
            comparing: AtomicUsize::new(0),
        }
    }

    pub(super) fn code(&self) -> &str {
        &self.code
    }

    pub(super) fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Starts the measurement, or continues it after a pause, which is no standstill.
    pub(super) fn start(&self, now: Instant) {
        *lock(&self.next) = Some(now + self.offset);
        let mut running = lock(&self.running);
        (running.begun, running.last) = (Some(now), None);
    }

    /// When the next action may be taken. No two callers get the same instant.
    pub(super) fn turn(&self) -> Option<Instant> {
        let interval = self.interval?;
        let mut next = lock(&self.next);
        // A table that was delayed does not catch up completely.
        let now = Instant::now();
        let at = next.unwrap_or(now).max(now.checked_sub(interval).unwrap_or(now));
        *next = Some(at + interval);
        Some(at)
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut lock(&self.running).tally);
    }

    pub(super) fn acknowledged(&self, after: Duration) {
        let mut running = lock(&self.running);
        running.tally.acknowledged += 1;
        running.tally.told += 1;
        running.tally.latencies.push(after);
        let now = Instant::now();
        let quiet = running.quiet(now);
        running.standstill = running.standstill.max(quiet);
        running.last = Some(now);
    }

    /// The counts so far, and the time since the last acknowledgement.
    pub(super) fn beat(&self, now: Instant) -> (Beat, Duration) {
        let running = lock(&self.running);
        (Beat::from(&running.tally), running.quiet(now))
    }

    /// Compares a match with its replay.
    pub(super) async fn compare(&self, doubtful: Doubtful, door: &Door) {
        self.comparing.fetch_add(1, Ordering::Relaxed);
        for _ in 0..COMPARING {
            // The server may be down at the moment.
            let Ok((lost, twice)) = doubtful.compare(door).await else {
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            self.count(|tally| {
                tally.compared += 1;
                tally.lost += lost;
                tally.twice += twice;
                if lost + twice > 0 {
                    tally.error(format!("replay {} tells another story", doubtful.link));
                }
            });
            break;
        }
        self.comparing.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn is_comparing(&self) -> bool {
        self.comparing.load(Ordering::Relaxed) > 0
    }

    /// Notes that a player did not finish.
    pub(super) fn mark_stuck(&self) {
        lock(&self.running).is_stuck = true;
    }

    /// Notes that a player has seen the end of a match, with this many acknowledged actions.
    /// Returns the match if it has to be compared with its replay.
    pub(super) fn seen_the_end(
        &self,
        game_no: u32,
        seat: u8,
        acknowledged: u64,
        link: Option<&str>,
        had_lost_connection: bool,
    ) -> Option<Doubtful> {
        let mut running = lock(&self.running);
        let played = running.matches.entry(game_no).or_default();
        played.acknowledged.insert(seat, acknowledged);
        played.had_lost_connection |= had_lost_connection;
        if let Some(link) = link {
            played.link = Some(link.to_owned());
        }
        if played.acknowledged.len() < self.seats() {
            return None;
        }
        running.tally.matches += 1;
        let played = running.matches.remove(&game_no)?;
        let link = played.link.filter(|_| played.had_lost_connection)?;
        Some(Doubtful { link, acknowledged: played.acknowledged })
    }

    /// The final counts.
    pub(super) fn sum(&self) -> Tally {
        let mut running = lock(&self.running);
        let mut tally = std::mem::take(&mut running.tally);
        tally.standstills.push(running.standstill);
        tally.stuck = u64::from(running.is_stuck);
        tally
    }

    /// Ends the measurement. A table without acknowledgements in its last part is stuck.
    pub(super) fn stop(&self, took: Duration) {
        let mut running = lock(&self.running);
        let quiet = running.quiet(Instant::now());
        running.standstill = running.standstill.max(quiet);
        // Long enough to rule out coincidence.
        let patience = (took / 4).max(self.interval.unwrap_or_default() * 4);
        running.is_stuck |= quiet > patience;
    }
}

impl Running {
    /// The time since the last acknowledgement.
    fn quiet(&self, now: Instant) -> Duration {
        let since = self.last.or(self.begun);
        since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

impl Doubtful {
    /// Compares what was acknowledged with what happened. It gives how many were lost, and how many
    /// were done twice.
    async fn compare(&self, door: &Door) -> Result<(u64, u64), CliError> {
        let mut happened = BTreeMap::<u8, u64>::new();
        let mut from = 0;
        loop {
            let page = door.replay(&self.link, from).await?;
            from += page.frames.len();
            for seat in page.frames.iter().filter_map(seat_of) {
                *happened.entry(seat).or_default() += 1;
            }
            if from >= page.total || page.frames.is_empty() {
                break;
            }
        }
        let (mut lost, mut twice) = (0, 0);
        for (seat, acknowledged) in &self.acknowledged {
            let happened = happened.get(seat).copied().unwrap_or(0);
            lost += acknowledged.saturating_sub(happened);
            twice += happened.saturating_sub(*acknowledged);
        }
        Ok((lost, twice))
    }
}

/// The seat that acted in a frame, if one did.
fn seat_of(frame: &Value) -> Option<u8> {
    let input = frame["cause"].get("input")?;
    input["act"].get("do")?;
    input["by"]["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok())
}
