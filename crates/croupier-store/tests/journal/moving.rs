//! Moving a house to another store.

use bytes::Bytes;
use croupier_store::journal::{Filter, Journal as _, RoomId, UnixMillis};
use croupier_store::testing::{Fault, Faulty};
use croupier_store::transfer::{self, Clocks};

use super::{block_on, create, folder, open, text};

const CLOCKS: Clocks = Clocks { from: UnixMillis(0), to: UnixMillis(0) };

#[test]
fn damaged_rooms_are_left_out_and_named() {
    let folder = folder("moved damage");
    let before = open(&folder.join("from"));
    block_on(async {
        for room in 1..=3 {
            create(&before, room).await;
        }
        before.shutdown().await;
    });
    drop(before);
    let database = rusqlite::Connection::open(folder.join("from/croupier.db")).unwrap();
    let sql = "UPDATE directory SET people = 9 WHERE number = 1";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    let sql = "UPDATE snapshots SET versions = '2' WHERE number = 3";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    drop(database);
    let (from, to) = (open(&folder.join("from")), open(&folder.join("to")));
    block_on(async {
        let page = from.list(Filter::default(), None).await.unwrap();
        let listed: Vec<_> = page.items.iter().map(|it| it.entry.room.get()).collect();
        assert_eq!((listed, page.damaged), (vec![2, 3], vec![RoomId::new(1)]));
        let moved = transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap();
        let mut damaged = moved.damaged;
        damaged.sort_unstable();
        assert_eq!((moved.rooms, damaged), (1, [1, 3].map(RoomId::new).to_vec()));
    });
}

#[test]
fn a_move_that_was_interrupted_is_completed_and_changes_nothing_that_goes_on() {
    let folder = folder("moved twice");
    let (from, inner) = (open(&folder.join("from")), open(&folder.join("to")));
    let to = Faulty::new(inner.clone());
    block_on(async {
        let mut opened = create(&from, 1).await;
        // Too much for one append.
        let records: Vec<_> = (0..3).map(|byte| Bytes::from(vec![byte; 200_000])).collect();
        from.append(&mut opened.held, records.clone()).await.unwrap();
        let there = async || inner.peek(RoomId::new(1)).await.unwrap().records;
        // What succeeds before a write fails: creating the room, then nothing, then one part of its
        // records. A room that exists is not created again, but that counts as a write.
        for (successes, stored) in [(1, 0), (1, 0), (2, 1)] {
            to.plan(vec![None; successes]);
            to.plan([Some(Fault::Failed)]);
            transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap_err();
            assert_eq!(there().await, records[..stored]);
        }
        let moved = transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.skipped, moved.records), (1, 0, 2));
        assert_eq!(there().await, records);
        let moved = transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.skipped, moved.records), (0, 1, 0));
        // A room that has gone on there stays as it is.
        let mut gone_on = create(&from, 2).await;
        from.append(&mut gone_on.held, vec![text("a"), text("b")]).await.unwrap();
        let mut other = create(&inner, 2).await;
        inner.append(&mut other.held, vec![text("a"), text("c")]).await.unwrap();
        let moved = transfer::copy(&from, &to, CLOCKS, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.skipped), (0, 2));
        inner.append(&mut other.held, vec![text("d")]).await.expect("nobody has taken it");
    });
}
