//! `croupier store`: what is told of a store that is damaged.

use std::fs;

use crate::common::Folder;
use croupier_store::journal::{Entry, Journal as _, RoomId, Snapshot};
use croupier_store::sqlite::{Settings, SqliteStore};
use serde_json::{Value, json};

/// A store with two rooms. What is in them, no server can read.
fn fill(folder: &Folder, rooms: [(RoomId, &str); 2]) {
    let store = SqliteStore::open(folder.path().join("data"), Settings::default()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        for (number, (room, content)) in rooms.into_iter().enumerate() {
            let mut entry = Entry::new(room, "nim");
            entry.code = Some(format!("AAA{number}"));
            let bytes = content.as_bytes().to_vec().into();
            let snapshot = Snapshot { versions: "1".to_owned(), bytes };
            let opened = store.create(entry, snapshot).await.unwrap();
            store.release(opened.held).await;
        }
        store.shutdown().await;
    });
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Monitoring reads this, so a key must not go away.
#[test]
fn a_check_tells_programs_which_rooms_are_damaged_and_why() {
    let folder = Folder::new("store-check");
    let [unreadable, changed] = [RoomId::new(1), RoomId::new(2)];
    fill(&folder, [(unreadable, "{\"about\": 7}\n"), (changed, "what was written")]);
    let file = folder.path().join("data/croupier.db");
    let mut bytes = fs::read(&file).unwrap();
    let written = b"what was written";
    let place = bytes.windows(written.len()).position(|it| it == written).unwrap();
    bytes[place] ^= 0x20;
    fs::write(&file, bytes).unwrap();

    let answer = folder.run("store check --data DIR/data --json");
    assert_eq!(answer.exit, 1, "{}", answer.text());
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(keys(&report), ["damaged", "error", "records", "replayed", "rooms"]);
    assert_eq!((&report["rooms"], &report["records"]), (&json!(2), &json!(0)));
    assert_eq!(report["replayed"], 0);
    assert_eq!(report["error"]["code"], "damaged");
    let damaged = report["damaged"].as_array().unwrap();
    let mut rooms: Vec<_> = damaged
        .iter()
        .map(|it| {
            assert_eq!(keys(it), ["room", "why"]);
            assert!(!it["why"].as_str().unwrap().is_empty());
            it["room"].as_str().unwrap().to_owned()
        })
        .collect();
    rooms.sort();
    assert_eq!(rooms, [unreadable.to_string(), changed.to_string()], "{report}");

    // Both can be closed by the ids that it tells, and then nothing is damaged.
    for room in rooms {
        let closed = folder.run(&format!("store close {room} --data DIR/data --json"));
        let closed: Value = serde_json::from_str(&closed.out).unwrap();
        assert_eq!(closed, json!({"closed": room}));
    }
    let answer = folder.run("store check --data DIR/data --json");
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let sound = json!({"rooms": 0, "records": 0, "replayed": 0, "damaged": []});
    assert_eq!((answer.exit, report), (0, sound));
}
