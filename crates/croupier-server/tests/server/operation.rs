//! What operators rely on: metrics, limits, sleeping rooms, matches that are kept for a time, and
//! rooms with other rules that are left alone.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use croupier_kit::Millis;
use croupier_proto::ByeCode;
use croupier_server::replay_room;
use croupier_store::journal::{Journal as _, RoomId, Snapshot};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;

use crate::client::{Client, ask, guest, room, upgrade};
use crate::faults::{patient, until};
use crate::leaks::log_lines;
use crate::{Folder, Running};

/// The metrics by name.
async fn figures(addr: SocketAddr) -> BTreeMap<String, String> {
    let (status, text) = ask(addr, "GET", "/metrics", None, None).await;
    assert_eq!(status, 200);
    let text = text.as_str().expect("text").to_owned();
    let mut lines = text.lines();
    let mut figures = BTreeMap::new();
    while let (Some(help), Some(kind), Some(figure)) = (lines.next(), lines.next(), lines.next()) {
        let (name, value) = figure.split_once(' ').expect("a name and a value");
        assert!(name.starts_with("croupier_"), "{name}");
        assert!(help.starts_with(&format!("# HELP {name} ")), "{help}");
        let is_counter = name.ends_with("_total");
        let expected = if is_counter { "counter" } else { "gauge" };
        assert_eq!(kind, format!("# TYPE {name} {expected}"));
        let name = name.trim_start_matches("croupier_").to_owned();
        value.parse::<f64>().expect("a number");
        assert!(figures.insert(name, value.to_owned()).is_none(), "{figure}");
    }
    figures
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_are_told_where_whoever_runs_it_asks() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        config.time_scale = 50.0;
        config.admin_addr = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    })
    .await;
    let admin = running.server.admin_addr().expect("it tells figures");
    let (_, page) = ask(running.addr, "GET", "/metrics", None, None).await;
    assert!(!page.to_string().contains("croupier_rooms_awake"), "it is not for everybody");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(ask(admin, "GET", path, None, None).await.0, 200);
    }
    let before = figures(admin).await;
    for (name, value) in [("rooms_awake", "0"), ("sockets", "0"), ("ready", "1")] {
        assert_eq!(before[name], value, "{name}");
    }
    for name in ["matches_total", "not_stored_total"] {
        assert_eq!(before[name], "0", "{name}");
    }

    let ada = guest(running.addr, "Ada").await;
    let wanted = json!({
        "game": "min-or-max", "bots": ["random"], "start": true, "settings": patient(),
    });
    let code = room(running.addr, &ada, wanted).await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    ada.play_to_the_end().await;
    until("the match is kept", async || figures(admin).await["matches_total"] == "1").await;
    let after = figures(admin).await;
    assert_eq!((after["rooms_awake"].as_str(), after["sockets"].as_str()), ("1", "1"));
    for grown in ["messages_total", "pushes_total", "sent_bytes_total", "store_appends_total"] {
        let [before, after] =
            [&before, &after].map(|it| it[grown].parse::<f64>().expect("a number"));
        assert!(after > before, "{grown}");
    }
    // The manual describes exactly these figures.
    let manual = include_str!("../../../../docs/operate.md");
    let described: Vec<_> = manual
        .lines()
        .filter_map(|it| it.strip_prefix("| `croupier_")?.split('`').next())
        .collect();
    for name in after.keys() {
        assert!(described.contains(&name.as_str()), "docs/operate.md does not describe {name}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_no_more_rooms_and_connections_than_were_set() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        (config.max_rooms, config.max_connections) = (2, 4);
    })
    .await;
    let addr = running.addr;
    let ada = guest(addr, "Ada").await;
    let wanted = json!({"game": "rush", "settings": {"preset": "strict"}});
    let code = room(addr, &ada, wanted.clone()).await;
    room(addr, &ada, wanted.clone()).await;
    let full = |answer: &(u16, Value)| (answer.0, answer.1["error"]["code"].clone());
    let third = ask(addr, "POST", "/api/rooms", Some(&ada), Some(wanted.clone())).await;
    assert_eq!(full(&third), (503, json!("too_many_rooms")));
    let game = json!({"game": "rush"});
    let quick = ask(addr, "POST", "/api/quick", Some(&ada), Some(game)).await;
    assert_eq!(full(&quick), (503, json!("too_many_rooms")));
    // Closing a room makes space for another.
    let mut client = Client::enter(addr, &ada, &code, "ada").await;
    client.say(json!("leave")).await;
    drop(client);
    until("there is room again", async || {
        ask(addr, "POST", "/api/rooms", Some(&ada), Some(wanted.clone())).await.0 == 201
    })
    .await;

    // Idle clients count as connections too. One more is refused.
    let mut idle = vec![];
    until("there are as many as may be", async || {
        idle.push(TcpStream::connect(addr).await.unwrap());
        let mut last = TcpStream::connect(addr).await.unwrap();
        let read = tokio::time::timeout(Duration::from_millis(100), last.read(&mut [0; 1])).await;
        matches!(read, Ok(Ok(0) | Err(_)))
    })
    .await;
    assert_eq!(idle.len(), 4);
    drop(idle);
    until("there is a place again", async || {
        crate::client::try_raw(addr, "GET", "/healthz", "", None).await.is_some()
    })
    .await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_refused_because_of_a_limit_is_counted() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        config.admin_addr = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    })
    .await;
    let admin = running.server.admin_addr().expect("it tells figures");
    let mut refused = 0;
    for _ in 0..100 {
        let path = "/api/replays/nothing";
        refused += u32::from(ask(running.addr, "GET", path, None, None).await.0 == 429);
    }
    assert!(refused > 0, "pages of replays are limited");
    assert_eq!(figures(admin).await["refused_total"], refused.to_string());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_count_as_connections_in_total_and_for_their_address() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        (config.max_connections, config.max_connections_per_address) = (8, 3);
        config.admin_addr = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        config.trust_proxy = vec![[127, 0, 0, 1].into()];
    })
    .await;
    let admin = running.server.admin_addr().expect("it tells figures");
    let from = async |addr: &str| {
        let mut request = upgrade(running.addr);
        request.headers_mut().insert("x-forwarded-for", addr.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.map(|it| it.0)
    };
    // Two addresses of one household.
    let mut open = vec![];
    for addr in ["2001:db8::1", "2001:db8::2", "2001:db8::1"] {
        open.push(from(addr).await.expect("it opens"));
    }
    let Err(Error::Http(refused)) = from("2001:db8::2").await else { panic!("it opens") };
    assert_eq!(refused.status(), 429);
    let neighbour = from("2001:db8:0:1::1").await.expect("another household");
    until("they are counted", async || figures(admin).await["connections"] == "4").await;
    drop(open.pop());
    until("a place is free", async || match from("2001:db8::2").await {
        Ok(socket) => {
            open.push(socket);
            true
        }
        Err(_) => false,
    })
    .await;
    drop(neighbour);
    until("all of them are in use", async || {
        for household in 0..5 {
            open.extend(from(&format!("2001:db8:1:{household}::1")).await);
        }
        open.len() == 8
    })
    .await;
    assert!(from("2001:db8:2::1").await.is_err(), "there are as many as may be");
    drop(open);
    until("they are gone", async || figures(admin).await["connections"] == "0").await;
    running.stop().await;

    // Without a proxy, the peer has the address.
    let running =
        Running::start_with(&folder, |config| config.max_connections_per_address = 2).await;
    let mut idle = vec![];
    for _ in 0..2 {
        idle.push(TcpStream::connect(running.addr).await.unwrap());
    }
    let mut third = TcpStream::connect(running.addr).await.unwrap();
    assert!(matches!(third.read(&mut [0; 1]).await, Ok(0) | Err(_)));
    drop(idle);
    let mut sockets = vec![];
    until("both may become sockets", async || {
        sockets
            .extend(tokio_tungstenite::connect_async(upgrade(running.addr)).await.map(|it| it.0));
        sockets.len() == 2
    })
    .await;
    assert!(tokio_tungstenite::connect_async(upgrade(running.addr)).await.is_err());
    drop(sockets);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_match_can_be_watched_for_as_long_as_was_set() {
    let folder = Folder::new();
    let running = Running::start(&folder, 50.0).await;
    let ada = guest(running.addr, "Ada").await;
    let wanted = json!({
        "game": "min-or-max", "bots": ["random"], "start": true, "settings": patient(),
    });
    let code = room(running.addr, &ada, wanted).await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    ada.play_to_the_end().await;
    while ada.parts["replay"].is_null() {
        ada.read().await;
    }
    let path = format!("/api/replays/{}", ada.parts["replay"]["link"].as_str().unwrap());
    running.stop().await;
    let a_day = Duration::from_hours(24);
    for (kept, expected) in [(a_day, 200), (Duration::ZERO, 404)] {
        let running = Running::start_with(&folder, |config| config.keep_matches = kept).await;
        let status = async || ask(running.addr, "GET", &path, None, None).await.0;
        until("it is kept or forgotten", async || status().await == expected).await;
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_in_which_nobody_is_sleeps_and_wakes_on_demand_and_when_due() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        config.sleep_after = Duration::from_millis(30);
        config.time_scale = 20.0;
    })
    .await;
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let wanted = json!({"game": "rush", "bots": ["random"], "settings": patient()});
    let code = room(addr, &ada, wanted).await;
    let house = running.server.house();
    let first = Client::enter(addr, &ada, &code, "ada").await;
    // It does not sleep while someone is connected.
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(house.awake_rooms(), 1);
    let (players, life) = (first.parts["players"].clone(), first.welcome.life.clone());
    drop(first);
    until("it sleeps", async || house.awake_rooms() == 0).await;
    let again = Client::enter(addr, &ada, &code, "ada").await;
    assert_ne!(again.welcome.life, life, "it has slept");
    assert_eq!(house.awake_rooms(), 1);
    let names = |players: &Value| {
        let all = players.as_array().unwrap().iter();
        all.map(|it| it["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&again.parts["players"]), names(&players));
    drop(again);
    until("it sleeps again", async || house.awake_rooms() == 0).await;

    // If nobody comes back, a room wakes by itself to free the seat.
    let code = room(addr, &bo, json!({"game": "rush"})).await;
    drop(Client::enter(addr, &bo, &code, "bobo").await);
    until("it sleeps", async || house.awake_rooms() == 0).await;
    let path = format!("/api/rooms/{code}");
    let people = async || ask(addr, "GET", &path, Some(&ada), None).await.1["people"].clone();
    until("the seat is free", async || people().await == 0).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anybody_may_watch_a_table_that_is_open_to_all_eyes() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, eve) = (guest(addr, "Ada").await, guest(addr, "Eve").await);
    let wanted = json!({"game": "rush", "bots": ["random"], "start": true, "watch": "anyone"});
    let code = room(addr, &ada, wanted).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    // Strangers find it, although nobody is sent there to play.
    let (_, list) = ask(addr, "GET", "/api/rooms?game=rush", None, None).await;
    let table = &list["rooms"][0];
    assert_eq!((&table["code"], &table["watch"]), (&json!(code), &json!("anyone")));
    assert_eq!((&table["listed"], &table["joinable"]), (&json!(false), &json!(false)));
    let quick = json!({"game": "rush"});
    let (_, seat) = ask(addr, "POST", "/api/quick", Some(&eve), Some(quick)).await;
    assert_ne!(seat["code"], json!(code));
    let eve = Client::enter(addr, &eve, &code, "eve-").await;
    assert_eq!(eve.welcome.you, None);
    while ada.parts["watchers"] != 1 {
        ada.read().await;
    }
    assert!(!eve.parts["view"].is_null());
    assert!(eve.parts["prompt"].is_null());
    assert_eq!(eve.parts["table"]["seat"], Value::Null);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_of_other_rules_are_not_replayed_and_the_rules_are_named() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let ada = guest(running.addr, "Ada").await;
    let code = room(running.addr, &ada, json!({"game": "rush"})).await;
    let other = room(running.addr, &ada, json!({"game": "rush"})).await;
    let mut client = Client::enter(running.addr, &ada, &code, "ada").await;
    assert_eq!(client.say(json!("ready")).await.error, None);
    running.crash().await;

    let store = folder.store();
    let id: RoomId = store.find(&code).await.unwrap().unwrap().entry.room;
    let mut opened = store.open(id).await.unwrap();
    let (stored, records) = (opened.snapshot.clone(), opened.records.clone());
    assert!(!records.is_empty());
    let old = Snapshot { versions: "host 1, room 1, rush 0".to_owned(), ..stored.clone() };
    let catalog = croupier_catalog::shipped();
    let why = replay_room(&catalog, &old, &records).unwrap_err();
    assert_eq!(why.code, "other_rules");
    assert!(why.message.contains("records of host 1, room 1, rush 0"), "{why}");
    assert!(why.message.contains(&stored.versions), "{why}");
    // A snapshot alone does not depend on rules.
    replay_room(&catalog, &old, &[]).unwrap();
    store.snapshot(&mut opened.held, old).await.unwrap();
    store.append(&mut opened.held, records.clone()).await.unwrap();
    store.shutdown().await;

    let log = log_lines();
    let running = Running::start(&folder, 1.0).await;
    let refused = Client::enter_again(running.addr, &ada, &code, "ada", None).await.err().unwrap();
    assert_eq!(refused.code, ByeCode::OtherRules);
    assert!(refused.retry_ms.unwrap() >= Millis(10_000), "an upgrade takes longer than a second");
    let bo = guest(running.addr, "Bo").await;
    let path = format!("/api/rooms/{code}/join");
    let (status, answer) = ask(running.addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    assert_eq!((status, &answer["error"]["code"]), (500, &json!("other_rules")));
    let lines = String::from_utf8_lossy(&log.lock().unwrap()).into_owned();
    let is_named = |line: &str| {
        line.contains(&id.to_string())
            && line.contains("host 1, room 1, rush 0")
            && line.contains(&stored.versions)
    };
    assert_eq!(lines.lines().filter(|line| is_named(line)).count(), 1, "{lines}");
    Client::enter(running.addr, &ada, &other, "ada").await;
    running.stop().await;

    // A server with those rules continues with everything that was there.
    let store = folder.store();
    let mut opened = store.open(id).await.unwrap();
    assert_eq!(opened.records, records, "nothing was lost meanwhile");
    store.snapshot(&mut opened.held, stored).await.unwrap();
    store.append(&mut opened.held, records).await.unwrap();
    store.shutdown().await;
    let running = Running::start(&folder, 1.0).await;
    let client = Client::enter(running.addr, &ada, &code, "ada").await;
    let ready = |it: &Value| it["event"]["room"].get("player_ready").is_some();
    assert!(client.entries.iter().any(ready), "{:?}", client.entries);
    running.stop().await;
}
