//! Saves on disk.

use std::io::{self, ErrorKind};
use std::path::Path;

use croupier_kit::save::Save;
use croupier_store::{ContentError, SaveFile, StoreError};

use crate::error::CliError;

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
                    Ok(_) => format!("; its backup {}.bak is intact", path.display()),
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

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    String::from_utf8(read(path)?).map_err(|_| {
        let why = io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8");
        CliError::unreadable(&path.display().to_string(), &why)
    })
}

/// Writes a save atomically; keeps an existing good one as a backup.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    SaveFile::new(path, is_save).write(bytes).map_err(|why| refused(&why))
}

/// Writes a new save, compressed if the name ends in `.zst`. An existing file or backup is never
/// overwritten.
pub(crate) fn write_new(path: &Path, save: &Save) -> Result<(), CliError> {
    create(path, &bytes_for(path, save))
}

/// Writes bytes that are a save to a new file.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    SaveFile::new(path, is_save).create(bytes).map_err(|why| refused(&why))
}

/// Whether a new save can be created here.
pub(crate) fn is_vacant(path: &Path) -> Result<(), CliError> {
    SaveFile::new(path, is_save).is_vacant().map_err(|why| refused(&why))
}

/// Whether any save can be written here.
pub(crate) fn is_writable(path: &Path) -> Result<(), CliError> {
    SaveFile::new(path, is_save).is_writable().map_err(|why| refused(&why))
}

/// Replaces a save whose content is known, unless another program has changed it since.
pub(crate) fn replace(path: &Path, known: &[u8], bytes: &[u8]) -> Result<(), CliError> {
    SaveFile::new(path, is_save).replace(known, bytes).map_err(|why| refused(&why))
}

/// A save in the format for a file of this name.
pub(crate) fn bytes_for(path: &Path, save: &Save) -> Vec<u8> {
    let is_compressed = path.extension().is_some_and(|extension| extension == "zst");
    if is_compressed { save.to_zstd() } else { save.to_json() }
}

fn is_save(bytes: &[u8]) -> Result<(), ContentError> {
    Save::read(bytes).map(|_| ()).map_err(|why| ContentError::new(why.to_string()))
}

/// Converts an error about a file.
pub(crate) fn refused(why: &StoreError) -> CliError {
    CliError::misuse(why.code(), why.to_string())
}
