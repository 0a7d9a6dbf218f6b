//! Files with changed bytes: never a panic, and never wrong records without an error.

use std::fs;
use std::path::Path;

use bytes::Bytes;
use croupier_store::journal::{Damage, Journal as _, RoomId};
use croupier_store::sqlite::{CheckReport, Settings, SqliteStore, StartError, check};

use super::{block_on, crash_copy, create, folder, open, snapshot, text};

const ROOMS: u128 = 6;

/// A store with rooms that have snapshots and records. It crashes instead of shutting down, so that
/// the log is there.
fn fill(folder: &Path) -> Vec<(Bytes, Vec<Bytes>)> {
    let before = folder.join("before");
    let store = open(&before);
    let rooms = block_on(async {
        let mut rooms = vec![];
        for room in 0..ROOMS {
            let mut opened = create(&store, room).await;
            let whole = format!("room {room} as a whole {}", "and more ".repeat(40));
            store.snapshot(&mut opened.held, snapshot(&whole)).await.unwrap();
            let mut records = vec![];
            for number in 0..12 {
                let record = text(&format!("record {number} of room {room} {}", "r".repeat(150)));
                store.append(&mut opened.held, vec![record.clone()]).await.unwrap();
                records.push(record);
            }
            rooms.push((text(&whole), records));
        }
        rooms
    });
    drop(store);
    crash_copy(&before, &folder.join("data"));
    rooms
}

/// What can be read of each room, if anything.
type Readable = Vec<Option<(Bytes, Vec<Bytes>)>>;

fn read(folder: &Path) -> Result<Readable, StartError> {
    let store = SqliteStore::open(folder, Settings::default())?;
    Ok(block_on(async {
        let mut rooms = vec![];
        for room in 0..ROOMS {
            let opened = store.open(RoomId::new(room)).await;
            rooms.push(opened.ok().map(|opened| (opened.snapshot.bytes, opened.records)));
        }
        rooms
    }))
}

fn damaged_rooms(report: &CheckReport) -> Vec<u128> {
    report.damaged.iter().filter_map(|damaged| damaged.room).map(RoomId::get).collect()
}

#[test]
fn a_store_without_damage_is_found_to_have_none() {
    let folder = folder("sound");
    let rooms = fill(&folder);
    let report = check(folder.join("data")).unwrap();
    assert_eq!((report.rooms, report.records), (6, 72));
    assert_eq!(report.damaged, []);
    let found: Vec<_> = read(&folder.join("data")).unwrap().into_iter().flatten().collect();
    assert_eq!(found, rooms);
    assert_eq!(check(folder.join("none")).unwrap_err().code(), "data_io");
}

#[test]
fn a_changed_record_names_its_room_and_spares_the_others() {
    let folder = folder("record");
    let rooms = fill(&folder);
    let file = folder.join("data/croupier.db");
    let mut bytes = fs::read(&file).unwrap();
    let place = find(&bytes, b"record 11 of room 3").unwrap();
    bytes[place + 40] ^= 0x20;
    fs::write(&file, bytes).unwrap();
    let report = check(folder.join("data")).unwrap();
    assert_eq!(damaged_rooms(&report), [3], "{report:?}");
    for _ in 0..2 {
        // It is still known after the store was opened and closed again.
        let found = read(&folder.join("data")).unwrap();
        for (room, found) in found.into_iter().enumerate() {
            assert_eq!(found, (room != 3).then(|| rooms[room].clone()), "room {room}");
        }
    }
}

#[test]
fn a_changed_snapshot_names_its_room() {
    let folder = folder("snapshot");
    fill(&folder);
    let database = rusqlite::Connection::open(folder.join("data/croupier.db")).unwrap();
    let sql = "UPDATE snapshots SET versions = '2' WHERE number = 3";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    let sql = "UPDATE directory SET people = 9 WHERE number = 5";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    drop(database);
    let report = check(folder.join("data")).unwrap();
    let found: Vec<_> = report.damaged.iter().map(|damaged| (damaged.room, damaged.why)).collect();
    let [third, fifth] = [2, 4].map(|room| Some(RoomId::new(room)));
    assert_eq!(found, [(third, Damage::Snapshot), (fifth, Damage::Line)]);
    let readable = read(&folder.join("data")).unwrap();
    let readable: Vec<bool> = readable.iter().map(Option::is_some).collect();
    assert_eq!(readable, [true, true, false, true, false, true]);
}

/// An operator can remove what cannot be opened any more; the rest is intact after that.
#[test]
fn damaged_rooms_can_be_discarded() {
    let folder = folder("discard");
    let rooms = fill(&folder);
    let file = folder.join("data/croupier.db");
    let mut bytes = fs::read(&file).unwrap();
    let place = find(&bytes, b"record 11 of room 3").unwrap();
    bytes[place + 40] ^= 0x20;
    fs::write(&file, bytes).unwrap();
    let database = rusqlite::Connection::open(&file).unwrap();
    database.execute("UPDATE snapshots SET versions = '2' WHERE number = 3", []).unwrap();
    database.execute("UPDATE directory SET people = 9 WHERE number = 5", []).unwrap();
    drop(database);
    let report = check(folder.join("data")).unwrap();
    assert_eq!(damaged_rooms(&report), [2, 3, 4], "{report:?}");
    let store = open(&folder.join("data"));
    block_on(async {
        for room in [2, 3, 4, 99] {
            assert_eq!(store.discard(RoomId::new(room)).await.unwrap(), room != 99, "{room}");
        }
        // Even one that is held: its holder is fenced.
        let mut held = store.open(RoomId::new(5)).await.unwrap().held;
        assert!(store.discard(RoomId::new(5)).await.unwrap());
        let refused = store.append(&mut held, vec![text("more")]).await.unwrap_err();
        assert_eq!(refused.code(), "fenced");
        assert_eq!(store.count().await.unwrap(), 2);
        store.shutdown().await;
    });
    drop(store);
    let report = check(folder.join("data")).unwrap();
    assert_eq!((report.rooms, report.damaged.as_slice()), (2, [].as_slice()));
    let found: Vec<_> = read(&folder.join("data")).unwrap().into_iter().flatten().collect();
    assert_eq!(found, rooms[..2]);
}

#[test]
fn a_missing_part_of_the_log_is_noticed() {
    let folder = folder("gap");
    fill(&folder);
    let database = rusqlite::Connection::open(folder.join("data/croupier.db")).unwrap();
    let sql = "DELETE FROM log WHERE number = (SELECT max(number) - 3 FROM log)";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    drop(database);
    let report = check(folder.join("data")).unwrap();
    assert_eq!(damaged_rooms(&report), [5], "{report:?}");
}

/// Changes bytes all over the file: whatever can be read is what was written, or the check finds
/// something.
#[test]
fn changed_bytes_anywhere_do_no_harm() {
    let folder = folder("anywhere");
    let rooms = fill(&folder);
    let sound = fs::read(folder.join("data/croupier.db")).unwrap();
    let (copy, mut place, mut silent) = (folder.join("copy"), 17, 0);
    for round in 0..250_usize {
        // A walk through the file that touches most pages.
        place = (place * 31 + 7919 * round + 13) % sound.len();
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (round % 8);
        let _ = fs::remove_dir_all(&copy);
        fs::create_dir_all(&copy).unwrap();
        fs::write(copy.join("croupier.db"), bytes).unwrap();
        let report = check(&copy);
        let is_noticed = report.as_ref().map_or(true, |report| !report.damaged.is_empty());
        let Ok(found) = read(&copy) else { continue };
        let is_same = |(found, written): (&Option<_>, &_)| found.as_ref() == Some(written);
        let is_all_there = found.iter().zip(&rooms).all(is_same);
        silent += usize::from(is_all_there && !is_noticed);
        assert!(is_all_there || is_noticed, "byte {place}, bit {}: {report:?}", round % 8);
    }
    // Much of a database is free space.
    assert!(silent < 250);
}

/// SQLite cuts a write-ahead log off where it is damaged. A commit is read completely or not at
/// all.
#[test]
fn changed_bytes_in_the_write_ahead_log_leave_whole_appends() {
    let folder = folder("wal-damage");
    let store = open(&folder.join("before"));
    let written: Vec<Bytes> = (0..60).map(|number| text(&format!("record {number}"))).collect();
    block_on(async {
        let mut opened = create(&store, 0).await;
        for pair in written.chunks(2) {
            store.append(&mut opened.held, pair.to_vec()).await.unwrap();
        }
    });
    crash_copy(&folder.join("before"), &folder.join("data"));
    let sound = fs::read(folder.join("data/croupier.db-wal")).unwrap();
    let mut place = 3;
    for round in 0..40_usize {
        place = (place * 31 + 104_729 * round + 13) % sound.len();
        let copy = folder.join("copy");
        crash_copy(&folder.join("before"), &copy);
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (round % 8);
        fs::write(copy.join("croupier.db-wal"), bytes).unwrap();
        let store = SqliteStore::open(&copy, Settings::default()).unwrap();
        if let Ok(opened) = block_on(store.open(RoomId::new(0))) {
            assert!(opened.records.len().is_multiple_of(2));
            assert!(written.starts_with(&opened.records), "byte {place}");
        }
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}
