//! All file access.
//!
//! The kit makes bytes and reads bytes; here they come to lie on a disk.
//!
//! The rooms of a server are in a [`journal`]: a snapshot of each and the records after it. What is
//! no log is in a [`registry`]. The module `sqlite` keeps both in one database, the module `nats` in a
//! replicated log for many servers; the README shows them at work.
//!
//! A [`SaveFile`] holds one save: writing it replaces the old one whole or not at all, and the one
//! before it is kept.
//!
//! ```
//! use croupier_store::{BadContent, SaveFile, Source};
//!
//! // The caller says which content is valid; for saves it is `Save::read`.
//! fn is_text(bytes: &[u8]) -> Result<(), BadContent> {
//!     std::str::from_utf8(bytes).map(|_| ()).map_err(|why| BadContent::new(why.to_string()))
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

pub use error::{BadContent, StoreError};
pub use save_file::{Check, Found, SaveFile, Source};

/// The examples of the README are tested.
#[cfg(all(doctest, feature = "sqlite"))]
#[doc = include_str!("../README.md")]
struct Readme;
