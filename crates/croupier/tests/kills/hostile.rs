//! The real server, attacked in every way that makes it remember something, while others play: its
//! memory stays bounded.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::Duration;

use croupier_store::testing::process::memory_of;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::client::{next, raw, upgrade};
use super::player::Player;
use super::{Served, guest, room, settings};
use crate::common::Folder;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How many sockets attack in each way.
const SOCKETS: usize = 150;

/// Almost as much as a message may have.
const NEARLY_ALL: usize = 65_000;

/// More memory than the attacks may cost together: twice a message for each socket that holds one
/// back, and as much again for everything else.
const MEMORY: u64 = 4 * (2 * SOCKETS * NEARLY_ALL) as u64;

/// A socket that is reported to come from some other address.
async fn forwarded(addr: SocketAddr, number: usize) -> Socket {
    let mut request = upgrade(addr);
    let from = format!("203.0.113.{}", number % 250);
    request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// Begins a message of 64 KiB and never ends it.
async fn hold_back(socket: &mut Socket, opcode: u8, announced: u64) {
    let length = announced.to_be_bytes();
    let stream = socket.get_mut();
    let head = [&[opcode, 0xff][..], &length, &[0; 4]].concat();
    stream.write_all(&head).await.unwrap();
    stream.write_all(&vec![b'x'; NEARLY_ALL]).await.unwrap();
}

/// Every attack at the same time. The sockets stay open until the result is dropped.
async fn attack(addr: SocketAddr, eve: &str, code: &str) -> Vec<Socket> {
    let mut sockets = vec![];
    for number in 0..SOCKETS {
        // A message that is not complete, before the greeting.
        let mut stranger = forwarded(addr, number).await;
        hold_back(&mut stranger, 0x81, 1 << 16).await;
        sockets.push(stranger);
        for fragmented in [true, false] {
            let mut watcher = forwarded(addr, number).await;
            let client = format!("client-{number}");
            let hello = json!({"hello": {"token": eve, "client": client, "room": code}});
            watcher.send(Message::text(hello.to_string())).await.unwrap();
            assert!(next(&mut watcher).await.is_some());
            if fragmented {
                // A part of a message, in the room.
                hold_back(&mut watcher, 0x01, NEARLY_ALL as u64).await;
            }
            // From now on it reads nothing, although there is much to read.
            sockets.push(watcher);
        }
        // Tokens that nobody has, from ever new addresses.
        for part in 0..10 {
            let token = "x".repeat(43);
            let headers = format!(
                "X-Forwarded-For: 198.{}.{part}.1\r\nAuthorization: Bearer {token}\r\n",
                number % 250
            );
            let (status, _) = raw(addr, "GET", "/api/guests/me", &headers, None).await;
            assert_eq!(status, 401);
        }
    }
    sockets
}

#[test]
#[allow(clippy::print_stdout, reason = "figures for whoever asks")]
fn the_memory_of_a_server_that_is_attacked_is_bounded() {
    let folder = Folder::new("hostile");
    let (data, more) = (folder.path().to_owned(), "--trust-proxy 127.0.0.1 --time-scale 50");
    let served = Served::start_with(data, "127.0.0.1:0", more);
    let (addr, pid) = (served.addr, served.child.id());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (mut waits, grown) = runtime.block_on(async {
        let (zoe, eve) = (guest(addr, "Zoe").await, guest(addr, "Eve").await);
        let mut wanted: Value = json!({
            "game": "min-or-max", "bots": ["random", "random"], "start": true, "watch": "link",
        });
        wanted["settings"] = settings();
        let code = room(addr, &zoe, wanted).await;
        let mut zoe = Player::enter(addr, &zoe, &code, "zoe").await;
        let lobby = room(addr, &eve, json!({"game": "rush", "settings": settings()})).await;
        let mut amy = Player::enter(addr, &eve, &lobby, "amy-").await;
        let is_over = Cell::new(false);
        let (before, mut most) = (memory_of(pid), 0);
        let _sockets = {
            let attack = async {
                let sockets = attack(addr, &eve, &code).await;
                is_over.set(true);
                sockets
            };
            let all = async { tokio::join!(zoe.play(5), attack, amy.dither(&is_over)).1 };
            let mut all = std::pin::pin!(all);
            loop {
                most = most.max(memory_of(pid));
                let look = tokio::time::sleep(Duration::from_millis(10));
                tokio::select! { sockets = &mut all => break sockets, () = look => {} }
            }
        };
        most = most.max(memory_of(pid));
        let connections = (zoe.connections, amy.connections);
        assert_eq!(connections, (1, 1), "somebody else's connection was lost");
        zoe.sees_what_is().await;
        (amy.waits, most.saturating_sub(before))
    });
    waits.sort_unstable();
    let p99 = waits[waits.len() * 99 / 100];
    println!("{} commands meanwhile, p99 {p99:?}; {} KiB of memory more", waits.len(), grown >> 10);
    assert!(grown < MEMORY, "{grown} bytes more than before, and {MEMORY} are allowed");
    served.end();
}
