//! Cuts the power of all NATS servers at once, repeatedly. Each has its own disk: a mounted image.
//! What is in the image at the moment of the cut is what the disk has; what the system still holds
//! in memory is lost.

#![allow(clippy::disallowed_types, reason = "tests mount disks and cut their power")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use croupier_store::journal::{Held, Journal, RoomId, Snapshot};
use croupier_store::nats::{NatsStore, Settings};
use croupier_store::testing::contract::new_entry;
use croupier_store::testing::nats::{Nats, Servers};

use super::{block_on, make};

const CUTS: usize = 5;
const SERVERS: usize = 3;
const ROOMS: usize = 20;

/// How long to write before the power is cut: less than the half minute after which the system
/// flushes old data by itself.
const WRITING: Duration = Duration::from_secs(8);

/// The size of a disk in bytes.
const SIZE: u64 = 512 << 20;

/// A disk: an image, and its mount point.
struct Disk {
    image: PathBuf,
    mounted: PathBuf,
}

fn run(program: &str, args: &[&dyn AsRef<std::ffi::OsStr>]) {
    let output = Command::new(program).args(args.iter().map(AsRef::as_ref)).output();
    let why = match output {
        Ok(output) if output.status.success() => return,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(why) => why.to_string(),
    };
    panic!(
        "{program}: {}\nThis test mounts images of disks: it needs Linux, root, loop devices and mkfs.ext4. Run \
         `cargo xtask soak power` as root on a machine that has them.",
        why.trim()
    );
}

impl Disk {
    fn new(folder: &Path, index: usize) -> Self {
        let (image, mounted) =
            (folder.join(format!("{index}.img")), folder.join(format!("disk{index}")));
        std::fs::create_dir_all(&mounted).unwrap();
        std::fs::File::create(&image).unwrap().set_len(SIZE).unwrap();
        run("mkfs.ext4", &[&"-q", &"-F", &image]);
        let disk = Self { image, mounted };
        disk.mount();
        disk
    }

    fn mount(&self) {
        // The file system must not flush anything that was not requested.
        run("mount", &[&"-o", &"loop,commit=600", &self.image, &self.mounted]);
    }

    /// Copies what is on the disk at this moment, without flushing anything.
    fn copy(&self) {
        let copy = self.image.with_extension("copy");
        run("cp", &[&"--sparse=always", &self.image, &copy]);
    }

    /// Continues with what was on the disk.
    fn go_back(&self) {
        run("umount", &[&self.mounted]);
        std::fs::rename(self.image.with_extension("copy"), &self.image).unwrap();
        self.mount();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.mounted).status();
    }
}

/// Servers with their disks. They end before their disks are removed.
struct House {
    nats: Nats,
    disks: Vec<Disk>,
    folder: PathBuf,
}

impl Drop for House {
    fn drop(&mut self) {
        (0..SERVERS).for_each(|index| self.nats.kill(index));
        self.disks.clear();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl House {
    fn start(name: &str, sync_interval: Option<&str>) -> Self {
        let folder =
            std::env::temp_dir().join(format!("croupier-power-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let disks: Vec<_> = (0..SERVERS).map(|index| Disk::new(&folder, index)).collect();
        let mut servers = Servers::new(SERVERS);
        servers.sync_interval = sync_interval.map(ToOwned::to_owned);
        servers.disks = disks.iter().map(|it| it.mounted.clone()).collect();
        let nats = servers.start();
        Self { nats, disks, folder }
    }

    fn cut_the_power(&mut self) {
        (0..SERVERS).for_each(|index| self.nats.kill(index));
    }

    /// Restarts the servers with what was on their disks.
    fn start_again(&mut self) {
        self.disks.iter().for_each(Disk::copy);
        self.disks.iter().for_each(Disk::go_back);
        (0..SERVERS).for_each(|index| self.nats.restart(index));
    }
}

/// Appends consecutive numbers to a room until nobody answers.
async fn write(store: NatsStore, mut held: Held, mut last: u64, told: Arc<AtomicU64>) {
    while store.append(&mut held, vec![Bytes::from((last + 1).to_string())]).await.is_ok() {
        last += 1;
        told.store(last, Ordering::Relaxed);
    }
}

/// How many records a room has. `None` if the room is missing.
async fn count(store: &NatsStore, room: RoomId) -> Option<(Held, u64)> {
    let opened = store.open(room).await.ok()?;
    let last = opened.records.last().map(|it| std::str::from_utf8(it).unwrap().parse().unwrap());
    let last = last.unwrap_or(0);
    assert_eq!(opened.records.len() as u64, last, "{room}: records are there once and in order");
    Some((opened.held, last))
}

/// Cuts the power of a house while rooms are written to. Returns how many records were
/// acknowledged, and how many of those were lost.
fn cut(name: &str, sync_interval: Option<&str>) -> (u64, u64) {
    let mut house = House::start(name, sync_interval);
    let settings = Settings::new(&house.nats.url(), "writer");
    let rooms = block_on(async {
        make(&house.nats, 3).await;
        let store = NatsStore::connect(&settings).await.unwrap();
        let mut rooms = vec![];
        for _ in 0..ROOMS {
            let first = Snapshot { versions: "1".to_owned(), bytes: Bytes::from_static(b"0") };
            rooms.push(store.create(new_entry(), first).await.unwrap().held.room());
        }
        store.shutdown().await;
        rooms
    });
    // The house itself is on the disks: only what is written from now on may be lost.
    run("sync", &[]);
    let (mut all, mut lost) = (0, 0);
    for round in 0..CUTS {
        let told = block_on(async {
            let store = NatsStore::connect(&settings).await.unwrap();
            let mut writers = tokio::task::JoinSet::new();
            let mut told = vec![];
            for room in &rooms {
                let (held, number) = count(&store, *room).await.expect("the room is there");
                let heard = Arc::new(AtomicU64::new(number));
                writers.spawn(write(store.clone(), held, number, Arc::clone(&heard)));
                told.push((*room, number, heard));
            }
            tokio::time::sleep(WRITING).await;
            house.cut_the_power();
            writers.shutdown().await;
            let told = told.into_iter();
            told.map(|(room, before, told)| (room, before, told.load(Ordering::Relaxed)))
                .collect::<Vec<_>>()
        });
        house.start_again();
        let unready = house.nats.first_unready();
        let found = block_on(async {
            let mut found = vec![];
            if let Ok(store) = NatsStore::connect(&settings).await {
                for (room, ..) in &told {
                    found.push(count(&store, *room).await.map(|it| it.1));
                }
                store.shutdown().await;
            }
            found
        });
        let written: u64 = told.iter().map(|(_, before, told)| told - before).sum();
        let found = found.into_iter().chain(std::iter::repeat(None));
        let gone: u64 =
            told.iter().zip(found).map(|(it, found)| it.2.saturating_sub(found.unwrap_or(0))).sum();
        println!("cut {round}: {gone} of {written} acknowledged records are gone");
        (all, lost) = (all + written, lost + gone);
        if unready.is_some() || gone > 0 {
            break; // Not enough of the house is left to continue.
        }
    }
    (all, lost)
}

#[test]
#[ignore = "soak: `cargo xtask soak power` as root; it needs nats-server and loop devices"]
fn soak_nothing_that_was_acknowledged_is_lost_when_the_power_is_cut() {
    let (all, lost) = cut("always", Some("always"));
    assert!(all > 1_000, "{all} records are too few to tell");
    assert_eq!(lost, 0, "of {all}");
}

#[test]
#[ignore = "soak: `cargo xtask soak power` as root; it needs nats-server and loop devices"]
fn soak_without_sync_always_a_power_cut_loses_what_was_acknowledged() {
    let (all, lost) = cut("default", None);
    assert!(lost > 0, "of {all}: the test above would not notice");
}
