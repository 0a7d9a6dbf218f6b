//! A definition as text: diagrams for people, formats for other tools.

mod xstate;

pub use xstate::xstate;
