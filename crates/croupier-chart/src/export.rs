//! A definition as text: diagrams for people, formats for other tools.
//!
//! A chart that invokes others is exported alone: the invoking state shows the name under which it
//! invokes a chart and that chart's id. [`Chart::machines`](crate::run::Chart::machines) lists all
//! charts of a tree, to be exported one by one.

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
