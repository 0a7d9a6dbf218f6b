//! Numbers of things.

use std::fmt::Display;

/// A number with the right form of its noun.
///
/// ```
/// use croupier_kit::text::count;
///
/// assert_eq!(count(1, "card", "cards"), "1 card");
/// assert_eq!(count(0, "card", "cards"), "0 cards");
/// ```
pub fn count<N: Copy + Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    other: &str,
) -> String {
    let noun = if number == N::from(1) { one } else { other };
    format!("{number} {noun}")
}
