//! Replacing a file so that a crash between any two steps loses nothing.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::StoreError;
use crate::save_file::folder_of;

/// The steps of a write, in this order. After each one the file exists and is valid, if it was
/// before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteStep {
    /// Writes the new content to a temporary file in the same folder.
    Fill,
    /// Gives the old content a second name; it also stays where it is.
    LinkOld,
    /// Renames the second name to the backup.
    Keep,
    /// Renames the new file over the old one. From here on readers see the new content.
    Replace,
    /// Gives the new file its name, where no file may exist.
    Place,
    /// Syncs the folder.
    Settle,
}

impl WriteStep {
    /// The steps that replace a file.
    pub(crate) const ALL: [Self; 5] =
        [Self::Fill, Self::LinkOld, Self::Keep, Self::Replace, Self::Settle];
}

/// A file being replaced.
pub(crate) struct Writing<'a> {
    path: &'a Path,
    backup: PathBuf,
    bytes: &'a [u8],
    /// Whether the old content is worth keeping as a backup.
    keeps_old: bool,
    /// The temporary file of the new content.
    fresh: PathBuf,
    /// The temporary name of the old content.
    old: PathBuf,
}

impl<'a> Writing<'a> {
    pub(crate) fn new(
        path: &'a Path,
        backup: PathBuf,
        bytes: &'a [u8],
        keeps_old: bool,
    ) -> Result<Self, StoreError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = path.file_name().ok_or_else(|| StoreError::Missing { path: path.to_owned() })?;
        // Unique to this process and this write, so that two writers never share a file.
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = |what: &str| {
            let mut full = OsString::from(name);
            full.push(format!(".{}-{number}.{what}", std::process::id()));
            folder_of(path).join(full)
        };
        let (fresh, old) = (temporary("new"), temporary("old"));
        Ok(Self { path, backup, bytes, keeps_old, fresh, old })
    }

    pub(crate) fn run(&self, step: WriteStep) -> Result<(), StoreError> {
        match step {
            // The error names the file itself, which people know, and not the temporary one.
            WriteStep::Fill => {
                fill(&self.fresh, self.bytes).map_err(StoreError::io("write", self.path))
            }
            WriteStep::LinkOld if self.keeps_old => self.link_old(),
            WriteStep::Keep if self.keeps_old => self.keep_old(),
            WriteStep::LinkOld | WriteStep::Keep => Ok(()),
            WriteStep::Replace => rename(&self.fresh, self.path),
            WriteStep::Place => self.place(),
            WriteStep::Settle => settle_folder(folder_of(self.path)),
        }
    }

    /// Runs all of these steps, or cleans up.
    pub(crate) fn finish(&self, steps: &[WriteStep]) -> Result<(), StoreError> {
        let done = steps.iter().try_for_each(|step| self.run(*step));
        if done.is_err() {
            self.give_up();
        }
        done
    }

    /// A hard link is created only if the name is free. On file systems without hard links, an
    /// empty file reserves the name first.
    fn place(&self) -> Result<(), StoreError> {
        let occupied = |why: &io::Error| why.kind() == io::ErrorKind::AlreadyExists;
        let exists = || StoreError::Exists { path: self.path.to_owned() };
        match fs::hard_link(&self.fresh, self.path) {
            Ok(()) => {
                let _ = fs::remove_file(&self.fresh);
                Ok(())
            }
            Err(why) if occupied(&why) => Err(exists()),
            Err(_) => match OpenOptions::new().write(true).create_new(true).open(self.path) {
                Ok(_) => rename(&self.fresh, self.path),
                Err(why) if occupied(&why) => Err(exists()),
                Err(why) => Err(StoreError::io("write", self.path)(why)),
            },
        }
    }

    fn link_old(&self) -> Result<(), StoreError> {
        // A process with the same id may have left a file behind.
        let _ = fs::remove_file(&self.old);
        if fs::hard_link(self.path, &self.old).is_ok() {
            return Ok(());
        }
        // Not every file system has hard links.
        let bytes = fs::read(self.path).map_err(StoreError::io("read", self.path))?;
        fill(&self.old, &bytes).map_err(StoreError::io("write", &self.old))
    }

    fn keep_old(&self) -> Result<(), StoreError> {
        rename(&self.old, &self.backup)?;
        // If both names already belong to the same file, renaming does nothing and reports success.
        // That happens when a writer crashed after this step and another one repeats it, so remove
        // the second name.
        let _ = fs::remove_file(&self.old);
        Ok(())
    }

    /// Removes the temporary files of an unfinished write.
    pub(crate) fn give_up(&self) {
        let _ = fs::remove_file(&self.fresh);
        let _ = fs::remove_file(&self.old);
    }
}

/// Whether a file of this name is a temporary file of a write to `path`.
pub(crate) fn is_leftover(path: &Path, name: &OsStr) -> bool {
    let (Some(own), Some(name)) = (path.file_name().and_then(OsStr::to_str), name.to_str()) else {
        return false;
    };
    let middle = name.strip_prefix(own).and_then(|rest| rest.strip_prefix('.'));
    let middle =
        middle.and_then(|rest| rest.strip_suffix(".new").or_else(|| rest.strip_suffix(".old")));
    let numbers = middle.and_then(|middle| middle.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// Writes a file and waits until the disk has it.
fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).map_err(StoreError::io("replace", to))
}

/// Names are part of the folder, so the folder has to be synced.
pub(crate) fn settle_folder(folder: &Path) -> Result<(), StoreError> {
    // On other systems folders cannot be opened, and renames are durable anyway.
    if cfg!(unix) {
        let sync = File::open(folder).and_then(|folder| folder.sync_all());
        sync.map_err(StoreError::io("settle", folder))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContentError, Found, SaveFile, Source};

    /// Good content says so itself.
    fn is_good(bytes: &[u8]) -> Result<(), ContentError> {
        let good = bytes.starts_with(b"good") && bytes.ends_with(b".");
        good.then_some(()).ok_or_else(|| ContentError::new("it does not say so"))
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn read(file: &SaveFile) -> String {
        let Found { bytes, source } = file.read_or_backup().unwrap();
        assert!(matches!(source, Source::File), "{source:?}");
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_crash_after_any_step_loses_nothing() {
        let folder = folder("crash");
        for steps in 0..=WriteStep::ALL.len() {
            let file = SaveFile::new(folder.join(format!("{steps}.json")), is_good);
            file.write(b"good 1.").unwrap();
            file.write(b"good 2.").unwrap();
            let writing = file.begin(b"good 3.").unwrap();
            WriteStep::ALL[..steps].iter().for_each(|step| writing.run(*step).unwrap());
            drop(writing); // The writer has crashed.

            let replaced = WriteStep::ALL[..steps].contains(&WriteStep::Replace);
            assert_eq!(read(&file), if replaced { "good 3." } else { "good 2." });
            let kept = WriteStep::ALL[..steps].contains(&WriteStep::Keep);
            let backup = fs::read(file.backup()).unwrap();
            assert_eq!(backup, if kept { b"good 2." } else { b"good 1." });

            // Another writer continues.
            file.write(b"good 4.").unwrap();
            assert_eq!(read(&file), "good 4.");
            assert_eq!(
                fs::read(file.backup()).unwrap(),
                if replaced { b"good 3." } else { b"good 2." }
            );
            let crashed_midway = steps > 0 && !replaced;
            assert_eq!(file.remove_leftovers().unwrap() > 0, crashed_midway, "{steps}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2 * (WriteStep::ALL.len() + 1));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_crash_in_the_middle_of_the_first_writing_leaves_no_file() {
        let folder = folder("first");
        let file = SaveFile::new(folder.join("a.json"), is_good);
        let writing = file.begin(b"good 1.").unwrap();
        fs::write(&writing.fresh, b"good").unwrap(); // Half of it.
        assert_eq!(file.read_or_backup().unwrap_err().code(), "file_missing");
        assert_eq!(file.remove_leftovers().unwrap(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn leftovers_are_told_from_files_of_other_names() {
        let is = |name: &str| is_leftover(Path::new("saves/a.json"), OsStr::new(name));
        assert!(is("a.json.123-0.new") && is("a.json.7-12.old"));
        assert!(!is("a.json") && !is("a.json.bak") && !is("a.json.new") && !is("a.json.1-x.new"));
        assert!(!is("b.json.123-0.new") && !is("a.json.bak.123-0.new") && !is("a.json.-.new"));
    }
}
