//! The store of a house.

use std::path::PathBuf;

use croupier_store::journal::{Journal, RoomId, UnixMillis};
use croupier_store::nats::NatsStore;
use croupier_store::registry::Registry;
use croupier_store::sqlite::{SqliteStore, StartError};
use croupier_store::transfer::{self, ExportError};

/// A figure about a store, for operators.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Its name in the metrics.
    pub name: &'static str,
    /// Whether it only ever grows.
    pub is_counter: bool,
    /// What it measures, in a few words.
    pub about: &'static str,
    /// Its current value.
    pub value: f64,
}

/// Why a store could not be copied.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// A database could not be backed up.
    #[error(transparent)]
    Backup(#[from] StartError),
    /// A replicated store could not be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Everything was copied except rooms that are damaged.
    #[error("the copy is made, but {} damaged and left out: {}", counted(.0), named(.0))]
    Damaged(Vec<RoomId>),
}

fn counted(rooms: &[RoomId]) -> String {
    if rooms.len() == 1 { "one room is".to_owned() } else { format!("{} rooms are", rooms.len()) }
}

fn named(rooms: &[RoomId]) -> String {
    rooms.iter().map(RoomId::to_string).collect::<Vec<_>>().join(", ")
}

/// A store that holds everything a house keeps.
pub trait Store: Journal + Registry + Clone {
    /// Figures for the metrics.
    fn figures(&self) -> Vec<Figure>;

    /// Copies everything, including the time of the house, to a new file while the house goes on.
    fn copy_to(
        &self,
        file: PathBuf,
        now: UnixMillis,
    ) -> impl Future<Output = Result<(), CopyError>> + Send;

    /// After this many records a room is saved as a snapshot, so that a crash replays no more than
    /// that.
    fn records_per_snapshot(&self) -> usize;

    /// Closes the store after finishing what was requested before.
    fn end(&self) -> impl Future<Output = ()> + Send;
}

#[allow(clippy::cast_precision_loss)] // Figures for people.
fn counter(name: &'static str, about: &'static str, value: u64) -> Figure {
    Figure { name, is_counter: true, about, value: value as f64 }
}

fn gauge(name: &'static str, about: &'static str, value: f64) -> Figure {
    Figure { name, is_counter: false, about, value }
}

impl Store for SqliteStore {
    /// The time is in the database already.
    async fn copy_to(&self, file: PathBuf, _: UnixMillis) -> Result<(), CopyError> {
        Ok(self.backup(file, |_| {}).await?)
    }

    fn records_per_snapshot(&self) -> usize {
        200
    }

    async fn end(&self) {
        self.shutdown().await;
    }

    #[allow(clippy::cast_precision_loss)] // Figures for people.
    fn figures(&self) -> Vec<Figure> {
        let stats = self.stats();
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

impl Store for NatsStore {
    async fn copy_to(&self, file: PathBuf, now: UnixMillis) -> Result<(), CopyError> {
        let moved = transfer::export(self, &file, now, |_| {}).await?;
        if moved.damaged.is_empty() { Ok(()) } else { Err(CopyError::Damaged(moved.damaged)) }
    }

    /// Fewer than usual: opening a room reads its records over the network, and other nodes do so
    /// when this one dies.
    fn records_per_snapshot(&self) -> usize {
        64
    }

    async fn end(&self) {
        self.shutdown().await;
    }

    #[allow(clippy::cast_precision_loss)] // Figures for people.
    fn figures(&self) -> Vec<Figure> {
        let stats = self.stats();
        vec![
            counter("store_appends_total", "appends that were stored", stats.appends),
            counter(
                "store_conflicts_total",
                "appends that were refused and had to be looked after",
                stats.conflicts,
            ),
            counter("store_resent_total", "appends that were sent once more", stats.resent),
            counter("store_fenced_total", "rooms that somebody else has by now", stats.fenced),
            counter(
                "store_failures_total",
                "appends that were not stored, or unknown",
                stats.failures,
            ),
            counter(
                "store_stale_reads_total",
                "reads that a copy answered that was behind",
                stats.stale_reads,
            ),
            gauge(
                "store_append_p50_seconds",
                "half of all appends took at most",
                stats.append_p50.as_secs_f64(),
            ),
            gauge(
                "store_append_p99_seconds",
                "all but one in a hundred appends took at most",
                stats.append_p99.as_secs_f64(),
            ),
            gauge("store_in_flight", "appends on their way", stats.in_flight as f64),
            gauge("store_listed", "rooms in the public list", stats.listed as f64),
            gauge("store_live", "rooms that are awake or have to wake", stats.live as f64),
            gauge(
                "store_connected",
                "whether NATS is connected",
                f64::from(u8::from(stats.connected)),
            ),
        ]
    }
}

/// For tests: a store that fails on purpose.
#[cfg(feature = "testing")]
impl<S: Store> Store for croupier_store::testing::Faulty<S> {
    fn figures(&self) -> Vec<Figure> {
        self.inner().figures()
    }

    async fn copy_to(&self, file: PathBuf, now: UnixMillis) -> Result<(), CopyError> {
        self.inner().copy_to(file, now).await
    }

    fn records_per_snapshot(&self) -> usize {
        self.inner().records_per_snapshot()
    }

    async fn end(&self) {
        self.inner().end().await;
    }
}
