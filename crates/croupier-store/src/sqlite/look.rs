//! Inspecting a data folder without changing it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use super::connection::{LOCK, LockedFolder, check_format, open_plain};
use super::error::StartError;

/// The state of a data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderState {
    /// Empty: opening it would create a store.
    New,
    /// A store that is not in use.
    Free,
    /// A store that a server is using.
    InUse,
}

/// Whether a server could use a data folder. Leaves no traces in it.
pub fn look_at(folder: impl AsRef<Path>) -> Result<FolderState, StartError> {
    let folder = folder.as_ref();
    let io = |source| StartError::Io { path: folder.to_owned(), source };
    match fs::metadata(folder) {
        Ok(found) if !found.is_dir() => return Err(io(io::ErrorKind::NotADirectory.into())),
        Ok(_) => can_write(folder).map_err(io)?,
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            // It would be created in the nearest existing folder above.
            let above = std::path::absolute(folder).map_err(io)?;
            let above = above.ancestors().find(|it| it.exists()).unwrap_or(&above);
            can_write(above).map_err(io)?;
            return Ok(FolderState::New);
        }
        Err(why) => return Err(io(why)),
    }
    if !folder.join(LOCK).exists() {
        return Ok(FolderState::New);
    }
    let locked = match LockedFolder::lock(folder) {
        Ok(locked) => locked,
        Err(StartError::InUse { .. }) => return Ok(FolderState::InUse),
        Err(why) => return Err(why),
    };
    let database = locked.database();
    if !database.exists() {
        return Ok(FolderState::New);
    }
    let checked = open_plain(&database).map_err(StartError::from);
    let checked = checked.and_then(|connection| check_format(&connection, &database));
    checked.map_err(StartError::at(&database))?;
    Ok(FolderState::Free)
}

/// Tries to write: the permissions of a folder do not tell whether its disk is writable.
fn can_write(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".croupier-{}", std::process::id()));
    OpenOptions::new().write(true).create(true).truncate(true).open(&probe)?;
    fs::remove_file(&probe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{Settings, SqliteStore};

    #[test]
    fn a_folder_is_new_free_or_in_use_and_stays_as_it_is() {
        let root = std::env::temp_dir().join(format!("croupier-look-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        let folder = root.join("a/b");
        assert_eq!(look_at(&folder).unwrap(), FolderState::New);
        assert_eq!(fs::read_dir(&root).unwrap().count(), 0, "nothing was made");
        let store = SqliteStore::open(&folder, Settings::default()).unwrap();
        assert_eq!(look_at(&folder).unwrap(), FolderState::InUse);
        drop(store);
        assert_eq!(look_at(&folder).unwrap(), FolderState::Free);
        let file = root.join("file");
        fs::write(&file, "no folder").unwrap();
        for path in [file.clone(), file.join("below")] {
            assert_eq!(look_at(&path).unwrap_err().code(), "data_io", "{}", path.display());
        }
        fs::write(folder.join("croupier.db"), "no database at all, and long enough").unwrap();
        assert_eq!(look_at(&folder).unwrap_err().code(), "data_damaged");
        fs::remove_dir_all(&root).unwrap();
    }
}
