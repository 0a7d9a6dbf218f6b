//! Text for people: lines that know which pieces they name, boards, and descriptions of events.

mod board;
mod count;
mod label;
mod log;
mod sentence;
mod show;
mod span;

pub use self::board::{Board, Section, name_of};
pub use self::count::count;
pub(crate) use self::label::label;
pub use self::log::LogText;
pub use self::sentence::Sentence;
pub use self::show::Show;
pub use self::span::{TextLine, TextSpan, Tone};
