//! A save on disk.

use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::writing::{WriteStep, Writing, is_leftover};
use crate::{ContentError, StoreError};

/// Checks content; the error says what is wrong with it.
pub type Check = fn(&[u8]) -> Result<(), ContentError>;

/// A file that holds one save, with the previous good one beside it as `<name>.bak`.
///
/// After a crash at any moment, the file has either its old content or its new one. Two writers of
/// the same file do not disturb each other; the later one wins.
#[derive(Debug, Clone)]
pub struct SaveFile {
    path: PathBuf,
    check: Check,
}

/// What was read, and from which file.
#[derive(Debug)]
pub struct Found {
    /// The content of the file, which the check has accepted.
    pub bytes: Vec<u8>,
    /// Which file it is from.
    pub source: Source,
}

/// Which file something was read from.
#[derive(Debug)]
pub enum Source {
    /// The file itself.
    File,
    /// The previous good save.
    Backup {
        /// What is wrong with the file itself.
        why: StoreError,
    },
}

impl SaveFile {
    /// The maximum file size. No save is that large.
    pub const LIMIT: u64 = 128 << 20;

    /// A file at this path, whose content is valid if `check` says so.
    pub fn new(path: impl Into<PathBuf>, check: Check) -> Self {
        Self { path: path.into(), check }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the previous good save.
    pub fn backup(&self) -> PathBuf {
        let mut name = OsString::from(&self.path);
        name.push(".bak");
        name.into()
    }

    /// Replaces the content atomically. The old content becomes the backup if it is valid;
    /// otherwise the backup stays as it is.
    pub fn write(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.is_good(bytes)?;
        self.begin(bytes)?.finish(&WriteStep::ALL)
    }

    /// Writes a new file, completely or not at all. Fails if the file exists, or a backup, which
    /// the next write would replace.
    pub fn create(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.is_good(bytes)?;
        self.is_vacant()?;
        let writing = Writing::new(&self.path, self.backup(), bytes, false)?;
        writing.finish(&[WriteStep::Fill, WriteStep::Place, WriteStep::Settle])
    }

    /// Whether [`create`](Self::create) would find its place free.
    pub fn is_vacant(&self) -> Result<(), StoreError> {
        let taken = [self.path.clone(), self.backup()];
        match taken.into_iter().find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => Err(StoreError::Exists { path }),
            None => Ok(()),
        }
    }

    /// Checks that the folder is writable, by writing a file and removing it: for programs that
    /// will save only after an hour but must know before.
    pub fn is_writable(&self) -> Result<(), StoreError> {
        let writing = Writing::new(&self.path, self.backup(), b"", false)?;
        let filled = writing.run(WriteStep::Fill);
        writing.give_up();
        filled
    }

    /// Like [`write`](Self::write), but only if the file still has the content `old`.
    pub fn replace(&self, old: &[u8], bytes: &[u8]) -> Result<(), StoreError> {
        if Self::read_any(&self.path)? != old {
            return Err(StoreError::Changed { path: self.path.clone() });
        }
        self.write(bytes)
    }

    fn is_good(&self, bytes: &[u8]) -> Result<(), StoreError> {
        (self.check)(bytes).map_err(|why| StoreError::Refused { path: self.path.clone(), why })
    }

    /// Prepares a write whose steps are still to be run.
    pub(crate) fn begin<'a>(&'a self, bytes: &'a [u8]) -> Result<Writing<'a>, StoreError> {
        let keeps_old = match self.read() {
            Ok(_) => true,
            Err(why @ (StoreError::Io { .. } | StoreError::NotAFile { .. })) => return Err(why),
            Err(_) => false,
        };
        Writing::new(&self.path, self.backup(), bytes, keeps_old)
    }

    /// The content, if it is valid.
    pub fn read(&self) -> Result<Vec<u8>, StoreError> {
        self.read_at(&self.path)
    }

    /// The content, or else that of the backup. The result says which.
    pub fn read_or_backup(&self) -> Result<Found, StoreError> {
        let why = match self.read() {
            Ok(bytes) => return Ok(Found { bytes, source: Source::File }),
            Err(why) => why,
        };
        match self.read_at(&self.backup()) {
            Ok(bytes) => Ok(Found { bytes, source: Source::Backup { why } }),
            Err(StoreError::Missing { .. }) => Err(why),
            Err(backup) => {
                Err(StoreError::BackupToo { file: Box::new(why), backup: Box::new(backup) })
            }
        }
    }

    fn read_at(&self, path: &Path) -> Result<Vec<u8>, StoreError> {
        let bytes = Self::read_any(path)?;
        (self.check)(&bytes).map_err(|why| StoreError::Damaged { path: path.to_owned(), why })?;
        Ok(bytes)
    }

    /// The bytes of a file, valid or not.
    fn read_any(path: &Path) -> Result<Vec<u8>, StoreError> {
        let unopened = |source: std::io::Error| match source.kind() {
            ErrorKind::NotFound => StoreError::Missing { path: path.to_owned() },
            _ => StoreError::io("open", path)(source),
        };
        // Checked before opening, because opening a pipe blocks until somebody writes to it.
        let found = fs::metadata(path).map_err(unopened)?;
        if let Some(what) = endless(found.file_type()) {
            return Err(StoreError::NotAFile { path: path.to_owned(), what });
        }
        let file = File::open(path).map_err(unopened)?;
        let mut bytes = vec![];
        let read = file.take(Self::LIMIT + 1).read_to_end(&mut bytes);
        read.map_err(StoreError::io("read", path))?;
        if bytes.len() as u64 > Self::LIMIT {
            return Err(StoreError::TooLarge { path: path.to_owned(), limit: Self::LIMIT });
        }
        Ok(bytes)
    }

    /// Removes temporary files that crashed writers of this file left behind, and returns how many.
    /// For the start of a program, before anything is written.
    pub fn remove_leftovers(&self) -> Result<usize, StoreError> {
        let folder = folder_of(&self.path);
        let mut removed = 0;
        for entry in folder.read_dir().map_err(StoreError::io("list", folder))? {
            let entry = entry.map_err(StoreError::io("list", folder))?;
            if is_leftover(&self.path, &entry.file_name()) {
                let path = entry.path();
                std::fs::remove_file(&path).map_err(StoreError::io("remove", &path))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// The kind of a file whose end is unknown, such as a pipe. Folders and regular files give `None`.
fn endless(found: FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if found.is_fifo() {
            return Some("pipe");
        }
        if found.is_socket() {
            return Some("socket");
        }
    }
    (!found.is_file() && !found.is_dir()).then_some("device")
}

/// The folder in which a file lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
