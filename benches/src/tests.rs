//! Checks that the contestants are sound and comparable. These are unit tests of the library,
//! because for integration tests Cargo would build all of `bin` as well.

mod laws;
mod long_match;
mod may_i;
mod same_work;
mod tiny_shed;
