//! The settings of a server: one list that defines arguments, environment variables, file keys and
//! the output of `--check-config`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use croupier_server::{Config, PublicUrl};
use croupier_store::nats::without_secrets;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::settings_file;
use crate::cluster::NatsArgs;
use crate::error::CliError;

/// Every setting. The name of an argument is its key in a file, and its variable is `CROUPIER_` with
/// the name in capitals.
#[derive(Debug, Clone, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Settings {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, env = "CROUPIER_ADDR", default_value = "127.0.0.1:8080", value_parser = address)]
    addr: SocketAddr,
    /// Data folder
    #[arg(long, env = "CROUPIER_DATA", value_name = "DIR", default_value = "croupier-data")]
    pub(super) data: PathBuf,
    /// Store everything in NATS instead, shared with the other servers of the house
    #[arg(long, env = "CROUPIER_CLUSTER", value_name = "nats://A,B,C", hide_env_values = true)]
    #[serde(serialize_with = "as_seen")]
    pub(super) cluster: Option<String>,
    /// URL of this server alone, for clients that are redirected to the server of their room
    #[arg(long, env = "CROUPIER_ADVERTISE", value_name = "URL", requires = "cluster")]
    #[serde(serialize_with = "as_text")]
    advertise: Option<PublicUrl>,
    /// Name of this server in the house; random if omitted
    #[arg(long, env = "CROUPIER_NODE", value_name = "NAME", requires = "cluster", value_parser = node)]
    node: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) nats: NatsArgs,
    /// URL that people use to reach the server
    #[arg(long, env = "CROUPIER_PUBLIC_URL", value_name = "URL")]
    #[serde(serialize_with = "as_text")]
    public_url: Option<PublicUrl>,
    /// Address for metrics, health and readiness, or `none`. If the default is already in use, they
    /// are not served
    #[arg(
        long,
        env = "CROUPIER_ADMIN_ADDR",
        value_name = "ADDR",
        default_value = "127.0.0.1:9464"
    )]
    admin_addr: AdminAddr,
    /// Proxy that is trusted to report the client's address; may be repeated
    #[arg(
        long,
        env = "CROUPIER_TRUST_PROXY",
        value_name = "IP",
        value_delimiter = ',',
        value_parser = ip
    )]
    trust_proxy: Vec<IpAddr>,
    /// Maximum number of rooms
    #[arg(
        long,
        env = "CROUPIER_MAX_ROOMS",
        value_name = "N",
        default_value_t = 100_000,
        value_parser = whole(1, 100_000_000)
    )]
    max_rooms: u64,
    /// Maximum number of connections
    #[arg(
        long,
        env = "CROUPIER_MAX_CONNECTIONS",
        value_name = "N",
        default_value_t = 50_000,
        value_parser = whole(1, 10_000_000)
    )]
    max_connections: u64,
    /// Maximum number of connections of one client address; a proxy that is trusted has no limit
    #[arg(
        long,
        env = "CROUPIER_MAX_CONNECTIONS_PER_ADDRESS",
        value_name = "N",
        default_value_t = 500,
        value_parser = whole(1, 10_000_000)
    )]
    max_connections_per_address: u64,
    /// Days to keep finished matches
    #[arg(
        long,
        env = "CROUPIER_KEEP_MATCHES",
        value_name = "DAYS",
        default_value_t = 30,
        value_parser = whole(1, 36_500)
    )]
    keep_matches: u64,
    /// Number of threads for bots; defaults to one less than the number of cores
    #[arg(long, env = "CROUPIER_BOT_THREADS", value_name = "N", value_parser = whole(1, 1024))]
    bot_threads: Option<u64>,
    /// Speed of the clock relative to real time, for tests
    #[arg(
        long,
        env = "CROUPIER_TIME_SCALE",
        value_name = "X",
        default_value_t = 1.0,
        value_parser = time_scale
    )]
    time_scale: f64,
    /// Allow rooms without delays, for benchmarks
    #[arg(
        long,
        env = "CROUPIER_ALLOW_BENCH",
        value_name = "true|false",
        num_args = 0..=1,
        require_equals = true,
        default_value_t = false,
        default_missing_value = "true",
        action = clap::ArgAction::Set
    )]
    allow_bench: bool,
    /// Seed for the deals of every room, to get the same rooms again in tests and screenshots
    #[arg(long, env = "CROUPIER_SEED", value_name = "N", requires = "allow_bench")]
    seed: Option<u64>,
    /// Format of log lines
    #[arg(long, env = "CROUPIER_LOG", value_enum, default_value_t = LogFormat::Text)]
    pub(super) log: LogFormat,
}

impl Settings {
    /// The name of this server among the others.
    pub(super) fn node(&self) -> String {
        use std::hash::{BuildHasher as _, Hasher as _, RandomState};
        let by_chance = || format!("node-{:08x}", RandomState::new().build_hasher().finish() >> 32);
        self.node.clone().unwrap_or_else(by_chance)
    }
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LogFormat {
    Text,
    Json,
}

/// Where metrics are served, or nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AdminAddr(Option<SocketAddr>);

impl FromStr for AdminAddr {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self(None));
        }
        address(text).map(|addr| Self(Some(addr))).map_err(|why| format!("{why}, or none"))
    }
}

impl Serialize for AdminAddr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(addr) => serializer.collect_str(&addr),
            None => serializer.serialize_str("none"),
        }
    }
}

#[allow(clippy::ref_option)] // The signature that serde requires.
fn as_text<S: Serializer>(url: &Option<PublicUrl>, serializer: S) -> Result<S::Ok, S::Error> {
    match url {
        Some(url) => serializer.collect_str(url),
        None => serializer.serialize_none(),
    }
}

/// Serializes addresses without the passwords they may contain.
#[allow(clippy::ref_option)] // The signature that serde requires.
fn as_seen<S: Serializer>(addresses: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    addresses.as_deref().map(without_secrets).serialize(serializer)
}

fn node(text: &str) -> Result<String, String> {
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=40).contains(&text.len()) && text.bytes().all(is_good) {
        return Ok(text.to_owned());
    }
    Err("it takes up to 40 letters, digits, - and _".to_owned())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let why = "it takes an IP address and a port, such as 127.0.0.1:8080";
    text.parse().map_err(|_| why.to_owned())
}

fn ip(text: &str) -> Result<IpAddr, String> {
    text.trim().parse().map_err(|_| "it takes an IP address, such as 127.0.0.1".to_owned())
}

fn whole(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("it takes a whole number from {least} to {most}")),
    }
}

fn time_scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.001..=100_000.0).contains(&number) => Ok(number),
        _ => Err("it takes a number from 0.001 to 100000".to_owned()),
    }
}

/// Where the value of a setting comes from, in order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Argument,
    Environment,
    File,
    Default,
}

impl Source {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Environment => "environment",
            Self::File => "file",
            Self::Default => "default",
        }
    }
}

/// The settings from arguments and environment. A file may add more.
#[derive(Debug, Clone)]
pub(crate) struct Given(ArgMatches);

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        Settings::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Settings::augment_args_for_update(command)
    }
}

/// A command whose only arguments are the settings.
pub(super) fn command() -> Command {
    let bare = Command::new("serve").disable_help_flag(true).disable_version_flag(true);
    Settings::augment_args(bare)
}

/// The key of a setting.
pub(super) fn key(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// The effective settings.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) settings: Settings,
    pub(super) sources: BTreeMap<String, Source>,
}

impl Given {
    /// The effective settings: argument, environment, file, default.
    pub(super) fn with_file(&self, file: Option<&Path>) -> Result<Chosen, CliError> {
        let written = file.map(settings_file::read).transpose()?.unwrap_or_default();
        let command = command();
        let (mut args, mut sources) = (vec![OsString::from("serve")], BTreeMap::new());
        for arg in command.get_arguments() {
            let (id, key) = (arg.get_id().as_str(), key(arg));
            let mut add = |value: &std::ffi::OsStr| {
                let mut text = OsString::from(format!("--{key}="));
                text.push(value);
                args.push(text);
            };
            let source = match (self.0.value_source(id), written.get(key)) {
                (Some(ValueSource::CommandLine), _) => {
                    self.0.get_raw(id).into_iter().flatten().for_each(add);
                    Source::Argument
                }
                // The parser reads it from there again.
                (Some(ValueSource::EnvVariable), _) => Source::Environment,
                (_, Some(values)) => {
                    for value in values {
                        add(value.as_ref());
                    }
                    Source::File
                }
                (_, None) => Source::Default,
            };
            sources.insert(key.to_owned(), source);
        }
        let settings = command
            .try_get_matches_from(args)
            .and_then(|matches| Settings::from_arg_matches(&matches))
            .map_err(|why| CliError::usage(&why))?;
        Ok(Chosen { settings, sources })
    }
}

impl Chosen {
    /// Key, value and source of every setting, in the order of the list.
    pub(super) fn lines(&self) -> Vec<(String, Value, Source)> {
        let Ok(Value::Object(values)) = serde_json::to_value(&self.settings) else { return vec![] };
        let source = |key: &str| self.sources.get(key).copied().unwrap_or(Source::Default);
        values.into_iter().map(|(key, value)| (key.clone(), value, source(&key))).collect()
    }

    pub(super) fn config(&self) -> Config {
        let Settings {
            addr,
            data: _,
            cluster: _,
            advertise,
            node: _,
            nats: _,
            public_url,
            admin_addr,
            trust_proxy,
            max_rooms,
            max_connections,
            max_connections_per_address,
            keep_matches,
            bot_threads,
            time_scale,
            allow_bench,
            seed,
            log: _,
        } = self.settings.clone();
        let mut config = Config::default();
        config.addr = addr;
        config.admin_addr = admin_addr.0;
        // Nobody asked for the default, so it must not prevent a second server from starting.
        config.admin_is_optional = self.sources.get("admin-addr") == Some(&Source::Default);
        config.public_url = public_url;
        config.advertise = advertise.map(|url| url.to_string());
        config.trust_proxy = trust_proxy;
        config.max_rooms = max_rooms;
        let size = |it: u64| usize::try_from(it).unwrap_or(usize::MAX);
        config.max_connections = size(max_connections);
        config.max_connections_per_address = size(max_connections_per_address);
        config.time_scale = time_scale;
        config.keep_matches = Duration::from_hours(keep_matches * 24);
        config.allow_bench = allow_bench;
        config.seed = seed;
        if let Some(threads) = bot_threads.and_then(|it| usize::try_from(it).ok()) {
            config.bot_threads = threads;
        }
        config
    }
}
