//! HTTP requests to a server, and opening sockets.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_kit::Millis;
use croupier_proto::SUBPROTOCOL;
use croupier_proto::http::{ChosenSettings, NewGuest, NewRoom, ReplayPage, Seated, Watch};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, Uri, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::error::CliError;

/// A socket of a guest.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// How often servers are checked, and how long they have to answer; similar to a proxy's health
/// checks.
const HEALTH: (Duration, Duration) = (Duration::from_millis(500), Duration::from_millis(1_500));

/// How long opening a socket may take, and how long a request.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(30));

/// The way into a house, which may have several servers.
#[derive(Debug)]
pub(super) struct Door {
    servers: Vec<Arc<Server>>,
    /// Servers to which clients were redirected.
    others: Mutex<HashMap<String, Arc<Server>>>,
    next: AtomicUsize,
}

/// A server of the house.
#[derive(Debug)]
pub(super) struct Server {
    addr: SocketAddr,
    /// Host and port, as in the URL.
    host: String,
    is_up: watch::Sender<bool>,
}

/// A connection that could not be made or was lost.
#[derive(Debug, thiserror::Error)]
#[error("the server cannot be reached: {0}")]
pub(super) struct UnreachableError(String);

impl Server {
    fn new(url: &str) -> Result<Self, CliError> {
        let wrong = || {
            let why = format!("{url} is no address like http://127.0.0.1:8080");
            CliError::misuse("bad_url", why)
        };
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        if uri.scheme_str() != Some("http") {
            return Err(wrong()); // TLS is the job of a proxy, and this does not measure proxies.
        }
        let authority = uri.authority().ok_or_else(wrong)?;
        let (host, port) = (authority.host(), authority.port_u16().unwrap_or(80));
        let found =
            std::net::ToSocketAddrs::to_socket_addrs(&(host.trim_matches(['[', ']']), port));
        let addr = found.ok().and_then(|mut all| all.next()).ok_or_else(wrong)?;
        Ok(Self { addr, host: authority.to_string(), is_up: watch::channel(true).0 })
    }

    /// Keeps checking whether it is up.
    async fn watch_health(&self) {
        loop {
            let asked = self.ask::<Value>(Method::GET, "/healthz", None, &Value::Null);
            // Any answer shows that it is up.
            let is_there =
                |it: Result<Value, CliError>| it.err().is_none_or(|why| why.code != "no_server");
            let is_up = timeout(HEALTH.1, asked).await.is_ok_and(is_there);
            self.is_up.send_if_modified(|was| std::mem::replace(was, is_up) != is_up);
            sleep(HEALTH.0).await;
        }
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<T, CliError> {
        let broken = |why: String| CliError::check("no_server", UnreachableError(why).to_string());
        let stream = TcpStream::connect(self.addr).await.map_err(|it| broken(it.to_string()))?;
        let connected = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = connected.map_err(|it| broken(it.to_string()))?;
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(|it| broken(it.to_string()))?;
        let answer = sender.send_request(request).await.map_err(|it| broken(it.to_string()))?;
        let status = answer.status();
        let body = answer.into_body().collect().await.map_err(|it| broken(it.to_string()))?;
        let body = body.to_bytes();
        if !status.is_success() {
            let said: Value = serde_json::from_slice(&body).unwrap_or_default();
            let why = said["error"]["sentence"].as_str().unwrap_or_default();
            return Err(CliError::check(
                "refused",
                format!("{path} is answered with {status}: {why}"),
            ));
        }
        serde_json::from_slice(&body)
            .map_err(|why| CliError::check("bad_answer", format!("{path} is answered with {why}")))
    }

    /// Waits until it seems to be down.
    pub(super) async fn is_down(&self) {
        let _ = self.is_up.subscribe().wait_for(|is_up| !is_up).await;
    }

    /// Opens a socket, for a client that follows redirects or one that does not.
    async fn open(&self, follows: bool) -> Result<Socket, UnreachableError> {
        let broken = |why: &dyn std::fmt::Display| UnreachableError(why.to_string());
        let stream = TcpStream::connect(self.addr).await.map_err(|why| broken(&why))?;
        stream.set_nodelay(true).map_err(|why| broken(&why))?;
        let follow = if follows { "?follow" } else { "" };
        let url = format!("ws://{}/api/socket{follow}", self.host);
        let mut request = url.into_client_request().map_err(|why| broken(&why))?;
        let protocol = HeaderValue::from_static(SUBPROTOCOL);
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config))
            .await
            .map_err(|why| broken(&why))?;
        Ok(socket)
    }
}

impl Door {
    pub(super) fn new(urls: &[String]) -> Result<Self, CliError> {
        let servers = urls.iter().map(|url| Server::new(url).map(Arc::new));
        let servers = servers.collect::<Result<Vec<_>, _>>()?;
        if servers.is_empty() {
            return Err(CliError::misuse("bad_url", "--url names no server"));
        }
        Ok(Self { servers, others: Mutex::default(), next: AtomicUsize::new(0) })
    }

    /// A server that is up, in turn.
    fn server(&self) -> &Arc<Server> {
        let count = self.servers.len();
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let mut all = (0..count).map(|step| (next + step) % count);
        let up = all.find(|at| *self.servers[*at].is_up.borrow()).unwrap_or(next % count);
        &self.servers[up]
    }

    /// The server at the target of a redirect.
    fn at(&self, url: &str) -> Result<Arc<Server>, UnreachableError> {
        let host = url.strip_prefix("http://").unwrap_or(url);
        if let Some(known) = self.servers.iter().find(|it| it.host == host) {
            return Ok(Arc::clone(known));
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others.get(url) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(Server::new(url).map_err(|why| UnreachableError(why.sentence))?);
        others.insert(url.to_owned(), Arc::clone(&found));
        Ok(found)
    }

    /// Checks which servers are up, if there are several.
    pub(super) async fn watch_health(&self) {
        if self.servers.len() > 1 {
            futures_util::future::join_all(self.servers.iter().map(|it| it.watch_health())).await;
        }
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<T, CliError> {
        let server = self.server();
        let asked = timeout(PATIENCE.1, server.ask(method, path, token, body)).await;
        asked.unwrap_or_else(|_| {
            Err(CliError::check(
                "no_server",
                UnreachableError::new("it does not answer").to_string(),
            ))
        })
    }

    /// Creates a guest and returns its token.
    pub(super) async fn guest(&self) -> Result<String, CliError> {
        let body = json!({"nickname": "Load"});
        let guest: NewGuest = self.ask(Method::POST, "/api/guests", None, &body).await?;
        Ok(guest.token)
    }

    /// Creates a room and returns its code.
    pub(super) async fn room(
        &self,
        token: &str,
        game: &str,
        preset: &str,
        is_watched: bool,
    ) -> Result<String, CliError> {
        let mut room = NewRoom::of(game);
        room.preset = Some(preset.to_owned());
        room.watch = if is_watched { Watch::Link } else { Watch::Nobody };
        room.settings = ChosenSettings {
            preset: Some("bench".to_owned()),
            instant_rematch: Some(true),
            auto_ready: Some(true),
            // No seat is given away while a connection is lost.
            grace_ms: Some(Millis::from_secs(3600)),
            ..ChosenSettings::default()
        };
        let seated: Seated =
            self.ask(Method::POST, "/api/rooms", Some(token), &json!(room)).await?;
        Ok(seated.code)
    }

    pub(super) async fn join(&self, token: &str, code: &str) -> Result<(), CliError> {
        let path = format!("/api/rooms/{code}/join");
        let _: Seated = self.ask(Method::POST, &path, Some(token), &json!({})).await?;
        Ok(())
    }

    /// One page of a finished match.
    pub(super) async fn replay(&self, link: &str, from: usize) -> Result<ReplayPage, CliError> {
        let path = format!("/api/replays/{link}?from={from}&count=200");
        self.ask(Method::GET, &path, None, &Value::Null).await
    }

    /// A new socket and its server: the target of a redirect, or any.
    pub(super) async fn socket(
        &self,
        sent_to: Option<&str>,
        follows: bool,
    ) -> Result<(Socket, Arc<Server>), UnreachableError> {
        let server = match sent_to {
            Some(url) => self.at(url)?,
            None => Arc::clone(self.server()),
        };
        let opened = timeout(PATIENCE.0, server.open(follows)).await;
        let socket = opened.unwrap_or_else(|_| Err(UnreachableError::new("it does not answer")))?;
        Ok((socket, server))
    }
}

impl UnreachableError {
    pub(super) fn new(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}
