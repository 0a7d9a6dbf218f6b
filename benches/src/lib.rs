//! Four charts, each written for several engines, so that the cost of a transition can be compared.
//!
//! | chart | module | what it asks of an engine |
//! |---|---|---|
//! | (a) | [`toggle`] | the floor: two states, one action |
//! | (b) | [`nested`] | three levels, entry and exit actions, a guard with a fallback |
//! | (c) | [`regions`] | three regions at once |
//! | (d) | [`data_war`] | the flow of a whole game, with timers on a virtual clock |
//!
//! [`long_match`] is a match to be replayed. [`tiny_shed`] is not a chart but a game, to compare
//! our kit with the crate `turnbase`. [`may_i`] has only our implementation: a tree of invoked
//! charts, four deep. [`cpu_clock`] is the clock of the measurements. `README.md` in this crate
//! explains how to run and read them.

#![allow(missing_debug_implementations)] // Not published, and never printed.

pub mod contest;
pub mod cpu_clock;
pub mod data_war;
pub mod long_match;
pub mod may_i;
pub mod nested;
pub mod regions;
pub mod running;
pub mod tiny_shed;
pub mod toggle;

#[cfg(test)]
mod tests;
