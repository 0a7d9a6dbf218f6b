//! Why a data folder could not be opened, copied or restored.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::StoreError;
use crate::journal::{EngineError, ReadError};

/// Why a data folder could not be opened, copied, restored or checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Another process, or another part of this one, has the folder open.
    #[error("{} is in use: only one server can run on a data folder", path.display())]
    InUse {
        /// The data folder.
        path: PathBuf,
    },
    /// The database was written by a later version.
    #[error(
        "{} was written by a later version (format {format}, this program knows {known})",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// The format that the database has.
        format: i32,
        /// The latest format that this program knows.
        known: i32,
    },
    /// The file is a database of another program.
    #[error("{} is not a Croupier database", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file system does not support write-ahead logs.
    #[error("{} is on a file system that cannot keep a write-ahead log", path.display())]
    NoWal {
        /// The database.
        path: PathBuf,
    },
    /// The database is so damaged that it cannot be opened.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong with it, in a sentence.
        why: String,
    },
    /// Something exists where a file or folder was to be created. It is left as it is.
    #[error("{} already exists", path.display())]
    Exists {
        /// What is in the way.
        path: PathBuf,
    },
    /// The operating system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The database reported an error.
    #[error(transparent)]
    Engine(EngineError),
    /// The store has been shut down.
    #[error("the store is shut down")]
    Stopped,
}

impl StartError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InUse { .. } => "data_in_use",
            Self::Newer { .. } => "data_newer",
            Self::Foreign { .. } => "data_foreign",
            Self::NoWal { .. } => "data_no_wal",
            Self::Damaged { .. } => "data_damaged",
            Self::Exists { .. } => "data_exists",
            Self::Io { .. } => "data_io",
            Self::Engine(_) => "data_engine",
            Self::Stopped => "stopped",
        }
    }
}

impl StartError {
    /// For `map_err`: names the file if the error is that it is damaged.
    pub(super) fn at(path: &Path) -> impl FnOnce(Self) -> Self {
        move |why| match why {
            Self::Engine(why) if why.downcast_ref().is_some_and(is_corrupt) => {
                Self::Damaged { path: path.to_owned(), why: why.to_string() }
            }
            other => other,
        }
    }

    /// Converts an error about a file or its folder.
    pub(super) fn of_file(why: StoreError, path: &Path) -> Self {
        match why {
            StoreError::Io { path, source, .. } => Self::Io { path, source },
            other => Self::Io { path: path.to_owned(), source: io::Error::other(other) },
        }
    }
}

impl From<rusqlite::Error> for StartError {
    fn from(why: rusqlite::Error) -> Self {
        Self::Engine(EngineError::new(why))
    }
}

pub(super) fn failed_read(why: rusqlite::Error) -> ReadError {
    ReadError::Failed(EngineError::new(why))
}

/// Whether the file itself is damaged, and not only the content of a row.
pub(super) fn is_corrupt(why: &rusqlite::Error) -> bool {
    matches!(why.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}
