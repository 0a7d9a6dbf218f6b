//! A definition as text: diagrams for people, formats for other tools.
//!
//! A chart that invokes others is written alone: the state that invokes says the name under which
//! it does and the id of the chart. [`Chart::machines`](crate::run::Chart::machines) lists all charts of
//! a tree, to be written one by one.

mod dot;
mod format;
mod mermaid;
mod outline;
mod scxml;
mod sketch;
mod xstate;

pub use dot::dot;
pub use format::{Format, write};
pub use mermaid::mermaid;
pub use outline::outline;
pub use scxml::scxml;
pub use xstate::xstate;
