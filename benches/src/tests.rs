//! The contestants are sound and comparable. These are tests of the library, not programs beside it:
//! for those Cargo would build all of `bin` as well.

mod laws;
mod long_match;
mod may_i;
mod same_work;
mod tiny_shed;
