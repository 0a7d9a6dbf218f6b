//! With a bus within the process and one SQLite store for all: no other software is needed.

use std::sync::Arc;

use croupier_proto::ServerMessage;
use croupier_server::cluster::{ClusterConfig, Loopback, NodeId};
use croupier_server::{Config, Server, Store};
use croupier_store::sqlite::{Settings, SqliteStore};
use serde_json::{Value, json};

use super::{
    Ground, gives_its_rooms_to_the_others, goes_on_when_its_server_is_killed, pair,
    plays_a_whole_match, some_turns, table, until,
};
use crate::Folder;
use crate::client::{Client, ask, guest, room};

pub(super) struct Loopbacks<S = SqliteStore> {
    pub(super) loopback: Loopback,
    pub(super) store: S,
    _folder: Folder,
}

impl Loopbacks {
    pub(super) fn new() -> Self {
        Self::with(|store| store)
    }
}

impl<S> Loopbacks<S> {
    /// With a store around the one that all servers share.
    pub(super) fn with(wrap: impl FnOnce(SqliteStore) -> S) -> Self {
        let folder = Folder::new();
        let store = SqliteStore::open(&folder.0, Settings::default()).expect("a store");
        Self { loopback: Loopback::default(), store: wrap(store), _folder: folder }
    }
}

impl<S: Store> Ground for Loopbacks<S> {
    type Store = S;

    fn server(
        &self,
        number: u64,
        mut config: Config,
    ) -> impl Future<Output = Server<S>> + Send + 'static {
        let bus = self.loopback.node(NodeId::new(number));
        // Leases of the usual length: shorter ones could expire on a busy machine.
        config.cluster = Some(ClusterConfig::new(Arc::new(bus)));
        let store = self.store.clone();
        async move {
            let catalog = croupier_catalog::shipped();
            Server::start(catalog, store, config).await.expect("it listens")
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_plays_a_whole_match_in_a_room_of_another_server() {
    let shared = Loopbacks::new();
    plays_a_whole_match(&shared).await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_goes_on_elsewhere_when_its_server_is_killed_and_sockets_stay_open() {
    let shared = Loopbacks::new();
    goes_on_when_its_server_is_killed(&shared).await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_leaves_gives_its_rooms_to_the_others() {
    let shared = Loopbacks::new();
    gives_its_rooms_to_the_others(&shared).await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_cut_off_tells_nothing_and_its_late_words_are_refused() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    let (token, code) = table(&two).await;
    let mut here = Client::enter(one.addr, &token, &code, "here-here").await;
    let mut there = Client::enter(two.addr, &token, &code, "there-there").await;
    some_turns(&mut here, 2).await;
    shared.loopback.cut(NodeId::new(2), true);
    until(|| !two.house().is_ready() && one.house().awake_rooms() == 1).await;
    some_turns(&mut here, 2).await;
    // The command is given while the node is cut off, and waits for the connection.
    let n = there.next;
    there.next += 1;
    let say = json!({"say": {"n": n, "command": {"react": {"type": "emoji", "value": "👍"}}}});
    there.send_text(say.to_string()).await;
    shared.loopback.cut(NodeId::new(2), false);
    loop {
        match there.read().await {
            Some(ServerMessage::Answer(answer)) if answer.n == n => break,
            Some(ServerMessage::Bye(bye)) => panic!("{bye:?}"),
            Some(_) => {}
            None => panic!("the socket has ended"),
        }
    }
    until(|| two.house().is_ready()).await;
    some_turns(&mut there, 2).await;
    here.play_to_the_end().await;
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outputs_that_are_lost_are_made_up_for() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    let (token, code) = table(&two).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    for round in 0..4 {
        shared.loopback.lose_outputs(1 + round);
        some_turns(&mut ada, 2).await;
    }
    ada.play_to_the_end().await;
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

/// A command of almost the largest size that a client may send, and four times as large between
/// servers: `1e15` is written out there.
fn swelling(n: u64) -> String {
    let numbers = vec!["1e15"; 13_000].join(",");
    format!(r#"{{"say":{{"n":{n},"command":[{numbers}]}}}}"#)
}

/// The codes with which the next commands are refused.
async fn refusals(client: &mut Client, count: usize) -> Vec<String> {
    let mut codes = vec![];
    while codes.len() < count {
        match client.read().await {
            Some(ServerMessage::Answer(answer)) => codes.extend(answer.error.map(|it| it.code)),
            Some(ServerMessage::Bye(bye)) => panic!("{bye:?}"),
            Some(_) => {}
            None => panic!("the socket has ended"),
        }
    }
    codes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_are_too_large_together_hold_nobody_up() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    let token = guest(two.addr, "Ada").await;
    let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true, "watch": "link"});
    let code = room(two.addr, &token, wanted).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    let watcher = guest(one.addr, "Mal").await;
    let mut mal = Client::enter(one.addr, &watcher, &code, "mal").await;
    // They are together in the gateway's queue when the owner can be reached again.
    shared.loopback.cut(NodeId::new(2), true);
    for n in 0..16 {
        mal.send_text(swelling(mal.next + n)).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    shared.loopback.cut(NodeId::new(2), false);
    some_turns(&mut ada, 2).await;
    let codes = refusals(&mut mal, 16).await;
    assert!(!codes.iter().any(|it| it == "too_large"), "{codes:?}");
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_is_too_large_for_the_bus_is_refused() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    shared.loopback.limit_requests(100_000);
    let (token, code) = table(&two).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    some_turns(&mut ada, 1).await;
    ada.send_text(swelling(ada.next)).await;
    ada.next += 1;
    assert_eq!(refusals(&mut ada, 1).await, ["too_large"]);
    some_turns(&mut ada, 2).await;
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_and_joining_hold_for_the_whole_house() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    let ada = guest(two.addr, "Ada").await;
    let code = room(two.addr, &ada, json!({"game": "rush", "listed": true})).await;
    let mut ada = Client::enter(two.addr, &ada, &code, "ada").await;
    let bo = guest(one.addr, "Bo").await;
    let (_, list) = ask(one.addr, "GET", "/api/rooms?game=rush", None, None).await;
    assert_eq!(list["rooms"][0]["code"], json!(code));
    let (status, seat) =
        ask(one.addr, "POST", "/api/quick", Some(&bo), Some(json!({"game": "rush"}))).await;
    assert_eq!((status, &seat["code"]), (200, &json!(code)));
    let mut bo = Client::enter(one.addr, &bo, &code, "bobo").await;
    for client in [&mut ada, &mut bo] {
        assert_eq!(client.say(json!("ready")).await.error, None);
    }
    assert_eq!(ada.say(json!("start_game")).await.error, None);
    // The person's connection is lost together with its server.
    one.kill();
    let status = |ada: &Client| ada.parts["players"][1]["status"].clone();
    while status(&ada) == json!("connected") {
        ada.read().await;
    }
    assert_ne!(status(&ada), Value::Null);
    two.stop().await;
    shared.store.shutdown().await;
}
