//! How a server is run.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use croupier_bots::Skill;

/// How a server is run. The command fills it in from its arguments, the environment and a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where health, readiness and metrics are told to whoever runs the server. None is nowhere.
    pub admin_addr: Option<SocketAddr>,
    /// The address that people type, such as `https://cards.example`. Without it, only requests to
    /// `localhost` and to plain IP addresses are answered.
    pub public_url: Option<String>,
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
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            admin_addr: None,
            public_url: None,
            trust_proxy: vec![],
            max_rooms: 100_000,
            max_connections: 50_000,
            time_scale: 1.0,
            bot_threads: cores.saturating_sub(1).max(1),
            hint_skill: Skill::Tuned { level: 1, times: 1 },
            keep_matches: Duration::from_secs(30 * 24 * 3600),
            allow_bench: false,
        }
    }
}
