//! `croupier serve`: rooms behind sockets, and the web client.

mod settings;
mod settings_file;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use croupier_catalog::Catalog;
use croupier_server::cluster::{ClusterConfig, NatsBus};
use croupier_server::{Config, Server, Store};
use croupier_store::nats::NatsStore;
use croupier_store::sqlite::{self, FolderState, Settings, SqliteStore};
use serde_json::{Map, Value, json};

use crate::browser;
use crate::cluster;
use crate::console::{BOLD, Console, FAINT, GOOD};
use crate::error::CliError;
use crate::open_files;

use settings::{Chosen, Given, LogFormat, Source};

/// How long to wait for tasks that are still busy when the server has stopped.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Run a server with tables and the web client
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier serve
  croupier serve --addr 0.0.0.0:8080 --data /var/lib/croupier
  croupier serve --public-url https://cards.example --trust-proxy 127.0.0.1
  croupier serve --config /etc/croupier.toml --check-config
  croupier serve --cluster nats://10.0.0.1,10.0.0.2,10.0.0.3

Settings are taken from arguments, the environment, the file and the defaults, in this order. In the
file a setting has the name of its argument: max-rooms = 500. Without --public-url the server answers
only requests to localhost and to plain IP addresses, so that a phone on the same network can join.
TLS is left to a proxy. See docs/operate.md for more, and docs/cluster.md for many servers that form
one house.")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    given: Given,
    /// Settings file, in TOML
    #[arg(long, env = "CROUPIER_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print all settings and the source of each, check them, and exit
    #[arg(long)]
    check_config: bool,
    /// Print exactly one JSON object; requires --check-config
    #[arg(long, requires = "check_config")]
    json: bool,
    /// Open the start page in a browser, if there is one
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(
    catalog: &Catalog,
    args: &ServeArgs,
    console: &mut Console,
) -> Result<(), CliError> {
    let chosen = args.given.with_file(args.config.as_deref())?;
    if args.check_config {
        return check(&chosen, args, console);
    }
    let (mut config, data) = (chosen.config(), &chosen.settings.data);
    start_log(chosen.settings.log);
    log_panics();
    open_files::allow_many();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let Some(cluster) = &chosen.settings.cluster else {
        let store = SqliteStore::open(data, Settings::default())
            .map_err(|why| CliError::check("store", why.to_string()).at(data.display()))?;
        let served = runtime.block_on(serve(catalog, store, config, args, data, console));
        runtime.shutdown_timeout(LAST_WORDS);
        return served;
    };
    let node = chosen.settings.node();
    let served = runtime.block_on(async {
        let settings = chosen.settings.nats.settings(cluster, &node);
        let store = NatsStore::connect(&settings).await.map_err(cluster::refused)?;
        // The folder contains nothing but the socket for `croupier admin`.
        let folder = data.join(&node);
        std::fs::create_dir_all(&folder)
            .map_err(|why| CliError::check("file_io", why.to_string()).at(folder.display()))?;
        tracing::info!(%node, "this server is one of a house in NATS");
        let bus = NatsBus::new(&store).await;
        let bus = bus.map_err(|why| CliError::check("cluster", why.to_string()))?;
        config.cluster = Some(ClusterConfig::new(std::sync::Arc::new(bus)));
        serve(catalog, store, config, args, &folder, console).await
    });
    runtime.shutdown_timeout(LAST_WORDS);
    served
}

/// Logs where a bug has shown itself, and nothing else: the message may name hidden cards.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        let thread = std::thread::current().name().unwrap_or_default().to_owned();
        tracing::error!(location, thread, "a part of the server has panicked");
    }));
}

/// Serves until it is asked to stop. The socket for `croupier admin` is in the folder.
async fn serve<S: Store>(
    catalog: &Catalog,
    store: S,
    config: Config,
    args: &ServeArgs,
    folder: &Path,
    console: &mut Console,
) -> Result<(), CliError> {
    let stop_limit = config.stop_limit;
    let server = Server::start(catalog.clone(), store.clone(), config).await;
    let server = server.map_err(|why| CliError::check("listen", why.to_string()))?;
    let address = format!("http://{}", server.addr());
    console.print(&format!("Croupier serves at {address}\n"))?;
    if args.open && !browser::open(&address) {
        console.print("There is no browser to open it in.\n")?;
    }
    let (drain, mut drained) = tokio::sync::watch::channel(false);
    #[cfg(unix)]
    let admin = {
        let (house, folder) = (std::sync::Arc::clone(server.house()), folder.to_owned());
        tokio::spawn(async move {
            if let Err(why) = croupier_server::admin::serve(house, &folder, drain).await {
                tracing::warn!(%why, "`croupier admin` cannot reach this server");
            }
        })
    };
    #[cfg(not(unix))]
    let _drain = drain;
    tokio::select! {
        stopped = stop_signal() => stopped?,
        Ok(()) = drained.changed() => {}
        () = server.drained() => {}
    }
    #[cfg(unix)]
    {
        admin.abort();
        let _ = std::fs::remove_file(folder.join(croupier_server::admin::SOCKET));
    }
    let until = tokio::time::Instant::now() + stop_limit;
    server.stop_until(until).await;
    if tokio::time::timeout_at(until, store.end()).await.is_err() {
        tracing::warn!("the store does not shut down in time; what is stored is safe");
        // Dropping it would wait for whatever is stuck.
        std::mem::forget(store);
    }
    Ok(())
}

/// Prints the settings as they would be used. Values were checked when they were read; what is left
/// is whether the folder is usable. A server running on it is no error: this may be a check before
/// its restart.
fn check(chosen: &Chosen, args: &ServeArgs, console: &mut Console) -> Result<(), CliError> {
    let found = sqlite::look_at(&chosen.settings.data);
    let lines = chosen.lines();
    if args.json {
        let line = |(key, value, source): (String, Value, Source)| {
            (key, json!({"value": value, "from": source}))
        };
        console.print_json(&json!({
            "config": args.config,
            "settings": lines.into_iter().map(line).collect::<Map<_, _>>(),
            "data": found.as_ref().ok().map(|state| state_word(*state)),
        }))?;
    } else {
        for (key, value, source) in lines {
            let value = match value {
                Value::Null => "–".to_owned(),
                Value::String(text) => text,
                Value::Array(parts) if parts.is_empty() => "–".to_owned(),
                Value::Array(parts) => {
                    let parts = parts.iter().filter_map(Value::as_str);
                    parts.collect::<Vec<_>>().join(", ")
                }
                other => other.to_string(),
            };
            let source = source.word();
            console.print(&format!(
                "{BOLD}{key:<16}{BOLD:#} {value:<30} {FAINT}{source}{FAINT:#}\n"
            ))?;
        }
    }
    let data = chosen.settings.data.display();
    let state = found.map_err(|why| {
        CliError::check(why.code(), format!("data: the folder {data} cannot be used: {why}"))
    })?;
    if !args.json {
        console
            .print(&format!("{GOOD}good{GOOD:#} The folder {data} is {}.\n", state_word(state)))?;
    }
    Ok(())
}

fn state_word(state: FolderState) -> &'static str {
    match state {
        FolderState::New => "new",
        FolderState::Free => "free",
        FolderState::InUse => "in use",
    }
}

/// Waits until the program is asked to stop.
pub(crate) async fn stop_signal() -> Result<(), CliError> {
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
    // The default level: what operators have to know.
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    // A second server in the same process uses the log of the first.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
