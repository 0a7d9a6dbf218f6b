//! The list of games, all behind the same interface.
//!
//! A [`Catalog`] holds games without their types: it lists them, exports their charts, simulates
//! matches, runs their scenarios and reads their saves. A game gets all of this by implementing
//! [`Game`](croupier_kit::game::Game), [`Arrange`](croupier_kit::scenario::Arrange),
//! [`Heuristic`](croupier_kit::game::Heuristic) and [`Show`](croupier_kit::text::Show), of which
//! the last two may be empty; adding it to the catalog takes one line.
//!
//! ```
//! let catalog = croupier_catalog::shipped(); // …`.with::<YourGame>()`
//! let ids: Vec<_> = catalog.iter().map(|game| game.id()).collect();
//! assert!(catalog.find("poker").is_err(), "there are {ids:?}");
//! ```
//!
//! Deliberately not here: files, threads, a clock, and terminal output. Those belong to the command
//! and the server, which both build on this list.

mod any_frame;
mod any_game;
mod any_room;
mod any_sim;
mod any_view;
mod catalog;
mod choice;
mod entry;
mod erased_room;
mod json_text;
mod machines;
#[cfg(feature = "shipped")]
mod shipped;

pub use any_frame::{AnyFrame, AnyFrames, FrameView};
pub use any_game::{AnyGame, MatchSummary, PresetCard, ReplayReport};
pub use any_room::{
    AnyCall, AnyEffect, AnyEntry, AnyHandled, AnyLogRecord, AnyRecord, AnyRoom, BotTask, LoadPlan,
    RoomPlan,
};
pub use any_sim::{AnyArena, AnySimulation};
pub use any_view::{AnyView, OptionParts, SharedParts, ViewParts};
pub use catalog::Catalog;
pub use choice::OptionChoice;
pub use croupier_chart::export::Format;
pub use croupier_chart::run::AnyChart;
pub use machines::Machines;
#[cfg(feature = "shipped")]
pub use shipped::shipped;
