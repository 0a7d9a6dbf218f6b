//! The shapes of all messages as JSON Schema (feature `schema`).
//!
//! What other crates say of their own, this one refers to by name: `Command` of the kit, `Entry` and
//! `Frame` of the catalog. A document of all of them has those definitions.

use croupier_kit::schema::{AnyAction, Collector};
use schemars::{Schema, SchemaGenerator, json_schema};

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

pub(crate) fn command(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "#/$defs/Command"})
}

pub(crate) fn entries(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"$ref": "#/$defs/Entry"}})
}

pub(crate) fn frames(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"$ref": "#/$defs/Frame"}})
}
