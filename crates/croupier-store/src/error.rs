//! Errors of file operations.

use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with the content of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ContentError(String);

impl ContentError {
    /// Creates it from a sentence that says what is wrong.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no file {}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file exists but its content is invalid.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check reported.
        why: ContentError,
    },
    /// A device, a pipe or a socket: reading it might never end.
    #[error("{} is not a file but a {what}", path.display())]
    NotAFile {
        /// The path of the device, the pipe or the socket.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// Something exists where a new file was to be created. It is left as it is.
    #[error("{} already exists", path.display())]
    Exists {
        /// What is in the way.
        path: PathBuf,
    },
    /// The file has changed since it was read. It is left as it is.
    #[error("{} was changed by another program", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file is larger than any save.
    #[error("{} has more than {limit} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The maximum number of bytes.
        limit: u64,
    },
    /// Neither the file nor its backup can be read.
    #[error("{file}; its backup: {backup}")]
    BackupToo {
        /// What is wrong with the file.
        file: Box<StoreError>,
        /// What is wrong with the backup.
        backup: Box<StoreError>,
    },
    /// The content to be written is invalid. Nothing was written.
    #[error("{} was not written, because the content is invalid: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the check reported.
        why: ContentError,
    },
    /// The operating system reported an error.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb: `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl StoreError {
    /// A stable code. Part of the wire format: codes may be added, but never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "file_missing",
            Self::Damaged { .. } => "file_damaged",
            Self::NotAFile { .. } => "file_not_regular",
            Self::Exists { .. } => "file_exists",
            Self::Changed { .. } => "file_changed",
            Self::TooLarge { .. } => "file_too_large",
            Self::BackupToo { .. } => "file_and_backup_unreadable",
            Self::Refused { .. } => "file_not_written",
            Self::Io { .. } => "file_io",
        }
    }

    /// For `map_err`: wraps an error of the operating system.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what, path: path.to_owned(), source }
    }
}
