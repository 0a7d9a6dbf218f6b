//! The server over real sockets.

#![allow(clippy::large_futures, reason = "a test runs once")]

mod client;
mod cluster;
mod doors;
mod faults;
mod frames;
mod guests;
mod hostile;
mod leaks;
mod matches;
mod moving;
#[cfg(unix)]
mod nats;
mod network;
mod operation;
mod player;
mod rooms;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_server::{Config, Server, Store};
use croupier_store::sqlite::{Settings, SqliteStore};
use croupier_store::testing::Faulty;

/// A folder that is removed when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-server-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.0, Settings::default()).expect("a store")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a folder.
pub(crate) struct Running<S: Store = SqliteStore> {
    server: Server<S>,
    pub(crate) store: S,
    sqlite: SqliteStore,
    pub(crate) addr: SocketAddr,
}

impl Running {
    pub(crate) async fn start(folder: &Folder, scale: f64) -> Self {
        Self::start_with(folder, |config| config.time_scale = scale).await
    }

    pub(crate) async fn start_with(folder: &Folder, set: impl FnOnce(&mut Config)) -> Self {
        let store = folder.store();
        Self::on(store.clone(), store, set).await
    }
}

impl Running<Faulty<SqliteStore>> {
    /// With a store that fails on request.
    pub(crate) async fn faulty(folder: &Folder, set: impl FnOnce(&mut Config)) -> Self {
        let sqlite = folder.store();
        Self::on(Faulty::new(sqlite.clone()), sqlite, set).await
    }
}

impl<S: Store> Running<S> {
    async fn on(store: S, sqlite: SqliteStore, set: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::default();
        config.addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        config.bot_threads = 1;
        set(&mut config);
        let catalog = croupier_catalog::shipped();
        let server = Server::start(catalog, store.clone(), config).await.expect("it listens");
        let addr = server.addr();
        Self { server, store, sqlite, addr }
    }

    pub(crate) async fn stop(self) {
        self.server.stop().await;
        self.sqlite.shutdown().await;
    }

    /// As if the process had been killed: nothing is saved, nobody is told.
    pub(crate) async fn crash(self) {
        self.sqlite.shutdown().await;
        std::mem::forget(self.server);
    }
}
