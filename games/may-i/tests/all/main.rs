//! All tests of May I? in one program, because that links faster than ten.

mod common;
mod finder;
mod invariants;
mod log;
mod machines;
mod melds;
mod out_of_sight;
mod perft;
mod policy;
mod prompt;
mod random;
mod refusals;
mod room;
mod scenarios;
mod secrecy;
mod suite;
mod table;
