//! How a match was dealt, stored in a file beside its save, and whether that was fair.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use croupier_kit::save::{FairDeal, Save};
use croupier_store::{ContentError, SaveFile};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::file;

/// A deal that was checked against its save.
pub(crate) struct CheckedDeal {
    deal: FairDeal,
    fault: Option<CliError>,
}

/// The path of the deal of a save: `FILE.deal.json`.
pub(crate) fn beside(save: &Path) -> PathBuf {
    let mut name = OsString::from(save);
    name.push(".deal.json");
    name.into()
}

impl CheckedDeal {
    /// Reads a deal and checks it against a save: the secret must match the commitment, and
    /// together with the contributions it must give the seed.
    pub(crate) fn read(path: &Path, save: &Save) -> Result<Self, CliError> {
        let bytes = file::read(path)?;
        let deal: FairDeal = serde_json::from_slice(&bytes).map_err(|why| {
            CliError::check("bad_deal", format!("the file does not describe a deal: {why}"))
                .at(path.display())
        })?;
        let fault = deal.check(save.seed).err();
        let fault =
            fault.map(|why| CliError::check(why.code(), why.to_string()).at(path.display()));
        Ok(Self { deal, fault })
    }

    pub(crate) fn json(&self) -> Value {
        let FairDeal { room, match_no, commitment, secret, contributions } = &self.deal;
        json!({
            "commitment": commitment,
            "secret": secret,
            "contributions": contributions,
            "room": room,
            "match": match_no,
            "verified": self.fault.is_none(),
        })
    }

    /// The commitment, which players saw before the deal.
    pub(crate) fn commitment(&self) -> String {
        self.deal.commitment.to_string()
    }

    /// What is wrong, if anything.
    pub(crate) fn fault(&self) -> Option<&CliError> {
        self.fault.as_ref()
    }
}

/// The file for the deal beside a new save.
pub(crate) fn place(save: &Path) -> SaveFile {
    SaveFile::new(beside(save), |bytes| {
        let read = serde_json::from_slice::<FairDeal>(bytes);
        read.map(|_| ()).map_err(|why| ContentError::new(why.to_string()))
    })
}
