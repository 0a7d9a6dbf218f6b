//! Measures the cost of an append: three servers that flush before they answer, and rooms that
//! append as fast as they are answered. The environment variables `ROOMS`, `SECONDS` and `STREAMS`
//! change the load. And how much memory of NATS a room needs that sleeps (`SLEEPING`, `STREAMS`); few rooms say little.

use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use croupier_store::journal::{Entry, GuestId, Journal, RoomId, Snapshot};
use croupier_store::nats::{self, NatsStore, Plan, Settings};
use croupier_store::testing::nats::Nats;
use croupier_store::testing::process::{cpu_of, memory_of};
use tokio::time::Instant;

use super::connect;

const RECORD: [u8; 200] = [b'r'; 200];
/// After how many records a room is saved as a snapshot.
const SNAPSHOT_EVERY: usize = 64;
const SERVERS: usize = 3;
/// How many rooms are created at the same time.
const AT_ONCE: usize = 256;

/// A number from the environment.
fn chosen(name: &str, otherwise: u64) -> u64 {
    std::env::var_os(name).and_then(|it| it.to_str()?.parse().ok()).unwrap_or(otherwise)
}

/// Similar to a saved room: repetitive text of a few kilobytes.
fn snapshot(room: u64) -> Snapshot {
    let card = |card: u64| format!("{{\"card\":{},\"of\":{room}}},", (card * 7919 + room) % 108);
    let bytes: String = (0..200).map(card).collect();
    Snapshot { versions: "room 1, game 1".to_owned(), bytes: bytes.into() }
}

fn cpu_of_servers(servers: &Nats) -> Duration {
    (0..SERVERS).map(|index| cpu_of(servers.pid(index))).sum()
}

/// Rooms that are held and have one record.
async fn start(store: &NatsStore, rooms: u64) -> Vec<(u64, croupier_store::journal::Held)> {
    let tasks = (0..rooms).map(|room| {
        let store = store.clone();
        tokio::spawn(async move {
            let entry = Entry::new(RoomId::new(room.into()), "bench");
            let mut held = store.create(entry, snapshot(room)).await.unwrap().held;
            // The first append also stores that the room is awake.
            store.append(&mut held, vec![Bytes::from_static(&RECORD)]).await.unwrap();
            (room, held)
        })
    });
    let mut held = vec![];
    for task in tasks.collect::<Vec<_>>() {
        held.push(task.await.unwrap());
    }
    held
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
async fn measure(servers: &Nats, rooms: u64, time: Duration) {
    let store = connect(servers, "figures").await;
    let held = start(&store, rooms).await;
    let (begun, cpu, servers_cpu) =
        (Instant::now(), cpu_of(std::process::id()), cpu_of_servers(servers));
    let tasks = held.into_iter().map(|(room, mut held)| {
        let store = store.clone();
        tokio::spawn(async move {
            let (mut waited, whole) = (vec![], snapshot(room));
            // Each starts at another point between two snapshots, as real rooms do.
            let mut records = usize::try_from(room * 7).unwrap() % SNAPSHOT_EVERY;
            while begun.elapsed() < time {
                let asked = Instant::now();
                store.append(&mut held, vec![Bytes::from_static(&RECORD)]).await.unwrap();
                waited.push(asked.elapsed());
                records += 1;
                if records.is_multiple_of(SNAPSHOT_EVERY) {
                    store.snapshot(&mut held, whole.clone()).await.unwrap();
                }
            }
            waited
        })
    });
    let mut waited = vec![];
    for task in tasks.collect::<Vec<_>>() {
        waited.extend(task.await.unwrap());
    }
    let (took, cpu) = (begun.elapsed(), cpu_of(std::process::id()).saturating_sub(cpu));
    let servers_cpu = cpu_of_servers(servers).saturating_sub(servers_cpu);
    waited.sort_unstable();
    let appends = waited.len();
    let quantile =
        |percent: usize| waited.get(appends * percent / 100).copied().unwrap_or_default();
    let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
    let each = |cpu: Duration| cpu.as_secs_f64() * 1e6 / appends as f64;
    println!("{rooms} rooms, {} streams, {SERVERS} synced copies", store.house().streams);
    println!("appends a second      {:9.0}", appends as f64 / took.as_secs_f64());
    println!("CPU per append, here  {:9.2} us", each(cpu));
    println!("CPU per append, NATS  {:9.2} us", each(servers_cpu));
    println!("latency p50, p99      {:9.1} {:9.1} ms", ms(quantile(50)), ms(quantile(99)));
    println!("{:?}", store.stats());
    let begun = Instant::now();
    let tasks = (0..rooms).map(|room| {
        let store = store.clone();
        tokio::spawn(
            async move { store.open(RoomId::new(room.into())).await.unwrap().records.len() },
        )
    });
    let mut records = 0;
    for task in tasks.collect::<Vec<_>>() {
        records += task.await.unwrap();
    }
    let a_second = rooms as f64 / begun.elapsed().as_secs_f64();
    println!("taking over all rooms {a_second:9.0} a second, {records} records");
    assert!(appends > 0);
}

async fn make_house(servers: &Nats) {
    let mut plan = Plan::default();
    plan.streams = u16::try_from(chosen("STREAMS", 2)).unwrap();
    nats::init(&Settings::new(&servers.url(), "init"), &plan).await.unwrap();
}

#[test]
#[ignore = "soak: needs nats-server, and is for whoever reads the figures"]
fn soak_figures_of_synced_appends() {
    let servers = Nats::start(SERVERS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        make_house(&servers).await;
        let time = Duration::from_secs(chosen("SECONDS", 5));
        measure(&servers, chosen("ROOMS", 1000), time).await;
    });
}

/// Creates rooms as people do, with a code and two guests, and lets them sleep.
async fn fall_asleep(store: &NatsStore, rooms: Range<u64>) {
    let mut making = tokio::task::JoinSet::new();
    for room in rooms {
        let store = store.clone();
        making.spawn(async move {
            let mut entry = Entry::new(RoomId::new(room.into()), "bench");
            entry.code = Some(format!("{room:08}"));
            entry.guests = vec![GuestId(2 * room), GuestId(2 * room + 1)];
            let opened = store.create(entry, snapshot(room)).await.unwrap();
            store.release(opened.held).await;
        });
        if making.len() >= AT_ONCE {
            making.join_next().await.unwrap().unwrap();
        }
    }
    while let Some(made) = making.join_next().await {
        made.unwrap();
    }
}

/// The memory of all servers together, once it does not shrink any more.
async fn settled_memory(servers: &Nats) -> u64 {
    let now = || (0..SERVERS).map(|index| memory_of(servers.pid(index))).sum::<u64>();
    let mut memory = now();
    loop {
        tokio::time::sleep(Duration::from_secs(15)).await;
        let later = now();
        if later > memory / 100 * 98 {
            return later;
        }
        memory = later;
    }
}

#[test]
#[ignore = "soak: needs nats-server, and is for whoever reads the figures"]
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn soak_figures_of_sleeping_rooms() {
    let mut servers = Nats::start(SERVERS);
    let rooms = chosen("SLEEPING", 300_000).max(2);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        make_house(&servers).await;
        let mib = |bytes: f64| bytes / SERVERS as f64 / 1_048_576.0;
        let print = |rooms: u64, when: &str, memory: u64| {
            println!("{rooms:>8} sleeping rooms{when}: {:.1} MiB a server", mib(memory as f64));
        };
        print(0, "", settled_memory(&servers).await);
        let store = connect(&servers, "figures").await;
        let begun = Instant::now();
        fall_asleep(&store, 0..rooms / 2).await;
        let half = settled_memory(&servers).await;
        print(rooms / 2, "", half);
        fall_asleep(&store, rooms / 2..rooms).await;
        let all = settled_memory(&servers).await;
        print(rooms, "", all);
        println!("{:.0} s in all", begun.elapsed().as_secs_f64());
        // The first rooms also pay for buffers that are needed once.
        let each = (all as f64 - half as f64) / (rooms - rooms / 2) as f64;
        let million = all as f64 + each * (1e6 - rooms as f64);
        println!("each further room: {:.0} bytes a server", each / SERVERS as f64);
        println!("a million, extrapolated: {:.0} MiB a server", mib(million));
        assert_eq!(store.count().await.unwrap(), rooms);
        store.shutdown().await;
        (0..SERVERS).for_each(|index| servers.kill(index));
        (0..SERVERS).for_each(|index| servers.restart(index));
        servers.wait_until_ready();
        print(rooms, ", after a restart", settled_memory(&servers).await);
    });
}
