//! One save on the disk.

use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::writing::{WriteStep, Writing, is_leftover};
use crate::{BadContent, StoreError};

/// Whether content is good, and if not, why not.
pub type Check = fn(&[u8]) -> Result<(), BadContent>;

/// A file that holds one save, and the previous good one beside it as `<name>.bak`.
///
/// After a crash at any moment, the file is there as it was before or as it was to be
/// after. Two that write the same file at once do not disturb each other; the later one wins.
#[derive(Debug, Clone)]
pub struct SaveFile {
    path: PathBuf,
    check: Check,
}

/// What was read, and where it was found.
#[derive(Debug)]
pub struct Found {
    /// The content.
    pub bytes: Vec<u8>,
    /// Which file it is from.
    pub source: Source,
}

/// Which file something was read from.
#[derive(Debug)]
pub enum Source {
    /// The file itself.
    File,
    /// The previous good one.
    Backup {
        /// What is wrong with the file itself.
        why: StoreError,
    },
}

impl SaveFile {
    /// The most bytes that are read. No save has so many.
    pub const LIMIT: u64 = 128 << 20;

    /// A file at this place, whose content is good if `check` says so.
    pub fn new(path: impl Into<PathBuf>, check: Check) -> Self {
        Self { path: path.into(), check }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the previous good one lies.
    pub fn backup(&self) -> PathBuf {
        let mut name = OsString::from(&self.path);
        name.push(".bak");
        name.into()
    }

    /// Replaces the content, whole or not at all. The old content becomes the backup if it is
    /// good; if it is not, the backup stays what it was.
    pub fn write(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.is_good(bytes)?;
        self.begin(bytes)?.finish(&WriteStep::ALL)
    }

    /// Writes a new file, whole or not at all. Whatever is there already stays as it is, and so
    /// does a backup, which the second writing would replace.
    pub fn create(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.is_good(bytes)?;
        self.is_vacant()?;
        let writing = Writing::new(&self.path, self.backup(), bytes, false)?;
        writing.finish(&[WriteStep::Fill, WriteStep::Place, WriteStep::Settle])
    }

    /// Whether [`create`](Self::create) would find its place empty.
    pub fn is_vacant(&self) -> Result<(), StoreError> {
        let taken = [self.path.clone(), self.backup()];
        match taken.into_iter().find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => Err(StoreError::Exists { path }),
            None => Ok(()),
        }
    }

    /// Whether the folder takes files, by writing one and removing it: for programs that save
    /// after an hour and must know before it.
    pub fn is_writable(&self) -> Result<(), StoreError> {
        let writing = Writing::new(&self.path, self.backup(), b"", false)?;
        let filled = writing.run(WriteStep::Fill);
        writing.give_up();
        filled
    }

    /// The same as [`write`](Self::write), if the file still has this content.
    pub fn replace(&self, old: &[u8], bytes: &[u8]) -> Result<(), StoreError> {
        if Self::read_any(&self.path)? != old {
            return Err(StoreError::Changed { path: self.path.clone() });
        }
        self.write(bytes)
    }

    fn is_good(&self, bytes: &[u8]) -> Result<(), StoreError> {
        (self.check)(bytes).map_err(|why| StoreError::Refused { path: self.path.clone(), why })
    }

    /// A writing whose steps are still to be done.
    pub(crate) fn begin<'a>(&'a self, bytes: &'a [u8]) -> Result<Writing<'a>, StoreError> {
        let keeps_old = match self.read() {
            Ok(_) => true,
            Err(why @ (StoreError::Io { .. } | StoreError::NotAFile { .. })) => return Err(why),
            Err(_) => false,
        };
        Writing::new(&self.path, self.backup(), bytes, keeps_old)
    }

    /// The content, if it is good.
    pub fn read(&self) -> Result<Vec<u8>, StoreError> {
        self.read_at(&self.path)
    }

    /// The content, or else that of the previous good one. It says which.
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

    /// The bytes of a file, good or not.
    fn read_any(path: &Path) -> Result<Vec<u8>, StoreError> {
        let unopened = |source: std::io::Error| match source.kind() {
            ErrorKind::NotFound => StoreError::Missing { path: path.to_owned() },
            _ => StoreError::io("open", path)(source),
        };
        // Before it is opened, for opening a pipe waits until somebody writes to it.
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

    /// Removes what writers of this file left behind when they crashed, and tells how many files
    /// that were. For the start of a program, before anybody writes.
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

/// What something is of which nobody knows where it ends. A folder has an end.
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
