//! The SQLite engine: the journal contract, and tests of its own.
#![allow(clippy::unwrap_used)] // Test helpers fail like tests.

mod copies;
mod damage;
mod faults;
mod kill;
mod model;
mod moving;
mod registry;
mod space;

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use croupier_store::journal::{Entry, Journal, Opened, RoomId, Snapshot};
use croupier_store::sqlite::{Settings, SqliteStore};

croupier_store::journal_contract!(run);

/// Runs a behaviour on a store of its own.
fn run(name: &str, behaviour: impl AsyncFnOnce(&SqliteStore)) {
    let store = open(&folder(name));
    block_on(behaviour(&store));
}

/// Runs a future, without timers and sockets.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// An empty folder for the data of one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("journal").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder, Settings::default()).unwrap()
}

/// The default settings with changes.
fn settings(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings);
    settings
}

fn text(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

fn snapshot(bytes: &str) -> Snapshot {
    Snapshot { versions: "1".to_owned(), bytes: text(bytes) }
}

async fn create(store: &impl Journal, room: u128) -> Opened {
    store.create(Entry::new(RoomId::new(room), "game"), snapshot("plan")).await.unwrap()
}

/// Copies what is on disk at this moment, as a crash would leave it.
fn crash_copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for name in ["croupier.db", "croupier.db-wal"] {
        if from.join(name).exists() {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

#[test]
fn a_folder_is_opened_once() {
    let folder = folder("once");
    let store = open(&folder);
    let second = SqliteStore::open(&folder, Settings::default()).unwrap_err();
    assert_eq!(second.code(), "data_in_use");
    assert!(second.to_string().ends_with("only one server can run on a data folder"), "{second}");
    let other = store.clone();
    drop(store);
    assert!(SqliteStore::open(&folder, Settings::default()).is_err(), "a handle is left");
    drop(other);
    block_on(open(&folder).shutdown());
}

#[test]
fn a_store_that_is_shut_down_says_so() {
    let store = open(&folder("stopped"));
    block_on(async {
        let mut opened = create(&store, 1).await;
        store.shutdown().await;
        store.shutdown().await;
        let append = store.append(&mut opened.held, vec![text("a")]).await;
        assert_eq!(append.unwrap_err().code(), "stopped");
        assert_eq!(store.open(RoomId::new(1)).await.unwrap_err().code(), "stopped");
    });
}

#[test]
fn a_later_format_is_refused() {
    let folder = folder("newer");
    drop(open(&folder));
    let database = rusqlite::Connection::open(folder.join("croupier.db")).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let refused = SqliteStore::open(&folder, Settings::default()).unwrap_err();
    assert_eq!(refused.code(), "data_newer");
    assert!(refused.to_string().contains("later version (format 99"), "{refused}");
}

#[test]
fn a_database_of_another_program_is_refused() {
    let folder = folder("foreign");
    let database = rusqlite::Connection::open(folder.join("croupier.db")).unwrap();
    database.execute_batch("CREATE TABLE theirs (a)").unwrap();
    drop(database);
    let refused = SqliteStore::open(&folder, Settings::default()).unwrap_err();
    assert_eq!(refused.code(), "data_foreign");
}

#[test]
fn what_is_no_database_is_refused() {
    let folder = folder("rubbish");
    fs::write(folder.join("croupier.db"), "rubbish ".repeat(4000)).unwrap();
    let refused = SqliteStore::open(&folder, Settings::default()).unwrap_err();
    assert_eq!(refused.code(), "data_damaged");
}

#[test]
fn sleeping_rooms_cost_neither_memory_nor_a_look_at_the_start() {
    const ROOMS: u128 = 3000;
    let folder = folder("sleeping");
    let store = open(&folder);
    block_on(async {
        let sleep = |room| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut opened = create(&store, room).await;
                store.append(&mut opened.held, vec![text("a")]).await.unwrap();
                store.snapshot(&mut opened.held, snapshot("asleep")).await.unwrap();
                store.release(opened.held).await;
            })
        };
        for task in (0..ROOMS).map(sleep).collect::<Vec<_>>() {
            task.await.unwrap();
        }
        // Figures are updated after answers are sent; after a later answer they are current.
        store.count().await.unwrap();
        assert_eq!(store.stats().rooms_in_memory, 0);
        store.shutdown().await;
    });
    drop(store);
    let store = open(&folder);
    let stats = store.stats();
    assert_eq!(stats.rooms_in_memory, 0);
    assert!(stats.log_bytes < 64 << 10, "{} bytes are read at the start", stats.log_bytes);
    block_on(async {
        assert_eq!(u128::from(store.count().await.unwrap()), ROOMS);
        let opened = store.open(RoomId::new(77)).await.unwrap();
        assert_eq!((opened.snapshot, opened.records.len()), (snapshot("asleep"), 0));
    });
    let size = fs::metadata(folder.join("croupier.db")).unwrap().len();
    assert!(u128::from(size) < ROOMS * 1024, "{size} bytes for {ROOMS} rooms");
}

#[test]
fn the_count_follows_rooms_that_come_and_go() {
    let store = open(&folder("count"));
    block_on(async {
        assert_eq!(store.count().await.unwrap(), 0);
        let first = create(&store, 1).await;
        create(&store, 2).await;
        assert_eq!(store.count().await.unwrap(), 2);
        store.close(first.held).await.unwrap();
        assert_eq!(store.count().await.unwrap(), 1);
    });
}

/// A room that has been idle for long keeps its records; the log is trimmed without it.
#[test]
fn rooms_that_are_rarely_written_to_do_not_keep_the_log() {
    let folder = folder("aside");
    let small = || settings(|settings| settings.log_bytes = 256 << 10);
    let store = SqliteStore::open(&folder, small()).unwrap();
    let rare = RoomId::new(1);
    block_on(async {
        let mut quiet = create(&store, 1).await;
        let mut busy = create(&store, 2).await;
        store.append(&mut quiet.held, vec![text("a"), text("b")]).await.unwrap();
        for round in 0..400 {
            store.append(&mut busy.held, vec![Bytes::from(vec![7; 8000])]).await.unwrap();
            if round % 10 == 9 {
                store.snapshot(&mut busy.held, snapshot("busy")).await.unwrap();
            }
            if round == 200 {
                store.append(&mut quiet.held, vec![text("c")]).await.unwrap();
            }
        }
        store.count().await.unwrap();
        let log_bytes = store.stats().log_bytes;
        assert!(log_bytes < 400 << 10, "the log has {log_bytes} bytes");
        let awake = store.awake(None).await.unwrap().items;
        assert!(awake.contains(&rare), "{awake:?}");
        let from = store.read_from(rare, quiet.held.tail()).await.unwrap();
        assert!(from.is_empty());
        // The holder has not noticed anything.
        store.append(&mut quiet.held, vec![text("d")]).await.unwrap();
    });
    drop(store);
    let store = SqliteStore::open(&folder, small()).unwrap();
    block_on(async {
        let mut opened = store.open(rare).await.unwrap();
        assert_eq!(opened.records, ["a", "b", "c", "d"].map(text));
        store.append(&mut opened.held, vec![text("e")]).await.unwrap();
        let again = store.open(rare).await.unwrap();
        assert_eq!(again.records, ["a", "b", "c", "d", "e"].map(text));
        let mut held = again.held;
        store.snapshot(&mut held, snapshot("whole")).await.unwrap();
        let whole = store.open(rare).await.unwrap();
        assert_eq!((whole.snapshot, whole.records.len()), (snapshot("whole"), 0));
        assert!(!store.awake(None).await.unwrap().items.contains(&rare));
    });
}
