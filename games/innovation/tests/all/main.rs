//! All tests of Innovation in one program, because that links faster than ten.

mod effects;
mod log;
mod out_of_sight;
mod perft;
mod policy;
mod prompt;
mod random;
mod rules;
mod scenarios;
mod suite;
