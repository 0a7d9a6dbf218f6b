//! Explores a chart: what it can reach, by which path, and what is never visited.
//!
//! The search goes breadth first over [`Configuration`]s of the whole tree of charts: active
//! states, history and pending timers, invoked charts included. A step is either a trigger that the
//! caller offers, or waiting for the next timer; so charts that depend on time and on children are
//! explored like any other. Triggers are sent only at the start and right after a timer has fired,
//! never halfway through a wait.
//!
//! The usual test is one line:
//!
//! ```
//! use croupier_chart::check::graph;
//! use croupier_chart::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! triggers! {
//!     #[derive(Debug, Clone, Serialize, Deserialize)]
//!     pub enum Press: PressKind { Toggle => "TOGGLE" }
//! }
//! struct Lamp;
//! impl Machine for Lamp {
//!     type Trigger = Press;
//!     type Context = ();
//!     type Children = ();
//!     type Rules = ();
//!     type Emit = ();
//!     type Output = ();
//! }
//! let lamp = Definition::<Lamp>::new(
//!     "lamp",
//!     state("lamp")
//!         .initial("off")
//!         .child(state("off").on(PressKind::Toggle, "on"))
//!         .child(state("on").on(PressKind::Toggle, "off").after(Millis(60_000), "off")),
//! );
//! let lamp = assert_sound(lamp.compile());
//!
//! let cover = graph::cover(&lamp, (), (), |_, _| vec![Press::Toggle]).assert_complete();
//! assert_eq!(cover.paths()[0].to_string(), "→ TOGGLE → TOGGLE → TOGGLE → wait 60000 ms");
//! ```

mod configuration;
mod cover;
mod coverage;
mod explore;
mod inventory;
mod path;
mod tour;

pub use configuration::Configuration;
pub use cover::{Cover, cover};
pub use coverage::Coverage;
pub use explore::{ExploreError, Explorer, Graph, explore};
pub(crate) use inventory::Inventory;
pub use inventory::Item;
pub use path::{Path, PathStep};
