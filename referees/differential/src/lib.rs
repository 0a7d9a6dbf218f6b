//! A second referee for `croupier-chart`: XState itself.
//!
//! Both run random charts step by step, and the results are compared: the active leaves after every
//! step and every action in order. XState's recorded results are checked in under `traces/`, so
//! that `cargo test` does not need Node.
//!
//! A [`sketch`] is a chart as small data, [`generate`] makes random ones, [`machine`] turns them
//! into definitions, [`script`] runs them, [`referee`] runs them in XState, [`compare`] finds where
//! the two differ and why, [`judge`] tries alternative explanations, [`shrink`] reduces a failing
//! chart, and [`known`] has one chart for every known difference.

#![allow(missing_debug_implementations)] // Not published, and never printed.

pub mod case;
pub mod compare;
pub mod generate;
pub mod judge;
pub mod known;
pub mod machine;
pub mod random;
pub mod record;
pub mod referee;
pub mod script;
pub mod shrink;
pub mod sketch;
