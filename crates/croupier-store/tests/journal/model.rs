//! Random calls, including crashes, compared with a simple model.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bytes::Bytes;
use croupier_store::journal::{Entry, Held, Journal as _, OpenError, Revision, RoomId};
use croupier_store::sqlite::{CommitFault, Settings, SqliteStore, check};
use proptest::prelude::*;

use super::{block_on, crash_copy, folder, settings, snapshot};

#[derive(Debug, Clone)]
enum Op {
    Create(u8),
    Open(u8),
    /// How many records, and of how many bytes.
    Append(u8, u8, u16),
    /// By the previous holder of the room.
    LateAppend(u8),
    Snapshot(u8),
    Put(u8),
    Close(u8),
    Release(u8),
    Unknown(u8, bool),
    Full(u8),
    Restart,
    Crash,
}

fn op() -> impl Strategy<Value = Op> {
    let room = || 0..4_u8;
    prop_oneof![
        4 => room().prop_map(Op::Create),
        3 => room().prop_map(Op::Open),
        20 => (room(), 1..4_u8, 0..3000_u16)
            .prop_map(|(room, count, size)| Op::Append(room, count, size)),
        1 => room().prop_map(Op::LateAppend),
        3 => room().prop_map(Op::Snapshot),
        2 => room().prop_map(Op::Put),
        1 => room().prop_map(Op::Close),
        1 => room().prop_map(Op::Release),
        1 => (room(), any::<bool>()).prop_map(|(room, stored)| Op::Unknown(room, stored)),
        1 => room().prop_map(Op::Full),
        1 => Just(Op::Restart),
        1 => Just(Op::Crash),
    ]
}

/// The expected state of a room.
#[derive(Debug, Default)]
struct ModelRoom {
    snapshot: String,
    records: Vec<Bytes>,
    people: u32,
}

struct World {
    folder: PathBuf,
    copies: u32,
    store: Option<SqliteStore>,
    model: BTreeMap<u8, ModelRoom>,
    held: BTreeMap<u8, (Held, Revision)>,
    late: BTreeMap<u8, Held>,
    written: u32,
}

/// Small limits, so that everything happens often.
fn small() -> Settings {
    settings(|settings| {
        settings.log_bytes = 24 << 10;
        settings.checkpoint_bytes = 128 << 10;
        settings.chunk_cache_bytes = 16 << 10;
    })
}

fn id(room: u8) -> RoomId {
    RoomId::new(u128::from(room) << 70)
}

impl World {
    fn store(&self) -> SqliteStore {
        self.store.clone().unwrap()
    }

    fn records(&mut self, count: u8, size: u16) -> Vec<Bytes> {
        let record = |_| {
            self.written += 1;
            let mut bytes = self.written.to_le_bytes().to_vec();
            bytes.resize(4 + usize::from(size), 0x5a);
            Bytes::from(bytes)
        };
        (0..count).map(record).collect()
    }

    /// Opens a room and compares it with the model.
    async fn open(&mut self, room: u8) {
        let opened = self.store().open(id(room)).await;
        let Some(expected) = self.model.get(&room) else {
            assert!(matches!(opened, Err(OpenError::Missing)), "{opened:?}");
            return;
        };
        let opened = opened.unwrap();
        assert_eq!(opened.snapshot, snapshot(&expected.snapshot));
        assert!(opened.records == expected.records, "the records of room {room}");
        assert_eq!(opened.entry.people, expected.people);
        if let Some((held, _)) = self.held.insert(room, (opened.held, opened.revision)) {
            self.late.insert(room, held);
        }
    }

    async fn append(&mut self, room: u8, records: Vec<Bytes>) {
        let store = self.store();
        let Some((held, _)) = self.held.get_mut(&room) else { return };
        store.append(held, records.clone()).await.unwrap();
        self.model.get_mut(&room).unwrap().records.extend(records);
    }

    async fn step(&mut self, op: Op) {
        let store = self.store();
        match op {
            Op::Create(room) => {
                let entry = Entry::new(id(room), "game");
                let created = store.create(entry, snapshot("plan")).await;
                assert_eq!(created.is_ok(), !self.model.contains_key(&room));
                if let Ok(opened) = created {
                    let plan = ModelRoom { snapshot: "plan".to_owned(), ..ModelRoom::default() };
                    self.model.insert(room, plan);
                    self.held.insert(room, (opened.held, opened.revision));
                }
            }
            Op::Open(room) => self.open(room).await,
            Op::Append(room, count, size) => {
                let records = self.records(count, size);
                self.append(room, records).await;
            }
            Op::LateAppend(room) => {
                if let Some(held) = self.late.get_mut(&room) {
                    let late = store.append(held, vec![Bytes::from_static(b"late")]).await;
                    assert_eq!(late.unwrap_err().code(), "fenced");
                }
            }
            Op::Snapshot(room) => {
                let Some((held, _)) = self.held.get_mut(&room) else { return };
                self.written += 1;
                let text = format!("snapshot {}", self.written);
                store.snapshot(held, snapshot(&text)).await.unwrap();
                let model = self.model.get_mut(&room).unwrap();
                (model.snapshot, model.records) = (text, vec![]);
            }
            Op::Put(room) => {
                let Some((held, revision)) = self.held.get_mut(&room) else { return };
                let mut entry = Entry::new(id(room), "game");
                self.written += 1;
                entry.people = self.written;
                *revision = store.put_entry(held, *revision, entry).await.unwrap();
                self.model.get_mut(&room).unwrap().people = self.written;
            }
            Op::Close(room) => {
                let Some((held, _)) = self.held.remove(&room) else { return };
                store.close(held).await.unwrap();
                self.model.remove(&room);
            }
            Op::Release(room) => {
                let Some((held, _)) = self.held.remove(&room) else { return };
                store.release(held).await;
            }
            Op::Unknown(room, is_stored) => {
                let records = self.records(2, 50);
                let Some((held, _)) = self.held.get_mut(&room) else { return };
                let fault = if is_stored { CommitFault::Stored } else { CommitFault::NotStored };
                store.fail_next_commit(fault);
                let append = store.append(held, records.clone()).await;
                assert!(append.unwrap_err().is_unknown());
                if is_stored {
                    self.model.get_mut(&room).unwrap().records.extend(records);
                }
                self.open(room).await;
            }
            Op::Full(room) => {
                let records = self.records(1, 50);
                let Some((held, _)) = self.held.get_mut(&room) else { return };
                store.fail_next_commit(CommitFault::Full);
                let append = store.append(held, records.clone()).await;
                assert_eq!(append.unwrap_err().code(), "full");
            }
            Op::Restart => {
                drop(store);
                self.store = None;
                self.reopen();
            }
            Op::Crash => {
                self.copies += 1;
                let next = self.folder.parent().unwrap().join(self.copies.to_string());
                crash_copy(&self.folder, &next);
                drop(store);
                self.store = None;
                std::fs::remove_dir_all(&self.folder).unwrap();
                self.folder = next;
                self.reopen();
            }
        }
    }

    /// After this no room is held; former holders are fenced.
    fn reopen(&mut self) {
        self.store = Some(SqliteStore::open(&self.folder, small()).unwrap());
        for (room, (held, _)) in std::mem::take(&mut self.held) {
            self.late.insert(room, held);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_store_does_what_a_map_would_do(ops in prop::collection::vec(op(), 20..80)) {
        let start = folder("model").join("0");
        let store = Some(SqliteStore::open(&start, small()).unwrap());
        let mut world = World {
            folder: start,
            copies: 0,
            store,
            model: BTreeMap::new(),
            held: BTreeMap::new(),
            late: BTreeMap::new(),
            written: 0,
        };
        block_on(async {
            for op in ops {
                world.step(op).await;
            }
            let rooms: Vec<u8> = world.model.keys().copied().collect();
            prop_assert_eq!(world.store().count().await.unwrap(), rooms.len() as u64);
            let awake = world.store().awake(None).await.unwrap().items;
            let expected = world.model.iter().filter(|(_, room)| !room.records.is_empty());
            prop_assert_eq!(awake, expected.map(|(room, _)| id(*room)).collect::<Vec<_>>());
            for room in rooms {
                world.open(room).await;
            }
            Ok(())
        })?;
        world.store = None;
        let report = check(&world.folder).unwrap();
        let records: usize = world.model.values().map(|room| room.records.len()).sum();
        prop_assert_eq!((report.records, report.damaged), (records as u64, vec![]));
    }
}
