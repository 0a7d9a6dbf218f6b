//! `croupier serve`: rooms behind sockets, and the web client.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use croupier_catalog::Catalog;
use croupier_server::{Config, Server};
use croupier_store::sqlite::{Settings, SqliteStore};

use crate::browser;
use crate::console::Console;
use crate::fault::CliError;

/// Serve tables and the web client
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier serve
  croupier serve --addr 0.0.0.0:8080 --data /var/lib/croupier
  croupier serve --public-url https://cards.example --trust-proxy 127.0.0.1

Without --public-url it answers requests to localhost and to plain IP addresses, so that a phone in
the same house can join. TLS is a proxy's job. docs/operate.md says more.")]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, env = "CROUPIER_ADDR", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// The folder in which everything is kept
    #[arg(long, env = "CROUPIER_DATA", value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// The address that people type
    #[arg(long, env = "CROUPIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Where metrics, health and readiness are told
    #[arg(long, env = "CROUPIER_ADMIN_ADDR", value_name = "ADDR")]
    admin_addr: Option<SocketAddr>,
    /// A proxy whose word about the client's address counts; may be repeated
    #[arg(long, env = "CROUPIER_TRUST_PROXY", value_name = "IP", value_delimiter = ',')]
    trust_proxy: Vec<IpAddr>,
    /// The most rooms
    #[arg(long, env = "CROUPIER_MAX_ROOMS", value_name = "N", default_value_t = 100_000)]
    max_rooms: u64,
    /// The most connections
    #[arg(long, env = "CROUPIER_MAX_CONNECTIONS", value_name = "N", default_value_t = 50_000)]
    max_connections: usize,
    /// For how many days finished matches are kept
    #[arg(long, env = "CROUPIER_KEEP_MATCHES", value_name = "DAYS", default_value_t = 30)]
    keep_matches: u32,
    /// How many threads think for bots; by default one less than there are cores
    #[arg(long, env = "CROUPIER_BOT_THREADS", value_name = "N")]
    bot_threads: Option<usize>,
    /// How much faster than life the clock goes, for tests
    #[arg(long, env = "CROUPIER_TIME_SCALE", value_name = "X", default_value_t = 1.0)]
    time_scale: f64,
    /// Allow rooms without any delays, for measurements
    #[arg(long, env = "CROUPIER_ALLOW_BENCH")]
    allow_bench: bool,
    /// Open the first page in a browser, if there is one
    #[arg(long)]
    open: bool,
    /// How log lines are written
    #[arg(long, env = "CROUPIER_LOG", value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl ServeArgs {
    fn config(&self) -> Result<Config, CliError> {
        if !(self.time_scale.is_finite() && (0.001..=100_000.0).contains(&self.time_scale)) {
            let why = "--time-scale takes a number from 0.001 to 100000";
            return Err(CliError::misuse("bad_time_scale", why));
        }
        let mut config = Config::default();
        config.addr = self.addr;
        config.admin_addr = self.admin_addr;
        config.public_url.clone_from(&self.public_url);
        config.trust_proxy.clone_from(&self.trust_proxy);
        config.max_rooms = self.max_rooms;
        config.max_connections = self.max_connections;
        config.time_scale = self.time_scale;
        config.keep_matches = Duration::from_hours(u64::from(self.keep_matches) * 24);
        config.allow_bench = self.allow_bench;
        config.bot_threads = self.bot_threads.unwrap_or(config.bot_threads);
        Ok(config)
    }
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &ServeArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let config = args.config()?;
    start_log(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let store = SqliteStore::open(&args.data, Settings::default())
        .map_err(|why| CliError::check("store", why.to_string()).at(args.data.display()))?;
    runtime.block_on(async {
        let server =
            Server::start(catalog.clone(), store.clone(), config).await.map_err(|why| {
                CliError::check("listen", format!("cannot listen on {}: {why}", args.addr))
            })?;
        let address = format!("http://{}", server.addr());
        console.print(&format!("Croupier serves at {address}\n"))?;
        if args.open && !browser::open(&address) {
            console.print("There is no browser to open it in.\n")?;
        }
        let (drain, mut drained) = tokio::sync::watch::channel(false);
        #[cfg(unix)]
        let admin = {
            let (house, data) = (std::sync::Arc::clone(server.house()), args.data.clone());
            tokio::spawn(async move {
                if let Err(why) = croupier_server::admin::serve(house, &data, drain).await {
                    tracing::warn!(%why, "`croupier admin` cannot reach this server");
                }
            })
        };
        #[cfg(not(unix))]
        let _drain = drain;
        tokio::select! {
            stopped = stop_signal() => stopped?,
            Ok(()) = drained.changed() => {}
        }
        #[cfg(unix)]
        {
            admin.abort();
            let _ = std::fs::remove_file(args.data.join(croupier_server::admin::SOCKET));
        }
        server.stop().await;
        store.shutdown().await;
        Ok(())
    })
}

/// Waits until somebody wants the server to stop.
async fn stop_signal() -> Result<(), CliError> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut term, mut int) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

fn start_log(format: LogFormat) {
    // The default level: what whoever runs the server has to know.
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    // A second server in one process keeps the log of the first.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
