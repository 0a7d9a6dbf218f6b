//! The tests of the catalog in one program: linking one is quicker than linking two.

mod catalog;
mod machines;
// A small game that the command's tests add to their list, too.
#[allow(dead_code, unreachable_pub, missing_docs)]
#[path = "../common/nim.rs"]
mod nim;
mod room;
