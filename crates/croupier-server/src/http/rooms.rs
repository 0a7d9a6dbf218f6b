//! Tables: find, list, create and join.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use croupier_kit::room::Phase;
use croupier_proto::Refusal;
use croupier_proto::http::{Join, NewRoom, Quick, Seated, TableCard, TableList, Watch};
use croupier_store::journal::{Entry, Filter, GuestId, RoomId};
use serde::Deserialize;
use serde_json::json;

use super::{ApiError, AuthGuest, Body, ClientAddr};
use crate::house::{House, unread};
use crate::limits::Limited;
use crate::store::Store;

/// The maximum number of tables in a list.
const LISTED: usize = 100;

/// How many tables are read at once.
const PAGE: u32 = 500;

/// How many tables are tried to find a seat.
const TRIED: usize = 8;

#[derive(Debug, Deserialize)]
pub(super) struct OfGame {
    game: Option<String>,
}

/// The details in the directory entry of a room, besides its columns.
#[derive(Debug, Deserialize)]
struct Details {
    phase: Phase,
    host: Option<String>,
    listed: bool,
    joinable: bool,
    watch: Watch,
}

fn card(entry: Entry, guest: Option<GuestId>) -> Option<TableCard> {
    let details: Details = serde_json::from_str(&entry.details).ok()?;
    Some(TableCard {
        code: entry.code?,
        game: entry.game,
        phase: details.phase,
        people: entry.people,
        seats: entry.seats,
        host: details.host,
        listed: details.listed,
        joinable: details.joinable,
        watch: details.watch,
        mine: guest.is_some_and(|guest| entry.guests.contains(&guest)),
    })
}

pub(super) async fn list<S: Store>(
    State(house): State<Arc<House<S>>>,
    Query(OfGame { game }): Query<OfGame>,
) -> Result<Json<TableList>, ApiError> {
    Ok(Json(TableList { rooms: house.tables(game, LISTED).await? }))
}

impl<S: Store> House<S> {
    /// Some tables that strangers may join or watch, at most `count`, joinable ones first.
    async fn tables(&self, game: Option<String>, count: usize) -> Result<Vec<TableCard>, Refusal> {
        let mut filter = Filter::default();
        filter.game = game;
        filter.listed = true;
        filter.limit = PAGE;
        let (mut joinable, mut others, mut after) = (vec![], vec![], None);
        // Tables are in no particular order, so all are looked at until enough can be joined.
        loop {
            let page = self.store().list(filter.clone(), after).await.map_err(unread)?;
            for mut table in page.items.into_iter().filter_map(|it| card(it.entry, None)) {
                // Strangers may watch where anyone may, but sit down only at listed tables.
                table.joinable &= table.listed && table.people > 0;
                if table.joinable {
                    joinable.push(table);
                } else if table.watch == Watch::Anyone && others.len() < count {
                    others.push(table);
                }
            }
            after = page.next.filter(|_| joinable.len() < count);
            if after.is_none() {
                joinable.append(&mut others);
                joinable.truncate(count);
                return Ok(joinable);
            }
        }
    }

    async fn by_code(&self, code: &str, addr: std::net::IpAddr) -> Result<RoomId, ApiError> {
        if !self.limits.has(Limited::WrongCode, addr) {
            return Err(ApiError::too_fast());
        }
        let found = self.find(code).await.map_err(unread)?;
        found.ok_or_else(|| {
            self.count(Limited::WrongCode, addr);
            ApiError::missing("room_missing", "there is no such room")
        })
    }
}

pub(super) async fn show<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    AuthGuest(guest): AuthGuest,
    Path(code): Path<String>,
) -> Result<Json<TableCard>, ApiError> {
    let room = house.by_code(&code, addr).await?;
    let line = house.line(room).await.map_err(unread)?;
    let card = line.and_then(|line| card(line.entry, Some(guest.id)));
    card.map(Json).ok_or_else(|| ApiError::missing("room_missing", "there is no such room"))
}

pub(super) async fn create<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    AuthGuest(guest): AuthGuest,
    Body(wanted): Body<NewRoom>,
) -> Result<(StatusCode, Json<Seated>), ApiError> {
    if !house.config().allow_bench {
        house.limited(Limited::Room, addr)?;
    }
    let (code, player) = house.create(&guest, wanted).await?;
    Ok((StatusCode::CREATED, Json(Seated { code, player })))
}

pub(super) async fn join<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    AuthGuest(guest): AuthGuest,
    Path(code): Path<String>,
    Body(Join { name }): Body<Join>,
) -> Result<Json<Seated>, ApiError> {
    let room = house.by_code(&code, addr).await?;
    let name = name.unwrap_or(guest.nickname);
    let command = json!({"join": {"name": name}});
    let player = house.speak(room, guest.id, command, None).await?;
    let player = player.ok_or_else(|| Refusal::new("not_seated", "there is no seat for you"))?;
    Ok(Json(Seated { code: code.to_uppercase(), player }))
}

pub(super) async fn quick<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    AuthGuest(guest): AuthGuest,
    Body(Quick { game }): Body<Quick>,
) -> Result<Json<Seated>, ApiError> {
    house.catalog().find(&game)?;
    let tables = house.tables(Some(game.clone()), TRIED).await?;
    for table in tables.into_iter().filter(|it| it.joinable) {
        // The room decides: a seat that was free a moment ago may be taken.
        let Some(room) = house.find(&table.code).await.map_err(unread)? else { continue };
        let command = json!({"join": {"name": guest.nickname}});
        if let Ok(Some(player)) = house.speak(room, guest.id, command, None).await {
            return Ok(Json(Seated { code: table.code, player }));
        }
    }
    house.limited(Limited::Room, addr)?;
    let wanted = NewRoom { listed: true, watch: Watch::Link, ..NewRoom::of(game) };
    let (code, player) = house.create(&guest, wanted).await?;
    Ok(Json(Seated { code, player }))
}

pub(super) async fn mine<S: Store>(
    State(house): State<Arc<House<S>>>,
    AuthGuest(guest): AuthGuest,
) -> Result<Json<TableList>, ApiError> {
    let rooms = house.store().rooms_of(guest.id).await.map_err(unread)?;
    let mut list = vec![];
    for room in rooms.into_iter().take(LISTED) {
        let line = house.line(room).await.map_err(unread)?;
        list.extend(line.and_then(|line| card(line.entry, Some(guest.id))));
    }
    Ok(Json(TableList { rooms: list }))
}
