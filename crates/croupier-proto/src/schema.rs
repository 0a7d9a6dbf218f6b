//! The shapes of all messages as JSON Schema (feature `schema`).
//!
//! What other crates say of their own, this one refers to by name: `Command` of the kit, `Entry` and
//! `Frame` of the catalog. A document of all of them has those definitions.

use croupier_kit::cards::Seed;
use croupier_kit::save::FairDeal;
use croupier_kit::schema::{AnyAction, Collector};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::http::{
    GameList, Join, MachineList, NewGuest, NewRoom, Nickname, Quick, Refused, ReplayPage, Seated,
    TableCard, TableList,
};
use crate::{ClientMessage, ServerMessage};

pub(crate) type Prompt = croupier_kit::game::Prompt<AnyAction>;
pub(crate) type Choice = croupier_kit::game::Choice<AnyAction>;
pub(crate) type Attempt = croupier_kit::room::Attempt<AnyAction>;

/// Adds what the server says, on the socket and as bodies of answers.
pub fn from_servers(all: &mut Collector) {
    all.add::<ServerMessage>();
    all.add::<GameList>();
    all.add::<MachineList>();
    all.add::<NewGuest>();
    all.add::<Nickname>();
    all.add::<Refused>();
    all.add::<ReplayPage>();
    all.add::<Seated>();
    all.add::<TableCard>();
    all.add::<TableList>();
}

/// Adds what clients say, on the socket and as bodies of requests.
pub fn from_clients(all: &mut Collector) {
    all.add::<ClientMessage>();
    all.add::<Join>();
    all.add::<NewRoom>();
    all.add::<Nickname>();
    all.add::<Quick>();
}

/// How the next deal is made fair, and how the last one was.
#[derive(Debug, JsonSchema)]
#[allow(dead_code)] // Only its shape is of use: the server writes it as JSON.
pub(crate) struct Deal {
    /// Which match of the room will be dealt next, counted from 1.
    #[schemars(rename = "match")]
    match_no: u32,
    /// The SHA-256 of the secret that its cards will come from.
    commitment: Seed,
    /// The same for the match that runs.
    playing: Option<Commitment>,
    /// What the cards of the last match came from.
    opened: Option<FairDeal>,
}

/// What the server has committed itself to for a match.
#[derive(Debug, JsonSchema)]
#[allow(dead_code)] // As above.
pub(crate) struct Commitment {
    /// Which match of the room it is, counted from 1.
    #[schemars(rename = "match")]
    match_no: u32,
    /// The SHA-256 of the secret that its cards come from.
    commitment: Seed,
}

pub(crate) fn command(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "#/$defs/Command"})
}

pub(crate) fn entries(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"$ref": "#/$defs/Entry"}})
}

pub(crate) fn frames(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"$ref": "#/$defs/Frame"}})
}
