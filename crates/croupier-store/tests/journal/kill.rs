//! A process that is killed while it appends: everything acknowledged is there, exactly once.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use bytes::Bytes;
use croupier_store::journal::{Journal as _, OpenError, RoomId, Snapshot};

use super::{block_on, create, folder, open};

const ROOMS: u128 = 8;
/// Tells the child process where to write.
const FOLDER: &str = "CROUPIER_KILL_TEST";

/// Continues counting in every room, and reports each number once it is stored.
#[expect(clippy::print_stdout, reason = "the test that started this process reads it")]
async fn count_on(folder: &Path) {
    let store = open(folder);
    let tasks = (0..ROOMS).map(|room| {
        let store = store.clone();
        tokio::spawn(async move {
            let opened = match store.open(RoomId::new(room)).await {
                Ok(opened) => opened,
                Err(OpenError::Missing) => create(&store, room).await,
                Err(why) => panic!("{why}"),
            };
            let mut last = last_number(&opened.snapshot.bytes, &opened.records);
            let mut held = opened.held;
            // Until the process is killed.
            while last < u64::MAX {
                last += 1;
                let number = Bytes::from(last.to_string());
                if last.is_multiple_of(13) {
                    let snapshot = Snapshot { versions: "1".to_owned(), bytes: number };
                    store.snapshot(&mut held, snapshot).await.unwrap();
                } else {
                    store.append(&mut held, vec![number]).await.unwrap();
                }
                println!("stored {room} {last}");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        let Ok(()) = task.await else { panic!("a room could not go on") };
    }
}

/// Checks that the numbers are consecutive; panics if one is missing or duplicated.
fn last_number(snapshot: &Bytes, records: &[Bytes]) -> u64 {
    let number = |bytes: &Bytes| str::from_utf8(bytes).unwrap().parse::<u64>();
    // A new room has a snapshot that is not a number.
    let mut last = number(snapshot).unwrap_or(0);
    for record in records {
        last += 1;
        assert_eq!(number(record).unwrap(), last);
    }
    last
}

/// The code of the child process. In the test program itself it does nothing.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the child is told by its environment where to write"
)]
fn child() {
    if let Ok(folder) = std::env::var(FOLDER) {
        block_on(count_on(Path::new(&folder)));
    }
}

#[expect(clippy::disallowed_types, reason = "only another process can be killed")]
fn start_child(folder: &Path) -> Child {
    std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn what_was_acknowledged_survives_being_killed() {
    let folder = folder("killed");
    let mut stored: BTreeMap<u128, u64> = BTreeMap::new();
    // How many lines are read before the child is killed: early and late moments.
    for lines in [1, 2, 17, 230, 700, 1501] {
        let mut child = start_child(&folder);
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut read = 0;
        while read < lines {
            let line = output.next().unwrap().unwrap();
            read += usize::from(note(&line, &mut stored));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Lines that were still in the pipe count too, if they are complete.
        for line in output.map_while(Result::ok) {
            note(&line, &mut stored);
        }
        let store = open(&folder);
        for room in 0..ROOMS {
            let acknowledged = stored.get(&room).copied().unwrap_or(0);
            let last = match block_on(store.open(RoomId::new(room))) {
                Ok(opened) => last_number(&opened.snapshot.bytes, &opened.records),
                Err(OpenError::Missing) => 0,
                Err(why) => panic!("{why}"),
            };
            // One append per room may have been stored without an answer.
            assert!(last == acknowledged || last == acknowledged + 1, "{last}, {acknowledged}");
            stored.insert(room, last);
        }
    }
    assert!(stored.values().all(|last| *last > 50), "{stored:?}");
}

/// Notes a line of the child. False if it is from the test harness.
fn note(line: &str, stored: &mut BTreeMap<u128, u64>) -> bool {
    // The test harness begins a line, to which the child's first one is appended.
    let said = line.split_once("stored ").and_then(|(_, rest)| rest.split_once(' '));
    let Some((room, number)) = said else { return false };
    let (Ok(room), Ok(number)) = (room.parse(), number.parse()) else { return false };
    let before = stored.insert(room, number).unwrap_or(0);
    assert_eq!(number, before + 1, "room {room}");
    true
}
