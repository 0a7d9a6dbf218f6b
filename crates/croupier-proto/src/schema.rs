//! JSON Schema of all messages (feature `schema`).
//!
//! Types that other crates define are referred to by name: `Command` of the kit, `Entry` and
//! `Frame` of the catalog. The combined document contains their definitions.

use croupier_kit::cards::Seed;
use croupier_kit::save::FairDeal;
use croupier_kit::schema::{AnyAction, Collector};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::http::{
    ErrorBody, GameList, Join, MachineList, NewGuest, NewRoom, Nickname, Quick, ReplayPage, Seated,
    TableCard, TableList,
};
use crate::{ClientMessage, ServerMessage};

pub(crate) type Prompt = croupier_kit::game::Prompt<AnyAction>;
pub(crate) type Choice = croupier_kit::game::Choice<AnyAction>;
pub(crate) type Attempt = croupier_kit::room::Attempt<AnyAction>;

/// Adds what the server sends, on the socket and as response bodies.
pub fn from_servers(all: &mut Collector) {
    all.add::<ServerMessage>();
    all.add::<GameList>();
    all.add::<MachineList>();
    all.add::<NewGuest>();
    all.add::<Nickname>();
    all.add::<ErrorBody>();
    all.add::<ReplayPage>();
    all.add::<Seated>();
    all.add::<TableCard>();
    all.add::<TableList>();
}

/// Adds what clients send, on the socket and as request bodies.
pub fn from_clients(all: &mut Collector) {
    all.add::<ClientMessage>();
    all.add::<Join>();
    all.add::<NewRoom>();
    all.add::<Nickname>();
    all.add::<Quick>();
}

/// The proof that deals are fair: the commitment to the next deal, and the secret of the last one.
#[derive(Debug, JsonSchema)]
#[allow(dead_code)] // Only its schema is used: the server writes it as JSON.
pub(crate) struct Deal {
    /// The number of the next match in this room, counted from 1.
    #[schemars(rename = "match")]
    match_no: u32,
    /// The SHA-256 of the server's secret for that match.
    commitment: Seed,
    /// The commitment to the running match; `null` if none is running.
    playing: Option<Commitment>,
    /// Everything that the seed of the last match was made from; `null` until it is published.
    opened: Option<FairDeal>,
}

/// The commitment of the server to the deal of a match.
#[derive(Debug, JsonSchema)]
#[allow(dead_code)] // As above.
pub(crate) struct Commitment {
    /// The number of the match in this room, counted from 1.
    #[schemars(rename = "match")]
    match_no: u32,
    /// The SHA-256 of the server's secret for the match.
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
