//! Commits whose outcome is unknown, and a journal that fails on purpose.

use std::pin::pin;
use std::task::{Context, Waker};

use croupier_store::journal::{Journal, RoomId};
use croupier_store::sqlite::CommitFault;
use croupier_store::testing::{Fault, Faulty};

use super::{block_on, create, folder, open, snapshot, text};

#[test]
fn after_a_commit_in_doubt_the_room_tells_what_was_stored() {
    let store = open(&folder("doubt"));
    block_on(async {
        let mut bystander = create(&store, 9).await;
        store.append(&mut bystander.held, vec![text("a")]).await.unwrap();
        let mut sleeper = create(&store, 8).await;
        let faults = [(1, CommitFault::Stored, true), (2, CommitFault::NotStored, false)];
        for (room, fault, is_stored) in faults {
            let mut opened = create(&store, room).await;
            store.append(&mut opened.held, vec![text("a")]).await.unwrap();
            store.fail_next_commit(fault);
            let append = store.append(&mut opened.held, vec![text("b")]).await.unwrap_err();
            assert!(append.is_unknown(), "{append}");
            let again = store.open(RoomId::new(room)).await.unwrap();
            let expected = if is_stored { vec![text("a"), text("b")] } else { vec![text("a")] };
            assert_eq!(again.records, expected);
            // The former holder is fenced, the new one continues.
            let late = store.append(&mut opened.held, vec![text("c")]).await;
            assert_eq!(late.unwrap_err().code(), "fenced");
            opened.held = again.held;
            store.append(&mut opened.held, vec![text("d")]).await.unwrap();
        }
        // Rooms that were not part of that commit are not affected.
        store.append(&mut bystander.held, vec![text("b")]).await.unwrap();
        store.append(&mut sleeper.held, vec![text("a")]).await.unwrap();
        let opened = store.open(RoomId::new(9)).await.unwrap();
        assert_eq!(opened.records, [text("a"), text("b")]);
    });
}

#[test]
fn a_creation_in_doubt_can_be_looked_up() {
    let store = open(&folder("created"));
    block_on(async {
        let mut entry = croupier_store::journal::Entry::new(RoomId::new(1), "game");
        entry.code = Some("ABCD".to_owned());
        store.fail_next_commit(CommitFault::NotStored);
        let created = store.create(entry.clone(), snapshot("plan")).await.unwrap_err();
        assert_eq!(created.code(), "unknown");
        assert!(store.find("ABCD").await.unwrap().is_none());
        store.fail_next_commit(CommitFault::Stored);
        let created = store.create(entry.clone(), snapshot("plan")).await.unwrap_err();
        assert_eq!(created.code(), "unknown");
        assert_eq!(store.open(entry.room).await.unwrap().entry, entry);
        assert_eq!(store.count().await.unwrap(), 1);
    });
}

#[test]
fn a_commit_without_space_leaves_everything_as_it_was() {
    let store = open(&folder("full-commit"));
    block_on(async {
        assert_eq!(store.count().await.unwrap(), 0);
        let mut opened = create(&store, 1).await;
        store.append(&mut opened.held, vec![text("a")]).await.unwrap();
        store.fail_next_commit(CommitFault::Full);
        let full = store.append(&mut opened.held, vec![text("b")]).await.unwrap_err();
        assert_eq!(full.code(), "full");
        store.fail_next_commit(CommitFault::Full);
        let full = store.snapshot(&mut opened.held, snapshot("b")).await.unwrap_err();
        assert_eq!(full.code(), "full");
        store.fail_next_commit(CommitFault::Full);
        let entry = croupier_store::journal::Entry::new(RoomId::new(2), "game");
        let full = store.create(entry, snapshot("plan")).await.unwrap_err();
        assert_eq!((full.code(), store.count().await.unwrap()), ("full", 1));
        // It is certain that nothing was stored, so the holder may retry.
        store.append(&mut opened.held, vec![text("c")]).await.unwrap();
        let opened = store.open(RoomId::new(1)).await.unwrap();
        assert_eq!(
            (opened.snapshot, opened.records),
            (snapshot("plan"), vec![text("a"), text("c")])
        );
        store.fail_next_commit(CommitFault::Full);
        assert_eq!(store.close(opened.held).await.unwrap_err().code(), "full");
        assert_eq!(store.open(RoomId::new(1)).await.unwrap().records.len(), 2);
        assert_eq!(store.count().await.unwrap(), 1);
    });
}

#[test]
fn a_faulty_journal_fails_as_it_is_told() {
    let store = Faulty::new(open(&folder("faulty")));
    block_on(async {
        let mut opened = create(&store, 1).await;
        let plan = [Fault::Full, Fault::Failed, Fault::UnknownStored, Fault::UnknownNotStored];
        store.plan(plan.map(Some));
        for (code, expected) in [("full", 0), ("not_stored", 0), ("unknown", 1), ("unknown", 1)] {
            let append = store.append(&mut opened.held, vec![text("a")]).await.unwrap_err();
            assert_eq!(append.code(), code);
            if append.is_unknown() {
                let late = store.inner().append(&mut opened.held, vec![text("b")]).await;
                assert_eq!(late.unwrap_err().code(), "fenced");
            }
            opened = store.open(RoomId::new(1)).await.unwrap();
            assert_eq!(opened.records.len(), expected, "{code}");
        }
        store.plan([None, Some(Fault::Stall)]);
        store.append(&mut opened.held, vec![text("c")]).await.unwrap();
        {
            let mut stalled = pin!(store.append(&mut opened.held, vec![text("d")]));
            let mut context = Context::from_waker(Waker::noop());
            assert!(stalled.as_mut().poll(&mut context).is_pending());
            assert_eq!(store.open(RoomId::new(1)).await.unwrap().records.len(), 2);
            store.go_on(1);
            // The room was opened again in the meantime.
            assert_eq!(stalled.await.unwrap_err().code(), "fenced");
        }
    });
}
