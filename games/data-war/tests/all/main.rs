//! All tests of Data War in one program, because that links faster than ten.

mod common;
mod deck;
mod effects;
mod flow;
mod log;
mod out_of_sight;
mod perft;
mod prompt;
mod random;
mod room;
mod saves;
mod scenarios;
mod secrecy;
mod suite;
