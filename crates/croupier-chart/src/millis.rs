//! Virtual time, counted in milliseconds.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Milliseconds of virtual time: an instant since the clock's start, or a span between two instants.
///
/// Sums and differences saturate, so that no stamp from outside can overflow a clock. There is no
/// arithmetic with plain integers: a number becomes a time only where the code says `Millis`.
///
/// ```
/// use croupier_chart::Millis;
///
/// let start = Millis::from_secs(2);
/// let due = start + Millis(500);
/// assert_eq!(due.to_string(), "2500 ms");
/// assert_eq!(due - start, Millis(500));
/// assert_eq!(start - due, Millis::ZERO);
/// assert_eq!(Millis::MAX + due, Millis::MAX);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// The clock's start, or an empty span.
    pub const ZERO: Self = Self(0);
    /// The last instant; sums saturate here.
    pub const MAX: Self = Self(u64::MAX);

    /// A span of this many seconds.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// A span of this many days.
    pub const fn from_days(days: u64) -> Self {
        Self::from_secs(days.saturating_mul(24 * 60 * 60))
    }

    /// The number of milliseconds.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether this is an empty span.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Add for Millis {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Millis {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Millis {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Millis {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Millis {
    fn sum<I: Iterator<Item = Self>>(spans: I) -> Self {
        spans.fold(Self::ZERO, Add::add)
    }
}

/// For hosts that wait in real time.
impl From<Millis> for Duration {
    fn from(span: Millis) -> Self {
        Self::from_millis(span.0)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_a_plain_number() {
        assert_eq!(serde_json::to_string(&Millis(1500)).unwrap(), "1500");
        assert_eq!(serde_json::from_str::<Millis>("1500").unwrap(), Millis(1500));
    }

    #[test]
    fn sums_and_differences_stop_at_the_ends_of_time() {
        let mut at = Millis::MAX - Millis(1);
        at += Millis(5);
        assert_eq!(at, Millis::MAX);
        at -= Millis::MAX;
        at -= Millis(1);
        assert_eq!(at, Millis::ZERO);
        assert_eq!([Millis(1), Millis(2), Millis::MAX].into_iter().sum::<Millis>(), Millis::MAX);
        assert_eq!(Millis::from_secs(u64::MAX), Millis::MAX);
    }

    #[test]
    fn it_becomes_a_duration() {
        assert_eq!(Duration::from(Millis(1500)), Duration::from_millis(1500));
    }
}
