//! For tests: what every engine must do, and an engine that fails on purpose.
//!
//! An engine's test program says `croupier_store::journal_contract!(run);` with a function `run` that
//! makes a journal and lets a behaviour loose on it. Every behaviour becomes a test of its name.
#![allow(clippy::unwrap_used, reason = "a behaviour that does not hold fails its test")]

pub mod contract;
mod faulty;

pub use faulty::{Fault, Faulty};
