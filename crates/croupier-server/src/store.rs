//! Where a house keeps everything.

use croupier_store::journal::Journal;
use croupier_store::registry::Registry;
use croupier_store::sqlite::SqliteStore;

/// A figure about a store, for whoever runs the server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Its name in the metrics.
    pub name: &'static str,
    /// Whether it only ever grows.
    pub is_counter: bool,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How much it is.
    pub value: f64,
}

/// Where a house keeps everything.
pub trait Store: Journal + Registry + Clone {
    /// How it is doing.
    fn figures(&self) -> Vec<Figure>;
}

impl Store for SqliteStore {
    #[allow(clippy::cast_precision_loss)] // Figures for people.
    fn figures(&self) -> Vec<Figure> {
        let stats = self.stats();
        let counter =
            |name, about, value: u64| Figure { name, is_counter: true, about, value: value as f64 };
        let gauge = |name, about, value| Figure { name, is_counter: false, about, value };
        vec![
            counter("store_commits_total", "commits", stats.commits),
            counter("store_appends_total", "appends that were stored", stats.appends),
            counter("store_failures_total", "batches that could not be stored", stats.failures),
            gauge(
                "store_commit_p50_seconds",
                "half of the last commits took at most",
                stats.commit_p50.as_secs_f64(),
            ),
            gauge(
                "store_commit_p99_seconds",
                "all but one in a hundred commits took at most",
                stats.commit_p99.as_secs_f64(),
            ),
            gauge("store_wal_bytes", "bytes of the write-ahead log", stats.wal_bytes as f64),
            gauge("store_log_bytes", "bytes of the log of records", stats.log_bytes as f64),
            gauge("store_queued", "calls that wait for the writer", stats.queued as f64),
            gauge(
                "store_rooms_in_memory",
                "rooms that the store holds in memory",
                stats.rooms_in_memory as f64,
            ),
            gauge("store_damaged", "damaged entries found at the start", stats.damaged as f64),
        ]
    }
}
