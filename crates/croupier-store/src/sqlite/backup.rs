//! Copying the database while it is in use.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::command::{BackupJob, BackupProgress, OnProgress};
use super::connection::{check_format, open_plain};
use super::error::StartError;
use super::writer::{InDoubt, Writer};
use crate::save_file::folder_of;
use crate::writing::settle_folder;

/// How many pages are copied between two commits: two mebibytes.
const PAGES_AT_ONCE: i32 = 256;

/// Why a copy was abandoned.
enum GivenUp {
    Failed(StartError),
    InDoubt,
}

impl From<rusqlite::Error> for GivenUp {
    fn from(why: rusqlite::Error) -> Self {
        Self::Failed(why.into())
    }
}

/// Copies the database, and commits what is queued after every part of it. Because the writes go
/// through the same connection, SQLite adds them to the copy instead of restarting it, and no
/// reader keeps the write-ahead log from being reused.
pub(super) fn run(
    writer: &mut Writer,
    connection: &Connection,
    job: BackupJob,
) -> Result<(), InDoubt> {
    let BackupJob { to, mut on_progress, reply } = job;
    match copy(writer, connection, &to, &mut on_progress) {
        Ok(target) => {
            let _ = reply.send(Ok(target));
            Ok(())
        }
        Err(GivenUp::Failed(why)) => {
            let _ = reply.send(Err(why));
            Ok(())
        }
        // Dropping the reply tells the caller that the copy was not made.
        Err(GivenUp::InDoubt) => Err(InDoubt),
    }
}

fn copy(
    writer: &mut Writer,
    connection: &Connection,
    to: &Path,
    on_progress: &mut OnProgress,
) -> Result<Connection, GivenUp> {
    let mut target = open_plain(to)?;
    // The copy counts only when it is complete, so it need not survive a crash before that.
    target.pragma_update(None, "journal_mode", "OFF")?;
    target.pragma_update(None, "synchronous", "OFF")?;
    let copying = Backup::new(connection, &mut target)?;
    loop {
        let step = copying.step(PAGES_AT_ONCE)?;
        let progress = copying.progress();
        let [left, total] =
            [progress.remaining, progress.pagecount].map(|pages| u64::try_from(pages).unwrap_or(0));
        on_progress(BackupProgress { copied: total.saturating_sub(left), total });
        if step == StepResult::Done {
            break;
        }
        if writer.look_for_work() {
            writer.do_waiting(connection).map_err(|InDoubt| GivenUp::InDoubt)?;
        }
        if writer.is_closing {
            return Err(GivenUp::Failed(StartError::Stopped));
        }
    }
    drop(copying);
    Ok(target)
}

/// The name of a copy before it is complete.
pub(super) fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

/// Turns a copy into a single file, checks it, and gives it its name.
pub(super) fn settle(target: Connection, partial: &Path, to: &Path) -> Result<(), StartError> {
    let done = make_whole(target, partial).and_then(|()| place(partial, to));
    if done.is_err() {
        remove_partial(partial);
    }
    done
}

/// Removes what is left of an incomplete copy.
pub(super) fn remove_partial(partial: &Path) {
    let _ = fs::remove_file(partial);
    for end in ["-wal", "-journal", "-shm"] {
        let mut name = partial.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(PathBuf::from(name));
    }
}

/// The copy inherits WAL mode from its source and would need a write-ahead log beside it; switch
/// that off.
fn make_whole(target: Connection, partial: &Path) -> Result<(), StartError> {
    target.pragma_update(None, "journal_mode", "DELETE")?;
    check_format(&target, partial)?;
    check_whole(&target, partial)?;
    target.close().map_err(|(_, why)| StartError::from(why))
}

/// Checks the integrity of the database.
pub(super) fn check_whole(connection: &Connection, path: &Path) -> Result<(), StartError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" {
        return Ok(());
    }
    Err(StartError::Damaged { path: path.to_owned(), why: found })
}

/// Makes a file durable under its final name, which must be free.
pub(super) fn place(partial: &Path, to: &Path) -> Result<(), StartError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| StartError::Io { path, source }
    };
    File::options()
        .write(true)
        .open(partial)
        .and_then(|file| file.sync_all())
        .map_err(io(partial))?;
    if to.exists() {
        return Err(StartError::Exists { path: to.to_owned() });
    }
    fs::rename(partial, to).map_err(io(to))?;
    settle_folder(folder_of(to)).map_err(|why| StartError::of_file(why, to))
}
