//! A house that moves from a folder to a cluster and back: sleeping rooms keep their remaining
//! time.

use std::sync::Arc;

use croupier_proto::Welcome;
use croupier_server::cluster::{ClusterConfig, Loopback, NodeId, house_time};
use croupier_store::journal::{Journal as _, UnixMillis};
use croupier_store::sqlite::{SqliteStore, restore};
use croupier_store::transfer::{self, Clocks};
use serde_json::json;

use crate::client::{Client, guest, room};
use crate::{Folder, Running};

/// An idle lobby is closed after this long.
const IDLE: u64 = 86_400_000;

/// The tests themselves take less.
const HOUR: u64 = 3_600_000;

/// Marks the only room of a store as asleep, as after a while without people, with this much time
/// left.
async fn put_to_sleep(store: &SqliteStore, now: UnixMillis, left: u64) {
    let page = store
        .list(croupier_store::journal::Filter::default(), None)
        .await
        .expect("the store answers");
    let mut opened = store.open(page.items[0].entry.room).await.expect("the store answers");
    opened.entry.wake_at = Some(UnixMillis(now.0 + left));
    store
        .put_entry(&mut opened.held, opened.revision, opened.entry)
        .await
        .expect("the store answers");
    store.release(opened.held).await;
}

/// Runs a server on a folder until a client has been welcomed.
async fn visit(folder: &Folder, is_one_of_many: bool, token: &str, code: &str) -> Welcome {
    let running = Running::start_with(folder, |config| {
        if is_one_of_many {
            let bus = Loopback::default().node(NodeId::new(1));
            config.cluster = Some(ClusterConfig::new(Arc::new(bus)));
        }
    });
    let running = running.await;
    let ada = Client::enter(running.addr, token, code, "ada").await;
    let welcome = ada.welcome.clone();
    // A lost connection would be waited for, and the room could not sleep.
    running.stop().await;
    drop(ada);
    welcome
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_sleeps_has_as_much_time_left_in_the_house_it_moves_to() {
    let (alone, many, back) = (Folder::new(), Folder::new(), Folder::new());
    let running = Running::start(&alone, 1.0).await;
    let token = guest(running.addr, "Ada").await;
    let code = room(running.addr, &token, json!({"game": "rush"})).await;
    running.stop().await;
    let made = visit(&alone, false, &token, &code).await.now.0;

    let from = alone.store();
    let now = transfer::kept_time(&from).await.unwrap();
    put_to_sleep(&from, now, IDLE - 5 * HOUR).await;
    let to = many.store();
    let clocks = Clocks { from: now, to: UnixMillis(house_time(1.0).0) };
    assert_eq!(transfer::copy(&from, &to, clocks, |_| {}).await.unwrap().rooms, 1);
    from.shutdown().await;
    to.shutdown().await;
    let woken = visit(&many, true, &token, &code).await.now.0;
    assert!((5 * HOUR - 60_000..6 * HOUR).contains(&(woken - made)), "{made} {woken}");

    let store = many.store();
    let now = UnixMillis(house_time(1.0).0);
    put_to_sleep(&store, now, IDLE - 10 * HOUR).await;
    let file = many.0.with_extension("db");
    transfer::export(&store, &file, now, |_| {}).await.unwrap();
    store.shutdown().await;
    restore(&file, &back.0).unwrap();
    std::fs::remove_file(&file).unwrap();
    let again = visit(&back, false, &token, &code).await.now.0;
    assert!((10 * HOUR - 60_000..11 * HOUR).contains(&(again - made)), "{made} {again}");
}
