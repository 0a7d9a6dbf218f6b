//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use croupier_bots::Skill;

use crate::cluster::ClusterConfig;
use crate::public_url::PublicUrl;

/// The configuration of a server. The command line fills it in from arguments, environment and a
/// file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on.
    pub addr: SocketAddr,
    /// The address that serves health, readiness and metrics to operators. `None` serves them
    /// nowhere.
    pub admin_addr: Option<SocketAddr>,
    /// Whether to start even if `admin_addr` is taken, for example by a second server.
    pub admin_is_optional: bool,
    /// The address that people type. Without it, only requests to `localhost` and to plain IP
    /// addresses are answered.
    pub public_url: Option<PublicUrl>,
    /// The address of this node alone, in a cluster. Clients are redirected to it if their room is
    /// here. With `None` clients stay on whichever server they reached.
    pub advertise: Option<String>,
    /// Proxies that are trusted to report the client's address.
    pub trust_proxy: Vec<IpAddr>,
    /// The maximum number of rooms.
    pub max_rooms: u64,
    /// The maximum number of connections.
    pub max_connections: usize,
    /// The maximum number of connections of one address.
    pub max_connections_per_address: usize,
    /// How many virtual milliseconds pass per real one.
    pub time_scale: f64,
    /// How many threads compute the moves of bots.
    pub bot_threads: usize,
    /// How well hints are thought out.
    pub hint_skill: Skill,
    /// How long finished matches are kept.
    pub keep_matches: Duration,
    /// Whether rooms without any delays may be created, for benchmarks.
    pub allow_bench: bool,
    /// How this server takes part in a cluster. `None` for a server on its own.
    pub cluster: Option<ClusterConfig>,
    /// The number that seeds the deals of all rooms, for tests and screenshots. `None` means
    /// random.
    pub seed: Option<u64>,
    /// How long stopping may take, whatever the store and the clients do.
    pub stop_limit: Duration,
    /// A room with no activity for this long, in real time, goes to sleep.
    pub sleep_after: Duration,
    /// How long to wait before a failed write is retried.
    pub retry_after: Duration,
    /// How long a client may take to read a message before it is disconnected.
    pub reading_limit: Duration,
    /// How long a client may take to send the body of a request.
    pub body_limit: Duration,
    /// How long a client may be silent before it is pinged, and how long it then has to answer.
    pub silence_limit: Duration,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            admin_addr: None,
            admin_is_optional: false,
            public_url: None,
            advertise: None,
            trust_proxy: vec![],
            max_rooms: 100_000,
            max_connections: 50_000,
            max_connections_per_address: 500,
            time_scale: 1.0,
            bot_threads: cores.saturating_sub(1).max(1),
            hint_skill: Skill::Tuned { level: 1, times: 1 },
            keep_matches: Duration::from_hours(30 * 24),
            allow_bench: false,
            cluster: None,
            seed: None,
            stop_limit: Duration::from_secs(9),
            sleep_after: Duration::from_secs(10),
            retry_after: Duration::from_millis(500),
            reading_limit: Duration::from_secs(10),
            body_limit: Duration::from_secs(10),
            silence_limit: Duration::from_secs(20),
        }
    }
}

impl Config {
    /// Whether an address is a proxy that is trusted to report the client's address.
    pub(crate) fn trusts(&self, addr: IpAddr) -> bool {
        self.trust_proxy.iter().any(|it| it.to_canonical() == addr.to_canonical())
    }

    /// The address that the other nodes of the house are given for this server.
    pub(crate) fn advertised(&self) -> String {
        self.advertise.clone().unwrap_or_else(|| format!("http://{}", self.addr))
    }
}
