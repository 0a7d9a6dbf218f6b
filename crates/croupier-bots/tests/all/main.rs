//! The tests of the bots' public side in one program: linking one is quicker than linking three.

#[path = "../common/mod.rs"]
mod common;
mod every_game;
mod fair;
mod search;
