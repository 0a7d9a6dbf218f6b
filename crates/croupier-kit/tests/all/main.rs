//! The tests of the kit's public side in one program: linking one is quicker than linking five.
#![allow(clippy::unwrap_used)] // Helpers of tests fail like tests.

mod damage;
mod frames;
mod room;
mod save;
mod time;
// A whole game; not all of it is asked for.
#[allow(dead_code, unreachable_pub)]
mod tiny;
