//! Why a connection ends.

use croupier_kit::Millis;
use serde::{Deserialize, Serialize};

/// Why the server ends a connection. Part of the wire format: codes are added, never renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ByeCode {
    /// The first message was not a valid `hello`, or came too late.
    BadHello,
    /// No guest has this token.
    WrongToken,
    /// There is no such room.
    RoomMissing,
    /// The guest has no seat in the room, and it does not allow watching.
    NoWatchers,
    /// The room was closed.
    RoomClosed,
    /// The host has removed the guest from the room for good.
    Kicked,
    /// The client sent something that is not a valid message.
    Malformed,
    /// The client sent a message that is too long.
    TooLarge,
    /// The client sent too many messages in a short time.
    TooFast,
    /// The client did not read its messages for too long.
    TooSlow,
    /// The client did not answer a ping.
    Silent,
    /// The operator has banned the address.
    Banned,
    /// The server is about to restart.
    Restarting,
    /// The room has moved to another server.
    Moved,
    /// The server cannot read its data at the moment.
    NotRead,
    /// What is stored of the room is damaged. Only an operator can do something about it.
    RoomDamaged,
    /// The room is played by rules that this server does not know, as may happen during an upgrade.
    OtherRules,
}

impl ByeCode {
    /// A sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::BadHello => "the first message must be a greeting",
            Self::WrongToken => "nobody has this token",
            Self::RoomMissing => "there is no such room",
            Self::NoWatchers => "you have no seat here, and this room allows no watchers",
            Self::RoomClosed => "the room is closed",
            Self::Kicked => "the host has removed you",
            Self::Malformed => "that is not a valid message",
            Self::TooLarge => "that message is too long",
            Self::TooFast => "too many messages in a short time",
            Self::TooSlow => "the connection is too slow",
            Self::Silent => "the connection is silent",
            Self::Banned => "you are banned from this server",
            Self::Restarting => "the server is restarting",
            Self::Moved => "the room has moved to another server",
            Self::NotRead => "the room cannot be read at the moment",
            Self::RoomDamaged => "the room is damaged",
            Self::OtherRules => "the room is played by rules that this server does not know",
        }
    }

    /// How long to wait before reconnecting. `None` if that is pointless.
    pub fn retry_ms(self) -> Option<Millis> {
        match self {
            Self::TooSlow | Self::Silent | Self::Moved => Some(Millis(500)),
            Self::Restarting | Self::NotRead => Some(Millis(1_000)),
            Self::TooFast => Some(Millis(5_000)),
            Self::OtherRules => Some(Millis(15_000)),
            _ => None,
        }
    }
}
