//! What operators can ask of a running server, over a Unix socket in its data folder.
//!
//! A request is a line of JSON, and so is the answer: `{"ok": …}` or `{"error": "a sentence"}`.

use std::net::IpAddr;
#[cfg(not(unix))]
use std::path::Path;
use std::path::PathBuf;

use croupier_kit::game::Error;
use croupier_kit::save::Save;
use croupier_store::registry::{FinishedMatch, MatchId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(unix)]
mod socket;
#[cfg(unix)]
pub use socket::{ask, serve};

/// The file name of the socket in the data folder.
pub const SOCKET: &str = "admin.sock";

/// A request of an operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Lists the rooms with their directory entries.
    Rooms,
    /// Closes a room for good.
    Close {
        /// Its code.
        code: String,
    },
    /// Bans an address.
    Ban {
        /// The address; only the first half of an IPv6 address counts.
        addr: IpAddr,
        /// For how long. `None` means forever.
        hours: Option<u32>,
        /// The reason, for people who read the list.
        why: String,
    },
    /// Lifts a ban.
    Unban {
        /// The address.
        addr: IpAddr,
    },
    /// Saves every room and stops the server.
    Drain,
    /// Copies everything to a new file.
    Backup {
        /// The file, on the server's machine.
        file: PathBuf,
    },
    /// Returns a finished match as an [`ExportedMatch`], or null.
    Match {
        /// Its id, as clients know it.
        id: MatchName,
    },
}

/// The id of a finished match: 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchName(pub MatchId);

/// The error for a text that is not the id of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the name of a match has 32 hexadecimal digits")]
pub struct MatchNameError;

impl std::str::FromStr for MatchName {
    type Err = MatchNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(MatchNameError);
        }
        u128::from_str_radix(text, 16).map(|it| Self(MatchId(it))).map_err(|_| MatchNameError)
    }
}

impl TryFrom<String> for MatchName {
    type Error = MatchNameError;

    fn try_from(text: String) -> Result<Self, MatchNameError> {
        text.parse()
    }
}

impl From<MatchName> for String {
    fn from(name: MatchName) -> Self {
        name.to_string()
    }
}

impl std::fmt::Display for MatchName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0.0)
    }
}

/// A finished match as it is exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedMatch {
    /// Its save, as JSON text.
    pub save: String,
    /// How it was dealt. Null if that is unknown.
    pub deal: Value,
}

impl TryFrom<FinishedMatch> for ExportedMatch {
    type Error = Error;

    fn try_from(kept: FinishedMatch) -> Result<Self, Error> {
        let save = Save::read(&kept.save).map_err(Error::from)?;
        let save = String::from_utf8_lossy(&save.to_json()).into_owned();
        Ok(Self { save, deal: serde_json::from_str(&kept.deal).unwrap_or_default() })
    }
}

/// Why a server did not fulfil a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// No server was reached, or its answer could not be read.
    #[error(transparent)]
    Unreached(#[from] std::io::Error),
    /// The server refused; the text says why.
    #[error("{0}")]
    Refused(String),
}

/// Without Unix sockets there is no way to ask.
#[cfg(not(unix))]
#[allow(clippy::unused_async)] // The Unix version is async.
pub async fn ask(_folder: &Path, _request: &Request) -> Result<Value, AskError> {
    let why = "a server that runs can be asked on Unix only, for it is asked by a Unix socket";
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, why).into())
}
