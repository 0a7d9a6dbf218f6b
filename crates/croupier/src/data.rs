//! The data folder of a server: accessed through the running server, or opened directly if none
//! runs.

use std::io;
use std::path::PathBuf;

use clap::Args;
use croupier_server::admin::{self, AskError, Request};
use croupier_store::sqlite::{Settings, SqliteStore, StartError};
use serde_json::Value;

use crate::error::CliError;

/// The data folder of a server
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The server's data folder
    #[arg(
        long,
        env = "CROUPIER_DATA",
        value_name = "DIR",
        default_value = "croupier-data",
        global = true
    )]
    pub(crate) data: PathBuf,
}

impl Folder {
    /// Sends a request to the server that runs on it.
    pub(crate) fn ask(&self, request: &Request) -> Result<Value, CliError> {
        self.try_ask(request).map_err(|why| self.no_server(&why))?
    }

    /// The same. `None` if no server runs on it, or a killed one left its socket behind.
    pub(crate) fn ask_if_served(&self, request: &Request) -> Result<Option<Value>, CliError> {
        use io::ErrorKind::{ConnectionRefused, NotFound, Unsupported};
        match self.try_ask(request) {
            Ok(answer) => answer.map(Some),
            Err(why) if matches!(why.kind(), NotFound | ConnectionRefused | Unsupported) => {
                Ok(None)
            }
            Err(why) => Err(self.no_server(&why)),
        }
    }

    fn try_ask(&self, request: &Request) -> io::Result<Result<Value, CliError>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        match runtime.block_on(admin::ask(&self.data, request)) {
            Ok(answer) => Ok(Ok(answer)),
            Err(AskError::Unreached(why)) => Err(why),
            Err(why) => Ok(Err(CliError::check("refused", why.to_string()))),
        }
    }

    fn no_server(&self, why: &io::Error) -> CliError {
        let sentence = format!("no server runs on {}: {why}", self.data.display());
        CliError::check("no_server", sentence)
    }

    /// Uses the store while no server runs on it.
    pub(crate) fn with_store<T>(
        &self,
        work: impl AsyncFnOnce(&SqliteStore) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        // Opening a missing store would create one.
        if !self.data.exists() {
            let sentence = format!("there is no folder {}", self.data.display());
            return Err(CliError::misuse("file_missing", sentence));
        }
        let store = SqliteStore::open(&self.data, Settings::default()).map_err(refused)?;
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        runtime.block_on(async {
            let done = work(&store).await;
            store.shutdown().await;
            done
        })
    }
}

/// Converts an error of the store.
pub(crate) fn refused(why: StartError) -> CliError {
    CliError::check("store", why.to_string())
}
