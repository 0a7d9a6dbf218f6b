//! Checks beyond the faults of a chart: lints, exploration, and the laws every chart must obey.

pub mod graph;
pub mod laws;
pub(crate) mod lint;

pub use self::lint::{LintKind, LintReport, assert_sound};
