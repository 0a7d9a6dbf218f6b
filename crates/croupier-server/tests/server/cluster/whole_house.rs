//! What applies to all servers of a house together: limits, bans, and redirects to the owner of a
//! room.

use std::net::SocketAddr;
use std::time::Duration;

use croupier_kit::Millis;
use croupier_proto::ByeCode;
use croupier_server::{Config, admin};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::loopback::Loopbacks;
use super::{farewell, farewell_in_full, pair, pair_with};
use crate::client::{Client, ask, guest, raw, room, upgrade};

/// Repeats a request until it is answered with a status.
async fn until_answered(status: u16, mut request: impl AsyncFnMut() -> u16) {
    for _ in 0..600 {
        if request().await == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it is never answered with {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_guesses_codes_and_tokens_at_one_server_is_known_at_the_others() {
    let shared = Loopbacks::new();
    let (one, two) = pair_with(&shared, |_, config| config.allow_bench = false).await;
    let token = guest(two.addr, "Ada").await;
    let code = room(two.addr, &token, json!({"game": "rush"})).await;
    let path = format!("/api/rooms/{code}");
    let (status, _) = ask(two.addr, "GET", &path, Some(&token), None).await;
    assert_eq!(status, 200);
    until_answered(429, async || {
        // It cannot be the code of a room: codes have no vowels.
        ask(one.addr, "GET", "/api/rooms/AAAA", Some(&token), None).await;
        ask(two.addr, "GET", &path, Some(&token), None).await.0
    })
    .await;
    let (status, _) = ask(two.addr, "GET", "/api/guests/me", Some(&token), None).await;
    assert_eq!(status, 200, "no wrong token was seen");
    let nobody = "A".repeat(43);
    until_answered(429, async || {
        ask(one.addr, "GET", "/api/guests/me", Some(&nobody), None).await;
        ask(two.addr, "GET", "/api/guests/me", Some(&token), None).await.0
    })
    .await;
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_banned_at_one_server_is_banned_at_the_others() {
    let shared = Loopbacks::new();
    let (one, two) = pair(&shared).await;
    let folder = crate::Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let (house, path) = (std::sync::Arc::clone(one.house()), folder.0.clone());
    let drain = watch::channel(false).0;
    let serving = tokio::spawn(async move { admin::serve(house, &path, drain).await });
    while !folder.0.join(admin::SOCKET).exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let addr = [127, 0, 0, 1].into();
    let games = async || ask(two.addr, "GET", "/api/games", None, None).await.0;
    assert_eq!(games().await, 200);
    let ada = guest(two.addr, "Ada").await;
    let code = room(two.addr, &ada, json!({"game": "rush"})).await;
    let mut sitting = Client::enter(two.addr, &ada, &code, "ada").await;
    let ban = admin::Request::Ban { addr, hours: None, why: "a test".to_owned() };
    admin::ask(&folder.0, &ban).await.unwrap();
    until_answered(403, games).await;
    assert_eq!(farewell(&mut sitting).await, ByeCode::Banned, "open sockets are cut off");
    admin::ask(&folder.0, &admin::Request::Unban { addr }).await.unwrap();
    until_answered(200, games).await;
    serving.abort();
    one.stop().await;
    two.stop().await;
    shared.store.shutdown().await;
}

/// The address of an individual server.
fn advertised(number: u64, config: &mut Config) {
    config.advertise = Some(format!("http://s{number}.cards.example"));
}

/// A socket of a page that was loaded from the first server, for a client that follows redirects.
async fn following(addr: SocketAddr, host: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let mut request = upgrade(addr);
    *request.uri_mut() = format!("ws://{addr}/api/socket?follow").parse().expect("an address");
    let headers = request.headers_mut();
    headers.insert("host", host.parse().expect("a host"));
    headers.insert("origin", "http://s1.cards.example".parse().expect("an origin"));
    tokio_tungstenite::connect_async(request).await.expect("it opens").0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_follows_is_sent_to_the_server_that_has_the_room() {
    let shared = Loopbacks::new();
    let (one, two) = pair_with(&shared, advertised).await;
    let token = guest(two.addr, "Ada").await;
    let code = room(two.addr, &token, json!({"game": "rush"})).await;
    // A client that does not follow redirects is served where it is.
    let here = Client::enter(one.addr, &token, &code, "stays").await;
    let sent =
        Client::greet(following(one.addr, "s1.cards.example").await, &token, &code, "ada", None);
    let bye = sent.await.err().expect("it is sent away");
    assert_eq!((bye.code, bye.retry_ms), (ByeCode::Moved, Some(Millis(0))));
    assert_eq!(bye.at.as_deref(), Some("http://s2.cards.example"));
    let socket = following(two.addr, "s2.cards.example").await;
    let mut there = Client::greet(socket, &token, &code, "ada", None).await.expect("it is welcome");
    let (status, _) = raw(two.addr, "GET", "/api/games", "Host: s3.cards.example\r\n", None).await;
    assert_eq!(status, 421, "that is no name of the house");
    // The room moves, and its clients are told where to.
    two.stop().await;
    let bye = farewell_in_full(&mut there).await;
    assert_eq!((bye.code, bye.at.as_deref()), (ByeCode::Moved, Some("http://s1.cards.example")));
    drop(here);
    one.stop().await;
    shared.store.shutdown().await;
}
