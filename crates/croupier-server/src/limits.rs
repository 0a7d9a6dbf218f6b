//! Limits per client address: rates, and open connections.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Limited {
    /// Codes that belong to no room.
    WrongCode,
    /// Tokens that belong to no guest.
    WrongToken,
    /// New guests.
    Guest,
    /// New rooms.
    Room,
    /// New sockets.
    Socket,
    /// Requests of all kinds.
    Request,
    /// Pages of finished matches, which take a while to replay.
    Replay,
}

impl Limited {
    /// The burst size, and the rate per second after that.
    fn allowance(self) -> (f64, f64) {
        match self {
            Self::WrongCode | Self::WrongToken => (20.0, 0.2),
            Self::Guest => (50.0, 0.5),
            Self::Room => (60.0, 0.5),
            Self::Socket => (200.0, 10.0),
            Self::Request => (400.0, 40.0),
            Self::Replay => (60.0, 2.0),
        }
    }
}

/// Burst and rate of the frames of one socket: messages, parts of messages, pings and pongs.
const OF_A_SOCKET: (f64, f64) = (100.0, 30.0);

/// The same for all sockets of one address: a household or a school plays at many tables.
const OF_AN_ADDRESS: (f64, f64) = (600.0, 150.0);

/// How many buckets are kept. Full ones are dropped first.
const BUCKETS: usize = 20_000;

/// What each address has left.
#[derive(Debug)]
pub(crate) struct Limits {
    buckets: Mutex<HashMap<(Limited, Network), Bucket>>,
    /// The bucket that the sockets of an address share.
    messages: Mutex<HashMap<Network, SharedBucket>>,
    /// How many connections each address has open.
    open: Arc<Mutex<HashMap<Network, usize>>>,
    /// The maximum of that.
    most_open: usize,
    /// Nothing is limited, for benchmarks, which come from a single address.
    is_lifted: bool,
}

/// What is counted together: an IPv4 address, or an IPv6 /64, which is what one household has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Network(u128);

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u32::try_from(self.0) {
            Ok(addr) => write!(f, "{}", Ipv4Addr::from_bits(addr)),
            Err(_) => write!(f, "{}", Ipv6Addr::from_bits(self.0)),
        }
    }
}

impl From<IpAddr> for Network {
    fn from(addr: IpAddr) -> Self {
        match addr.to_canonical() {
            IpAddr::V4(addr) => Self(addr.to_bits().into()),
            IpAddr::V6(addr) => Self(addr.to_bits() >> 64 << 64),
        }
    }
}

type SharedBucket = Arc<Mutex<Bucket>>;

/// How many frames a socket may send. The shared bucket is looked up only once, so that sockets of
/// different addresses never contend for a lock.
#[derive(Debug)]
pub(crate) struct Messages {
    own: Bucket,
    of_address: SharedBucket,
}

impl Messages {
    /// Whether the socket may send one more frame. If so, counts it.
    pub(crate) fn take(&mut self) -> bool {
        let (size, rate) = OF_AN_ADDRESS;
        self.own.take(OF_A_SOCKET.0, OF_A_SOCKET.1) && lock(&self.of_address).take(size, rate)
    }
}

/// The place of an open connection among those of its address. Free again once it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    network: Network,
    open: Arc<Mutex<HashMap<Network, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        if let Entry::Occupied(mut count) = open.entry(self.network) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A token bucket.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    seen: Instant,
}

impl Bucket {
    /// A full bucket.
    fn full(size: f64) -> Self {
        Self { left: size, seen: Instant::now() }
    }

    fn fill(&mut self, size: f64, rate: f64, now: Instant) {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + passed * rate).min(size);
        self.seen = now;
    }

    /// Takes one token, if there is one.
    fn take(&mut self, size: f64, rate: f64) -> bool {
        self.fill(size, rate, Instant::now());
        let has_one = self.left >= 1.0;
        if has_one {
            self.left -= 1.0;
        }
        has_one
    }
}

impl Limits {
    /// Limits that apply to everyone, or are lifted for everyone. An address may have `most_open`
    /// connections at a time.
    pub(crate) fn new(is_lifted: bool, most_open: usize) -> Self {
        Self {
            buckets: Mutex::default(),
            messages: Mutex::default(),
            open: Arc::default(),
            most_open,
            is_lifted,
        }
    }

    /// Whether nothing is limited.
    pub(crate) fn is_lifted(&self) -> bool {
        self.is_lifted
    }

    /// Whether an address may have one more. If so, counts it.
    pub(crate) fn take(&self, limited: Limited, addr: IpAddr) -> bool {
        if self.is_lifted {
            return true;
        }
        let (size, rate) = limited.allowance();
        self.with(limited, addr, |bucket| bucket.take(size, rate))
    }

    /// Like [`take`](Self::take), but counts nothing.
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

    /// A place for one more connection of an address. `None` if it has too many.
    pub(crate) fn place(&self, addr: IpAddr) -> Option<Place> {
        let network = Network::from(addr);
        let mut open = lock(&self.open);
        let count = open.get(&network).copied().unwrap_or(0);
        if count >= self.most_open && !self.is_lifted {
            return None;
        }
        open.insert(network, count + 1);
        Some(Place { network, open: Arc::clone(&self.open) })
    }

    /// How many frames a new socket of an address may send. `None` if nothing is limited.
    pub(crate) fn messages(&self, addr: IpAddr) -> Option<Messages> {
        if self.is_lifted {
            return None;
        }
        let (size, rate) = OF_AN_ADDRESS;
        let mut messages = lock(&self.messages);
        if messages.len() >= BUCKETS {
            let now = Instant::now();
            // A bucket that is not full outlives its sockets: reconnecting must not refill it.
            messages.retain(|_, bucket| {
                Arc::strong_count(bucket) > 1 || {
                    let mut bucket = lock(bucket);
                    bucket.fill(size, rate, now);
                    bucket.left < size
                }
            });
            if messages.len() >= BUCKETS {
                messages.retain(|_, bucket| Arc::strong_count(bucket) > 1);
            }
        }
        let full = || Arc::new(Mutex::new(Bucket::full(size)));
        let of_address = Arc::clone(messages.entry(addr.into()).or_insert_with(full));
        Some(Messages { own: Bucket::full(OF_A_SOCKET.0), of_address })
    }

    fn with<T>(&self, limited: Limited, addr: IpAddr, work: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = lock(&self.buckets);
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
        let limits = Limits::new(false, 500);
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

    /// How many of `count` messages a socket may send.
    fn sent(socket: &mut Messages, count: usize) -> usize {
        (0..count).filter(|_| socket.take()).count()
    }

    #[test]
    fn sockets_of_one_household_share_what_they_may_send() {
        let limits = Limits::new(false, 500);
        let (one, other) = ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        let far: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let socket = |addr| limits.messages(addr).unwrap();
        let many = |addr| (0..20).map(|_| sent(&mut socket(addr), 90)).sum::<usize>();
        // The buckets refill a little while the sockets send.
        let all = many(one);
        assert!((600..20 * 90).contains(&all), "{all}");
        assert!(many(other) < 600, "whoever comes back has no more than before");
        assert_eq!(sent(&mut socket(far), 90), 90);
        assert!((100..400).contains(&sent(&mut socket(far), 400)), "each has its own limit, too");
        assert!(Limits::new(true, 1).messages(one).is_none());
    }

    #[test]
    fn one_household_may_have_so_many_connections_at_a_time() {
        let limits = Limits::new(false, 3);
        let (one, other): (IpAddr, IpAddr) =
            ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        let far: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let mut places: Vec<_> =
            [one, other, one].into_iter().filter_map(|it| limits.place(it)).collect();
        assert_eq!(places.len(), 3);
        assert!(limits.place(other).is_none());
        assert!(limits.place(far).is_some());
        places.pop();
        assert!(limits.place(other).is_some());
        drop(places);
        assert!(limits.open.lock().unwrap().is_empty(), "nothing is kept");
        let lifted = Limits::new(true, 0);
        assert!(lifted.place(one).is_some());
    }

    #[test]
    fn a_network_is_named_by_its_first_address() {
        for (addr, name) in [
            ("203.0.113.9", "203.0.113.9"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("2001:db8::1:2:3", "2001:db8::"),
            ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ] {
            let network = Network::from(addr.parse::<IpAddr>().unwrap());
            assert_eq!(network.to_string(), name);
            assert_eq!(Network::from(name.parse::<IpAddr>().unwrap()), network);
        }
    }

    #[test]
    fn memory_is_bounded() {
        let limits = Limits::new(false, 500);
        for number in 0..30_000_u32 {
            limits.take(Limited::WrongCode, IpAddr::V4(number.into()));
        }
        assert!(limits.buckets.lock().unwrap().len() <= BUCKETS);
        let open: Vec<_> = (0..100_u32).map(|it| limits.messages(IpAddr::V4(it.into()))).collect();
        for number in 0..30_000_u32 {
            limits.messages(IpAddr::V4(number.into())).unwrap().take();
        }
        assert!(limits.messages.lock().unwrap().len() <= BUCKETS);
        let of_first = limits.messages(IpAddr::V4(0.into())).unwrap().of_address;
        let known = &open[0].as_ref().unwrap().of_address;
        assert!(Arc::ptr_eq(known, &of_first), "an address with sockets is not forgotten");
    }
}
