//! The behaviour of charts as their users see it.
//!
//! One program, because every test program instantiates and links the same code again.
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
