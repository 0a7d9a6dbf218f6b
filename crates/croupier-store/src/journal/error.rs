//! Errors of a journal.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::{Revision, RoomId};

/// An error of the engine itself. It can be cloned, because many calls can fail for the same
/// reason.
#[derive(Clone)]
pub struct EngineError(Arc<dyn Error + Send + Sync>);

impl EngineError {
    /// For engines: wraps an error of a library or the operating system.
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(source.into()))
    }

    /// The underlying error, if it is of this type.
    pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineError({self})")
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// Why something could not be written.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is no space left. Nothing was stored. Retrying works once there is space again.
    #[error("there is no space left on the device")]
    Full,
    /// It may or may not be stored: the room has to be opened again to find out.
    #[error("it is unknown whether it was stored: {0}")]
    Unknown(#[source] EngineError),
    /// Something else failed. Nothing was stored.
    #[error("it was not stored: {0}")]
    Failed(#[source] EngineError),
    /// It is larger than the store allows. Nothing was stored.
    #[error("{bytes} bytes are more than the limit of {limit}")]
    TooLarge {
        /// The size of what was to be stored.
        bytes: usize,
        /// The largest size that the store takes.
        limit: usize,
    },
    /// The store has been shut down. Nothing was stored.
    #[error("the store is shut down")]
    Stopped,
}

impl WriteError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Unknown(_) => "unknown",
            Self::Failed(_) => "not_stored",
            Self::TooLarge { .. } => "too_large",
            Self::Stopped => "stopped",
        }
    }
}

/// Why an append or a similar write failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Another holder has opened, closed or written to the room since. Nothing was stored.
    #[error("the room was opened by another holder")]
    Fenced,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl AppendError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Fenced => "fenced",
            Self::Write(why) => why.code(),
        }
    }

    /// Whether it may have been stored nevertheless.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Write(WriteError::Unknown(_)))
    }

    /// Whether it is larger than the store allows. The store itself works.
    pub fn is_too_large(&self) -> bool {
        matches!(self, Self::Write(WriteError::TooLarge { .. }))
    }
}

/// Why a room was not created.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// Another room has the code.
    #[error("another room has this code")]
    CodeTaken,
    /// A room with this id exists.
    #[error("a room with this id exists already")]
    Exists,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl CreateError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::CodeTaken => "code_taken",
            Self::Exists => "room_exists",
            Self::Write(why) => why.code(),
        }
    }
}

/// Why a directory entry was not replaced.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PutError {
    /// The entry has changed since it was read. Nothing was stored.
    #[error("the directory entry has another revision by now")]
    Stale {
        /// The revision that it has by now; read the entry again before the next try.
        current: Revision,
    },
    /// Another room has the code. Nothing was stored.
    #[error("another room has this code")]
    CodeTaken,
    /// The entry names another room than the one that is held. Nothing was stored.
    #[error("the directory entry is of room {named}, not of the held one")]
    OtherRoom {
        /// The room that the entry names.
        named: RoomId,
    },
    /// Another holder has opened or closed the room since. Nothing was stored.
    #[error("the room was opened by another holder")]
    Fenced,
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl PutError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::CodeTaken => "code_taken",
            Self::OtherRoom { .. } => "other_room",
            Self::Fenced => "fenced",
            Self::Write(why) => why.code(),
        }
    }
}

/// Why something could not be read.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The engine reported an error.
    #[error("it could not be read: {0}")]
    Failed(#[source] EngineError),
    /// The store has been shut down.
    #[error("the store is shut down")]
    Stopped,
}

impl ReadError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Failed(_) => "not_read",
            Self::Stopped => "stopped",
        }
    }
}

/// Why a room was not opened.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no such room, or it is closed.
    #[error("there is no such room")]
    Missing,
    /// A part of it is not what was written. Other rooms are not affected.
    #[error("the room is damaged: {0}")]
    Damaged(#[source] Damage),
    /// The records after that mark were replaced by a snapshot.
    #[error("these records were replaced by a snapshot")]
    Replaced,
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl OpenError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing => "room_missing",
            Self::Damaged(_) => "room_damaged",
            Self::Replaced => "replaced",
            Self::Read(why) => why.code(),
        }
    }
}

/// What is wrong with stored data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The directory entry is not what was written.
    #[error("its directory entry is corrupt")]
    Line,
    /// The snapshot is not what was written.
    #[error("its snapshot is corrupt")]
    Snapshot,
    /// There is a directory entry, but no snapshot.
    #[error("it has no snapshot")]
    NoSnapshot,
    /// A record is not what was written.
    #[error("a record is corrupt")]
    Record,
    /// The chain of records is broken: one is missing or duplicated.
    #[error("a record is missing or duplicated")]
    Chain,
    /// A part of the log has a format that this program does not know.
    #[error("a part of the log cannot be read")]
    Chunk,
    /// A part of the log is missing.
    #[error("a part of the log is missing")]
    Gap,
    /// The file cannot be read as a database.
    #[error("the database file is damaged")]
    File,
    /// Something is stored for a room that is not in the directory.
    #[error("it is not in the directory")]
    Orphan,
}
