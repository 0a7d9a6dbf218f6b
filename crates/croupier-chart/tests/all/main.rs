//! What charts do, as their users see it.
//!
//! One program: every test program instantiates the same code and links it anew.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

#[path = "../common/mod.rs"]
mod common;

mod basics;
mod carries;
mod children;
mod export;
mod export_xstate;
mod faults;
mod graph;
mod history;
mod laws;
mod lint;
mod nested;
mod observe;
mod order;
mod selection;
mod timers;
