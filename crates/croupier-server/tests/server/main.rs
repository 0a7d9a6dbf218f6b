//! The server over real sockets.

mod client;
mod doors;
mod matches;
mod rooms;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_server::{Config, Server};
use croupier_store::sqlite::{Settings, SqliteStore};

/// A folder that is gone when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-server-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a folder.
pub(crate) struct Running {
    server: Server<SqliteStore>,
    store: SqliteStore,
    pub(crate) addr: SocketAddr,
}

impl Running {
    pub(crate) async fn start(folder: &Folder, scale: f64) -> Self {
        Self::start_with(folder, |config| config.time_scale = scale).await
    }

    pub(crate) async fn start_with(folder: &Folder, set: impl FnOnce(&mut Config)) -> Self {
        let store = SqliteStore::open(&folder.0, Settings::default()).expect("a store");
        let mut config = Config::default();
        config.addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        config.bot_threads = 1;
        set(&mut config);
        let catalog = croupier_catalog::shipped();
        let server = Server::start(catalog, store.clone(), config).await.expect("it listens");
        let addr = server.addr();
        Self { server, store, addr }
    }

    pub(crate) async fn stop(self) {
        self.server.stop().await;
        self.store.shutdown().await;
    }
}
