//! Servers that come and go while nobody is connected: rooms with running clocks go on all the
//! same, and operators see who has how much.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use croupier_server::cluster::NodeId;
use croupier_server::{Config, Store};
use croupier_store::sqlite::SqliteStore;
use croupier_store::testing::{Fault, Faulty, Operation};
use serde_json::json;

use super::loopback::Loopbacks;
use super::{Node, node_with, pair_with, until};
use crate::client::{Client, ask, guest, room};

/// Enough that, however they are distributed, another server gets some of them.
const ROOMS: usize = 24;

/// A server whose clocks run in real time, so that no turn ends during the test.
async fn slow_node<S: Store>(shared: &Loopbacks<S>, number: u64) -> Node<S> {
    let set = |config: &mut Config| {
        (config.time_scale, config.sleep_after) = (1.0, Duration::from_hours(1));
    };
    node_with(shared, number, set).await
}

/// Rooms of a server in which a turn is running.
async fn busy_rooms<S: Store>(node: &Node<S>, token: &str, count: usize) -> Vec<String> {
    let mut codes = vec![];
    for _ in 0..count {
        let set = json!({"turn_ms": 200_000, "setup_step_ms": 0});
        let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true, "set": set});
        codes.push(room(node.addr, token, wanted).await);
    }
    codes
}

/// Enters these rooms and changes something in each.
async fn enter_all<S: Store>(node: &Node<S>, token: &str, codes: &[String]) -> Vec<Client> {
    let mut clients = vec![];
    for code in codes {
        let mut ada = Client::enter(node.addr, token, code, "ada").await;
        assert_eq!(ada.say(json!({"lock": {"locked": true}})).await.error, None);
        clients.push(ada);
    }
    clients
}

/// Waits until all rooms are awake at one of two servers, and each has some of them.
async fn until_shared(one: &Node<SqliteStore>, two: &Node<SqliteStore>) {
    let awake = || [one, two].map(|it| it.house().awake_rooms());
    until(|| awake().iter().sum::<usize>() == ROOMS && !awake().contains(&0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rooms_with_running_clocks_go_on_at_whoever_gets_them_and_no_client_asks() {
    let shared = Loopbacks::new();
    let one = slow_node(&shared, 1).await;
    let token = guest(one.addr, "Ada").await;
    let codes = busy_rooms(&one, &token, ROOMS).await;
    until(|| one.house().awake_rooms() == ROOMS).await;
    // A server that comes is handed its share of them.
    let two = slow_node(&shared, 2).await;
    until_shared(&one, &two).await;
    // All clients are at that server, so nobody asks the other one when it is killed.
    let clients = enter_all(&two, &token, &codes).await;
    two.kill();
    until(|| one.house().awake_rooms() == ROOMS).await;
    drop(clients);
    // A server that leaves hands back what it had.
    let three = slow_node(&shared, 3).await;
    until_shared(&one, &three).await;
    three.stop().await;
    until(|| one.house().awake_rooms() == ROOMS).await;
    one.stop().await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rooms_that_cannot_be_opened_when_their_server_is_lost_go_on_later() {
    let shared = Loopbacks::with(Faulty::new);
    let (one, two) = (slow_node(&shared, 1).await, slow_node(&shared, 2).await);
    one.knows(2).await;
    two.knows(2).await;
    let token = guest(two.addr, "Ada").await;
    let codes = busy_rooms(&two, &token, 8).await;
    let clients = enter_all(&two, &token, &codes).await;
    // Whoever opens one of them is told for a while that it cannot be read.
    let mut failures = 0..codes.len();
    shared.store.choose(move |operation| {
        (operation == Operation::Open).then(|| failures.next().map(|_| Fault::Failed)).flatten()
    });
    two.kill();
    until(|| one.house().awake_rooms() == codes.len()).await;
    drop(clients);
    one.stop().await;
    shared.store.inner().shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn not_every_server_deletes_what_is_old() {
    let shared = Loopbacks::with(Faulty::new);
    let writes = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&writes);
    shared.store.choose(move |operation| {
        counted.fetch_add(usize::from(operation == Operation::Registry), Ordering::Relaxed);
        None
    });
    let mut nodes = vec![];
    for number in 1..=4 {
        nodes.push(slow_node(&shared, number).await);
        // The first one has all shards.
        until(|| writes.load(Ordering::Relaxed) >= 2).await;
    }
    nodes[3].knows(4).await;
    // Time for the last one to delete something, if it did.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let writes = writes.load(Ordering::Relaxed);
    assert!(writes < 2 * nodes.len(), "{writes} writes, two by each that deletes");
    for node in nodes {
        node.stop().await;
    }
    shared.store.inner().shutdown().await;
}

/// A figure that a server tells its operators.
async fn figure<S: Store>(node: &Node<S>, name: &str) -> u64 {
    let admin = node.server.admin_addr().expect("it tells figures");
    let (status, text) = ask(admin, "GET", "/metrics", None, None).await;
    assert_eq!(status, 200);
    let lines = text.as_str().expect("text").lines();
    let mut found = lines.filter_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
    let value = found.next().unwrap_or_else(|| panic!("there is no {name}"));
    value.parse().expect("a number")
}

/// Waits until a server tells that there are this many nodes, and that it has this many shards.
async fn until_told<S: Store>(node: &Node<S>, nodes: u64, shards: u64) {
    let mut told = (0, 0);
    for _ in 0..600 {
        told = (figure(node, "croupier_nodes").await, figure(node, "croupier_shards").await);
        if told == (nodes, shards) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it tells {told:?}, not {:?}", (nodes, shards));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_are_told_how_many_servers_there_are_and_how_much_each_has() {
    let shared = Loopbacks::new();
    let (one, two) = pair_with(&shared, |_, config| {
        config.admin_addr = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    })
    .await;
    let share = figure(&two, "croupier_shards").await;
    assert!((400..600).contains(&share), "{share} of 1,024 are no half");
    until_told(&one, 2, 1_024 - share).await;
    until_told(&two, 2, share).await;
    // A server that nobody hears has nothing, until it is heard again.
    assert_eq!(figure(&two, "croupier_leases_lost_total").await, 0);
    shared.loopback.cut(NodeId::new(2), true);
    until_told(&one, 1, 1_024).await;
    until_told(&two, 0, 0).await;
    shared.loopback.cut(NodeId::new(2), false);
    until_told(&one, 2, 1_024 - share).await;
    until_told(&two, 2, share).await;
    assert_eq!(figure(&two, "croupier_leases_lost_total").await, 1);
    assert_eq!(figure(&one, "croupier_leases_lost_total").await, 0);
    two.stop().await;
    until_told(&one, 1, 1_024).await;
    one.stop().await;
    shared.store.shutdown().await;
}
