//! People without accounts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_proto::http::{NewGuest, Nickname};
use croupier_store::registry::Guest;

use super::{ApiError, AuthGuest, Body, ClientAddr};
use crate::house::{House, unwritten, wall_clock};
use crate::limits::Limited;
use crate::random;
use crate::store::Store;

/// The name of a guest who gives none.
const NAMELESS: &str = "Guest";

pub(super) async fn create<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    Body(wanted): Body<Option<Nickname>>,
) -> Result<(StatusCode, Json<NewGuest>), ApiError> {
    house.limited(Limited::Guest, addr)?;
    let nickname = match wanted {
        Some(Nickname { nickname }) => checked(&nickname)?,
        None => NAMELESS.to_owned(),
    };
    let token = random::token();
    let guest = Guest {
        id: random::guest_id(),
        token: random::hash(&token),
        nickname: nickname.clone(),
        seen: wall_clock(),
    };
    house.store().put_guest(guest).await.map_err(|why| unwritten(&why))?;
    Ok((StatusCode::CREATED, Json(NewGuest { token, nickname })))
}

pub(super) async fn me<S: Store>(
    State(_): State<Arc<House<S>>>,
    AuthGuest(guest): AuthGuest,
) -> Json<Nickname> {
    Json(Nickname { nickname: guest.nickname })
}

pub(super) async fn rename<S: Store>(
    State(house): State<Arc<House<S>>>,
    AuthGuest(guest): AuthGuest,
    Body(Nickname { nickname }): Body<Nickname>,
) -> Result<Json<Nickname>, ApiError> {
    let nickname = checked(&nickname)?;
    house.rename(guest, nickname.clone()).await.map_err(|why| unwritten(&why))?;
    Ok(Json(Nickname { nickname }))
}

/// Checks that a nickname is one that every room accepts.
fn checked(nickname: &str) -> Result<String, ApiError> {
    croupier_kit::room::player_name(nickname).ok_or_else(|| {
        let why = "a name has one to twenty characters, all of which can be seen";
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_name", why)
    })
}
