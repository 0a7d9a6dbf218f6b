//! The one list of games, each behind the same door.
//!
//! A [`Catalog`] holds games whose types nobody outside needs to know: it lists them, draws their
//! charts, plays them against themselves, runs their scenarios and reads their saves. A game gets
//! all of it by implementing [`Game`](croupier_kit::Game) and
//! [`Arrange`](croupier_kit::scenario::Arrange); adding it is one line.
//!
//! ```
//! let catalog = croupier_catalog::shipped(); // …`.with::<YourGame>()`
//! let ids: Vec<_> = catalog.iter().map(|game| game.id()).collect();
//! assert!(catalog.find("poker").is_err(), "there are {ids:?}");
//! ```
//!
//! What it lacks on purpose: files, threads, a clock and words for a terminal. Those belong to the
//! command and the server, which both stand on this list.

mod any_game;
mod bot;
mod catalog;
mod choice;
mod drawing;
mod entry;
mod shipped;
mod sim;
mod statistics;

pub use any_game::{AnyGame, PresetCard, Retraced, Standing};
pub use bot::{Chooser, Random};
pub use catalog::Catalog;
pub use choice::Choice;
pub use drawing::{Drawing, Format};
pub use shipped::shipped;
pub use sim::{BATCH, SimPlan, Simulation};
pub use statistics::{Length, Tally, Totals};
