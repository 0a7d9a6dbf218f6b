//! What can be chosen when a store is opened.

/// What can be chosen when a store is opened. The defaults are for a server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The write-ahead log is brought into the database when it has so many bytes, 16 MiB at most.
    /// Larger is less often, and takes longer then.
    pub checkpoint_bytes: u64,
    /// Records of rooms that are rarely written to are moved out of the log when it has so many
    /// bytes. After a crash the log is read once.
    pub log_bytes: u64,
    /// How many calls can wait for the writer. Further ones wait for a place among them.
    pub queue: usize,
    /// How much of the database is held in memory, in KiB.
    pub page_cache_kib: u32,
    /// How much of the log is held in memory after it was read, in bytes. It is for opening many
    /// rooms after a crash, and is given back as the log goes on.
    pub chunk_cache_bytes: usize,
    /// The most pages that the database may have, for tests of a full disk.
    pub max_pages: Option<u32>,
}

impl Settings {
    /// The write-ahead log is never larger.
    pub const WAL_LIMIT: u64 = 64 << 20;
    /// The most bytes of one append, or of a snapshot after compression.
    pub const WRITE_LIMIT: usize = 16 << 20;
    /// The most bytes of a snapshot before compression.
    pub const SNAPSHOT_LIMIT: usize = crate::packing::SNAPSHOT_LIMIT;
    /// A commit takes no more calls once it has so many bytes.
    pub(super) const BATCH_BYTES: usize = 4 << 20;
    /// Above this nothing is written until the write-ahead log could be brought into the database.
    /// One commit adds at most a batch, the large write that ends it, and as much again that is
    /// moved out of the log: below the limit there is place for all of that.
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
