//! Behaviour that is specific to a house in NATS.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use croupier_store::journal::{AppendError, Filter, GuestId, Journal, Snapshot, UnixMillis};
use croupier_store::nats::{self, NatsStore, Plan, Settings};
use croupier_store::registry::{Guest, Registry, SecretHash};
use croupier_store::sqlite::{self, SqliteStore};
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::{Nats, Servers};
use croupier_store::transfer::{self, Clocks};

use super::{block_on, connect, make};

fn text(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

fn snapshot(bytes: &str) -> Snapshot {
    Snapshot { versions: "1".to_owned(), bytes: text(bytes) }
}

/// Waits until something holds.
async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let all = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), all).await.expect("it never came to hold");
}

#[test]
#[ignore = "needs nats-server"]
fn a_house_is_made_once() {
    let nats = Nats::start(1);
    let settings = Settings::new(&nats.url(), "n");
    block_on(async {
        let missing = NatsStore::connect(&settings).await.unwrap_err();
        assert_eq!(missing.code(), "no_house");
        make(&nats, 1).await;
        make(&nats, 1).await;
        let mut other = Plan::default();
        (other.streams, other.replicas) = (3, 1);
        let refused = nats::init(&settings, &other).await.unwrap_err();
        assert_eq!(refused.code(), "other_house");
        assert_eq!(connect(&nats, "n").await.house().streams, 2);
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_full_stream_refuses_and_forgets_nothing() {
    let nats = Nats::start(1);
    block_on(async {
        let mut plan = Plan::default();
        (plan.streams, plan.replicas, plan.stream_bytes) = (1, 1, Some(256 << 10));
        nats::init(&Settings::new(&nats.url(), "n"), &plan).await.unwrap();
        let store = connect(&nats, "n").await;
        let mut opened = store.create(new_entry(), snapshot("plan")).await.unwrap();
        let start = opened.held.tail();
        let mut stored = vec![];
        let full = loop {
            let record = Bytes::from(format!("{} {}", stored.len(), "x".repeat(10_000)));
            match store.append(&mut opened.held, vec![record.clone()]).await {
                Ok(_) => stored.push(record),
                Err(why) => break why,
            }
        };
        assert_eq!(full.code(), "full");
        assert!(stored.len() > 10);
        // Nobody can take it over, but everything is readable.
        assert_eq!(store.read_from(opened.entry.room, start).await.unwrap(), stored);
    });
}

#[test]
#[ignore = "needs nats-server"]
fn nodes_see_what_others_write() {
    let nats = Nats::start(1);
    block_on(async {
        make(&nats, 1).await;
        let (ann, bob) = (connect(&nats, "ann").await, connect(&nats, "bob").await);
        let mut filter = Filter::default();
        filter.listed = true;
        let mut entry = new_entry();
        entry.listed = true;
        let mut opened = ann.create(entry.clone(), snapshot("plan")).await.unwrap();
        ann.append(&mut opened.held, vec![text("a")]).await.unwrap();
        let shard = bob.shard_of(entry.room);
        until(async || bob.list(filter.clone(), None).await.unwrap().items.len() == 1).await;
        until(async || bob.live_in(|it| it == shard).len() == 1).await;
        assert!(bob.live_in(|it| it != shard).is_empty());
        // A node that joins later knows it at once.
        let eve = connect(&nats, "eve").await;
        assert_eq!(eve.list(filter.clone(), None).await.unwrap().items[0].entry, entry);
        assert_eq!(eve.awake(None).await.unwrap().items, [entry.room]);
        // Taken over by another node, put to sleep and taken off the list.
        let mut taken = bob.open(entry.room).await.unwrap();
        assert_eq!(taken.records, [text("a")]);
        let append = ann.append(&mut opened.held, vec![text("b")]).await;
        assert!(matches!(append, Err(AppendError::Fenced)), "{append:?}");
        taken.entry.listed = false;
        bob.put_entry(&mut taken.held, taken.revision, taken.entry).await.unwrap();
        bob.snapshot(&mut taken.held, snapshot("asleep")).await.unwrap();
        bob.release(taken.held).await;
        until(async || eve.list(filter.clone(), None).await.unwrap().items.is_empty()).await;
        until(async || eve.live_in(|_| true).is_empty()).await;
        assert!(!ann.entry(entry.room).await.unwrap().unwrap().entry.listed);
    });
}

#[test]
#[ignore = "needs nats-server"]
fn nothing_is_left_of_a_closed_room() {
    let nats = Nats::start(1);
    block_on(async {
        make(&nats, 1).await;
        let store = connect(&nats, "n").await;
        let mut entry = new_entry();
        (entry.code, entry.listed) = (Some("7K4J".to_owned()), true);
        entry.guests = vec![GuestId(7)];
        let mut opened = store.create(entry, snapshot("plan")).await.unwrap();
        store.append(&mut opened.held, vec![text("a")]).await.unwrap();
        store.close(opened.held).await.unwrap();
        for stream in ["CRJ0", "CRJ1"] {
            let stream = store.jetstream().get_stream(stream).await.unwrap();
            assert_eq!(stream.cached_info().state.messages, 0);
        }
        let rooms = store.jetstream().get_key_value("cr_rooms").await.unwrap();
        let keys: Vec<_> =
            futures_util::TryStreamExt::try_collect(rooms.keys().await.unwrap()).await.unwrap();
        assert_eq!(keys, Vec::<String>::new());
    });
}

/// How many messages are in the logs of all rooms.
async fn logged(store: &NatsStore) -> u64 {
    let mut messages = 0;
    for stream in ["CRJ0", "CRJ1"] {
        let stream = store.jetstream().get_stream(stream).await.unwrap();
        messages += stream.cached_info().state.messages;
    }
    messages
}

#[test]
#[ignore = "needs nats-server"]
fn a_snapshot_replaces_everything_before_it_and_nothing_of_another_room() {
    let nats = Nats::start(1);
    block_on(async {
        make(&nats, 1).await;
        let store = connect(&nats, "n").await;
        let mut opened = store.create(new_entry(), snapshot("plan")).await.unwrap();
        let mut other = store.create(new_entry(), snapshot("other")).await.unwrap();
        store.append(&mut other.held, vec![text("kept")]).await.unwrap();
        for number in 0..64 {
            store.append(&mut opened.held, vec![text(&number.to_string())]).await.unwrap();
        }
        assert_eq!(logged(&store).await, 2 + 65);
        store.snapshot(&mut opened.held, snapshot("whole")).await.unwrap();
        assert_eq!(logged(&store).await, 2 + 1);
        store.append(&mut opened.held, vec![text("after")]).await.unwrap();
        let seen = store.peek(opened.held.room()).await.unwrap();
        assert_eq!((seen.snapshot, seen.records), (snapshot("whole"), vec![text("after")]));
        let seen = store.peek(other.held.room()).await.unwrap();
        assert_eq!((seen.snapshot, seen.records), (snapshot("other"), vec![text("kept")]));
        // Whoever lost the room meanwhile replaces nothing.
        store.open(opened.held.room()).await.unwrap();
        let late = store.snapshot(&mut opened.held, snapshot("late")).await;
        assert!(matches!(late, Err(AppendError::Fenced)), "{late:?}");
        assert_eq!(store.peek(opened.held.room()).await.unwrap().snapshot, snapshot("whole"));
    });
}

#[test]
#[ignore = "needs nats-server"]
fn a_house_moves_to_nats_and_back() {
    let nats = Nats::start(1);
    let folder = std::env::temp_dir().join(format!("croupier-move-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    block_on(async {
        make(&nats, 1).await;
        let from = SqliteStore::open(folder.join("from"), sqlite::Settings::default()).unwrap();
        let mut entry = new_entry();
        (entry.code, entry.listed, entry.guests) =
            (Some("7K4J".to_owned()), true, vec![GuestId(7)]);
        let mut opened = from.create(entry.clone(), snapshot("plan")).await.unwrap();
        let records = vec![text("a"), Bytes::from(vec![7; 200_000]), Bytes::from(vec![8; 200_000])];
        from.append(&mut opened.held, records.clone()).await.unwrap();
        let guest = Guest {
            id: GuestId(7),
            token: SecretHash([7; 32]),
            nickname: "Ann".to_owned(),
            seen: UnixMillis(5),
        };
        from.put_guest(guest.clone()).await.unwrap();
        from.put_setting("house_time", text("1234")).await.unwrap();
        from.put_setting("other", text("kept")).await.unwrap();

        let store = connect(&nats, "n").await;
        let clocks = Clocks { from: UnixMillis(1_234), to: UnixMillis(5_678) };
        let moved = transfer::copy(&from, &store, clocks, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.records, moved.guests, moved.settings), (1, 3, 1, 1));
        let again = transfer::copy(&from, &store, clocks, |_| {}).await.unwrap();
        assert_eq!((again.rooms, again.skipped), (0, 1));
        // Another house has given the same code to another room.
        let other = SqliteStore::open(folder.join("other"), sqlite::Settings::default()).unwrap();
        let (mut rival, free) = (new_entry(), new_entry());
        rival.code.clone_from(&entry.code);
        for entry in [&rival, &free] {
            let opened = other.create(entry.clone(), snapshot("plan")).await.unwrap();
            other.release(opened.held).await;
        }
        let moved = transfer::copy(&other, &store, clocks, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.skipped), (1, 0));
        assert_eq!(moved.code_taken, [(rival.room, "7K4J".to_owned())]);
        assert!(store.entry(rival.room).await.unwrap().is_none());
        let closed = store.open(free.room).await.unwrap();
        store.close(closed.held).await.unwrap();
        assert_eq!(store.find("7K4J").await.unwrap().unwrap().entry, entry);
        assert_eq!(store.peek(entry.room).await.unwrap().records, records);
        assert_eq!(store.awake(None).await.unwrap().items, [entry.room]);

        // What nobody wrote follows the snapshot of a room.
        let torn = store.create(new_entry(), snapshot("plan")).await.unwrap().held.room();
        let shard = nats::shard_of(torn);
        let subject = format!("cr.j.{}.{shard}.{torn}", shard % 2);
        store.jetstream().publish(subject, text("torn")).await.unwrap().await.unwrap();
        let listed = store.list(Filter::default(), None).await.unwrap();
        assert_eq!((listed.items.len(), listed.damaged), (1, vec![torn]));

        let file = folder.join("house.db");
        let now = UnixMillis(9_876);
        let moved = transfer::export(&store, &file, now, |_| {}).await.unwrap();
        assert_eq!((moved.rooms, moved.guests, moved.damaged), (1, 1, vec![torn]));
        assert!(transfer::export(&store, &file, now, |_| {}).await.is_err(), "it is there already");
        sqlite::restore(&file, folder.join("back")).unwrap();
        // Its lock may just be inherited by a process that another test starts.
        let mut back = None;
        until(async || {
            back = SqliteStore::open(folder.join("back"), sqlite::Settings::default()).ok();
            back.is_some()
        })
        .await;
        let back = back.unwrap();
        let seen = back.peek(entry.room).await.unwrap();
        assert_eq!((seen.entry, seen.snapshot, seen.records), (entry, snapshot("plan"), records));
        assert_eq!(back.guest(guest.id).await.unwrap(), Some(guest));
        assert_eq!(back.setting("house_time").await.unwrap(), Some(text("9876")));
        assert_eq!(back.setting("other").await.unwrap(), Some(text("kept")));
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_house_that_cannot_be_relied_on_is_found_out() {
    let checked = |nats: &Nats, monitors: &[String]| {
        let settings = Settings::new(&nats.url(), "check");
        block_on(nats::check(&settings, monitors)).unwrap()
    };
    let nats = Nats::start(1);
    let found = checked(&nats, &nats.monitors());
    assert_eq!((found.house, found.problems.len()), (None, 1), "{:?}", found.problems);
    block_on(make(&nats, 1));
    let found = checked(&nats, &nats.monitors());
    assert_eq!(found.problems, Vec::<String>::new());
    assert!(found.servers[0].is_synced && found.streams.len() == 7, "{found:?}");
    drop(nats);

    let mut careless = Servers::new(1);
    careless.sync_interval = Some("2m".to_owned());
    let nats = careless.start();
    block_on(make(&nats, 1));
    let found = checked(&nats, &nats.monitors());
    assert!(found.problems[0].contains("sync_interval"), "{:?}", found.problems);
    // Somebody has let a stream of rooms forget.
    block_on(async {
        let store = connect(&nats, "careless").await;
        let mut stream = store.jetstream().get_stream("CRJ0").await.unwrap();
        let mut config = stream.info().await.unwrap().config.clone();
        config.max_age = Duration::from_hours(1);
        config.duplicate_window = Duration::from_mins(1);
        store.jetstream().update_stream(config).await.unwrap();
        let mut plan = Plan::default();
        (plan.streams, plan.replicas) = (2, 1);
        let refused = nats::init(&Settings::new(&nats.url(), "n"), &plan).await.unwrap_err();
        assert_eq!(refused.code(), "nats_stream", "{refused}");
    });
    let found = checked(&nats, &nats.monitors());
    let expected = "CRJ0: `max_age` is 3600000000000, and has to be 0";
    assert!(found.problems.iter().any(|it| it == expected), "{:?}", found.problems);
    // A server that could not be checked is not trusted.
    let nowhere = ["http://127.0.0.1:1".to_owned()];
    let found = checked(&nats, &nowhere);
    assert!(found.problems.iter().any(|it| it.contains("n0 was not checked")), "{found:?}");
}

/// Two nodes that both believe they hold a room write after the same record, by append or by
/// snapshot, and one of them takes the room over meanwhile. Every acknowledgement must be right.
async fn race(ann: &NatsStore, bob: &NatsStore, round: u32) {
    let mut old = ann.create(new_entry(), snapshot("plan")).await.unwrap();
    let room = old.held.room();
    let by_snapshot = round.is_multiple_of(2);
    let ann_writes = async {
        // Bob reads before he writes, so without a delay Ann would nearly always be first.
        tokio::time::sleep(Duration::from_millis(u64::from(round % 8) * 2)).await;
        if by_snapshot {
            ann.snapshot(&mut old.held, snapshot("ann")).await
        } else {
            ann.append(&mut old.held, vec![text("ann")]).await
        }
    };
    let bob_takes_it = async {
        let mut new = bob.open(room).await.unwrap();
        let told = bob.append(&mut new.held, vec![text("bob")]).await;
        (new, told)
    };
    let (ann_told, (new, bob_told)) = tokio::join!(ann_writes, bob_takes_it);
    bob_told.unwrap_or_else(|why| panic!("round {round}: nobody else has opened it: {why}"));
    let found = ann.open(room).await.unwrap();
    let (whole, records) = (found.snapshot.bytes, found.records);
    // If Ann's write came before Bob's, Bob must have seen it.
    let expected = match (&ann_told, by_snapshot) {
        (Ok(_), true) => (text("ann"), vec![text("bob")]),
        (Ok(_), false) => (text("plan"), vec![text("ann"), text("bob")]),
        (Err(AppendError::Fenced), _) => (text("plan"), vec![text("bob")]),
        (Err(why), _) => panic!("round {round}: {why}"),
    };
    assert_eq!((whole, records), expected, "round {round}: Ann was told {ann_told:?}");
    let seen = (new.snapshot.bytes, new.records.len());
    let is_seen = seen == (text("ann"), 0) || seen == (text("plan"), 1);
    assert_eq!(ann_told.is_ok(), is_seen, "round {round}");
}

fn races(nats: &Nats, rounds: u32) {
    block_on(async {
        let ann = Arc::new(connect(nats, "ann").await);
        let bob = Arc::new(connect(nats, "bob").await);
        let mut racing = tokio::task::JoinSet::new();
        for round in 0..rounds {
            let (ann, bob) = (Arc::clone(&ann), Arc::clone(&bob));
            racing.spawn(async move { race(&ann, &bob, round).await });
            if racing.len() >= 16 {
                racing.join_next().await.unwrap().unwrap();
            }
        }
        while let Some(ended) = racing.join_next().await {
            ended.unwrap();
        }
        println!("ann: {:?}\nbob: {:?}", ann.stats(), bob.stats());
    });
}

#[test]
#[ignore = "needs nats-server"]
fn of_two_owners_one_is_told_that_it_is_stored() {
    let nats = Nats::start(3);
    block_on(make(&nats, 3));
    races(&nats, 1000);
}
