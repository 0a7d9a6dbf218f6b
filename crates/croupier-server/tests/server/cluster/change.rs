//! Servers that come and go while nobody is connected: rooms with running clocks go on all the
//! same, and operators see who has how much.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use croupier_server::cluster::NodeId;
use croupier_store::sqlite::SqliteStore;
use serde_json::json;

use super::loopback::Loopbacks;
use super::{Node, node_with, pair_with, until};
use crate::client::{Client, ask, guest, room};

/// Enough that, however they are distributed, another server gets some of them.
const ROOMS: usize = 24;

/// A server whose clocks run in real time, so that no turn ends during the test.
async fn slow_node(shared: &Loopbacks, number: u64) -> Node<SqliteStore> {
    let set = |config: &mut croupier_server::Config| {
        (config.time_scale, config.sleep_after) = (1.0, Duration::from_hours(1));
    };
    node_with(shared, number, set).await
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
    let mut codes = vec![];
    for _ in 0..ROOMS {
        let set = json!({"turn_ms": 200_000, "setup_step_ms": 0});
        let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true, "set": set});
        codes.push(room(one.addr, &token, wanted).await);
    }
    until(|| one.house().awake_rooms() == ROOMS).await;
    // A server that comes is handed its share of them.
    let two = slow_node(&shared, 2).await;
    until_shared(&one, &two).await;
    // All clients are at that server, so nobody asks the other one when it is killed.
    let mut clients = vec![];
    for code in &codes {
        let mut ada = Client::enter(two.addr, &token, code, "ada").await;
        assert_eq!(ada.say(json!({"lock": {"locked": true}})).await.error, None);
        clients.push(ada);
    }
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

/// A figure that a server tells its operators.
async fn figure<S: croupier_server::Store>(node: &Node<S>, name: &str) -> u64 {
    let admin = node.server.admin_addr().expect("it tells figures");
    let (status, text) = ask(admin, "GET", "/metrics", None, None).await;
    assert_eq!(status, 200);
    let lines = text.as_str().expect("text").lines();
    let mut found = lines.filter_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
    let value = found.next().unwrap_or_else(|| panic!("there is no {name}"));
    value.parse().expect("a number")
}

/// Waits until a server tells that there are this many nodes, and that it has this many shards.
async fn until_told<S: croupier_server::Store>(node: &Node<S>, nodes: u64, shards: u64) {
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
