//! Hand-written schemas, for types with hand-written serialization.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::cards::{Card, CardSet, PackCard, Pile, PileView, Private, Rank, Seed, Suit};
use crate::described_as;
use crate::game::{MAX_SEATS, PileId, Seat, SeatSet};
use crate::room::{BotLevel, Notice, RoomCode};
use crate::text::{TextSpan, Tone};

/// Placeholders for the types of a game. A document about a specific game, or a program with type
/// parameters, puts the real type there.
macro_rules! any {
    ($($(#[$meta:meta])* $type:ident, $about:literal;)+) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, Copy)]
            pub struct $type;
            described_as!($type, stringify!($type), |_| json_schema!({"description": $about}));
        )+
    };
}

any! {
    /// Placeholder for an action of any game.
    AnyAction, "An action of the game at this table.";
    /// Placeholder for an event of any game.
    AnyEvent, "An event of the game at this table.";
    /// Placeholder for a view of any game.
    AnyView, "The match at this table as its viewer sees it, in the words of its game.";
    /// Placeholder for the options of any game.
    AnyOptions, "The options of the game at this table.";
}

/// What a log entry reports, for any game.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "LogEvent", rename_all = "snake_case")]
pub enum AnyLogEvent {
    /// Something about the room and its people.
    Room(Notice),
    /// Something in the match.
    Game(AnyEvent),
}

described_as!(Card, "Card", |_| json_schema!({
    "description": "A card of a standard deck: rank, then suit, as in `7H`, `10S`, `AD`.",
    "type": "string",
    "pattern": "^(A|[2-9]|10|J|Q|K)[HDCS]$",
}));

described_as!(PackCard, "PackCard", |_| json_schema!({
    "description": "One physical card of several packs: like a card, with `#2`, `#3` … for a further copy, and \
        `JK1`, `JK2` … for the jokers.",
    "type": "string",
    "pattern": "^((A|[2-9]|10|J|Q|K)[HDCS](#[2-4])?|JK[1-9][0-9]?)$",
}));

described_as!(Suit, "Suit", |_| json_schema!({
    "description": "A suit by its letter: hearts, diamonds, clubs, spades.",
    "type": "string",
    "enum": Suit::ALL,
}));

described_as!(Rank, "Rank", |_| json_schema!({
    "description": "The rank of a card.",
    "type": "string",
    "enum": Rank::ALL,
}));

described_as!(Seed, "Seed", |_| json_schema!({
    "description": "The seed of all randomness: 32 bytes as hexadecimal digits.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
}));

described_as!(BotLevel, "BotLevel", |_| json_schema!({
    "description": "How well a bot plays: the name of a level, such as `easy`.",
    "type": "string",
    "pattern": "^[a-z0-9_:-]{1,24}$",
}));

described_as!(RoomCode, "RoomCode", |_| json_schema!({
    "description": "The code by which people find a room.",
    "type": "string",
    "pattern": "^[1-9JQK]{4,12}$",
}));

described_as!(TextSpan, "Span", |generator| {
    let slot = json_schema!({
        "type": "object",
        "properties": {
            "pile": generator.subschema_for::<PileId>(),
            "at": {"type": "integer", "minimum": 0},
        },
        "required": ["pile", "at"],
    });
    json_schema!({
        "description": "A piece of text. Plain text is a string. Anything else has `text` and `tone`, where they are \
            not the usual ones, and at most one piece that the text is about. A card of a standard deck is \
            `{\"card\": \"7H\"}` alone, because its code says how it is shown.",
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {
                    "text": {"description": "The text, for clients that draw characters.", "type": "string"},
                    "tone": generator.subschema_for::<Tone>(),
                    "card": {"description": "A card that the viewer sees, by its code.", "type": "string"},
                    "pile": generator.subschema_for::<PileId>(),
                    "slot": slot,
                    "seat": generator.subschema_for::<Seat>(),
                    "part": {"description": "Another part of the board, by the game's name for it.", "type": "string"},
                },
                "additionalProperties": false,
                "maxProperties": 3,
            },
        ],
    })
});

/// A schema that is inlined wherever the type occurs.
macro_rules! inline {
    ([$($generics:tt)*] $type:ty, |$generator:pat_param| $schema:expr) => {
        impl<$($generics)*> JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                std::any::type_name::<Self>().into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

inline!([] SeatSet, |generator| json_schema!({
    "type": "array",
    "items": generator.subschema_for::<Seat>(),
    "maxItems": MAX_SEATS,
    "uniqueItems": true,
}));

inline!([] CardSet, |generator| json_schema!({
    "type": "array",
    "items": generator.subschema_for::<Card>(),
    "maxItems": Card::COUNT,
    "uniqueItems": true,
}));

// Serialized like an `Option`.
inline!([T: JsonSchema] Private<T>, |generator| Option::<T>::json_schema(generator));

inline!([C: Copy + Default + JsonSchema, const N: usize] Pile<C, N>, |generator| json_schema!({
    "type": "array",
    "items": generator.subschema_for::<C>(),
    "maxItems": N,
}));

inline!([C: Copy + Default + JsonSchema, const N: usize] PileView<C, N>, |generator| json_schema!({
    "anyOf": [
        generator.subschema_for::<Pile<C, N>>(),
        {"type": "integer", "minimum": 0, "maximum": N},
    ],
}));
