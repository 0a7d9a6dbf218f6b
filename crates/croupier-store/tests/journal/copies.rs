//! Backups of a store in use, and restoring them.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use croupier_store::journal::{Journal as _, RoomId};
use croupier_store::sqlite::{SqliteStore, check, restore};

use super::{block_on, create, folder, open, settings, snapshot, text};

#[test]
fn a_copy_is_made_while_rooms_are_written_to() {
    let folder = folder("backup");
    let limit: u64 = 512 << 10;
    let settings = settings(|settings| settings.checkpoint_bytes = limit);
    let store = SqliteStore::open(folder.join("data"), settings).unwrap();
    let copy = folder.join("copy.db");
    let largest_wal = Arc::new(AtomicU64::new(0));
    let written = block_on(async {
        let mut opened = create(&store, 1).await;
        for _ in 0..2000 {
            let large = vec![Bytes::from(vec![7; 10_000])];
            store.append(&mut opened.held, large).await.unwrap();
        }
        let mut busy = create(&store, 2).await;
        let wal = folder.join("data/croupier.db-wal");
        let (seen, looked) = (Arc::clone(&largest_wal), wal.clone());
        let mut backup = std::pin::pin!(store.backup(&copy, move |progress| {
            assert!(progress.copied <= progress.total);
            seen.fetch_max(fs::metadata(&looked).unwrap().len(), Ordering::Relaxed);
        }));
        // Writes one record after another until the copy is complete.
        let mut written = 0;
        loop {
            let append = store.append(&mut busy.held, vec![Bytes::from(vec![9; 20_000])]);
            tokio::select! {
                biased;
                done = &mut backup => {
                    done.unwrap();
                    break;
                }
                appended = append => {
                    appended.unwrap();
                    written += 1;
                }
            }
        }
        written
    });
    assert!(written > 0);
    let largest = largest_wal.load(Ordering::Relaxed);
    assert!(largest > 0 && largest < 2 * limit, "the write-ahead log had {largest} bytes");
    assert!(
        !fs::read_dir(&folder)
            .unwrap()
            .any(|file| { file.unwrap().file_name().to_string_lossy().contains(".part") })
    );

    let again = folder.join("again");
    restore(&copy, &again).unwrap();
    let report = check(&again).unwrap();
    assert_eq!((report.rooms, report.damaged.len()), (2, 0), "{report:?}");
    let restored = open(&again);
    block_on(async {
        let first = restored.open(RoomId::new(1)).await.unwrap();
        assert!(
            first.records.len() == 2000
                && first.records.iter().all(|record| record.len() == 10_000)
        );
        let second = restored.open(RoomId::new(2)).await.unwrap();
        // The last one may have been requested after the copy was complete.
        assert!(second.records.len() <= written + 1, "{} of {written}", second.records.len());
        let mut held = second.held;
        restored.append(&mut held, vec![text("goes on")]).await.unwrap();
    });
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder("overwrite");
    let store = open(&folder.join("data"));
    let copy = folder.join("copy.db");
    block_on(async {
        create(&store, 1).await;
        fs::write(&copy, "mine").unwrap();
        assert_eq!(store.backup(&copy, |_| {}).await.unwrap_err().code(), "data_exists");
        assert_eq!(fs::read(&copy).unwrap(), b"mine");
        fs::remove_file(&copy).unwrap();
        store.backup(&copy, |_| {}).await.unwrap();
    });
    assert_eq!(restore(&copy, folder.join("data")).unwrap_err().code(), "data_in_use");
    drop(store);
    assert_eq!(restore(&copy, folder.join("data")).unwrap_err().code(), "data_exists");
    restore(&copy, folder.join("new")).unwrap();
    assert_eq!(check(folder.join("new")).unwrap().rooms, 1);
}

#[test]
fn a_damaged_copy_is_not_brought_back() {
    let folder = folder("bad-copy");
    let store = open(&folder.join("data"));
    let copy = folder.join("copy.db");
    block_on(async {
        let mut opened = create(&store, 1).await;
        store.snapshot(&mut opened.held, snapshot(&"x".repeat(100))).await.unwrap();
        store.backup(&copy, |_| {}).await.unwrap();
    });
    for name in ["none.db", "text.db", "cut.db"] {
        let file = folder.join(name);
        match name {
            "text.db" => fs::write(&file, "no database").unwrap(),
            "cut.db" => {
                let bytes = fs::read(&copy).unwrap();
                fs::write(&file, &bytes[..bytes.len() - 8192]).unwrap();
            }
            _ => {}
        }
        let code = restore(&file, folder.join("new")).unwrap_err().code();
        let expected = if name == "none.db" { "data_io" } else { "data_damaged" };
        assert_eq!(code, expected, "{name}");
        assert!(!folder.join("new/croupier.db").exists());
    }
}

#[test]
fn a_copy_of_a_store_that_is_shut_down_is_refused() {
    let folder = folder("late-backup");
    let store = open(&folder);
    block_on(async {
        store.shutdown().await;
        let refused = store.backup(folder.join("copy.db"), |_| {}).await;
        assert_eq!(refused.unwrap_err().code(), "stopped");
    });
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_what_is_stored() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("private");
    let store = open(&folder.join("new/data"));
    let copy = folder.join("copy.db");
    block_on(async {
        create(&store, 1).await;
        store.backup(&copy, |_| {}).await.unwrap();
    });
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.join("new/data")), 0o700);
    for file in ["new/data/croupier.db", "new/data/croupier.db-wal", "copy.db"] {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }
}
