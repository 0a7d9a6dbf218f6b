//! Collects the schemas of many types and everything they refer to.

use std::collections::BTreeMap;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::tidy::tidy;
use super::{AnyAction, AnyLogEvent, AnyOptions, AnyView, Described};
use crate::cards::{Card, PackCard, Packs, Rank, Suit, Trick};
use crate::game::{
    By, CardMove, Choice, Filled, Form, Game, OptionDescription, Outcome, Piece, Prompt, SeatKind,
    Standing, TurnTime, Viewer,
};
use crate::matches::FrameCause;
use crate::room::{
    Attempt, Command, Notice, OpenCommand, PlayerView, RoomCode, RoomOptions, RoomView, TableView,
    Waiting,
};
use crate::save::FairDeal;
use crate::text::{Board, LogText};

/// Schemas by name: the `$defs` of a document.
pub type Definitions = BTreeMap<String, Value>;

/// The schemas of one game. Each of the four refers to the definitions as `#/$defs/NAME`.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSchema {
    /// The schema of [`Game::Options`].
    pub options: Value,
    /// The schema of [`Game::View`].
    pub view: Value,
    /// The schema of [`Game::Action`].
    pub action: Value,
    /// The schema of [`Game::Event`].
    pub event: Value,
    /// Everything they refer to, including types of the kit.
    pub definitions: Definitions,
}

impl GameSchema {
    /// A self-contained document: an object with the four, and all definitions.
    pub fn document(&self, title: &str) -> Value {
        let Self { options, view, action, event, definitions } = self;
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": title,
            "type": "object",
            "properties": {"options": options, "view": view, "action": action, "event": event},
            "$defs": definitions,
        })
    }
}

/// Collects the schemas of types and of everything they refer to.
#[derive(Debug)]
pub struct Collector {
    generator: SchemaGenerator,
    contract: Contract,
}

impl Collector {
    /// For what a server or a game sends.
    pub fn of_sent() -> Self {
        Self::new(Contract::Serialize)
    }

    /// For what is accepted from clients.
    pub fn of_read() -> Self {
        Self::new(Contract::Deserialize)
    }

    fn new(contract: Contract) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|it| it.contract = contract.clone());
        Self { generator: settings.into_generator(), contract }
    }

    /// Adds a type and returns the schema by which others refer to it.
    pub fn add<T: JsonSchema + ?Sized>(&mut self) -> Value {
        let mut schema = self.generator.subschema_for::<T>().to_value();
        tidy(&mut schema, &self.contract);
        schema
    }

    /// All definitions that were collected.
    pub fn done(mut self) -> Definitions {
        let definitions: Map<String, Value> = self.generator.take_definitions(false);
        let tidied = definitions.into_iter().map(|(name, mut schema)| {
            tidy(&mut schema, &self.contract);
            (name, schema)
        });
        tidied.collect()
    }
}

/// The schemas of a game.
pub fn of_game<G: Described>() -> GameSchema {
    let mut all = Collector::of_sent();
    let (options, view) = (all.add::<G::Options>(), all.add::<G::View>());
    let (action, event) = (all.add::<G::Action>(), all.add::<G::Event>());
    GameSchema { options, view, action, event, definitions: all.done() }
}

/// Adds everything of the kit that is sent to clients, with [placeholders](super::AnyAction) for
/// the types of a game.
pub fn from_servers(all: &mut Collector) {
    all.add::<RoomView<AnyOptions, AnyView, AnyAction>>();
    all.add::<Prompt<AnyAction>>();
    all.add::<Choice<AnyAction>>();
    all.add::<Form>();
    all.add::<Piece>();
    all.add::<CardMove>();
    all.add::<PlayerView>();
    all.add::<OpenCommand>();
    all.add::<Waiting>();
    all.add::<TableView>();
    all.add::<FairDeal>();
    all.add::<RoomOptions>();
    all.add::<RoomCode>();
    all.add::<AnyLogEvent>();
    all.add::<Notice>();
    all.add::<LogText>();
    all.add::<Board>();
    all.add::<OptionDescription>();
    all.add::<Outcome>();
    all.add::<Standing>();
    all.add::<FrameCause<AnyAction>>();
    all.add::<By>();
    all.add::<Viewer>();
    all.add::<SeatKind>();
    all.add::<Card>();
    all.add::<Suit>();
    all.add::<Rank>();
    all.add::<PackCard>();
    all.add::<Packs>();
    all.add::<Trick>();
    all.add::<TurnTime>();
}

/// Adds everything of the kit that clients send. `G` can be any game, because its actions are
/// [placeholders](super::AnyAction).
pub fn from_clients<G: Game>(all: &mut Collector) {
    all.add::<Command<G>>();
    all.add::<Attempt<AnyAction>>();
    all.add::<Filled>();
}
