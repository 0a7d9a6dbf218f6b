//! All tests of the catalog in one program, because linking one is faster than linking several.

mod catalog;
mod machines;
// A small game that the command's tests add to their catalog, too.
#[allow(dead_code, unreachable_pub, missing_docs)]
#[path = "../common/nim.rs"]
mod nim;
mod room;
