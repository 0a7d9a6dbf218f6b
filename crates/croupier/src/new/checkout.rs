//! Finds the checkout of Croupier that the new crate depends on.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::CliError;

/// A folder with Croupier's sources in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checkout(PathBuf);

/// Files that identify a checkout.
const MARKS: [&str; 2] = ["crates/croupier-kit/Cargo.toml", "crates/croupier/Cargo.toml"];

impl Checkout {
    /// The checkout at `named`. Default: the one that contains the current folder, or the one that
    /// this program was built from.
    pub(crate) fn find(named: Option<&Path>) -> Result<Self, CliError> {
        if let Some(named) = named {
            return Self::at(named).ok_or_else(|| {
                let sentence = format!("{} is not a checkout of Croupier", named.display());
                CliError::misuse("no_checkout", sentence)
            });
        }
        let here = env::current_dir().ok();
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        here.iter().flat_map(|here| here.ancestors()).chain(built).find_map(Self::at).ok_or_else(
            || {
                let sentence = "no checkout of Croupier was found; name one with --croupier PATH";
                CliError::misuse("no_checkout", sentence)
            },
        )
    }

    fn at(folder: &Path) -> Option<Self> {
        let folder = folder.canonicalize().ok()?;
        MARKS.iter().all(|mark| folder.join(mark).is_file()).then_some(Self(folder))
    }

    /// Refuses a place inside the checkout: Cargo would take the crate for a part of Croupier's
    /// workspace.
    pub(crate) fn is_not_around(&self, place: &Path, written: &Path) -> Result<(), CliError> {
        if !place.starts_with(&self.0) {
            return Ok(());
        }
        let name = written.file_name().unwrap_or_default().to_string_lossy();
        let beside = self.0.with_file_name(name.as_ref());
        let sentence = format!(
            "{} would be inside Croupier's own folder; choose another with --folder, for example {}",
            written.display(),
            beside.display()
        );
        Err(CliError::misuse("inside_checkout", sentence))
    }

    /// The path for manifests and links: with forward slashes on every system.
    pub(crate) fn path(&self) -> Result<String, CliError> {
        let path = self.0.to_str().filter(|path| !path.contains(['"', '\n']));
        let path = path.ok_or_else(|| {
            let sentence = format!("{} cannot be written in a manifest", self.0.display());
            CliError::misuse("no_checkout", sentence)
        })?;
        Ok(path.trim_start_matches(r"\\?\").replace('\\', "/"))
    }

    /// The text of a file of the checkout, if the file exists.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.0.join(file)).ok()
    }
}
