//! Saves on disk.

use std::path::Path;

use croupier_kit::save::Save;
use croupier_store::{BadContent, SaveFile, StoreError};

use crate::fault::CliError;

/// A save as it was found.
pub(crate) struct FoundSave {
    pub(crate) save: Save,
    /// The bytes of the file.
    pub(crate) bytes: Vec<u8>,
}

impl FoundSave {
    /// Reads a file. Errors in its content keep the kit's message.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let bytes = read(path)?;
        match Save::read(&bytes) {
            Ok(save) => Ok(Self { save, bytes }),
            Err(why) => {
                let hint = match SaveFile::new(path, is_save).read_or_backup() {
                    Ok(_) => format!("; {}.bak is good", path.display()),
                    Err(_) => String::new(),
                };
                Err(CliError::check(why.code(), format!("{why}{hint}")).at(path.display()))
            }
        }
    }

    /// Whether it is compressed. Only readable saves get here, and those that are not compressed
    /// begin like JSON.
    pub(crate) fn is_compressed(&self) -> bool {
        !self.bytes.trim_ascii_start().starts_with(b"{")
    }

    /// Another save as this one is written.
    pub(crate) fn write_alike(&self, save: &Save) -> Vec<u8> {
        if self.is_compressed() { save.to_zstd() } else { save.to_json() }
    }
}

/// The bytes of a file, unchecked.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    SaveFile::new(path, |_| Ok(())).read().map_err(|why| refused(&why))
}

/// Writes a save whole or not at all; a good one that is there already is kept beside it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    SaveFile::new(path, is_save).write(bytes).map_err(|why| refused(&why))
}

/// Writes a new save, compressed if the name ends in `.zst`. A file that is there already may be
/// anything, and stays.
pub(crate) fn write_new(path: &Path, save: &Save) -> Result<(), CliError> {
    if path.exists() {
        return Err(CliError::misuse(
            "file_exists",
            format!("{} is there already", path.display()),
        ));
    }
    let is_compressed = path.extension().is_some_and(|extension| extension == "zst");
    write(path, &if is_compressed { save.to_zstd() } else { save.to_json() })
}

fn is_save(bytes: &[u8]) -> Result<(), BadContent> {
    Save::read(bytes).map(|_| ()).map_err(|why| BadContent::new(why.to_string()))
}

fn refused(why: &StoreError) -> CliError {
    CliError::misuse(why.code(), why.to_string())
}
