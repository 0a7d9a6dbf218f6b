//! What a game has that its matches should use.

/// Things of one kind that a game has, by name, and what using one is called. Simulations count
/// them: one that random players never reach is one that no random test has tried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// What is counted: `cards activated`. Empty if nothing is.
    pub title: &'static str,
    /// Every one of them.
    pub names: Vec<&'static str>,
}
