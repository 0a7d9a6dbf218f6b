//! Restoring a backup.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::backup::{check_whole, partial_name, place, remove_partial};
use super::connection::{LockedFolder, check_format, is_empty, open_plain, wal_of};
use super::error::StartError;

/// Puts a copy made by [`SqliteStore::backup`](super::SqliteStore::backup) into a folder without
/// data. The copy is checked before and after; it appears in the folder completely or not at all.
pub fn restore(file: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<(), StartError> {
    let file = file.as_ref();
    // A bad file must leave nothing in the folder.
    check_copy(file)?;
    let folder = LockedFolder::lock(folder.as_ref())?;
    let database = folder.database();
    for path in [database.clone(), wal_of(&database)] {
        if path.exists() {
            return Err(StartError::Exists { path });
        }
    }
    let partial = partial_name(&database);
    let copied = fs::copy(file, &partial);
    let copied = copied.map_err(|source| StartError::Io { path: database.clone(), source });
    let done = copied.and_then(|_| check_copy(&partial)).and_then(|()| place(&partial, &database));
    if done.is_err() {
        remove_partial(&partial);
    }
    done
}

/// Checks that a file has all of its pages. A page that was cut off could otherwise be read as an
/// empty one.
fn check_length(connection: &Connection, file: &Path) -> Result<(), StartError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let expected = number("page_count")?.saturating_mul(number("page_size")?);
    let found =
        fs::metadata(file).map_err(|source| StartError::Io { path: file.to_owned(), source })?;
    if i64::try_from(found.len()).is_ok_and(|found| found >= expected) {
        return Ok(());
    }
    let why = format!("it has {} of {expected} bytes", found.len());
    Err(StartError::Damaged { path: file.to_owned(), why })
}

/// Checks that a file is an intact database of ours.
fn check_copy(file: &Path) -> Result<(), StartError> {
    // Opening a missing file would create it.
    fs::metadata(file).map_err(|source| StartError::Io { path: file.to_owned(), source })?;
    let connection = open_plain(file)?;
    let checked = check_format(&connection, file).and_then(|()| {
        if is_empty(&connection)? {
            return Err(StartError::Foreign { path: file.to_owned() });
        }
        check_length(&connection, file)?;
        check_whole(&connection, file)
    });
    checked.map_err(|why| match why {
        StartError::Engine(why) => {
            StartError::Damaged { path: file.to_owned(), why: why.to_string() }
        }
        other => other,
    })
}
