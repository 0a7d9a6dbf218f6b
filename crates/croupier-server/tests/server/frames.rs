//! Clients that break the WebSocket protocol itself: each is told so before it is disconnected.

use croupier_proto::{ByeCode, ServerMessage};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::client::{Client, guest, room, socket};
use crate::{Folder, Running};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A frame with a short payload, masked by zeros.
fn masked(head: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short payload");
    [&[head, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

/// Sends bytes that no library would, and more after them. Returns the reason that the server gives
/// in its goodbye, and the code of its close frame.
async fn end(mut socket: Socket, bytes: &[u8]) -> (Option<ByeCode>, Option<u16>) {
    let stream = socket.get_mut();
    stream.write_all(bytes).await.expect("it is read");
    // What is still on its way does not keep the client from reading the goodbye.
    let _ = stream.write_all(&vec![0xff; 20_000]).await;
    let (mut bye, mut closed) = (None, None);
    let patience = std::time::Duration::from_mins(1);
    while let Some(Ok(message)) = timeout(patience, socket.next()).await.expect("in time") {
        match message {
            Message::Text(text) => {
                if let Ok(ServerMessage::Bye(it)) = serde_json::from_str(&text) {
                    bye = Some(it.code);
                }
            }
            Message::Close(Some(close)) => closed = Some(close.code.into()),
            _ => {}
        }
    }
    (bye, closed)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_breaks_the_websocket_protocol_is_told_so() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let ada = guest(addr, "Ada").await;
    let code = room(addr, &ada, json!({"game": "rush"})).await;
    let too_long = [&[0x89, 0xfe, 0, 126, 0, 0, 0, 0], &[b'x'; 126][..]].concat();
    let huge = [&[0x81, 0xff], &(1_u64 << 20).to_be_bytes()[..]].concat();
    let endless = [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff].to_vec();
    for (kind, bytes, expected) in [
        ("an unknown opcode", masked(0x83, b"x"), ByeCode::Malformed),
        ("an unknown control opcode", masked(0x8b, b"x"), ByeCode::Malformed),
        ("a reserved bit", masked(0xc1, b"x"), ByeCode::Malformed),
        ("no mask", vec![0x81, 1, b'x'], ByeCode::Malformed),
        ("a fragmented ping", masked(0x09, b"x"), ByeCode::Malformed),
        ("a ping that is too long", too_long, ByeCode::Malformed),
        ("a continuation of nothing", masked(0x80, b"x"), ByeCode::Malformed),
        (
            "a message inside another",
            [masked(0x01, b"x"), masked(0x81, b"y")].concat(),
            ByeCode::Malformed,
        ),
        ("a text that is none", masked(0x81, &[0xff]), ByeCode::Malformed),
        ("a message that is too long", huge, ByeCode::TooLarge),
        ("a length without end", endless, ByeCode::TooLarge),
    ] {
        let told = (Some(expected), Some(4000));
        assert_eq!(end(socket(addr).await, &bytes).await, told, "{kind}, before the greeting");
        let client = Client::enter(addr, &ada, &code, "ada").await;
        assert_eq!(end(client.socket, &bytes).await, told, "{kind}, in a room");
    }
    // The room goes on.
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
}
