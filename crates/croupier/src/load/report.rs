//! The result of a load test, for programs and for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::tally::Tally;
use crate::console::BOLD;
use crate::numbers::{count, per, rate};

pub(super) struct Report {
    pub(super) game: String,
    pub(super) rooms: u32,
    pub(super) seats: u32,
    pub(super) sockets: usize,
    pub(super) took: Duration,
    /// What the server's process used in the meantime, if known.
    pub(super) cpu: Option<Duration>,
    pub(super) memory: Option<u64>,
    pub(super) tally: Tally,
    /// How long the disk alone takes, shortest first.
    pub(super) fsync: Option<Vec<Duration>>,
}

/// A percentile of sorted durations, in milliseconds.
fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |it| it.as_secs_f64() * 1e3)
}

fn times(sorted: &[Duration]) -> Value {
    let round = |ms: f64| (ms * 1e3).round() / 1e3;
    json!({
        "p50": round(percentile(sorted, 50)),
        "p99": round(percentile(sorted, 99)),
        "max": round(percentile(sorted, 100)),
    })
}

impl Report {
    fn sorted(times: &[Duration]) -> Vec<Duration> {
        let mut times = times.to_vec();
        times.sort_unstable();
        times
    }

    fn cpu_per_action(&self) -> Option<f64> {
        let micros = u64::try_from(self.cpu?.as_micros()).unwrap_or(u64::MAX);
        Some((per(micros, self.tally.acknowledged.max(1)) * 10.0).round() / 10.0)
    }

    fn bytes_per_action(&self) -> u64 {
        self.tally.bytes / self.tally.acknowledged.max(1)
    }

    fn complaints(&self) -> BTreeMap<&str, u64> {
        let mut counts = BTreeMap::new();
        for complaint in &self.tally.complaints {
            *counts.entry(complaint.as_str()).or_default() += 1;
        }
        counts
    }

    pub(super) fn as_json(&self) -> Value {
        let tally = &self.tally;
        let fsync = self
            .fsync
            .as_deref()
            .map(|it| json!({"p50": times(it)["p50"], "p99": times(it)["p99"]}));
        json!({
            "game": self.game,
            "rooms": self.rooms,
            "seats": self.seats,
            "sockets": self.sockets,
            "seconds": (self.took.as_secs_f64() * 1e3).round() / 1e3,
            "acknowledged": tally.acknowledged,
            "per_second": rate(tally.acknowledged, self.took.as_secs_f64()),
            "latency_ms": times(&Self::sorted(&tally.latencies)),
            "standstill_ms": times(&Self::sorted(&tally.standstills)),
            "server_cpu_us_per_action": self.cpu_per_action(),
            "server_rss_bytes": self.memory,
            "bytes_per_action": self.bytes_per_action(),
            "matches": tally.matches,
            "rejected": tally.rejected,
            "errors": tally.errors,
            "complaints": self.complaints(),
            "reconnects": tally.absences.len(),
            "reconnect_ms": times(&Self::sorted(&tally.absences)),
            "compared": tally.compared,
            "lost": tally.lost,
            "twice": tally.twice,
            "stuck": tally.stuck,
            "fsync_ms": fsync,
        })
    }

    pub(super) fn as_text(&self) -> String {
        let tally = &self.tally;
        let mut text = String::new();
        let latencies = Self::sorted(&tally.latencies);
        let per_second = rate(tally.acknowledged, self.took.as_secs_f64());
        let _ = writeln!(
            text,
            "{BOLD}{} actions a second{BOLD:#} at {} tables of {} ({} sockets), for {:.0} s",
            count(per_second),
            count(self.rooms.into()),
            self.game,
            count(self.sockets as u64),
            self.took.as_secs_f64()
        );
        let mut line = |title: &str, value: String| {
            let _ = writeln!(text, "{title:<20}{value}");
        };
        let shown = |sorted: &[Duration]| {
            format!(
                "{:.2} ms half, {:.2} ms 99 of 100, {:.2} ms all",
                percentile(sorted, 50),
                percentile(sorted, 99),
                percentile(sorted, 100)
            )
        };
        line("answered within", shown(&latencies));
        line("stood still for", shown(&Self::sorted(&tally.standstills)));
        if let Some(fsync) = &self.fsync {
            line("disk alone", shown(fsync));
        }
        if let Some(cpu) = self.cpu_per_action() {
            line("server time", format!("{cpu:.1} µs an action"));
        }
        if let Some(memory) = self.memory {
            line("server memory", format!("{} KiB", count(memory / 1024)));
        }
        line("sent to clients", format!("{} bytes an action", count(self.bytes_per_action())));
        line("matches", count(tally.matches));
        line("refused", count(tally.rejected));
        if !tally.absences.is_empty() {
            let absences = Self::sorted(&tally.absences);
            line(
                "lost connections",
                format!("{}: {}", count(absences.len() as u64), shown(&absences)),
            );
            line("compared matches", count(tally.compared));
        }
        line("lost, done twice", format!("{}, {}", tally.lost, tally.twice));
        line("stuck tables", count(tally.stuck));
        line("errors", count(tally.errors));
        for (complaint, times) in self.complaints() {
            line("", format!("{times} × {complaint}"));
        }
        text
    }
}
