//! The HTTP API.

mod door;
mod games;
mod guests;
mod replays;
mod rooms;
mod upgrade;
mod web;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawQuery, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use croupier_proto::http::ErrorBody;
use croupier_proto::{MAX_CLIENT_MESSAGE, Refusal};
use croupier_store::registry::Guest;

use self::upgrade::SocketRequest;
use crate::connections::{OpenConnection, TooManyError};
use crate::house::{House, unread};
use crate::limits::Limited;
use crate::socket;
use crate::store::Store;

/// All routes of a server.
pub(crate) fn router<S: Store>(house: Arc<House<S>>) -> Router {
    Router::new()
        .route("/api/games", get(games::list::<S>))
        .route("/api/games/{game}/machines", get(games::machines::<S>))
        .route("/api/guests", post(guests::create::<S>))
        .route("/api/guests/me", get(guests::me::<S>).put(guests::rename::<S>))
        .route("/api/rooms", get(rooms::list::<S>).post(rooms::create::<S>))
        .route("/api/rooms/{code}", get(rooms::show::<S>))
        .route("/api/rooms/{code}/join", post(rooms::join::<S>))
        .route("/api/quick", post(rooms::quick::<S>))
        .route("/api/me/rooms", get(rooms::mine::<S>))
        .route("/api/replays/{link}", get(replays::show::<S>))
        .route("/api/socket", get(open_socket::<S>))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready::<S>))
        .fallback(web::file)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&house), door::keep::<S>))
        .layer(axum::extract::DefaultBodyLimit::max(MAX_CLIENT_MESSAGE))
        .with_state(house)
}

async fn ready<S: Store>(State(house): State<Arc<House<S>>>) -> Response {
    if house.is_ready() {
        "ready\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response()
    }
}

/// The address of the client, as the door determined it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddr(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddr {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_address", "nobody knows who asks")
        })
    }
}

async fn open_socket<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    Extension(connection): Extension<Arc<OpenConnection<S>>>,
    RawQuery(query): RawQuery,
    request: SocketRequest,
) -> Result<Response, ApiError> {
    house.limited(Limited::Socket, addr)?;
    if !request.speaks {
        let why = "the socket speaks the subprotocol croupier.1";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "wrong_subprotocol", why));
    }
    // Not part of the greeting, so that a server without redirects simply ignores it.
    let follows = query.is_some_and(|it| it.split('&').any(|it| it == "follow"));
    let place = connection.place_of(addr).map_err(|TooManyError| {
        let why = "too many sockets are open from your address";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_sockets", why)
    })?;
    Ok(request.accept(move |stream, said| async move {
        let _counted = (connection, place);
        socket::serve(house, stream, said, addr, follows).await;
    }))
}

/// A guest who sent a valid token.
#[derive(Debug)]
pub(crate) struct AuthGuest(pub(crate) Guest);

impl<S: Store> FromRequestParts<Arc<House<S>>> for AuthGuest {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        house: &Arc<House<S>>,
    ) -> Result<Self, ApiError> {
        let ClientAddr(addr) = ClientAddr::from_request_parts(parts, house).await?;
        let wrong =
            || ApiError::new(StatusCode::UNAUTHORIZED, "wrong_token", "nobody has this token");
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
        let token = header.and_then(|it| it.strip_prefix("Bearer ")).ok_or_else(wrong)?;
        if !house.limits.has(Limited::WrongToken, addr) {
            return Err(ApiError::too_fast());
        }
        let Some(guest) = house.guest(token).await.map_err(unread)? else {
            house.count(Limited::WrongToken, addr);
            return Err(wrong());
        };
        Ok(Self(guest))
    }
}

/// Why a request was refused.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    refusal: Box<Refusal>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, sentence: &str) -> Self {
        Self { status, refusal: Box::new(Refusal::new(code, sentence)) }
    }

    pub(crate) fn too_fast() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", "too many requests; wait a moment")
    }

    pub(crate) fn missing(code: &str, sentence: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, sentence)
    }
}

/// The code of a refusal determines the status.
impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.code.as_str() {
            "room_missing" | "unknown_game" | "match_missing" => StatusCode::NOT_FOUND,
            "not_stored" | "unknown" | "not_read" | "stopped" | "full" | "too_many_rooms" => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            "room_damaged" | "other_rules" => StatusCode::INTERNAL_SERVER_ERROR,
            "banned" | "bench_not_allowed" | "test_option" => StatusCode::FORBIDDEN,
            "lobby_full" | "locked" | "wrong_phase" => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self { status, refusal: Box::new(refusal) }
    }
}

impl From<croupier_kit::game::Error> for ApiError {
    fn from(error: croupier_kit::game::Error) -> Self {
        Refusal::from(error).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, axum::Json(ErrorBody { error: *self.refusal })).into_response()
    }
}

/// A request body. If it cannot be parsed, the refusal looks like all others.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Store, T: serde::de::DeserializeOwned> axum::extract::FromRequest<Arc<House<S>>>
    for Body<T>
{
    type Rejection = ApiError;

    async fn from_request(
        request: axum::extract::Request,
        house: &Arc<House<S>>,
    ) -> Result<Self, ApiError> {
        let read = bytes::Bytes::from_request(request, house);
        let read = tokio::time::timeout(house.config().body_limit, read).await.map_err(|_| {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "that request took too long")
        })?;
        let bytes = read.map_err(|_| {
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "that message is too long")
        })?;
        let bytes = if bytes.is_empty() { bytes::Bytes::from_static(b"{}") } else { bytes };
        serde_json::from_slice(&bytes).map(Self).map_err(|why| {
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "malformed",
                &format!("that is no such request: {why}"),
            )
        })
    }
}

impl<S: Store> House<S> {
    /// Refuses an address that has used up its allowance.
    pub(crate) fn limited(&self, limited: Limited, addr: IpAddr) -> Result<(), ApiError> {
        if self.count(limited, addr) { Ok(()) } else { Err(ApiError::too_fast()) }
    }
}
