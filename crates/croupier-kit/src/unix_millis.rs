//! Instants of the wall clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A time of the wall clock: milliseconds since 1970 in UTC. The caller supplies it; nothing here
/// reads a clock. The time within a match is [`Millis`](crate::Millis) since its start.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct UnixMillis(pub u64);

impl UnixMillis {
    /// The Unix epoch, for callers that do not track time.
    pub const EPOCH: Self = Self(0);
}

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
