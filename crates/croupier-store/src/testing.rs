//! For tests: what every engine must do, a store that fails on purpose, and NATS servers.
//!
//! An engine's test program says `croupier_store::journal_contract!(run);` with a function `run` that
//! makes a journal and lets a behaviour loose on it, and `registry_contract!` likewise. Every behaviour
//! becomes a test of its name.
#![allow(clippy::unwrap_used, reason = "a behaviour that does not hold fails its test")]

pub mod contract;
mod faulty;
#[cfg(unix)]
pub mod nats;
pub mod nats_fake;
pub mod nats_server;
#[cfg(unix)]
pub mod process;
pub mod registry;

pub use faulty::{Fault, Faulty, Operation, Stored};
