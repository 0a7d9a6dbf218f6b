//! `croupier cluster`: a house in NATS, which many servers share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use croupier_store::journal::{RoomId, UnixMillis};
use croupier_store::nats::{self, NatsError, NatsStore, Plan, Settings};
use croupier_store::sqlite::{self, SqliteStore};
use croupier_store::transfer::{self, Clocks, Moved};
use serde::Serialize;
use serde_json::{Value, json};

use crate::console::{BAD, BOLD, Console, GOOD};
use crate::error::CliError;
use crate::numbers::counted;

/// Create, check and manage a house shared by many servers
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier cluster init --cluster nats://10.0.0.1,10.0.0.2,10.0.0.3
  croupier cluster check --cluster nats://10.0.0.1,10.0.0.2,10.0.0.3
  croupier cluster nodes --json
  croupier cluster drain node-2

See docs/cluster.md for how to run a house on many machines.")]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    command: ClusterCommand,
    /// Print exactly one JSON object; errors are reported in its `error` field
    #[arg(long, global = true)]
    json: bool,
}

/// The connection to NATS
#[derive(Debug, Clone, Args, Serialize)]
pub(crate) struct NatsArgs {
    /// NATS credentials file
    #[arg(long = "nats-creds", env = "CROUPIER_NATS_CREDS", value_name = "FILE")]
    #[serde(rename = "nats-creds")]
    creds: Option<PathBuf>,
    /// File of CA certificates to trust in addition to the system's; requires TLS from NATS
    #[arg(long = "nats-ca", env = "CROUPIER_NATS_CA", value_name = "FILE")]
    #[serde(rename = "nats-ca")]
    ca: Option<PathBuf>,
    /// Client certificate, if NATS requires one
    #[arg(long = "nats-cert", env = "CROUPIER_NATS_CERT", value_name = "FILE", requires = "key")]
    #[serde(rename = "nats-cert")]
    cert: Option<PathBuf>,
    /// Private key of the client certificate
    #[arg(long = "nats-key", env = "CROUPIER_NATS_KEY", value_name = "FILE", requires = "cert")]
    #[serde(rename = "nats-key")]
    key: Option<PathBuf>,
}

impl NatsArgs {
    pub(crate) fn settings(&self, cluster: &str, node: &str) -> Settings {
        let mut settings = Settings::new(cluster, node);
        settings.credentials.clone_from(&self.creds);
        settings.ca.clone_from(&self.ca);
        settings.certificate = self.cert.clone().zip(self.key.clone());
        settings
    }
}

/// The house
#[derive(Debug, Args)]
struct HouseArgs {
    /// Addresses of the NATS servers
    #[arg(long, env = "CROUPIER_CLUSTER", value_name = "nats://A,B,C", hide_env_values = true)]
    cluster: String,
    #[command(flatten)]
    nats: NatsArgs,
}

impl HouseArgs {
    fn settings(&self) -> Settings {
        self.nats.settings(&self.cluster, "admin")
    }
}

#[derive(Debug, Subcommand)]
enum ClusterCommand {
    /// Create a house; an existing one is left unchanged
    #[command(after_help = "Examples:
  croupier cluster init --cluster nats://10.0.0.1,10.0.0.2,10.0.0.3
  croupier cluster init --cluster nats://localhost --replicas 1 --streams 1")]
    Init {
        #[command(flatten)]
        house: HouseArgs,
        /// Number of streams for rooms: one or two per NATS server; cannot be changed later
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
        streams: u16,
        /// Number of NATS servers that keep a copy of everything
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=5))]
        replicas: u8,
        /// Days to keep finished matches
        #[arg(long, value_name = "DAYS", default_value_t = 30)]
        keep_matches: u32,
        /// Maximum size of a stream in bytes; limited only by disk space if omitted
        #[arg(long, value_name = "BYTES")]
        stream_bytes: Option<u64>,
    },
    /// Check that the house is reliable; exits with 1 if not
    #[command(after_help = "Examples:
  croupier cluster check --cluster nats://10.0.0.1,10.0.0.2,10.0.0.3
  croupier cluster check --monitor http://10.0.0.1:8222,http://10.0.0.2:8222,http://10.0.0.3:8222")]
    Check {
        #[command(flatten)]
        house: HouseArgs,
        /// Monitoring URLs of all NATS servers; defaults to port 8222 of their addresses
        #[arg(long, env = "CROUPIER_NATS_MONITOR", value_name = "URL", value_delimiter = ',')]
        monitor: Vec<String>,
    },
    /// List running servers
    #[command(after_help = "Examples:\n  croupier cluster nodes\n  croupier cluster nodes --json")]
    Nodes {
        #[command(flatten)]
        house: HouseArgs,
    },
    /// Hand a server's rooms over to the others and stop it
    #[command(after_help = "Examples:\n  croupier cluster drain node-2")]
    Drain {
        /// Name of the server, as listed by `croupier cluster nodes`
        node: String,
        #[command(flatten)]
        house: HouseArgs,
    },
    /// Import everything from a data folder into the house; the folder's server must be stopped
    #[command(after_help = "Examples:\n  croupier cluster import /var/lib/croupier")]
    Import {
        /// Data folder to import
        folder: PathBuf,
        #[command(flatten)]
        house: HouseArgs,
    },
    /// Export the whole house to a file for `croupier restore`
    #[command(after_help = "Examples:\n  croupier cluster export monday.db")]
    Export {
        /// File to write; must not exist yet
        file: PathBuf,
        #[command(flatten)]
        house: HouseArgs,
    },
}

pub(crate) fn refused(why: NatsError) -> CliError {
    CliError::check(why.code(), why.to_string())
}

async fn connect(house: &HouseArgs) -> Result<NatsStore, CliError> {
    NatsStore::connect(&house.settings()).await.map_err(refused)
}

pub(crate) fn run(args: &ClusterArgs, console: &mut Console) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let is_json = args.json;
    match &args.command {
        ClusterCommand::Init { house, streams, replicas, keep_matches, stream_bytes } => {
            let mut plan = Plan::default();
            (plan.streams, plan.replicas) = (*streams, *replicas);
            plan.keep_matches = Duration::from_hours(u64::from(*keep_matches) * 24);
            plan.stream_bytes = *stream_bytes;
            let made = runtime.block_on(nats::init(&house.settings(), &plan)).map_err(refused)?;
            if is_json {
                return console.print_json(&made);
            }
            console.print(&format!(
                "{GOOD}ready{GOOD:#}: {} with {}\n",
                counted(made.streams.into(), "stream", "streams"),
                counted(made.replicas.into(), "replica", "replicas"),
            ))
        }
        ClusterCommand::Check { house, monitor } => {
            let checked = runtime.block_on(nats::check(&house.settings(), monitor));
            print_report(&checked.map_err(refused)?, is_json, console)
        }
        ClusterCommand::Nodes { house } => runtime.block_on(nodes(house, is_json, console)),
        ClusterCommand::Drain { node, house } => {
            runtime.block_on(async {
                let store = connect(house).await?;
                let asked = drain(&store, node).await;
                store.shutdown().await;
                asked
            })?;
            done("asked", is_json, console)
        }
        ClusterCommand::Import { folder, house } => {
            let moved = runtime.block_on(import(folder, house))?;
            print_moved(&moved, is_json, console)
        }
        ClusterCommand::Export { file, house } => {
            let moved = runtime.block_on(async {
                let store = connect(house).await?;
                let moved = transfer::export(&store, file, house_time(), |_| {}).await;
                store.shutdown().await;
                moved.map_err(|why| CliError::check("export", why.to_string()))
            })?;
            print_moved(&moved, is_json, console)
        }
    }
}

fn done(word: &str, is_json: bool, console: &mut Console) -> Result<(), CliError> {
    if is_json {
        console.print_json(&json!({}))
    } else {
        console.print(&format!("{GOOD}{word}{GOOD:#}\n"))
    }
}

fn print_report(
    report: &nats::Report,
    is_json: bool,
    console: &mut Console,
) -> Result<(), CliError> {
    if is_json {
        let servers: Vec<_> = report
            .servers
            .iter()
            .map(|it| json!({"name": it.name, "address": it.address, "version": it.version, "sync_always": it.is_synced, "bytes": it.bytes}))
            .collect();
        let streams: Vec<_> = report
            .streams
            .iter()
            .map(|it| json!({"name": it.name, "replicas": it.replicas, "leader": it.leader, "messages": it.messages, "bytes": it.bytes}))
            .collect();
        console.print_json(&json!({
            "house": report.house,
            "servers": servers,
            "streams": streams,
            "problems": report.problems,
        }))?;
    } else {
        for it in &report.servers {
            let synced = if it.is_synced { "synced" } else { "not synced" };
            console.print(&format!(
                "{BOLD}{:<12}{BOLD:#} {:<10} {synced:<10} {} bytes\n",
                it.name, it.version, it.bytes
            ))?;
        }
        for it in &report.streams {
            let leader = it.leader.as_deref().unwrap_or("–");
            console.print(&format!(
                "{BOLD}{:<12}{BOLD:#} {:>10} messages, {}, leader {leader}\n",
                it.name,
                it.messages,
                counted(it.replicas as u64, "replica", "replicas"),
            ))?;
        }
        for problem in &report.problems {
            console.print(&format!("{BAD}{problem}{BAD:#}\n"))?;
        }
    }
    if report.problems.is_empty() {
        return if is_json { Ok(()) } else { console.print(&format!("{GOOD}good{GOOD:#}\n")) };
    }
    let count = counted(report.problems.len() as u64, "problem", "problems");
    Err(CliError::check("cluster", format!("the house has {count}")))
}

async fn nodes(house: &HouseArgs, is_json: bool, console: &mut Console) -> Result<(), CliError> {
    let store = connect(house).await?;
    let nodes = store.nodes().await;
    store.shutdown().await;
    let nodes = nodes.map_err(|why| CliError::check(why.code(), why.to_string()))?;
    if is_json {
        let nodes: Vec<Value> = nodes
            .iter()
            .map(|(node, it)| json!({"node": node, "addr": it.addr, "rooms": it.rooms, "sockets": it.sockets, "draining": it.draining, "version": it.version}))
            .collect();
        return console.print_json(&json!({"nodes": nodes}));
    }
    for (node, it) in &nodes {
        let draining = if it.draining { " draining" } else { "" };
        console.print(&format!(
            "{BOLD}{node:<16}{BOLD:#} {:<28} {:>6} rooms {:>6} sockets {}{draining}\n",
            it.addr, it.rooms, it.sockets, it.version
        ))?;
    }
    console.print(&format!("{}\n", counted(nodes.len() as u64, "server", "servers")))
}

async fn drain(store: &NatsStore, node: &str) -> Result<(), CliError> {
    let nodes = store.nodes().await;
    let nodes = nodes.map_err(|why| CliError::check(why.code(), why.to_string()))?;
    if !nodes.iter().any(|(name, _)| name == node) {
        return Err(CliError::misuse("no_such_node", format!("no server is called {node}")));
    }
    let asked = store.ask_to_drain(node).await;
    asked.map_err(|why| CliError::check(why.code(), why.to_string()))
}

async fn import(folder: &std::path::Path, house: &HouseArgs) -> Result<Moved, CliError> {
    if !folder.exists() {
        let sentence = format!("there is no folder {}", folder.display());
        return Err(CliError::misuse("file_missing", sentence));
    }
    let from = SqliteStore::open(folder, sqlite::Settings::default());
    let from = from.map_err(|why| CliError::check("store", why.to_string()))?;
    let to = connect(house).await?;
    let moved = async {
        let clocks = Clocks { from: transfer::kept_time(&from).await?, to: house_time() };
        transfer::copy(&from, &to, clocks, |_| {}).await
    };
    let moved = moved.await;
    from.shutdown().await;
    to.shutdown().await;
    moved.map_err(|why| CliError::check("import", why.to_string()))
}

/// The time of a house in NATS, which follows the wall clocks of its servers.
fn house_time() -> UnixMillis {
    UnixMillis(croupier_server::cluster::house_time(1.0).0)
}

fn print_moved(moved: &Moved, is_json: bool, console: &mut Console) -> Result<(), CliError> {
    if is_json {
        let taken = moved.code_taken.iter();
        let taken: Vec<_> =
            taken.map(|(room, code)| json!({"room": room.to_string(), "code": code})).collect();
        console.print_json(&json!({
            "rooms": moved.rooms,
            "skipped": moved.skipped,
            "code_taken": taken,
            "damaged": moved.damaged.iter().map(RoomId::to_string).collect::<Vec<_>>(),
            "records": moved.records,
            "guests": moved.guests,
            "matches": moved.matches,
            "bans": moved.bans,
            "settings": moved.settings,
        }))?;
        return check_moved(moved);
    }
    let parts = [
        counted(moved.rooms, "room", "rooms"),
        counted(moved.guests, "guest", "guests"),
        counted(moved.matches, "match", "matches"),
        counted(moved.bans, "ban", "bans"),
        counted(moved.settings, "setting", "settings"),
    ];
    console.print(&format!("{GOOD}copied{GOOD:#} {}\n", parts.join(", ")))?;
    if moved.skipped > 0 {
        let skipped = counted(moved.skipped, "room was", "rooms were");
        console.print(&format!("{skipped} there already\n"))?;
    }
    for (room, code) in &moved.code_taken {
        let line = format!("room {room} was left out: its code {code} belongs to another room");
        console.print(&format!("{BAD}{line}{BAD:#}\n"))?;
    }
    for room in &moved.damaged {
        console.print(&format!("{BAD}room {room} was left out: it is damaged{BAD:#}\n"))?;
    }
    check_moved(moved)
}

/// Whether everything that there is was copied.
fn check_moved(moved: &Moved) -> Result<(), CliError> {
    if moved.damaged.is_empty() {
        return Ok(());
    }
    let count = counted(moved.damaged.len() as u64, "room is", "rooms are");
    Err(CliError::check("damaged", format!("{count} damaged and not in the copy")))
}
