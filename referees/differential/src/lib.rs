//! A second referee for `croupier-chart`: XState itself.
//!
//! Random charts are played by both, step by step, and what they do is compared: the active leaves
//! after every step and every action in order. What is recorded from XState is checked in under
//! `traces/`, so that `cargo test` needs no Node.
//!
//! A [`sketch`] is a chart as small data, [`generate`] makes them at random, [`machine`] turns them
//! into definitions, [`script`] plays them, [`referee`] has XState play them, [`compare`] says where
//! the two differ and why, [`judge`] tries what else may explain it, [`shrink`] makes a failing chart small, and [`known`] holds one chart for
//! every difference that is understood.

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
