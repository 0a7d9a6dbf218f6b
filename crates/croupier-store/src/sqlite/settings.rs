//! The settings of a store.

/// The settings of a store. The defaults suit a server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// A checkpoint is made when the write-ahead log reaches this size, 16 MiB at most. A larger
    /// value makes checkpoints rarer but longer.
    pub checkpoint_bytes: u64,
    /// When the log reaches this size, records of rooms that are rarely written to are moved out of
    /// it. After a crash the log is read once.
    pub log_bytes: u64,
    /// The capacity of the writer's queue. When it is full, callers wait.
    pub queue: usize,
    /// The size of SQLite's page cache, in KiB.
    pub page_cache_kib: u32,
    /// The size of the cache of log chunks, in bytes. It speeds up opening many rooms after a
    /// crash, and shrinks again as the log moves on.
    pub chunk_cache_bytes: usize,
    /// The maximum number of pages of the database, for tests of a full disk.
    pub max_pages: Option<u32>,
}

impl Settings {
    /// The write-ahead log never exceeds this size.
    pub const WAL_LIMIT: u64 = 64 << 20;
    /// The maximum size of an append, or of a snapshot after compression.
    pub const WRITE_LIMIT: usize = 16 << 20;
    /// The maximum size of a snapshot before compression.
    pub const SNAPSHOT_LIMIT: usize = crate::packing::SNAPSHOT_LIMIT;
    /// A commit takes no more calls once it has this many bytes.
    pub(super) const BATCH_BYTES: usize = 4 << 20;
    /// Above this size nothing is written until a checkpoint succeeds. One commit adds at most a
    /// batch, the large write that ends it, and as much again that is moved out of the log: all of
    /// that fits between this and the limit.
    pub(super) const WAL_REFUSE: u64 = Self::WAL_LIMIT / 4;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            checkpoint_bytes: 8 << 20,
            log_bytes: 128 << 20,
            queue: 8192,
            page_cache_kib: 16 << 10,
            chunk_cache_bytes: 64 << 20,
            max_pages: None,
        }
    }
}
