//! NATS nodes that die, with writers that remember what was acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use croupier_store::journal::{AppendError, Held, Journal, OpenError, RoomId, Snapshot};
use croupier_store::nats::NatsStore;
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::Nats;

use super::{block_on, connect, make};

/// How many rooms are written to.
const ROOMS: usize = 20;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A writer of a room, and what was acknowledged to it.
struct Writer {
    room: RoomId,
    /// How many records are known to be stored.
    told: AtomicU64,
    stop: AtomicBool,
}

fn record(number: u64) -> Bytes {
    Bytes::from(number.to_string())
}

fn numbers(records: &[Bytes]) -> Vec<u64> {
    records.iter().map(|it| std::str::from_utf8(it).unwrap().parse().unwrap()).collect()
}

/// Opens a room, however long it takes. Returns the last record that is stored.
async fn open(store: &NatsStore, room: RoomId) -> (Held, u64) {
    let open = async {
        loop {
            match store.open(room).await {
                Ok(opened) => return opened,
                Err(OpenError::Read(_)) => tokio::time::sleep(Duration::from_millis(100)).await,
                Err(why) => panic!("{room} is lost: {why}"),
            }
        }
    };
    let opened = tokio::time::timeout(PATIENCE, open).await.expect("the room can be opened again");
    let whole: u64 = std::str::from_utf8(&opened.snapshot.bytes).unwrap().parse().unwrap();
    let found = numbers(&opened.records);
    let expected: Vec<_> = (whole + 1..=whole + found.len() as u64).collect();
    assert_eq!(found, expected, "records are there once and in order");
    (opened.held, whole + found.len() as u64)
}

impl Writer {
    /// Appends consecutive numbers, with a snapshot now and then.
    async fn run(self: Arc<Self>, store: NatsStore) {
        let (mut held, mut last) = open(&store, self.room).await;
        while !self.stop.load(Ordering::Relaxed) {
            let next = last + 1;
            let written = if next.is_multiple_of(20) {
                let bytes = record(next);
                store.snapshot(&mut held, Snapshot { versions: "1".to_owned(), bytes }).await
            } else {
                store.append(&mut held, vec![record(next)]).await
            };
            match written {
                Ok(_) => last = next,
                Err(AppendError::Fenced) => panic!("{}: nobody else has it", self.room),
                Err(why) => {
                    assert!(why.is_unknown(), "{why}");
                    let found;
                    (held, found) = open(&store, self.room).await;
                    // Everything acknowledged is there, and at most one more.
                    assert!((last..=next).contains(&found), "{last} was told, {found} is there");
                    last = found;
                }
            }
            self.told.store(last, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

struct Writers {
    writers: Vec<Arc<Writer>>,
    tasks: tokio::task::JoinSet<()>,
}

impl Writers {
    async fn start(store: &NatsStore) -> Self {
        let (mut writers, mut tasks) = (vec![], tokio::task::JoinSet::new());
        for _ in 0..ROOMS {
            let first = Snapshot { versions: "1".to_owned(), bytes: record(0) };
            let room = store.create(new_entry(), first).await.unwrap().held.room();
            let (told, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let writer = Arc::new(Writer { room, told, stop });
            tasks.spawn(Arc::clone(&writer).run(store.clone()));
            writers.push(writer);
        }
        Self { writers, tasks }
    }

    /// How much has been acknowledged to each writer.
    fn told(&self) -> Vec<u64> {
        self.writers.iter().map(|it| it.told.load(Ordering::Relaxed)).collect()
    }

    /// Waits until every room has made progress.
    async fn go_on(&mut self, why: &str) {
        let before = self.told();
        let start = tokio::time::Instant::now();
        let all = async {
            while self.told().iter().zip(&before).any(|(now, before)| *now < before + 5) {
                if let Some(ended) = self.tasks.try_join_next() {
                    ended.unwrap();
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let all = tokio::time::timeout(PATIENCE, all).await;
        assert!(all.is_ok(), "{why}: rooms stand still: {:?} of {before:?}", self.told());
        println!("{why}: all rooms went on after {:?}", start.elapsed());
    }

    /// Stops all writers, and checks that everything acknowledged is there.
    async fn finish(mut self, store: &NatsStore) {
        self.writers.iter().for_each(|it| it.stop.store(true, Ordering::Relaxed));
        while let Some(ended) = self.tasks.join_next().await {
            ended.unwrap();
        }
        let mut all = 0;
        for writer in &self.writers {
            let (_, found) = open(store, writer.room).await;
            let told = writer.told.load(Ordering::Relaxed);
            assert_eq!(found, told, "{}: what was told is what is there", writer.room);
            all += told;
        }
        println!("{all} records of {ROOMS} rooms, none lost, none twice");
    }
}

/// One of three dies, two of three die, all die: everything acknowledged is there afterwards.
fn nodes_die(rounds: usize) {
    let mut nats = Nats::start(3);
    block_on(async {
        make(&nats, 3).await;
        let store = connect(&nats, "writer").await;
        let mut writers = Writers::start(&store).await;
        writers.go_on("start").await;
        for round in 0..rounds {
            let first = round % 3;
            nats.kill(first);
            writers.go_on("one of three is dead").await;
            let second = (first + 1) % 3;
            nats.kill(second);
            // Everything in flight has ended by now.
            tokio::time::sleep(Duration::from_secs(2)).await;
            let before = writers.told();
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(writers.told(), before, "without a majority nothing is told");
            nats.restart(second);
            writers.go_on("two of three are there again").await;
            nats.restart(first);
            nats.wait_until_ready();
            (0..3).for_each(|index| nats.kill(index));
            (0..3).for_each(|index| nats.restart(index));
            writers.go_on("all were killed and started again").await;
            nats.wait_until_ready();
        }
        writers.finish(&store).await;
        println!("{:?}", store.stats());
    });
}

#[test]
#[ignore = "needs nats-server"]
fn what_was_acknowledged_survives_dead_nodes() {
    nodes_die(1);
}

#[test]
#[ignore = "soak: needs nats-server, and takes minutes"]
fn soak_what_was_acknowledged_survives_dead_nodes() {
    nodes_die(5);
}
