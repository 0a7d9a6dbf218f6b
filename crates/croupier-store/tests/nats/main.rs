//! The NATS engine: the contracts of journals and registries, and tests of its own.
//!
//! These tests start NATS servers, so plain `cargo test` skips them: `cargo xtask test` runs them
//! in the step `cluster`, and `cargo xtask nats` fetches a server for running them alone.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // Test helpers fail like tests.
#![allow(
    clippy::print_stdout,
    reason = "how long servers took, and other figures, for whoever asks"
)]

mod doubt;
mod encrypted;
mod faults;
mod fence;
mod figures;
mod own;
mod power;
mod reach;

use std::sync::OnceLock;

use croupier_store::nats::{self, NatsStore, Plan, Settings};
use croupier_store::testing::nats::Nats;

croupier_store::journal_contract!(
    #[ignore = "needs nats-server"]
    run
);
croupier_store::registry_contract!(
    #[ignore = "needs nats-server"]
    run
);

/// Runs a behaviour on the house that these tests share.
fn run(_: &str, behaviour: impl AsyncFnOnce(&NatsStore)) {
    static SHARED: OnceLock<Nats> = OnceLock::new();
    let nats = SHARED.get_or_init(|| {
        let nats = Nats::start(1);
        block_on(make(&nats, 1));
        nats
    });
    block_on(async {
        let store = connect(nats, "shared").await;
        behaviour(&store).await;
        store.shutdown().await;
    });
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(future)
}

/// Creates a house with two streams.
async fn make(nats: &Nats, replicas: u8) {
    let mut plan = Plan::default();
    (plan.streams, plan.replicas) = (2, replicas);
    nats::init(&Settings::new(&nats.url(), "init"), &plan).await.unwrap();
}

async fn connect(nats: &Nats, node: &str) -> NatsStore {
    NatsStore::connect(&Settings::new(&nats.url(), node)).await.unwrap()
}
