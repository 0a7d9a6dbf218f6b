//! Saves of matches as files, and the rooms of a server in a database.
//!
//! The kit converts matches to bytes and back; this crate stores those bytes on disk.
//!
//! The rooms of a server are in a [`journal`]: for each room a snapshot and the records after it.
//! Everything that is not a log is in a [`registry`]. The module `sqlite` keeps both in one
//! database, the module `nats` in a replicated log for many servers; the README has examples.
//!
//! A [`SaveFile`] holds one save. Writing replaces it completely or not at all, and keeps the
//! previous one as a backup.
//!
//! ```
//! use croupier_store::{ContentError, SaveFile, Source};
//!
//! // The caller says which content is valid; for saves it is `Save::read`.
//! fn is_text(bytes: &[u8]) -> Result<(), ContentError> {
//!     std::str::from_utf8(bytes).map(|_| ()).map_err(|why| ContentError::new(why.to_string()))
//! }
//!
//! # let folder = std::env::temp_dir().join("croupier-store-example");
//! # std::fs::create_dir_all(&folder)?;
//! let file = SaveFile::new(folder.join("evening.json"), is_text);
//! file.write(b"first")?;
//! file.write(b"second")?;
//! assert_eq!(file.read()?, b"second");
//!
//! std::fs::write(file.path(), [0xff])?; // The disk decays.
//! assert_eq!(file.read().unwrap_err().code(), "file_damaged");
//! let found = file.read_or_backup()?;
//! assert_eq!(found.bytes, b"first");
//! assert!(matches!(found.source, Source::Backup { .. }));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod journal;
#[cfg(feature = "nats")]
pub mod nats;
#[cfg(any(feature = "nats", feature = "sqlite"))]
mod packing;
pub mod registry;
mod save_file;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;
mod writing;

pub use error::{ContentError, StoreError};
pub use save_file::{Check, Found, SaveFile, Source};

/// Compiles and runs the examples of the README as doc tests.
#[cfg(all(doctest, feature = "sqlite"))]
#[doc = include_str!("../README.md")]
struct Readme;
