//! Tests of the command, called as a library.
//!
//! They are one program, because each test program would compile and link the same code again.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

#[path = "../common/mod.rs"]
mod common;

mod arena;
mod chart;
mod deal;
mod games;
mod golden;
mod golden_saves;
mod json_failures;
mod new;
mod play;
mod save;
mod scenario;
mod serve;
mod sim;
mod store;
mod strange_files;
mod strange_scenarios;
