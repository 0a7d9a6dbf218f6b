//! How a server is run.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use croupier_bots::Skill;

use crate::cluster::ClusterConfig;
use crate::public_url::PublicUrl;

/// How a server is run. The command fills it in from its arguments, the environment and a file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where health, readiness and metrics are told to whoever runs the server. None is nowhere.
    pub admin_addr: Option<SocketAddr>,
    /// Whether it serves also where somebody else has `admin_addr`, as a second server may.
    pub admin_is_optional: bool,
    /// The address that people type. Without it, only requests to `localhost` and to plain IP addresses
    /// are answered.
    pub public_url: Option<PublicUrl>,
    /// The address of this server alone, where several are one house. Clients are sent there if their room
    /// is here. None is nowhere: any server takes any client.
    pub advertise: Option<String>,
    /// Proxies whose word about the client's address counts.
    pub trust_proxy: Vec<IpAddr>,
    /// The most rooms.
    pub max_rooms: u64,
    /// The most connections.
    pub max_connections: usize,
    /// How many virtual milliseconds pass in a real one.
    pub time_scale: f64,
    /// How many threads think for bots.
    pub bot_threads: usize,
    /// How good hints are.
    pub hint_skill: Skill,
    /// For how long finished matches are kept.
    pub keep_matches: Duration,
    /// Whether rooms without any delays may be made, for measurements.
    pub allow_bench: bool,
    /// How this server is one of several that are one house. None for a house of its own.
    pub cluster: Option<ClusterConfig>,
    /// From which number all rooms are dealt, for tests and pictures. None is chance.
    pub seed: Option<u64>,
    /// How long it may take to stop, whatever its store and its clients do.
    pub stop_limit: Duration,
    /// A room in which nothing happens for so long, in real time, goes to sleep.
    pub sleep_after: Duration,
    /// How soon something that could not be stored is tried again.
    pub retry_after: Duration,
    /// How long a client may take to read something before it is cut off.
    pub reading_limit: Duration,
    /// How long a client may be silent before it is asked whether it is still there, and how long it
    /// then has to answer.
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
            silence_limit: Duration::from_secs(20),
        }
    }
}

impl Config {
    /// What others of the house are told about where this server is.
    pub(crate) fn advertised(&self) -> String {
        self.advertise.clone().unwrap_or_else(|| format!("http://{}", self.addr))
    }
}
