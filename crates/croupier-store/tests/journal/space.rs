//! A write-ahead log that stays small, and a disk that is full.

use std::fs;

use bytes::Bytes;
use croupier_store::journal::{GuestId, Journal as _, RoomId, UnixMillis};
use croupier_store::registry::{FinishedMatch, Guest, MatchId, Registry as _, SecretHash};
use croupier_store::sqlite::SqliteStore;

use super::{block_on, create, folder, open, settings, snapshot, text};

#[test]
fn the_write_ahead_log_stays_small() {
    let folder = folder("wal");
    let limit = 256 << 10;
    let settings = settings(|settings| settings.checkpoint_bytes = limit);
    let store = SqliteStore::open(&folder, settings).unwrap();
    let largest = block_on(async {
        let mut opened = create(&store, 1).await;
        let mut largest = 0;
        for round in 0..300 {
            store.append(&mut opened.held, vec![Bytes::from(vec![7; 20_000])]).await.unwrap();
            if round % 20 == 0 {
                store.snapshot(&mut opened.held, snapshot("a")).await.unwrap();
            }
            largest = largest.max(fs::metadata(folder.join("croupier.db-wal")).unwrap().len());
        }
        largest
    });
    assert!(largest < 2 * limit, "{largest} bytes");
    assert!(store.stats().commits > 300);
    drop(store);
    let left = fs::metadata(folder.join("croupier.db-wal")).map_or(0, |found| found.len());
    assert_eq!(left, 0, "nothing is left to bring in after a shutdown");
}

#[test]
fn the_write_ahead_log_stays_small_while_much_is_forgotten() {
    let folder = folder("forget");
    let store = open(&folder);
    let wal = || fs::metadata(folder.join("croupier.db-wal")).unwrap().len();
    let (all, old) = (20_000, 19_000);
    block_on(async {
        let matches: Vec<_> = (0..all).map(finished).collect();
        for part in matches.chunks(500) {
            let put = part.iter().map(|it| store.put_match(it.clone()));
            futures_util::future::try_join_all(put).await.unwrap();
        }
        for part in (0..2_500).collect::<Vec<_>>().chunks(500) {
            let put = part.iter().map(|number| store.put_guest(guest(*number)));
            futures_util::future::try_join_all(put).await.unwrap();
        }
        assert_eq!(store.forget_matches(UnixMillis(old)).await.unwrap(), old);
        assert_eq!(store.forget_matches(UnixMillis(old)).await.unwrap(), 0);
        assert_eq!(store.matches().await.unwrap().len() as u64, all - old);
        assert_eq!(store.forget_guests(UnixMillis(2_000)).await.unwrap(), 2_000);
        assert_eq!(store.guests().await.unwrap().len(), 500);
    });
    // It is saved at eight mebibytes, and a part of what is deleted takes two.
    assert!(wal() < 12 << 20, "{} bytes", wal());
}

fn guest(number: u64) -> Guest {
    let mut token = [0; 32];
    token[..8].copy_from_slice(&number.to_le_bytes());
    let (id, seen) = (GuestId(number), UnixMillis(number));
    Guest { id, token: SecretHash(token), nickname: "Ann".to_owned(), seen }
}

/// A match of the usual size.
fn finished(number: u64) -> FinishedMatch {
    FinishedMatch {
        id: MatchId(number.into()),
        room: RoomId::new(7),
        game: "rush".to_owned(),
        played_at: UnixMillis(number),
        seats: vec![Some(GuestId(1)), None],
        save: Bytes::from(vec![3; 1_400]),
        deal: "{}".to_owned(),
        link: guest(number).token,
    }
}

#[test]
fn a_full_disk_is_an_error_that_passes() {
    let folder = folder("full");
    let store =
        SqliteStore::open(&folder, settings(|settings| settings.max_pages = Some(60))).unwrap();
    let stored = block_on(async {
        let mut opened = create(&store, 1).await;
        let mut other = create(&store, 2).await;
        let mut stored = 0;
        let refused = loop {
            match store.append(&mut opened.held, vec![Bytes::from(vec![7; 10_000])]).await {
                Ok(_) => stored += 1,
                Err(why) => break why,
            }
        };
        assert_eq!(refused.code(), "full");
        let full = store.create(opened.entry.clone(), snapshot("x")).await.unwrap_err();
        assert_eq!(full.code(), "room_exists", "what needs no space still works");
        let full = store.append(&mut other.held, vec![Bytes::from(vec![7; 10_000])]).await;
        assert_eq!(full.unwrap_err().code(), "full");
        // A snapshot that replaces the records frees space, and everything recovers by itself.
        store.snapshot(&mut opened.held, snapshot("small")).await.unwrap();
        store.append(&mut opened.held, vec![text("a")]).await.unwrap();
        store.append(&mut other.held, vec![Bytes::from(vec![8; 10_000])]).await.unwrap();
        store.count().await.unwrap();
        assert!(store.stats().failures >= 2);
        stored
    });
    assert!(stored > 5, "{stored}");
    drop(store);
    let store = open(&folder);
    block_on(async {
        let opened = store.open(RoomId::new(1)).await.unwrap();
        assert_eq!((opened.snapshot, opened.records), (snapshot("small"), vec![text("a")]));
        assert_eq!(store.open(RoomId::new(2)).await.unwrap().records.len(), 1);
    });
}
