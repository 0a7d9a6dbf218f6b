//! Parts of a game whose use simulations count.

/// The named features of a game whose use simulations count, and a title for them. A feature that
/// random players never use is one that no random test has covered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// What is counted, as a title: `cards activated`. Empty if nothing is counted.
    pub title: &'static str,
    /// The name of each feature.
    pub names: Vec<&'static str>,
}
