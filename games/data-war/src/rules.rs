//! What happens in a turn. Rules read the state and emit events; only events change it.

pub mod ending;
pub(crate) mod grab;
pub(crate) mod open;
pub(crate) mod reveal;
pub(crate) mod settle;
pub mod verdict;
pub(crate) mod war;
