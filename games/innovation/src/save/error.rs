//! Why a save cannot be read (IN-113, IN-114).

use croupier_kit::game::{Error, ErrorKind};

/// The codes of IN-114, and one for impossible states (IN-113).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Not JSON, or not compressed correctly.
    BadJson,
    /// An unknown version.
    UnknownVersion,
    /// A field is missing.
    MissingField,
    /// A field has an invalid value.
    BadField,
    /// The save was changed after it was written.
    ChecksumMismatch,
    /// A card that does not exist.
    UnknownCard,
    /// A card is missing or duplicated.
    CardCount,
    /// The invariant with this number is violated.
    Broken(u16),
}

/// Why a save cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", self.code_text())]
pub struct SavedGameError {
    /// The code.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl SavedGameError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(crate) fn broken(rule: u16, message: impl Into<String>) -> Self {
        Self::new(Code::Broken(rule), message)
    }

    /// The code as text, which is part of the format.
    pub fn code_text(&self) -> String {
        match self.code {
            Code::Broken(rule) => format!("IN-{rule}"),
            code => format!("{code:?}"),
        }
    }
}

impl From<SavedGameError> for Error {
    fn from(error: SavedGameError) -> Self {
        let kind = match error.code {
            Code::Broken(_) => ErrorKind::CorruptState,
            _ => ErrorKind::SerializationError,
        };
        Self::new(kind, error.code_text(), error.message)
    }
}
