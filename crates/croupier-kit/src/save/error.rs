//! Errors of saving and loading.

use std::borrow::Cow;

use croupier_chart::run::RestoreError;

use crate::game::{Error, ErrorKind, InvariantError};

/// Why a match cannot be saved, or a save cannot be read. A failure never leaves a partial result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum SaveError {
    /// The match is not recorded.
    #[error("a match that is not recorded cannot be saved")]
    NotRecorded,
    /// The match has failed.
    #[error("the match has failed and cannot be saved; an earlier save can still be loaded")]
    Broken,
    /// Data of the game that cannot be serialized: a bug in the game.
    #[error("the {what} of this game cannot be written: {why}")]
    Unwritable {
        what: &'static str,
        /// The serializer's error.
        why: String,
    },

    /// Larger than any save.
    #[error("this is too large for a save: more than {limit} bytes")]
    TooLarge {
        /// The maximum size of an uncompressed save, in bytes.
        limit: usize,
    },
    /// Bytes that are neither JSON nor zstd.
    #[error("the save is damaged: {0}")]
    Damaged(String),
    /// JSON, but not a save.
    #[error("this is not a save")]
    NotASave,
    /// A later version of the format.
    #[error("the save is of format {found}; this program knows up to {known}")]
    NewerFormat {
        /// The version that the save has.
        found: u64,
        /// The latest version known here.
        known: u32,
    },
    /// An earlier version of the format that cannot be migrated.
    #[error("the save is of format {from} and cannot be migrated: {why}")]
    NotMigrated {
        /// The version from which migration failed.
        from: u32,
        why: String,
    },
    /// The file was modified after it was written.
    #[error("the save is damaged: its checksum does not match its content")]
    WrongChecksum,
    /// A field that is missing, unknown or of the wrong type.
    #[error("the save is malformed: {0}")]
    Malformed(String),

    /// A save of another game.
    #[error("this is a save of {found}, not of {expected}")]
    OtherGame {
        /// The game of the save.
        found: String,
        /// The game that tried to read it.
        expected: &'static str,
    },
    /// A save under later rules.
    #[error("the save is of rules {found}; this program knows up to {known}")]
    NewerRules {
        /// The version of its rules.
        found: u32,
        /// The latest version known here.
        known: u32,
    },
    /// A save under earlier rules that cannot be migrated.
    #[error("the save is of rules {from} and cannot be migrated: {why}")]
    NotUpdated {
        /// The version of its rules.
        from: u32,
        why: UpdateError,
    },
    /// Seats that do not fit the game.
    #[error("the seats of the save do not fit: {0}")]
    BadSeats(String),
    /// Options that do not fit the game.
    #[error("the options of the save do not fit: {0}")]
    BadOptions(String),
    /// A state that cannot be deserialized.
    #[error("the state in the save cannot be read: {0}")]
    BadState(String),
    /// A flow that cannot be restored.
    #[error("the flow in the save cannot be restored: {0}")]
    BadFlow(#[from] RestoreError),
    /// Dice that cannot be deserialized.
    #[error("the dice in the save cannot be read: {0}")]
    BadDice(String),
    /// A turn clock of a seat that does not exist.
    #[error("the turn clock in the save is of seat {0}, which is not at the table")]
    BadClock(u8),
    /// An input that cannot be deserialized.
    #[error("input {number} of the save cannot be read: {why}")]
    BadInput {
        /// The number of the input, counted from 1.
        number: usize,
        /// The deserializer's error.
        why: String,
    },
    /// The state is not the one that was saved.
    #[error("the state in the save has hash {found:016x}, not {expected:016x}")]
    WrongHash {
        /// The hash of the state in the save.
        found: u64,
        /// The hash stored in the save.
        expected: u64,
    },
    /// A state that no match can be in.
    #[error("the save breaks a rule: {0}")]
    BrokenInvariant(InvariantError),
}

/// Why a save made under older rules cannot be migrated. Returned by the callback of
/// [`Match::load_updated`](crate::matches::Match::load_updated).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UpdateError(Cow<'static, str>);

impl From<&'static str> for UpdateError {
    fn from(sentence: &'static str) -> Self {
        Self(sentence.into())
    }
}

impl From<String> for UpdateError {
    fn from(sentence: String) -> Self {
        Self(sentence.into())
    }
}

impl SaveError {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRecorded => "not_recorded",
            Self::Broken => "broken",
            Self::Unwritable { .. } => "unwritable",
            Self::TooLarge { .. } => "save_too_large",
            Self::Damaged(_) => "save_damaged",
            Self::NotASave => "not_a_save",
            Self::NewerFormat { .. } => "save_newer_format",
            Self::NotMigrated { .. } => "save_not_migrated",
            Self::WrongChecksum => "save_wrong_checksum",
            Self::Malformed(_) => "save_malformed",
            Self::OtherGame { .. } => "save_other_game",
            Self::NewerRules { .. } => "save_newer_rules",
            Self::NotUpdated { .. } => "save_not_updated",
            Self::BadSeats(_) => "save_bad_seats",
            Self::BadOptions(_) => "save_bad_options",
            Self::BadState(_) => "save_bad_state",
            Self::BadFlow(_) => "save_bad_flow",
            Self::BadDice(_) => "save_bad_dice",
            Self::BadClock(_) => "save_bad_clock",
            Self::BadInput { .. } => "save_bad_input",
            Self::WrongHash { .. } => "save_wrong_hash",
            Self::BrokenInvariant(_) => "save_broken_invariant",
        }
    }

    /// The category of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NotRecorded => ErrorKind::IllegalAction,
            Self::Broken
            | Self::BadSeats(_)
            | Self::BadFlow(_)
            | Self::BadClock(_)
            | Self::WrongHash { .. }
            | Self::BrokenInvariant(_) => ErrorKind::CorruptState,
            _ => ErrorKind::SerializationError,
        }
    }
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Self {
        Self::new(error.kind(), error.code(), error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes every renamed code visible in review.
    #[test]
    fn codes_stay() {
        let text = String::new;
        let flow = RestoreError::UnknownState { chart: text(), state: text() };
        let all = [
            SaveError::NotRecorded,
            SaveError::Broken,
            SaveError::Unwritable { what: "state", why: text() },
            SaveError::TooLarge { limit: 0 },
            SaveError::Damaged(text()),
            SaveError::NotASave,
            SaveError::NewerFormat { found: 2, known: 1 },
            SaveError::NotMigrated { from: 0, why: text() },
            SaveError::WrongChecksum,
            SaveError::Malformed(text()),
            SaveError::OtherGame { found: text(), expected: "rush" },
            SaveError::NewerRules { found: 2, known: 1 },
            SaveError::NotUpdated { from: 0, why: text().into() },
            SaveError::BadSeats(text()),
            SaveError::BadOptions(text()),
            SaveError::BadState(text()),
            SaveError::BadFlow(flow),
            SaveError::BadDice(text()),
            SaveError::BadClock(9),
            SaveError::BadInput { number: 1, why: text() },
            SaveError::WrongHash { found: 1, expected: 2 },
            SaveError::BrokenInvariant(text().into()),
        ];
        let codes: Vec<_> = all.iter().map(SaveError::code).collect();
        assert_eq!(
            codes.join(" "),
            "not_recorded broken unwritable save_too_large save_damaged not_a_save \
             save_newer_format save_not_migrated save_wrong_checksum save_malformed \
             save_other_game save_newer_rules save_not_updated save_bad_seats save_bad_options \
             save_bad_state save_bad_flow save_bad_dice save_bad_clock save_bad_input \
             save_wrong_hash save_broken_invariant"
        );
        assert!(all.iter().skip(1).all(|error| !Error::from(error.clone()).is_recoverable()));
    }
}
