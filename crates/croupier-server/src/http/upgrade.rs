//! Upgrades an HTTP request to a WebSocket.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use croupier_proto::SUBPROTOCOL;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::ApiError;

/// A request to open a WebSocket.
#[derive(Debug)]
pub(super) struct SocketRequest {
    accept: HeaderValue,
    /// Whether the client offers our subprotocol.
    pub(super) speaks: bool,
    upgrade: OnUpgrade,
}

impl<S: Send + Sync> FromRequestParts<S> for SocketRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        let is_socket = has_word(headers, header::CONNECTION, "upgrade")
            && has_word(headers, header::UPGRADE, "websocket")
            && has_word(headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| is_socket);
        let accept = key.map(|key| derive_accept_key(key.as_bytes()));
        let accept = accept.and_then(|accept| HeaderValue::try_from(accept).ok());
        let speaks = has_word(headers, header::SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL);
        match (accept, parts.extensions.remove::<OnUpgrade>()) {
            (Some(accept), Some(upgrade)) => Ok(Self { accept, speaks, upgrade }),
            _ => Err(ApiError::new(StatusCode::BAD_REQUEST, "malformed", "this is no WebSocket")),
        }
    }
}

/// Whether the comma-separated list in a header contains this word.
fn has_word(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).into_iter().filter_map(|it| it.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|it| it.trim().eq_ignore_ascii_case(word))
}

impl SocketRequest {
    /// Accepts, and serves the connection with what the client has sent already.
    pub(super) fn accept<F>(
        self,
        serve: impl FnOnce(TcpStream, Vec<u8>) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(async move {
            let Ok(upgraded) = self.upgrade.await else { return };
            let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else {
                tracing::error!("a socket came over something else than a connection");
                return;
            };
            // A task of its own, so that the state of the upgrade is freed and not kept as long as
            // the socket.
            tokio::spawn(serve(parts.io.into_inner(), parts.read_buf.into()));
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, self.accept),
            (header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL)),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}
