//! Several servers as one house, in one process: each has its own runtime, so that it can be
//! killed.

mod change;
mod loopback;
mod nats;
mod whole_house;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use croupier_proto::{Bye, ByeCode, ServerMessage};
use croupier_server::{Config, House, Server, Store};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::client::{Client, guest, room};

/// What the servers of a house share.
trait Ground {
    type Store: Store;

    /// Starts a server of the house, with a number of its own.
    fn server(
        &self,
        number: u64,
        config: Config,
    ) -> impl Future<Output = Server<Self::Store>> + Send + 'static;
}

/// A server of a house.
struct Node<S> {
    addr: SocketAddr,
    server: Server<S>,
    runtime: Runtime,
}

async fn node<G: Ground>(ground: &G, number: u64) -> Node<G::Store> {
    node_with(ground, number, |_| {}).await
}

async fn node_with<G: Ground>(
    ground: &G,
    number: u64,
    set: impl FnOnce(&mut Config),
) -> Node<G::Store> {
    let mut config = Config::default();
    config.addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    (config.bot_threads, config.time_scale, config.allow_bench) = (1, 20.0, true);
    set(&mut config);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).enable_all().build().expect("a runtime");
    let server = runtime.spawn(ground.server(number, config)).await.expect("no panic");
    Node { addr: server.addr(), server, runtime }
}

/// Two servers that know each other.
async fn pair<G: Ground>(ground: &G) -> (Node<G::Store>, Node<G::Store>) {
    pair_with(ground, |_, _| {}).await
}

/// The same, with settings by number.
async fn pair_with<G: Ground>(
    ground: &G,
    set: impl Fn(u64, &mut Config),
) -> (Node<G::Store>, Node<G::Store>) {
    let (one, two) = tokio::join!(
        node_with(ground, 1, |config| set(1, config)),
        node_with(ground, 2, |config| set(2, config)),
    );
    one.knows(2).await;
    two.knows(2).await;
    (one, two)
}

impl<S: Store> Node<S> {
    fn house(&self) -> &Arc<House<S>> {
        self.server.house()
    }

    async fn knows(&self, nodes: usize) {
        until(|| self.house().nodes() == nodes).await;
    }

    /// Ends it like a power failure.
    fn kill(self) {
        self.runtime.shutdown_background();
    }

    /// Ends it like SIGTERM.
    async fn stop(self) {
        self.runtime.spawn(self.server.stop()).await.expect("no panic");
        self.runtime.shutdown_background();
    }
}

/// Waits until something holds.
async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it does not come");
}

/// A guest and a table for one against a bot, created at a node.
async fn table<S: Store>(node: &Node<S>) -> (String, String) {
    let token = guest(node.addr, "Ada").await;
    let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true});
    let code = room(node.addr, &token, wanted).await;
    (token, code)
}

async fn some_turns(client: &mut Client, turns: usize) {
    for chance in 0..turns {
        while client.some_answer(chance).is_none() && client.phase() == "playing" {
            client.read().await.expect("the socket stays open");
        }
        let Some(command) = client.some_answer(chance) else { return };
        client.say(command).await;
    }
}

async fn farewell(client: &mut Client) -> ByeCode {
    farewell_in_full(client).await.code
}

async fn farewell_in_full(client: &mut Client) -> Bye {
    loop {
        match client.read().await {
            Some(ServerMessage::Bye(bye)) => return bye,
            Some(_) => {}
            None => panic!("no farewell"),
        }
    }
}

/// A socket plays a whole match in a room of another server, and watches its replay there.
async fn plays_a_whole_match<G: Ground>(ground: &G) {
    let (one, two) = pair(ground).await;
    let (token, code) = table(&two).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    assert_eq!((one.house().awake_rooms(), two.house().awake_rooms()), (0, 1));
    ada.play_to_the_end().await;
    while ada.parts["replay"].is_null() {
        ada.read().await;
    }
    let link = ada.parts["replay"]["link"].as_str().expect("a link");
    let path = format!("/api/replays/{link}");
    let (status, page) = crate::client::ask(one.addr, "GET", &path, None, None).await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["outcome"], ada.parts["table"]["result"]);
    one.stop().await;
    two.stop().await;
}

/// When its server is killed a room continues elsewhere, and sockets stay open.
async fn goes_on_when_its_server_is_killed<G: Ground>(ground: &G) {
    let (one, two) = pair(ground).await;
    let (token, code) = table(&two).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    let life = ada.welcome.life.clone();
    some_turns(&mut ada, 3).await;
    two.kill();
    // Commands wait in the meantime, and are answered once.
    ada.play_to_the_end().await;
    // A short match may have ended before its server did; its room continues nevertheless.
    while ada.welcome.life == life {
        ada.read().await.expect("the socket stays open");
    }
    assert_eq!(one.house().awake_rooms(), 1);
    one.stop().await;
}

/// A server that leaves hands its rooms to the others, and no player seems to disconnect.
async fn gives_its_rooms_to_the_others<G: Ground>(ground: &G) {
    let (one, two) = pair(ground).await;
    let (token, code) = table(&two).await;
    let mut here = Client::enter(one.addr, &token, &code, "here-here").await;
    let mut there = Client::enter(two.addr, &token, &code, "there-there").await;
    some_turns(&mut here, 2).await;
    two.stop().await;
    assert_eq!(farewell(&mut there).await, ByeCode::Moved);
    until(|| one.house().awake_rooms() == 1).await;
    let mut back = Client::enter(one.addr, &token, &code, "there-there").await;
    for client in [&back, &here] {
        assert!(!client.heard.contains("\"reconnecting\""), "nobody seemed to be lost");
    }
    some_turns(&mut back, 2).await;
    here.play_to_the_end().await;
    one.stop().await;
}
