//! All tests of Min or Max in one program, because that links faster than ten.

mod cards;
mod commands;
mod common;
mod court;
mod flow;
mod log;
mod out_of_sight;
mod perft;
mod policy;
mod preview;
mod random;
mod room;
mod saves;
mod scenarios;
mod secrecy;
mod statistics;
mod suite;
mod table;
mod wheel;
