//! The database file: locking and opening it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::{Connection, OpenFlags};

use super::Settings;
use super::error::StartError;
use crate::save_file::folder_of;
use crate::writing::settle_folder;

/// The file name of the database.
pub(super) const DATABASE: &str = "croupier.db";
/// The file that is locked while a store is open.
pub(super) const LOCK: &str = "croupier.lock";
/// Marks a database as ours: "Crou".
const APPLICATION: i32 = 0x4372_6f75;
/// The version of the database format that this program writes.
pub(super) const FORMAT: i32 = 1;
/// The page size; a full chunk takes six pages. Smaller pages mean more system calls per commit,
/// larger ones make every change of the directory write more.
pub(super) const PAGE_BYTES: u32 = 8192;

/// A data folder that nobody else can open. Dropping it unlocks the folder.
#[derive(Debug)]
pub(super) struct LockedFolder {
    pub(super) path: PathBuf,
    _lock: File,
}

impl LockedFolder {
    /// Locks the folder. Creates it if there is none.
    pub(super) fn lock(path: &Path) -> Result<Self, StartError> {
        let io = |source| StartError::Io { path: path.to_owned(), source };
        create_folder(path).map_err(io)?;
        let lock =
            OpenOptions::new().create(true).write(true).truncate(false).open(path.join(LOCK));
        let lock = lock.map_err(io)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StartError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => Err(io(source)),
        }
    }

    pub(super) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }
}

/// How many pages are in the write-ahead log, as of the last commit.
pub(super) type WalPages = Arc<AtomicU32>;

/// Opens the database of a folder and makes sure that it is ours.
pub(super) fn open(
    database: &Path,
    settings: &Settings,
    wal_pages: &WalPages,
) -> Result<Connection, StartError> {
    let mut connection = open_plain(database)?;
    // In this mode the index of the write-ahead log is kept in memory, and transactions take no
    // locks. It has to be set before the log is first accessed.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    check_format(&connection, database)?;
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StartError::NoWal { path: database.to_owned() });
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "journal_size_limit", Settings::WAL_LIMIT.cast_signed())?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "cache_size", -i64::from(settings.page_cache_kib))?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "foreign_keys", false)?;
    if let Some(pages) = settings.max_pages {
        connection.pragma_update(None, "max_page_count", pages)?;
    }
    connection.set_prepared_statement_cache_capacity(64);
    let counter = Arc::clone(wal_pages);
    connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages: i32| {
        counter.store(u32::try_from(pages).unwrap_or(0), Ordering::Relaxed);
        Ok(())
    }))?;
    if create_tables(&connection)? {
        let settled =
            settle_folder(folder_of(database)).and_then(|()| settle_folder(parent_of(database)));
        settled.map_err(|why| StartError::of_file(why, database))?;
    }
    Ok(connection)
}

/// Creates a folder that only its owner can read: hands and tokens are in it.
fn create_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates an empty file that only its owner can read. What SQLite keeps beside it inherits that.
fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If it fails, so does opening the database, unless the file is there already.
    let _ = options.open(path);
}

/// Opens a database file without changing its settings. Creates it if there is none.
pub(super) fn open_plain(database: &Path) -> Result<Connection, rusqlite::Error> {
    create_private(database);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(database, flags)
}

/// Refuses databases of other programs and of later versions of this one.
pub(super) fn check_format(connection: &Connection, path: &Path) -> Result<(), StartError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, format) = (number("application_id")?, number("user_version")?);
    if (application, format) == (0, 0) && is_empty(connection)? {
        return Ok(());
    }
    if application != APPLICATION {
        return Err(StartError::Foreign { path: path.to_owned() });
    }
    if format > FORMAT {
        return Err(StartError::Newer { path: path.to_owned(), format, known: FORMAT });
    }
    Ok(())
}

pub(super) fn is_empty(connection: &Connection) -> Result<bool, rusqlite::Error> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// The folder that contains the database's folder.
fn parent_of(database: &Path) -> &Path {
    folder_of(folder_of(database))
}

/// Creates all tables in one transaction, so that a crash leaves all or none. True if there were
/// none.
fn create_tables(connection: &Connection) -> Result<bool, rusqlite::Error> {
    if !is_empty(connection)? {
        return Ok(false);
    }
    let schema = include_str!("schema.sql");
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {schema}
         PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;"
    ))?;
    Ok(true)
}

/// The write-ahead log that belongs to a database.
pub(super) fn wal_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}
