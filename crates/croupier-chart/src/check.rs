//! What can be said of a chart beyond its faults: lints, paths through it, and the laws it must keep.

pub mod graph;
pub mod laws;
pub(crate) mod lint;

pub use self::lint::{LintKind, LintReport, assert_sound};
