//! The common error types.

use std::borrow::Cow;

use croupier_chart::run::{RestoreError, RunawayError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Millis;
use crate::game::{Game, Rejection};

/// The category of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An action that is not allowed now. Try another one.
    IllegalAction,
    /// An answer that does not fit the prompt. Try another one.
    InvalidChoice,
    /// A state that no match can be in.
    CorruptState,
    /// Data that cannot be serialized or deserialized.
    SerializationError,
    /// The effect of a card failed: a bug in the game.
    CardError,
}

/// An error: a code for programs, a sentence for people.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Error {
    /// What sort of error it is: an answer to change, data that is damaged, or a bug.
    pub kind: ErrorKind,
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub code: Cow<'static, str>,
    /// What happened, in a sentence.
    pub message: String,
    /// Structured details for programs.
    pub details: Option<Box<Value>>,
}

impl Error {
    /// Creates an error without details.
    pub fn new(
        kind: ErrorKind,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, code: code.into(), message: message.into(), details: None }
    }

    /// Adds structured details for programs.
    #[must_use]
    pub fn with(mut self, details: Value) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// Whether the match can continue as if nothing had happened.
    pub fn is_recoverable(&self) -> bool {
        matches!(self.kind, ErrorKind::IllegalAction | ErrorKind::InvalidChoice)
    }

    pub(crate) fn corrupt(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::CorruptState, code, message)
    }
}

impl From<RunawayError> for Error {
    fn from(runaway: RunawayError) -> Self {
        Self::corrupt("flow_does_not_rest", runaway.to_string())
    }
}

impl From<RestoreError> for Error {
    fn from(error: RestoreError) -> Self {
        Self::corrupt("flow_not_restorable", error.to_string())
    }
}

/// Why an input was refused. Nothing changed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputError<G: Game> {
    /// Not allowed by the rules.
    Rules(G::Reject),
    /// Its timestamp is before the current instant.
    TooEarly {
        /// The instant that the match has reached; it never goes back.
        now: Millis,
        /// The timestamp of the input.
        at: Millis,
    },
    /// Its timestamp is absurdly far in the future.
    TooFar,
    /// There is no such seat.
    NoSuchSeat,
    /// There is nothing to undo, or undo is not allowed at this table.
    NothingToUndo,
    /// The game's flow failed. This is a bug in the game, and the match cannot continue.
    Broken(String),
}

impl<G: Game> InputError<G> {
    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rules(reject) => reject.code(),
            Self::TooEarly { .. } => "too_early",
            Self::TooFar => "too_far",
            Self::NoSuchSeat => "no_such_seat",
            Self::NothingToUndo => "nothing_to_undo",
            Self::Broken(_) => "broken",
        }
    }
}

impl<G: Game> std::fmt::Display for InputError<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules(reject) => reject.fmt(f),
            Self::TooEarly { now, at } => {
                write!(
                    f,
                    "an input of instant {} comes too late: it is {} already",
                    at.get(),
                    now.get()
                )
            }
            Self::TooFar => f.write_str("that instant is more than a year away"),
            Self::NoSuchSeat => f.write_str("there is no such seat at this table"),
            Self::NothingToUndo => f.write_str("there is nothing to undo"),
            Self::Broken(why) => write!(f, "the match cannot go on: {why}"),
        }
    }
}

impl<G: Game> std::error::Error for InputError<G> {}

impl<G: Game> From<InputError<G>> for Error {
    fn from(refused: InputError<G>) -> Self {
        let (kind, details) = match &refused {
            InputError::Rules(reject) => (reject.kind(), reject.details()),
            InputError::Broken(_) => (ErrorKind::CorruptState, None),
            _ => (ErrorKind::IllegalAction, None),
        };
        let details = details.map(Box::new);
        Self { details, ..Self::new(kind, refused.code(), refused.to_string()) }
    }
}

/// A broken invariant: a bug in the game, or a state that was tampered with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantError(Cow<'static, str>);

impl InvariantError {
    /// Returns an error with this sentence unless `holds`.
    ///
    /// ```
    /// use croupier_kit::game::InvariantError;
    ///
    /// fn check(dealt: usize) -> Result<(), InvariantError> {
    ///     InvariantError::require(dealt == 52, "rule 1: the whole deck is dealt")
    /// }
    /// assert!(check(52).is_ok() && check(51).is_err());
    /// ```
    pub fn require(holds: bool, sentence: &'static str) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(sentence.into()) }
    }

    /// A stable code. It is part of the wire format: codes are added, never renamed.
    pub fn code(&self) -> &'static str {
        "broken_invariant"
    }
}

/// Lets a game write [`invariants`](Game::invariants) as `Err("RU-90: a whole deck".into())`.
impl From<&'static str> for InvariantError {
    fn from(sentence: &'static str) -> Self {
        Self(sentence.into())
    }
}

impl From<String> for InvariantError {
    fn from(sentence: String) -> Self {
        Self(sentence.into())
    }
}
