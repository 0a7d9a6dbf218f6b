//! What can go wrong with files.

use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with the content of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadContent(String);

impl BadContent {
    /// In a sentence.
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
    /// The file is there and its content is not good.
    #[error("{} is not good: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check said.
        why: BadContent,
    },
    /// A device, a pipe or a socket: reading it might never end.
    #[error("{} is no file but a {what}", path.display())]
    NotAFile {
        /// Where it is.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// There is something already where a new file was to be. It stays as it is.
    #[error("{} is there already", path.display())]
    Exists {
        /// What is in the way.
        path: PathBuf,
    },
    /// The file is not the one that was to be replaced. It stays as it is.
    #[error("{} was changed by somebody else", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file is larger than anything that is kept here.
    #[error("{} has more than {limit} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes that are read.
        limit: u64,
    },
    /// Neither the file nor its backup can be read.
    #[error("{file}; and of its backup: {backup}")]
    BackupToo {
        /// What is wrong with the file.
        file: Box<StoreError>,
        /// What is wrong with the backup.
        backup: Box<StoreError>,
    },
    /// The content to be written is not good. Nothing was written.
    #[error("not written to {}, for it is not good: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the check said.
        why: BadContent,
    },
    /// The system said no.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StoreError {
    /// Part of the wire format: codes are added, never renamed.
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

    /// For `map_err`: the system said no to this.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what, path: path.to_owned(), source }
    }
}
