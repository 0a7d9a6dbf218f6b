//! A network that loses, delays, duplicates and reorders messages, and connections that are half
//! open.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{Chance, ask, guest, room, try_socket};
use crate::faults::{Ledger, patient};
use crate::player::Player;
use crate::{Folder, Running};

/// One message in this many is disturbed.
const TROUBLE: usize = 8;

/// How long a connection is half open: longer than a player waits.
const HALF_OPEN: Duration = Duration::from_millis(1_500);

/// How often each kind of disturbance happened.
#[derive(Debug, Default)]
struct Troubles {
    lost: AtomicUsize,
    delayed: AtomicUsize,
    repeated: AtomicUsize,
    swapped: AtomicUsize,
    half_open: AtomicUsize,
}

/// A network between clients and a server. It works on messages, not on bytes.
struct Network {
    addr: SocketAddr,
    troubles: Arc<Troubles>,
    task: tokio::task::JoinHandle<()>,
}

impl Network {
    async fn before(server: SocketAddr, seed: u64) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let (addr, troubles) = (listener.local_addr().expect("an address"), Arc::default());
        let counted = Arc::clone(&troubles);
        let task = tokio::spawn(async move {
            for seed in seed.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                tokio::spawn(connection(stream, server, Chance(seed << 20), Arc::clone(&counted)));
            }
        });
        Self { addr, troubles, task }
    }
}

async fn connection(
    stream: TcpStream,
    server: SocketAddr,
    mut chance: Chance,
    troubles: Arc<Troubles>,
) {
    #[allow(clippy::result_large_err)] // The library requires it.
    let agree = |_: &Request, mut response: Response| -> Result<Response, ErrorResponse> {
        let protocol = "croupier.1".parse().expect("a header");
        response.headers_mut().insert("sec-websocket-protocol", protocol);
        Ok(response)
    };
    let (Ok(client), Some(server)) =
        (accept_hdr_async(stream, agree).await, try_socket(server).await)
    else {
        return;
    };
    let ((mut to_client, mut from_client), (mut to_server, mut from_server)) =
        (client.split(), server.split());
    loop {
        let is_open = tokio::select! {
            message = from_client.next() => {
                forward(message, &mut from_client, &mut to_server, true, &mut chance, &troubles).await
            }
            message = from_server.next() => {
                forward(message, &mut from_server, &mut to_client, false, &mut chance, &troubles).await
            }
        };
        if !is_open {
            return;
        }
    }
}

/// Forwards a message, or disturbs it. False if the connection is cut.
async fn forward<I: Stream<Item = Result<Message, Error>> + Unpin, O>(
    message: Option<Result<Message, Error>>,
    from: &mut I,
    to: &mut O,
    is_from_client: bool,
    chance: &mut Chance,
    troubles: &Troubles,
) -> bool
where
    O: Sink<Message> + Unpin,
{
    let Some(Ok(message)) = message else { return false };
    if !message.is_text() || chance.of(TROUBLE) > 0 {
        return to.send(message).await.is_ok();
    }
    let count = |counter: &AtomicUsize| counter.fetch_add(1, Ordering::Relaxed);
    match chance.of(8) {
        0 | 1 => {
            count(&troubles.lost);
            false
        }
        2 => {
            count(&troubles.half_open);
            tokio::time::sleep(HALF_OPEN).await;
            false
        }
        3 | 4 => {
            // Nothing overtakes it, as on a working connection.
            count(&troubles.delayed);
            tokio::time::sleep(Duration::from_millis(5)).await;
            to.send(message).await.is_ok()
        }
        5 if is_from_client => {
            count(&troubles.repeated);
            to.send(message.clone()).await.is_ok() && to.send(message).await.is_ok()
        }
        _ => {
            let next = timeout(Duration::from_millis(50), from.next()).await;
            if let Ok(Some(Ok(next))) = next {
                count(&troubles.swapped);
                let _ = to.send(next).await;
            }
            let _ = to.send(message).await;
            false
        }
    }
}

/// Two persons in a lobby and in a match, behind such a network.
async fn bad_day(seed: u64, game: &str) {
    let folder = Folder::new();
    let running = Running::faulty(&folder, |config| {
        config.time_scale = 20.0;
        config.silence_limit = Duration::from_secs(1);
    })
    .await;
    let ledger = Ledger::of(&running.store);
    let network = Network::before(running.addr, seed).await;
    let (ada, bo) = (guest(running.addr, "Ada").await, guest(running.addr, "Bo").await);
    let code = room(running.addr, &ada, json!({"game": game, "settings": patient()})).await;
    let path = format!("/api/rooms/{code}/join");
    ask(running.addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    let enter = async |token: &str, client: &str| {
        let mut player = Player::new(network.addr, token, &code, client);
        player.patience = Duration::from_secs(1);
        player.come().await;
        player
    };
    let (mut ada, mut bo) = (enter(&ada, "ada").await, enter(&bo, "bobo").await);

    // In the lobby several commands are in flight at a time.
    for round in 0..12 {
        let name = format!("R{round}");
        ada.begin(json!({"lock": {"locked": round % 2 == 0}})).await;
        let added = ada.begin(json!({"add_bot": {"level": "random", "name": name}})).await;
        while ada.is_owed() {
            ada.hear().await;
        }
        if !ada.accepted.iter().any(|(n, _)| *n == added) {
            continue; // The game has no more seats.
        }
        while !ada.log.values().any(|it| it["event"]["room"]["player_joined"]["name"] == name) {
            ada.hear().await;
        }
        let players = ada.parts["players"].as_array().expect("a list");
        let bot =
            players.iter().find(|it| it["name"] == name).expect("it has sat down")["id"].clone();
        assert_eq!(ada.say(json!({"remove_bot": {"player": bot}})).await.error, None);
    }
    ada.start_with(&mut bo).await;
    tokio::join!(ada.play(1), bo.play(2));
    network.task.abort();
    let Troubles { lost, delayed, repeated, swapped, half_open } = &*network.troubles;
    let met = [lost, delayed, repeated, swapped, half_open].map(|it| it.load(Ordering::Relaxed));

    // Afterwards the network works, and everyone sees the current state.
    for player in [&mut ada, &mut bo] {
        player.hang_up();
        player.addr = running.addr;
        player.sees_what_is().await;
    }
    assert!(ada.gaps + bo.gaps <= met[3], "only what was swapped leaves a gap");
    assert!(met.iter().sum::<usize>() > 4, "the network was too good: {met:?}");
    assert!(ada.connections + bo.connections > 2, "nobody has lost the connection: {met:?}");
    for name in (0..12).map(|round| format!("R{round}")) {
        let is_it = |it: &&serde_json::Value| it["event"]["room"]["player_joined"]["name"] == name;
        assert!(ada.log.values().filter(is_it).count() <= 1, "{name} came twice");
    }
    ledger.check(&[ada, bo]);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_done_twice_on_a_bad_network() {
    tokio::join!(bad_day(1, "rush"), bad_day(2, "min-or-max"), bad_day(3, "data-war"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "soak: many bad days"]
async fn soak_nothing_is_lost_or_done_twice_on_a_bad_network() {
    // Most of the time is spent waiting.
    for seed in 0..60 {
        let days = ["rush", "min-or-max", "data-war", "innovation"].map(|it| bad_day(seed, it));
        futures_util::future::join_all(days).await;
    }
}
