//! `croupier store`: the store of a server that does not run.

use clap::Subcommand;
use croupier_catalog::Catalog;
use croupier_store::journal::{Filter, Journal as _, OpenError, RoomId};
use croupier_store::sqlite::{self, SqliteStore};
use serde_json::json;

use crate::cli::Output;
use crate::console::{Console, GOOD};
use crate::data::{Folder, refused};
use crate::error::CliError;
use crate::numbers::counted;

/// Check the store of a stopped server, or close rooms in it
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:
  croupier store check --data /var/lib/croupier
  croupier store close 0a1b2c3d4e5f60718293a4b5c6d7e8f9 --data /var/lib/croupier")]
pub(crate) enum StoreCommand {
    /// Read everything, replay every room, and report what is damaged
    #[command(after_help = "Examples:
  croupier store check --data /var/lib/croupier
  croupier store check --json")]
    Check {
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        output: Output,
    },
    /// Close a room permanently, even if it is damaged
    #[command(after_help = "Examples:
  croupier store close 0a1b2c3d4e5f60718293a4b5c6d7e8f9 --data /var/lib/croupier")]
    Close {
        /// Room id, as printed by `croupier store check` and `croupier admin rooms --json`
        room: RoomId,
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        output: Output,
    },
}

pub(crate) fn run(
    catalog: &Catalog,
    command: &StoreCommand,
    console: &mut Console,
) -> Result<(), CliError> {
    match command {
        StoreCommand::Check { folder, output } => check(catalog, folder, output, console),
        StoreCommand::Close { room, folder, output } => close(*room, folder, output, console),
    }
}

/// Something that is not what was written.
struct Damaged {
    room: Option<RoomId>,
    why: String,
}

fn check(
    catalog: &Catalog,
    folder: &Folder,
    output: &Output,
    console: &mut Console,
) -> Result<(), CliError> {
    let report = sqlite::check(&folder.data).map_err(refused)?;
    let damaged = report.damaged.iter();
    let mut damaged: Vec<_> =
        damaged.map(|it| Damaged { room: it.room, why: it.why.to_string() }).collect();
    let replayed = folder.with_store(async |store| replay(catalog, store, &mut damaged).await);
    let replayed = match replayed {
        // A file that is damaged as a whole cannot be opened; that is reported already.
        Err(_) if !damaged.is_empty() => 0,
        replayed => replayed?,
    };
    if output.json {
        let room =
            |it: &Damaged| json!({"room": it.room.map(|room| room.to_string()), "why": it.why});
        console.print_json(&json!({
            "rooms": report.rooms,
            "records": report.records,
            "replayed": replayed,
            "damaged": damaged.iter().map(room).collect::<Vec<_>>(),
        }))?;
    } else {
        let (rooms, records) =
            (counted(report.rooms, "room", "rooms"), counted(report.records, "record", "records"));
        console.print(&format!("{rooms}, {records}, of which {replayed} were replayed\n"))?;
        for it in &damaged {
            let room = it.room.map_or_else(|| "unknown".to_owned(), |room| room.to_string());
            console.print(&format!("room {room}: {}\n", it.why))?;
        }
    }
    if damaged.is_empty() {
        return Ok(());
    }
    let count = counted(damaged.len() as u64, "place", "places");
    Err(CliError::check("damaged", format!("the store is damaged in {count}")))
}

/// Rebuilds every room from its snapshot and its records, as a server would, and returns how many
/// records there were. Skips rooms that are known to be damaged.
async fn replay(
    catalog: &Catalog,
    store: &SqliteStore,
    damaged: &mut Vec<Damaged>,
) -> Result<u64, CliError> {
    let unread = |why: String| CliError::check("store", why);
    let (mut replayed, mut after) = (0, None);
    loop {
        let page = store.list(Filter::default(), after).await;
        let page = page.map_err(|why| unread(why.to_string()))?;
        for listed in page.items {
            let room = listed.entry.room;
            let opened = match store.open(room).await {
                Ok(opened) => opened,
                // Reported already.
                Err(OpenError::Damaged(_)) => continue,
                Err(why) => return Err(unread(why.to_string())),
            };
            match croupier_server::replay_room(catalog, &opened.snapshot, &opened.records) {
                Ok(()) => replayed += opened.records.len() as u64,
                Err(why) => damaged.push(Damaged { room: Some(room), why: why.to_string() }),
            }
            store.release(opened.held).await;
        }
        after = page.next;
        if after.is_none() {
            return Ok(replayed);
        }
    }
}

fn close(
    room: RoomId,
    folder: &Folder,
    output: &Output,
    console: &mut Console,
) -> Result<(), CliError> {
    let was_there = folder.with_store(async |store| {
        let removed = store.discard(room).await;
        removed.map_err(|why| CliError::check(why.code(), why.to_string()))
    })?;
    if !was_there {
        return Err(CliError::misuse("room_missing", format!("there is no room {room}")));
    }
    if output.json {
        return console.print_json(&json!({"closed": room.to_string()}));
    }
    console.print(&format!("{GOOD}closed{GOOD:#} {room}\n"))
}
