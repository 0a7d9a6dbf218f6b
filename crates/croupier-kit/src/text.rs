//! What people read: lines of text that know what they are about, boards, and words for what happened.

mod board;
mod label;
mod log;
mod sentence;
mod show;
mod span;

pub use self::board::{Board, Section, name_of};
pub(crate) use self::label::label;
pub use self::log::LogText;
pub use self::sentence::Sentence;
pub use self::show::Show;
pub use self::span::{TextLine, TextSpan, Tone};
