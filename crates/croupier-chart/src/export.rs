//! A definition as text: diagrams for people, formats for other tools.

mod dot;
mod mermaid;
mod outline;
mod scxml;
mod sketch;
mod xstate;

pub use dot::dot;
pub use mermaid::mermaid;
pub use outline::outline;
pub use scxml::scxml;
pub use xstate::xstate;
