//! A server whose rooms are in NATS.

use std::net::{Ipv4Addr, SocketAddr};

use croupier_server::{Config, Server};
use croupier_store::journal::Journal as _;
use croupier_store::nats::{self, NatsStore, Plan, Settings};
use croupier_store::testing::nats::Nats;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::client::{Client, ask, guest, room};

/// A server with its own runtime, so that it can be killed.
struct Alone {
    runtime: Runtime,
    addr: SocketAddr,
    store: NatsStore,
    /// Kept, because dropping it would signal the server's tasks.
    _server: Server<NatsStore>,
}

impl Alone {
    async fn start(nats: &Nats, node: &str) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let settings = Settings::new(&nats.url(), node);
        let started = runtime.spawn(async move {
            let store = NatsStore::connect(&settings).await.expect("a house");
            let mut config = Config::default();
            config.addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            (config.bot_threads, config.time_scale, config.allow_bench) = (1, 20.0, true);
            let catalog = croupier_catalog::shipped();
            let server = Server::start(catalog, store.clone(), config).await;
            (store, server.expect("it listens"))
        });
        let (store, server) = started.await.expect("it starts");
        Self { runtime, addr: server.addr(), store, _server: server }
    }

    /// Ends abruptly, like a crash.
    fn die(self) {
        self.runtime.shutdown_background();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nats-server"]
async fn nats_a_match_goes_on_after_its_server_died() {
    let nats = tokio::task::spawn_blocking(|| Nats::start(1)).await.unwrap();
    let mut plan = Plan::default();
    (plan.streams, plan.replicas) = (2, 1);
    nats::init(&Settings::new(&nats.url(), "init"), &plan).await.unwrap();
    let first = Alone::start(&nats, "first").await;
    let token = guest(first.addr, "Ada").await;
    let wanted = json!({"game": "innovation", "bots": ["random"], "start": true});
    let code = room(first.addr, &token, wanted).await;
    let mut ada = Client::enter(first.addr, &token, &code, "ada").await;
    for chance in 0..6 {
        while ada.some_answer(chance).is_none() {
            ada.read().await;
        }
        let command = ada.some_answer(chance).unwrap();
        assert_eq!(ada.say(command).await.error, None);
    }
    while ada.some_answer(0).is_none() {
        ada.read().await;
    }
    let (view, n) = (ada.parts["view"].clone(), ada.next - 1);
    first.die();

    let second = Alone::start(&nats, "second").await;
    // Its clock resumes before anyone asks for it.
    let awake = second.store.awake(None).await.unwrap().items;
    assert_eq!(awake.len(), 1);
    let mut ada = Client::enter(second.addr, &token, &code, "ada").await;
    assert_eq!(ada.welcome.n, n, "the server knows what it has answered");
    assert_eq!(ada.parts["view"], view, "time stood still");
    let again = ada.say_as(n, json!("leave")).await;
    assert_eq!(again.error, None, "a repeated number gets its first answer");
    assert_eq!(ada.phase(), "playing", "and does nothing");
    ada.play_to_the_end().await;
    while ada.parts["replay"].is_null() {
        ada.read().await;
    }
    let link = ada.parts["replay"]["link"].as_str().unwrap();
    let path = format!("/api/replays/{link}?from=0&count=1&seat=0");
    let (status, page) = ask(second.addr, "GET", &path, None, None).await;
    assert_eq!(status, 200, "{page}");
    let (_, mine) = ask(second.addr, "GET", "/api/me/rooms", Some(&token), None).await;
    assert_eq!(mine["rooms"][0]["code"], code.as_str(), "{mine}");
    assert!(second.store.stats().appends > 10);
    drop(ada);
    second.runtime.shutdown_background();
    tokio::task::spawn_blocking(move || drop(nats)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nats-server"]
async fn nats_a_room_is_saved_after_64_records_and_the_log_is_short_again() {
    let nats = tokio::task::spawn_blocking(|| Nats::start(1)).await.unwrap();
    let mut plan = Plan::default();
    (plan.streams, plan.replicas) = (1, 1);
    nats::init(&Settings::new(&nats.url(), "init"), &plan).await.unwrap();
    let alone = Alone::start(&nats, "alone").await;
    let token = guest(alone.addr, "Ada").await;
    let code = room(alone.addr, &token, json!({"game": "rush"})).await;
    let mut ada = Client::enter(alone.addr, &token, &code, "ada").await;
    let entry = alone.store.find(&code).await.unwrap().unwrap().entry;
    let (mut longest, mut saved) = (0, 0);
    for number in 0..160 {
        // Each of these is one record, and waits for the one before.
        let command = json!({"lock": {"locked": number % 2 == 0}});
        assert_eq!(ada.say(command).await.error, None);
        let records = alone.store.peek(entry.room).await.unwrap().records.len();
        if records < longest {
            saved += 1;
            longest = 0;
            let mut stream = alone.store.jetstream().get_stream("CRJ0").await.unwrap();
            let messages = stream.info().await.unwrap().state.messages;
            assert!(messages < 8, "{messages} messages are left of what was replaced");
        }
        longest = longest.max(records);
        assert!(longest <= 64, "{longest} records would have to be read by another server");
    }
    assert_eq!(saved, 2);
    drop(ada);
    alone.runtime.shutdown_background();
    tokio::task::spawn_blocking(move || drop(nats)).await.unwrap();
}
