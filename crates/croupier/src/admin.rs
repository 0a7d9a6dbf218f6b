//! `croupier admin` and the commands that work on a data folder.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use croupier_store::sqlite;
use serde_json::{Value, json};

use crate::cli::Output;
use crate::console::{BOLD, Console, GOOD};
use crate::fault::CliError;
use crate::numbers::counted;

/// Ask something of a server that runs
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier admin rooms --data /var/lib/croupier
  croupier admin close 7K4J
  croupier admin ban 203.0.113.9 --hours 24 --why flooding
  croupier admin drain")]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    folder: Folder,
    /// Print one JSON object and nothing else; a failure is in it as `error`
    #[arg(long, global = true)]
    json: bool,
}

/// The folder of a server
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder in which the server keeps everything
    #[arg(
        long,
        env = "CROUPIER_DATA",
        value_name = "DIR",
        default_value = "croupier-data",
        global = true
    )]
    data: PathBuf,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// List all rooms
    #[command(after_help = "Examples:\n  croupier admin rooms\n  croupier admin rooms --json")]
    Rooms,
    /// Close a room for good
    #[command(after_help = "Examples:\n  croupier admin close 7K4J")]
    Close {
        /// Its code
        code: String,
    },
    /// Keep an address out
    #[command(after_help = "Examples:\n  croupier admin ban 203.0.113.9 --hours 24 --why flooding")]
    Ban {
        /// The address; of an IPv6 address the first half counts
        addr: IpAddr,
        /// For how long; for ever if it is not given
        #[arg(long)]
        hours: Option<u32>,
        /// Why, for whoever reads the list
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Let an address in again
    #[command(after_help = "Examples:\n  croupier admin unban 203.0.113.9")]
    Unban {
        /// The address
        addr: IpAddr,
    },
    /// Save every room and end the server
    #[command(after_help = "Examples:\n  croupier admin drain")]
    Drain,
}

/// Copy everything that a server keeps to a file, while it runs or not
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier backup monday.db --data /var/lib/croupier")]
pub(crate) struct BackupArgs {
    /// The file, which must be new
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Bring a copy back into a folder that has no data
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier restore monday.db --data /var/lib/croupier")]
pub(crate) struct RestoreArgs {
    /// The copy
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Look at the store of a server that does not run
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:
  croupier store check --data /var/lib/croupier")]
pub(crate) enum StoreCommand {
    /// Read everything and name what is damaged
    #[command(after_help = "Examples:
  croupier store check --data /var/lib/croupier
  croupier store check --json")]
    Check {
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        output: Output,
    },
}

pub(crate) fn run(args: &AdminArgs, console: &mut Console) -> Result<(), CliError> {
    use croupier_server::admin::Request;
    let request = match &args.command {
        AdminCommand::Rooms => Request::Rooms,
        AdminCommand::Close { code } => Request::Close { code: code.clone() },
        AdminCommand::Ban { addr, hours, why } => {
            Request::Ban { addr: *addr, hours: *hours, why: why.clone() }
        }
        AdminCommand::Unban { addr } => Request::Unban { addr: *addr },
        AdminCommand::Drain => Request::Drain,
    };
    let answer = ask(&args.folder.data, &request)?;
    if args.json {
        return console.print_json(&if answer.is_null() { json!({}) } else { answer });
    }
    if let Some(rooms) = answer["rooms"].as_array() {
        for room in rooms {
            let text = |key: &str| room[key].as_str().unwrap_or("–").to_owned();
            let awake = if room["awake"] == true { "awake" } else { "asleep" };
            console.print(&format!(
                "{BOLD}{:<12}{BOLD:#} {:<12} {:<10} {:>2} of {:<2} {awake}\n",
                text("code"),
                text("game"),
                text("phase"),
                room["people"],
                room["seats"],
            ))?;
        }
        return console.print(&format!("{}\n", counted(rooms.len() as u64, "room", "rooms")));
    }
    console.print(&format!("{GOOD}done{GOOD:#}\n"))
}

fn ask(data: &Path, request: &croupier_server::admin::Request) -> Result<Value, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asked = runtime.block_on(croupier_server::admin::ask(data, request));
    let answer = asked.map_err(|why| {
        let sentence = format!("no server runs on {}: {why}", data.display());
        CliError::check("no_server", sentence)
    })?;
    answer.map_err(|why| CliError::check("refused", why))
}

pub(crate) fn backup(args: &BackupArgs, console: &mut Console) -> Result<(), CliError> {
    let data = &args.folder.data;
    let file = std::path::absolute(&args.file)?;
    if data.join(croupier_server::admin::SOCKET).exists() {
        ask(data, &croupier_server::admin::Request::Backup { file })?;
    } else {
        let found = |why: sqlite::StartError| CliError::check("store", why.to_string());
        if !data.exists() {
            let sentence = format!("there is no folder {}", data.display());
            return Err(CliError::misuse("file_missing", sentence));
        }
        let store = sqlite::SqliteStore::open(data, sqlite::Settings::default()).map_err(found)?;
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        runtime.block_on(async {
            let copied = store.backup(&file, |_| {}).await;
            store.shutdown().await;
            copied.map_err(found)
        })?;
    }
    console.print(&format!("{GOOD}copied{GOOD:#} to {}\n", args.file.display()))
}

pub(crate) fn restore(args: &RestoreArgs, console: &mut Console) -> Result<(), CliError> {
    sqlite::restore(&args.file, &args.folder.data)
        .map_err(|why| CliError::check("store", why.to_string()))?;
    console.print(&format!("{GOOD}restored{GOOD:#} into {}\n", args.folder.data.display()))
}

pub(crate) fn store(command: &StoreCommand, console: &mut Console) -> Result<(), CliError> {
    let StoreCommand::Check { folder, output } = command;
    let report =
        sqlite::check(&folder.data).map_err(|why| CliError::check("store", why.to_string()))?;
    let damaged: Vec<_> = report
        .damaged
        .iter()
        .map(|it| json!({"room": it.room.map(|room| room.to_string()), "why": it.why.to_string()}))
        .collect();
    if output.json {
        console.print_json(&json!({
            "rooms": report.rooms,
            "records": report.records,
            "damaged": damaged,
        }))?;
    } else {
        let (rooms, records) =
            (counted(report.rooms, "room", "rooms"), counted(report.records, "record", "records"));
        console.print(&format!("{rooms}, {records}\n"))?;
        for it in &report.damaged {
            let room = it.room.map_or_else(|| "unknown".to_owned(), |room| room.to_string());
            console.print(&format!("room {room}: {}\n", it.why))?;
        }
    }
    if report.damaged.is_empty() {
        return Ok(());
    }
    let count = counted(report.damaged.len() as u64, "place", "places");
    Err(CliError::check("damaged", format!("{count} of the store are not what was written")))
}
