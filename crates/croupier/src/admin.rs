//! `croupier admin`, and copies of a data folder.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use croupier_server::admin::Request;
use croupier_store::sqlite::{self, SqliteStore};
use serde_json::json;

use crate::console::{BAD, BOLD, Console, GOOD};
use crate::data::{Folder, refused};
use crate::error::CliError;
use crate::numbers::counted;

/// Manage a running server
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
    /// Print exactly one JSON object; errors are reported in its `error` field
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// List all rooms
    #[command(after_help = "Examples:\n  croupier admin rooms\n  croupier admin rooms --json")]
    Rooms,
    /// Close a room permanently
    #[command(after_help = "Examples:\n  croupier admin close 7K4J")]
    Close {
        /// Room code
        code: String,
    },
    /// Ban an IP address
    #[command(after_help = "Examples:\n  croupier admin ban 203.0.113.9 --hours 24 --why flooding")]
    Ban {
        /// Address to ban; for IPv6 only the first half counts
        addr: IpAddr,
        /// Duration of the ban in hours; permanent if omitted
        #[arg(long)]
        hours: Option<u32>,
        /// Reason, recorded with the ban
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Lift the ban of an IP address
    #[command(after_help = "Examples:\n  croupier admin unban 203.0.113.9")]
    Unban {
        /// Banned address
        addr: IpAddr,
    },
    /// Save every room and stop the server
    #[command(after_help = "Examples:\n  croupier admin drain")]
    Drain,
}

/// Back up all data of a server, running or stopped, to a file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier backup monday.db --data /var/lib/croupier")]
pub(crate) struct BackupArgs {
    /// Backup file to write; must not exist yet
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Restore a backup into a folder without data
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier restore monday.db --data /var/lib/croupier")]
pub(crate) struct RestoreArgs {
    /// Backup file to restore
    file: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

pub(crate) fn run(args: &AdminArgs, console: &mut Console) -> Result<(), CliError> {
    let request = match &args.command {
        AdminCommand::Rooms => Request::Rooms,
        AdminCommand::Close { code } => Request::Close { code: code.clone() },
        AdminCommand::Ban { addr, hours, why } => {
            Request::Ban { addr: *addr, hours: *hours, why: why.clone() }
        }
        AdminCommand::Unban { addr } => Request::Unban { addr: *addr },
        AdminCommand::Drain => Request::Drain,
    };
    let answer = args.folder.ask(&request)?;
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
        for room in answer["damaged"].as_array().into_iter().flatten() {
            let room = room.as_str().unwrap_or_default();
            console.print(&format!("{BAD}room {room} is damaged{BAD:#}\n"))?;
        }
        return console.print(&format!("{}\n", counted(rooms.len() as u64, "room", "rooms")));
    }
    console.print(&format!("{GOOD}done{GOOD:#}\n"))
}

pub(crate) fn backup(args: &BackupArgs, console: &mut Console) -> Result<(), CliError> {
    let file = std::path::absolute(&args.file)?;
    let request = Request::Backup { file: file.clone() };
    if args.folder.ask_if_served(&request)?.is_none() {
        let copy = async |store: &SqliteStore| store.backup(&file, |_| {}).await.map_err(refused);
        args.folder.with_store(copy)?;
    }
    console.print(&format!("{GOOD}copied{GOOD:#} to {}\n", args.file.display()))
}

pub(crate) fn restore(args: &RestoreArgs, console: &mut Console) -> Result<(), CliError> {
    sqlite::restore(&args.file, &args.folder.data).map_err(refused)?;
    console.print(&format!("{GOOD}restored{GOOD:#} into {}\n", args.folder.data.display()))
}
