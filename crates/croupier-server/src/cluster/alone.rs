//! For tests of single parts: a house of one node that owns all rooms, and of which nothing runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_catalog::Catalog;
use croupier_kit::Millis;
use croupier_store::sqlite::{Settings, SqliteStore};

use super::members::{NodeInfo, View};
use super::{Cluster, ClusterConfig, Loopback};
use crate::cluster::NodeId;
use crate::config::Config;
use crate::house::House;

pub(super) struct Alone {
    pub(super) house: Arc<House<SqliteStore>>,
    folder: PathBuf,
}

impl Alone {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-alone-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let store = SqliteStore::open(&folder, Settings::default()).unwrap();
        let bus = Loopback::default().node(NodeId::new(1));
        let mut config = Config::default();
        (config.bot_threads, config.cluster) = (1, Some(ClusterConfig::new(Arc::new(bus))));
        let house = House::new(Catalog::new(), store, config, Millis(0));
        let alone = Self { house, folder };
        alone.owned_by(NodeId::new(1));
        alone
    }

    pub(super) fn cluster(&self) -> &Cluster {
        self.house.cluster().unwrap()
    }

    /// From now on all rooms belong to a node, and this one has just renewed its lease.
    pub(super) fn owned_by(&self, node: NodeId) {
        let cluster = self.cluster();
        let now = cluster.lease.now();
        cluster.lease.renew(now);
        let mut members = cluster.members();
        let before = Arc::clone(&cluster.view.borrow());
        for gone in &before.alive {
            members.left(*gone);
        }
        members.heard(node, NodeInfo::default(), now);
        let view = members.view(now, cluster.lease.length(), &View::default());
        cluster.view.send_replace(Arc::new(view));
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
