//! What happens, turn by turn. Rules look, and emit; only events change cards.

pub mod ending;
pub(crate) mod grab;
pub(crate) mod open;
pub(crate) mod reveal;
pub(crate) mod settle;
pub mod verdict;
pub(crate) mod war;
