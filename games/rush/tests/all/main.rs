//! All tests of Rush in one program, because that links faster than ten.

mod log;
mod out_of_sight;
mod perft;
mod plays;
mod policy;
mod prompt;
mod random;
mod room;
mod saves;
mod scenarios;
mod statistics;
mod suite;
mod table;
