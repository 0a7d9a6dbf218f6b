//! Over real NATS servers. `cargo xtask nats` fetches one.

use std::sync::Arc;

use croupier_server::cluster::{ClusterConfig, NatsBus};
use croupier_server::{Config, Server};
use croupier_store::nats::{NatsStore, Plan, Settings, init};
use croupier_store::testing::nats::Nats;
use croupier_store::testing::nats_aged::AgedNats;
use serde_json::json;

use super::{
    Ground, gives_its_rooms_to_the_others, goes_on_when_its_server_is_killed, node, pair,
    plays_a_whole_match, some_turns, table, until,
};
use crate::client::{Client, guest, room};

struct OverNats {
    nats: Nats,
    url: String,
}

impl OverNats {
    async fn start(servers: u8) -> Self {
        let nats = Nats::start(usize::from(servers));
        let mut plan = Plan::default();
        (plan.streams, plan.replicas) = (2, servers);
        init(&Settings::new(&nats.url(), "init"), &plan).await.expect("a house");
        let url = nats.url();
        Self { nats, url }
    }
}

impl Ground for OverNats {
    type Store = NatsStore;

    fn server(
        &self,
        number: u64,
        mut config: Config,
    ) -> impl Future<Output = Server<NatsStore>> + Send + 'static {
        let settings = Settings::new(&self.url, format!("node-{number}"));
        async move {
            let store = NatsStore::connect(&settings).await.expect("a house");
            let bus = NatsBus::new(&store).await.expect("a bus");
            config.cluster = Some(ClusterConfig::new(Arc::new(bus)));
            Server::start(croupier_catalog::shipped(), store, config).await.expect("it listens")
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_a_socket_plays_a_whole_match_in_a_room_of_another_server() {
    plays_a_whole_match(&OverNats::start(1).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_a_room_goes_on_elsewhere_when_its_server_is_killed() {
    goes_on_when_its_server_is_killed(&OverNats::start(1).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_all_servers_are_restarted_in_turn_and_a_server_leaves() {
    let nats = OverNats::start(1).await;
    gives_its_rooms_to_the_others(&nats).await;
    let (one, two) = pair(&nats).await;
    let (token, code) = table(&two).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    some_turns(&mut ada, 2).await;
    two.stop().await;
    let two = node(&nats, 2).await;
    two.knows(2).await;
    some_turns(&mut ada, 2).await;
    one.stop().await;
    let mut ada = Client::enter(two.addr, &token, &code, "ada").await;
    some_turns(&mut ada, 2).await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_no_second_server_of_a_name_is_let_in() {
    let nats = OverNats::start(1).await;
    let one = node(&nats, 1).await;
    let settings = Settings::new(&nats.url, "node-1");
    let start = async || {
        let store = NatsStore::connect(&settings).await.expect("a house");
        let bus = NatsBus::new(&store).await.expect("a bus");
        let mut config = Config::default();
        config.addr = (std::net::Ipv4Addr::LOCALHOST, 0).into();
        (config.admin_addr, config.bot_threads) = (None, 1);
        config.cluster = Some(ClusterConfig::new(Arc::new(bus)));
        Server::start(croupier_catalog::shipped(), store, config).await
    };
    let refused = start().await.expect_err("its name is taken");
    assert!(refused.to_string().contains("is called node-1"), "{refused}");
    assert!(one.house().is_ready());
    // One that has died does not keep its name.
    one.kill();
    let again = start().await.expect("nobody has this name");
    until(|| again.house().is_ready()).await;
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_nothing_is_told_without_a_quorum_and_it_recovers_by_itself() {
    let mut nats = OverNats::start(3).await;
    let (one, two) = pair(&nats).await;
    // A turn takes longer than servers need to notice, and less than the outage lasts.
    let set = json!({"turn_ms": 200_000, "setup_step_ms": 0});
    let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true, "set": set});
    let token = guest(two.addr, "Ada").await;
    let code = room(two.addr, &token, wanted).await;
    let mut ada = Client::enter(one.addr, &token, &code, "ada").await;
    while ada.some_answer(0).is_none() {
        ada.read().await.expect("the match has just begun");
    }
    let (life, asked) = (ada.welcome.life.clone(), ada.parts["prompt"]["id"].clone());
    let command = ada.some_answer(0).unwrap();
    nats.nats.kill(1);
    nats.nats.kill(2);
    until(|| !one.house().is_ready() && !two.house().is_ready()).await;
    let before = ada.heard.len();
    let begun = std::time::Instant::now();
    let answer = ada.say(command).await;
    assert_eq!(answer.error.map(|it| it.code).as_deref(), Some("not_stored"));
    assert!(begun.elapsed().as_secs() >= 10, "it might have come back");
    assert!(!ada.heard[before..].contains("\"push\""), "{}", &ada.heard[before..]);
    nats.nats.restart(1);
    nats.nats.restart(2);
    until(|| one.house().is_ready() && two.house().is_ready()).await;
    while ada.welcome.life == life || ada.v.is_none() {
        ada.read().await.expect("the socket stays open");
    }
    assert_eq!(ada.parts["prompt"]["id"], asked, "time stood still, and nobody lost a turn");
    let command = ada.some_answer(0).unwrap();
    assert_eq!(ada.say(command).await.error, None);
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs NATS"]
async fn over_nats_a_server_that_is_reconnected_to_an_old_nats_answers_for_nothing() {
    let mut nats = OverNats::start(1).await;
    let server = nats.url.trim_start_matches("nats://").parse().expect("an address");
    let aged = AgedNats::start(server);
    nats.url = format!("nats://{}", aged.addr());
    let one = node(&nats, 1).await;
    until(|| one.house().is_ready()).await;
    aged.pretend(true);
    until(|| !one.house().is_ready()).await;
    // It stays that way.
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert!(!one.house().is_ready());
    aged.pretend(false);
    until(|| one.house().is_ready()).await;
    one.stop().await;
}
