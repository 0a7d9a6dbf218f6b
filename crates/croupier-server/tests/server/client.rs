//! A client for tests: HTTP written by hand, the WebSocket by a library.

use std::net::SocketAddr;
use std::time::Duration;

use croupier_proto::{Answer, Bye, ClientMessage, Hello, Last, Say, ServerMessage, Welcome};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Generous: nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Sends a request and returns status and body.
pub(crate) async fn ask(
    addr: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> (u16, Value) {
    let extra = token.map(|it| format!("Authorization: Bearer {it}\r\n")).unwrap_or_default();
    raw(addr, method, path, &extra, body).await
}

/// The same with the caller's headers.
pub(crate) async fn raw(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<Value>,
) -> (u16, Value) {
    try_raw(addr, method, path, headers, body).await.expect("the server answers")
}

/// The same, if there is a server.
pub(crate) async fn try_raw(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<Value>,
) -> Option<(u16, Value)> {
    let (head, body) = exchange(addr, method, path, headers, body).await?;
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok())?;
    Some((status, serde_json::from_str(&body).unwrap_or(Value::String(body))))
}

/// Sends a request and returns head and body of the response, if there is a server.
pub(crate) async fn exchange(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<Value>,
) -> Option<(String, String)> {
    let body = body.map(|it| it.to_string()).unwrap_or_default();
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {addr}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(addr).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = vec![];
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("in time").ok()?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.to_owned(), body.to_owned()))
}

/// Creates a guest and returns its token.
pub(crate) async fn guest(addr: SocketAddr, name: &str) -> String {
    let (status, body) =
        ask(addr, "POST", "/api/guests", None, Some(json!({"nickname": name}))).await;
    assert_eq!(status, 201, "{body}");
    body["token"].as_str().expect("a token").to_owned()
}

/// Creates a room and returns its code.
pub(crate) async fn room(addr: SocketAddr, token: &str, wanted: Value) -> String {
    let (status, body) = ask(addr, "POST", "/api/rooms", Some(token), Some(wanted)).await;
    assert_eq!(status, 201, "{body}");
    body["code"].as_str().expect("a code").to_owned()
}

/// A socket in a room, with the parts as last sent.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) welcome: Welcome,
    pub(crate) parts: Map<String, Value>,
    pub(crate) entries: Vec<Value>,
    pub(crate) v: Option<u64>,
    pub(crate) next: u64,
    /// Everything that was received.
    pub(crate) heard: String,
}

/// A socket that has not sent anything yet.
pub(crate) async fn socket(addr: SocketAddr) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    try_socket(addr).await.expect("it opens")
}

/// A socket, if the server accepts one.
pub(crate) async fn try_socket(
    addr: SocketAddr,
) -> Option<WebSocketStream<MaybeTlsStream<TcpStream>>> {
    tokio_tungstenite::connect_async(upgrade(addr)).await.ok().map(|it| it.0)
}

/// The request that opens a socket.
pub(crate) fn upgrade(addr: SocketAddr) -> Request {
    let mut request = format!("ws://{addr}/api/socket").into_client_request().expect("an address");
    let protocol = "croupier.1".parse().expect("a header");
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    request
}

/// A possible answer to the prompt: a choice, or a suggestion of a form.
pub(crate) fn some_answer(parts: &Map<String, Value>, chance: usize) -> Option<Value> {
    let prompt = parts.get("prompt").filter(|it| !it.is_null())?;
    let id = &prompt["id"];
    let choices = prompt["choices"].as_array().into_iter().flatten();
    let mut all: Vec<Value> =
        choices.map(|it| json!({"act": {"action": it["action"], "prompt": id}})).collect();
    for (form, filled) in prompt["forms"].as_array().into_iter().flatten().enumerate() {
        for it in filled["suggestions"].as_array().into_iter().flatten() {
            let filled = json!({"form": form, "groups": it["groups"]});
            all.push(json!({"fill": {"filled": filled, "prompt": id}}));
        }
    }
    (!all.is_empty()).then(|| all.swap_remove(chance % all.len()))
}

/// The next message of a socket that has not entered a room.
pub(crate) async fn next(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
) -> Option<ServerMessage> {
    loop {
        match timeout(PATIENCE, socket.next()).await.expect("in time") {
            Some(Ok(Message::Text(text))) => {
                return Some(serde_json::from_str(&text).expect("a message"));
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

impl Client {
    pub(crate) async fn enter(addr: SocketAddr, token: &str, code: &str, name: &str) -> Self {
        Self::enter_again(addr, token, code, name, None).await.expect("it is welcome")
    }

    pub(crate) async fn enter_again(
        addr: SocketAddr,
        token: &str,
        code: &str,
        name: &str,
        last: Option<Last>,
    ) -> Result<Self, Bye> {
        Self::greet(socket(addr).await, token, code, name, last).await
    }

    /// Enters a room with a socket that has not sent anything yet.
    pub(crate) async fn greet(
        mut socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
        token: &str,
        code: &str,
        name: &str,
        last: Option<Last>,
    ) -> Result<Self, Bye> {
        let hello = ClientMessage::Hello(Hello {
            token: token.to_owned(),
            client: format!("client-{name}").parse().expect("a client"),
            room: code.to_owned(),
            last,
            board: false,
        });
        let text = serde_json::to_string(&hello).expect("plain data");
        socket.send(Message::text(text)).await.expect("it is read");
        let welcome = match next(&mut socket).await {
            Some(ServerMessage::Welcome(welcome)) => welcome,
            Some(ServerMessage::Bye(bye)) => return Err(bye),
            other => panic!("{other:?}"),
        };
        let (next, heard) = (welcome.n + 1, String::new());
        let (parts, entries) = (Map::new(), vec![]);
        let mut client = Self { socket, welcome, parts, entries, v: None, next, heard };
        client.read().await;
        Ok(client)
    }

    /// Reads one message. `None` if the connection has ended.
    pub(crate) async fn read(&mut self) -> Option<ServerMessage> {
        let text = loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("in time") {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        };
        self.heard.push_str(&text);
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        if let ServerMessage::Welcome(welcome) = &message {
            // The room has a new life; the next push contains everything.
            (self.welcome, self.v) = (welcome.clone(), None);
        }
        if let ServerMessage::Push(push) = &message {
            // After sitting down or getting up everything is sent again, with new numbers.
            let is_whole = push.settings.is_some() && push.view.is_some();
            if let Some(v) = self.v.filter(|_| !is_whole) {
                assert_eq!(push.v, v + 1, "pushes are counted without gaps");
            }
            self.v = Some(push.v);
            self.entries.extend(push.entries.iter().cloned());
            let value: Value = serde_json::from_str(&text).expect("JSON");
            let Value::Object(parts) = value["push"].clone() else { panic!("{text}") };
            self.parts.extend(parts);
        }
        Some(message)
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("plain data");
        self.socket.send(Message::text(text)).await.expect("it is read");
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Gives a command and waits for the answer.
    pub(crate) async fn say(&mut self, command: Value) -> Answer {
        let n = self.next;
        self.next += 1;
        self.say_as(n, command).await
    }

    /// Gives a command that is accepted, with a contribution to the next deal.
    pub(crate) async fn say_with_chance(&mut self, command: Value, chance: &str) {
        let mut say = Say::new(self.next, command);
        say.chance = Some(chance.to_owned());
        self.next += 1;
        assert_eq!(self.answer_to(say).await.error, None);
    }

    pub(crate) async fn say_as(&mut self, n: u64, command: Value) -> Answer {
        self.answer_to(Say::new(n, command)).await
    }

    pub(crate) async fn answer_to(&mut self, say: Say) -> Answer {
        let n = say.n;
        self.send(&ClientMessage::Say(say)).await;
        loop {
            match self.read().await {
                Some(ServerMessage::Answer(answer)) if answer.n == n => return answer,
                Some(ServerMessage::Bye(bye)) => panic!("{bye:?}"),
                Some(_) => {}
                None => panic!("the connection has ended"),
            }
        }
    }

    pub(crate) fn phase(&self) -> &str {
        self.parts["table"]["phase"].as_str().unwrap_or_default()
    }

    /// A possible answer to the prompt: a choice, or a suggestion of a form.
    pub(crate) fn some_answer(&self, chance: usize) -> Option<Value> {
        some_answer(&self.parts, chance)
    }

    /// Plays any legal actions until the match is over.
    pub(crate) async fn play_to_the_end(&mut self) {
        for chance in 0..5_000_usize {
            if self.phase() != "playing" && self.phase() != "lobby" {
                return;
            }
            match self.some_answer(chance.wrapping_mul(7919)) {
                Some(command) => {
                    // It is refused if the other player was faster.
                    self.say(command).await;
                }
                None => {
                    self.read().await;
                }
            }
        }
        panic!("the match does not end");
    }
}

/// Reproducible randomness.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn of(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count
    }
}
