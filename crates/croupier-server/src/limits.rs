//! How much one address may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Limited {
    /// Codes that are no room's.
    WrongCode,
    /// Tokens that are nobody's.
    WrongToken,
    /// New guests.
    Guest,
    /// New rooms.
    Room,
    /// New sockets.
    Socket,
    /// Requests of all kinds.
    Request,
}

impl Limited {
    /// How many at once, and how many a second after that.
    fn allowance(self) -> (f64, f64) {
        match self {
            Self::WrongCode | Self::WrongToken => (20.0, 0.2),
            Self::Guest => (50.0, 0.5),
            Self::Room => (60.0, 0.5),
            Self::Socket => (200.0, 10.0),
            Self::Request => (400.0, 40.0),
        }
    }
}

/// How many buckets are kept. Full ones are forgotten first.
const BUCKETS: usize = 20_000;

/// What is left for each address.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    buckets: Mutex<HashMap<(Limited, Network), Bucket>>,
    /// Nothing is limited: a measurement comes from one address.
    is_lifted: bool,
}

/// Who is counted together: an IPv4 address, or the 64 bits of an IPv6 address that one household has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Network(u128);

impl From<IpAddr> for Network {
    fn from(addr: IpAddr) -> Self {
        match addr.to_canonical() {
            IpAddr::V4(addr) => Self(addr.to_bits().into()),
            IpAddr::V6(addr) => Self(addr.to_bits() >> 64 << 64),
        }
    }
}

/// A bucket of tokens, which fills up with time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    left: f64,
    seen: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn full(size: f64) -> Self {
        Self { left: size, seen: Instant::now() }
    }

    fn fill(&mut self, size: f64, rate: f64, now: Instant) {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + passed * rate).min(size);
        self.seen = now;
    }

    /// Takes one token, if there is one.
    pub(crate) fn take(&mut self, size: f64, rate: f64) -> bool {
        self.fill(size, rate, Instant::now());
        let has_one = self.left >= 1.0;
        if has_one {
            self.left -= 1.0;
        }
        has_one
    }
}

impl Limits {
    /// Limits that hold for everybody, or for nobody.
    pub(crate) fn new(is_lifted: bool) -> Self {
        Self { is_lifted, ..Self::default() }
    }

    /// Whether they hold for nobody.
    pub(crate) fn is_lifted(&self) -> bool {
        self.is_lifted
    }

    /// Whether an address may have one more. If so it is counted.
    pub(crate) fn take(&self, limited: Limited, addr: IpAddr) -> bool {
        if self.is_lifted {
            return true;
        }
        let (size, rate) = limited.allowance();
        self.with(limited, addr, |bucket| bucket.take(size, rate))
    }

    /// Whether an address may have one more. Nothing is counted.
    pub(crate) fn has(&self, limited: Limited, addr: IpAddr) -> bool {
        if self.is_lifted {
            return true;
        }
        let (size, rate) = limited.allowance();
        self.with(limited, addr, |bucket| {
            bucket.fill(size, rate, Instant::now());
            bucket.left >= 1.0
        })
    }

    fn with<T>(&self, limited: Limited, addr: IpAddr, work: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= BUCKETS {
            let now = Instant::now();
            buckets.retain(|(limited, _), bucket| {
                let (size, rate) = limited.allowance();
                bucket.fill(size, rate, now);
                bucket.left < size
            });
            if buckets.len() >= BUCKETS {
                buckets.clear(); // An attack from everywhere: memory matters more.
            }
        }
        let (size, _) = limited.allowance();
        work(buckets.entry((limited, addr.into())).or_insert_with(|| Bucket::full(size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_household_is_counted_together_and_others_are_not() {
        let limits = Limits::default();
        let (one, other) = ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        let far: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let taken = (0..100).filter(|_| limits.take(Limited::WrongCode, one)).count();
        assert_eq!(taken, 20);
        assert!(!limits.take(Limited::WrongCode, other));
        assert!(limits.take(Limited::WrongCode, far));
        assert!(limits.take(Limited::Room, one), "another limit");
        let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
        assert_eq!(Network::from(mapped), Network::from("192.0.2.1".parse::<IpAddr>().unwrap()));
    }

    #[test]
    fn memory_is_bounded() {
        let limits = Limits::default();
        for number in 0..30_000_u32 {
            limits.take(Limited::WrongCode, IpAddr::V4(number.into()));
        }
        assert!(limits.buckets.lock().unwrap().len() <= BUCKETS);
    }
}
