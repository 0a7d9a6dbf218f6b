//! The games that the house offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use croupier_bots::LEVELS;
use croupier_catalog::{AnyGame, Format, OptionChoice};
use croupier_kit::game::{Audience, BENCH};
use croupier_proto::http::{
    GameCard, GameList, LevelCard, MachineCard, MachineList, PresetView, ServerCard,
};

use super::ApiError;
use crate::house::House;
use crate::store::Store;

pub(super) async fn list<S: Store>(State(house): State<Arc<House<S>>>) -> Json<GameList> {
    let levels = LEVELS.iter();
    Json(GameList {
        games: house.catalog().iter().map(card).collect(),
        levels: levels
            .map(|it| LevelCard { name: it.name.to_owned(), about: it.about.to_owned() })
            .collect(),
        server: ServerCard { version: env!("CARGO_PKG_VERSION").to_owned() },
    })
}

fn card(game: &dyn AnyGame) -> GameCard {
    let presets = game.presets().into_iter().filter(|it| it.name != BENCH);
    let options = game.describe_options().into_iter().filter(|it| it.audience == Audience::Players);
    GameCard {
        id: game.id().to_owned(),
        name: game.name().to_owned(),
        version: game.version(),
        seats: game.seats(),
        house: game.has_house(),
        table_preset: game.table_preset().map(ToOwned::to_owned),
        presets: presets
            .map(|it| PresetView {
                name: it.name.to_owned(),
                about: it.about.to_owned(),
                options: it.options,
            })
            .collect(),
        options: options.collect(),
        primer: game.primer().iter().map(|it| (*it).to_owned()).collect(),
    }
}

pub(super) async fn machines<S: Store>(
    State(house): State<Arc<House<S>>>,
    Path(game): Path<String>,
) -> Result<Json<MachineList>, ApiError> {
    let machines = house.catalog().find(&game)?.machines(&OptionChoice::default())?;
    let card = |((name, owner), chart): (_, &'static dyn croupier_catalog::AnyChart)| MachineCard {
        name: str::to_owned(name),
        owner: str::to_owned(owner),
        chart: serde_json::from_str(&chart.export(Format::Xstate)).unwrap_or_default(),
    };
    let named = machines.names().zip(machines.owners());
    Ok(Json(MachineList { machines: named.zip(machines.iter()).map(card).collect() }))
}
