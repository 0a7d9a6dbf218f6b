//! All tests of the public API in one program: linking one is faster than linking three.

#[path = "../common/mod.rs"]
mod common;
mod every_game;
mod fair;
mod search;
