//! Finished matches, step by step, for everyone who has the link.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use croupier_catalog::AnyFrame;
use croupier_kit::game::{Seat, Viewer};
use croupier_kit::save::Save;
use croupier_proto::http::ReplayPage;
use serde::Deserialize;
use serde_json::Value;

use super::{ApiError, ClientAddr};
use crate::house::{House, unread};
use crate::limits::Limited;
use crate::random;
use crate::store::Store;

/// The maximum number of frames per page.
const PAGE: usize = 200;

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    from: usize,
    #[serde(default = "page")]
    count: usize,
    seat: Option<u8>,
    /// Whether the frames contain the match as text, too.
    #[serde(default)]
    board: bool,
}

fn page() -> usize {
    50
}

pub(super) async fn show<S: Store>(
    State(house): State<Arc<House<S>>>,
    ClientAddr(addr): ClientAddr,
    Path(link): Path<String>,
    Query(Wanted { from, count, seat, board }): Query<Wanted>,
) -> Result<Json<ReplayPage>, ApiError> {
    let missing = || ApiError::missing("match_missing", "there is no such match");
    house.limited(Limited::Replay, addr)?;
    if !house.limits.has(Limited::WrongCode, addr) {
        return Err(ApiError::too_fast());
    }
    let found = house.store().match_by_link(random::hash(&link)).await.map_err(unread)?;
    let Some(found) = found else {
        house.count(Limited::WrongCode, addr);
        return Err(missing());
    };
    // Replaying a match takes a while, so it must not block other requests. It goes on even if the
    // client is gone, hence the permit of its own.
    let permit = Arc::clone(&house.replaying).acquire_owned().await.map_err(|_| missing())?;
    let page = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let save = Save::read(&found.save).map_err(croupier_kit::game::Error::from)?;
        let game = house.catalog().find(&save.game)?;
        let frames = game.frames(&save, from, count.clamp(1, PAGE))?;
        let viewer = match seat {
            Some(seat) if usize::from(seat) < save.seats.len() => Viewer::Seat(Seat(seat)),
            _ => Viewer::Public,
        };
        let names = save.metadata.players.clone();
        let shown = |frame: &(dyn AnyFrame + 'static)| {
            let mut shown = frame.shown_to(viewer, &names);
            shown.board = board.then(|| frame.board(viewer, &names));
            serde_json::to_value(shown).unwrap_or_default()
        };
        Ok::<_, ApiError>(ReplayPage {
            game: save.game.clone(),
            options: save.options.clone(),
            total: frames.total,
            from,
            frames: frames.frames.iter().map(|frame| shown(&**frame)).collect(),
            outcome: game.load(&save)?.outcome,
            names: names.clone(),
            deal: serde_json::from_str::<Value>(&found.deal).ok(),
        })
    });
    page.await.map_err(|_| missing())?.map(Json)
}
