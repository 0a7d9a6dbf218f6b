//! Save files as a program meets them: whole, damaged, missing, crowded.
#![allow(clippy::unwrap_used)] // Test helpers fail like tests.

use std::fs;
use std::path::PathBuf;

use croupier_store::{ContentError, SaveFile, Source, StoreError};

fn is_good(bytes: &[u8]) -> Result<(), ContentError> {
    let good = bytes.starts_with(b"good") && bytes.ends_with(b".");
    good.then_some(()).ok_or_else(|| ContentError::new("it does not say so"))
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn file(name: &str) -> SaveFile {
    SaveFile::new(folder(name).join("match.json"), is_good)
}

#[test]
fn in_134_the_previous_one_is_kept() {
    let file = file("kept");
    file.write(b"good 1.").unwrap();
    assert!(!file.backup().exists());
    file.write(b"good 2.").unwrap();
    file.write(b"good 3.").unwrap();
    assert_eq!(file.read().unwrap(), b"good 3.");
    assert_eq!(fs::read(file.backup()).unwrap(), b"good 2.");
    let names = fs::read_dir(file.path().parent().unwrap()).unwrap().count();
    assert_eq!(names, 2, "nothing else is left behind");
}

#[test]
fn in_134_content_that_is_not_good_is_not_written() {
    let file = file("refused");
    file.write(b"good 1.").unwrap();
    assert_eq!(file.write(b"bad").unwrap_err().code(), "file_not_written");
    assert_eq!(file.read().unwrap(), b"good 1.");
    assert!(!file.backup().exists());
}

#[test]
fn in_134_a_damaged_file_does_not_replace_a_good_backup() {
    let file = file("damaged");
    file.write(b"good 1.").unwrap();
    file.write(b"good 2.").unwrap();
    fs::write(file.path(), b"goo").unwrap();
    file.write(b"good 3.").unwrap();
    assert_eq!(file.read().unwrap(), b"good 3.");
    assert_eq!(fs::read(file.backup()).unwrap(), b"good 1.");
}

#[test]
fn in_134_the_backup_is_read_only_when_asked_for_and_it_is_said() {
    let file = file("fallback");
    file.write(b"good 1.").unwrap();
    file.write(b"good 2.").unwrap();
    assert!(matches!(file.read_or_backup().unwrap().source, Source::File));

    fs::write(file.path(), b"good 2").unwrap();
    assert_eq!(file.read().unwrap_err().code(), "file_damaged");
    let found = file.read_or_backup().unwrap();
    assert_eq!(found.bytes, b"good 1.");
    let Source::Backup { why } = found.source else { panic!("from the file?") };
    assert_eq!(why.code(), "file_damaged");

    fs::remove_file(file.path()).unwrap();
    assert_eq!(file.read().unwrap_err().code(), "file_missing");
    let Source::Backup { why } = file.read_or_backup().unwrap().source else { panic!() };
    assert_eq!(why.code(), "file_missing");
    // Writing continues from there, and the backup stays until there is a newer good one.
    file.write(b"good 3.").unwrap();
    assert_eq!(fs::read(file.backup()).unwrap(), b"good 1.");

    fs::write(file.path(), b"").unwrap();
    fs::write(file.backup(), b"").unwrap();
    let error = file.read_or_backup().unwrap_err();
    assert_eq!(error.code(), "file_and_backup_unreadable");
    assert!(error.to_string().contains("match.json.bak is damaged"), "{error}");
}

#[test]
fn a_file_that_was_never_there_is_missing() {
    let file = file("missing");
    assert!(matches!(file.read_or_backup(), Err(StoreError::Missing { .. })));
}

#[test]
fn in_134_what_cannot_be_written_leaves_everything_as_it_was() {
    let parent = folder("no-folder");
    let nowhere = SaveFile::new(parent.join("not/there.json"), is_good);
    assert_eq!(nowhere.write(b"good 1.").unwrap_err().code(), "file_io");
    let why = nowhere.is_writable().unwrap_err().to_string();
    assert!(why.contains("not/there.json: "), "{why}");
    SaveFile::new(parent.join("there.json"), is_good).is_writable().unwrap();

    let occupied = SaveFile::new(parent.join("occupied"), is_good);
    fs::create_dir(occupied.path()).unwrap();
    assert_eq!(occupied.write(b"good 1.").unwrap_err().code(), "file_io");
    assert_eq!(fs::read_dir(&parent).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn in_134_several_writers_do_not_disturb_each_other() {
    let file = file("crowd");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let file = &file;
            scope.spawn(move || {
                for number in 0..25 {
                    let text = format!("good {writer} {}.", "x".repeat(1 + 97 * number));
                    file.write(text.as_bytes()).unwrap();
                    file.read().unwrap();
                }
            });
        }
    });
    file.read().unwrap();
    assert!(is_good(&fs::read(file.backup()).unwrap()).is_ok());
    assert_eq!(file.remove_leftovers().unwrap(), 0);
}

#[test]
fn a_new_file_takes_nobodys_place() {
    let file = file("new");
    file.create(b"good 1.").unwrap();
    assert_eq!(file.read().unwrap(), b"good 1.");
    assert_eq!(file.create(b"good 2.").unwrap_err().code(), "file_exists");
    assert_eq!(file.read().unwrap(), b"good 1.");
    assert!(!file.backup().exists());

    // A backup without its file is the last good save there is.
    fs::rename(file.path(), file.backup()).unwrap();
    assert_eq!(file.create(b"good 2.").unwrap_err().code(), "file_exists");
    assert_eq!(fs::read(file.backup()).unwrap(), b"good 1.");
    let names = fs::read_dir(file.path().parent().unwrap()).unwrap().count();
    assert_eq!(names, 1, "nothing else is left behind");
}

#[test]
fn a_file_that_somebody_else_wrote_is_not_replaced() {
    let file = file("theirs");
    file.create(b"good 1.").unwrap();
    file.replace(b"good 1.", b"good 2.").unwrap();
    fs::write(file.path(), b"good theirs.").unwrap();
    assert_eq!(file.replace(b"good 2.", b"good 3.").unwrap_err().code(), "file_changed");
    assert_eq!(file.read().unwrap(), b"good theirs.");
    assert_eq!(fs::read(file.backup()).unwrap(), b"good 1.");
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let folder = folder("endless");
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
    let link = folder.join("linked");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for path in ["/dev/zero".into(), "/dev/tty".into(), folder.join("socket"), link] {
        let file = SaveFile::new(path, is_good);
        assert_eq!(file.read().unwrap_err().code(), "file_not_regular", "{file:?}");
        assert_eq!(file.write(b"good 1.").unwrap_err().code(), "file_not_regular", "{file:?}");
    }
    let itself = folder.join("itself");
    std::os::unix::fs::symlink(&itself, &itself).unwrap();
    assert_eq!(SaveFile::new(itself, is_good).read().unwrap_err().code(), "file_io");
}
