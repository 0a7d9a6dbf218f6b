//! What the command says and does, called as a library.
//!
//! One program: every test program instantiates the same code and links it anew.
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
mod strange_files;
mod strange_scenarios;
