//! For tests: the contract of all engines, a store that fails on purpose, and NATS servers.
//!
//! The tests of an engine invoke `croupier_store::journal_contract!(run);` with a function `run`
//! that creates a journal and calls a behaviour with it, and `registry_contract!` likewise. Every
//! behaviour becomes a test of the same name.
#![allow(clippy::unwrap_used, reason = "a behaviour that does not hold fails its test")]

pub mod contract;
mod faulty;
#[cfg(unix)]
pub mod nats;
pub mod nats_aged;
pub mod nats_between;
pub mod nats_fake;
pub mod nats_server;
#[cfg(unix)]
pub mod process;
pub mod registry;

pub use faulty::{Fault, Faulty, Operation, Stored};
