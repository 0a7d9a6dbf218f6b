//! Instants of the wall clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An instant of the wall clock: milliseconds since 1970 in UTC. The caller gives it; nothing here reads
/// a clock. What a match counts in is [`Millis`](crate::Millis) since its deal.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct UnixMillis(pub u64);

impl UnixMillis {
    /// The beginning of 1970, for those who keep no time.
    pub const EPOCH: Self = Self(0);
}

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
