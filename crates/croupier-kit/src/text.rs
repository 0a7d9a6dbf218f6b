//! A table in words: for terminals, logs and clients that know nothing of the game.

mod board;
mod label;

pub use self::board::{Board, Section, Show, TextLine, TextSpan, Tone, name_of};
pub(crate) use self::label::label;
