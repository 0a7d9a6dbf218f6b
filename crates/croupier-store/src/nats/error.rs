//! Why a house in NATS could not be reached or created, and errors of NATS.

use std::path::PathBuf;

use crate::journal::EngineError;

/// Why a house in NATS could not be reached or created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NatsError {
    /// No server answers.
    #[error("NATS does not answer at {servers}: {why}")]
    Connect {
        /// The addresses that were tried.
        servers: String,
        /// The error of the client.
        why: String,
    },
    /// The server is too old to be reliable.
    #[error(
        "the NATS server {server} has version {version}, but 2.15.1 or later is needed: before 2.9.21 two writers \
         were both accepted, and before 2.15 a synced append costs about ten times the CPU"
    )]
    TooOld {
        /// The name of the server.
        server: String,
        /// Its version.
        version: String,
    },
    /// The server accepts only smaller messages than a room may need.
    #[error("NATS accepts messages of at most {bytes} bytes, but `max_payload` must be {needed}")]
    SmallMessages {
        /// The limit of the server, in bytes.
        bytes: usize,
        /// The limit that rooms need, in bytes.
        needed: usize,
    },
    /// A file could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// There is no house yet.
    #[error("there is no house in this NATS yet; `croupier cluster init` creates one")]
    NoHouse,
    /// There is a house with another layout.
    #[error("a house exists already, with other settings: {what}")]
    OtherHouse {
        /// The settings that differ.
        what: String,
    },
    /// The house was created by a later version.
    #[error(
        "the house was created by a later version (format {format}, this program knows {known})"
    )]
    Newer {
        /// The format that the house has.
        format: u32,
        /// The latest format that this program knows.
        known: u32,
    },
    /// A stream of the house is missing or configured differently.
    #[error("the stream {name} is not set up as the house needs it: {what}")]
    Stream {
        /// The name of the stream.
        name: String,
        /// What is missing or set differently.
        what: String,
    },
    /// NATS reported an error.
    #[error("NATS reported an error: {0}")]
    Engine(#[source] EngineError),
}

impl NatsError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Connect { .. } => "nats_unreachable",
            Self::TooOld { .. } => "nats_too_old",
            Self::SmallMessages { .. } => "nats_small_messages",
            Self::File { .. } => "file_io",
            Self::NoHouse => "no_house",
            Self::OtherHouse { .. } => "other_house",
            Self::Newer { .. } => "data_newer",
            Self::Stream { .. } => "nats_stream",
            Self::Engine(_) => "nats_engine",
        }
    }

    pub(super) fn engine(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Engine(EngineError::new(why))
    }
}

/// An error that NATS answered, or that it did not answer.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum RequestError {
    #[error("NATS did not answer in time")]
    Silent,
    #[error("NATS has no leader at the moment")]
    NoLeader,
    #[error("NATS refused ({code}): {text}")]
    Refused { code: u64, text: String },
    #[error("the connection to NATS failed: {0}")]
    Connection(String),
    #[error("NATS answered unexpectedly: {0}")]
    Answer(String),
    #[error("other holders opened the room again and again")]
    Contested,
    #[error("this holder belongs to another store")]
    Foreign,
    #[error("this holder has lost track of what it wrote")]
    LostTrack,
}
