//! Why a connection ends.

use croupier_kit::Millis;
use serde::{Deserialize, Serialize};

/// Why the server ends a connection. Part of the wire format: codes are added, never renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ByeCode {
    /// The first message was no greeting, or came too late.
    BadHello,
    /// Nobody has this token.
    WrongToken,
    /// There is no such room.
    RoomMissing,
    /// The guest has no seat here, and the room wants nobody to watch.
    NoWatchers,
    /// The room is gone.
    RoomClosed,
    /// The host has sent the guest away, for good.
    Kicked,
    /// What was sent is no message.
    Malformed,
    /// What was sent is too long.
    TooLarge,
    /// Too much was sent in a short time.
    TooFast,
    /// The client did not read for too long.
    TooSlow,
    /// The client did not answer a ping.
    Silent,
    /// The address or the guest may not come in.
    Banned,
    /// The server is about to stop.
    Restarting,
    /// There are too many connections.
    Overloaded,
    /// The room is kept by another server now.
    Moved,
    /// The room cannot be read at the moment.
    NotRead,
}

impl ByeCode {
    /// The sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::BadHello => "the first message has to be a greeting",
            Self::WrongToken => "nobody has this token",
            Self::RoomMissing => "there is no such room",
            Self::NoWatchers => "you have no seat here, and this room wants nobody to watch",
            Self::RoomClosed => "the room is closed",
            Self::Kicked => "the host has sent you away",
            Self::Malformed => "that is no message",
            Self::TooLarge => "that message is too long",
            Self::TooFast => "too many messages in a short time",
            Self::TooSlow => "the connection is too slow",
            Self::Silent => "the connection is silent",
            Self::Banned => "you may not come in",
            Self::Restarting => "the server starts anew in a moment",
            Self::Overloaded => "there are too many connections",
            Self::Moved => "the room is kept by another server now",
            Self::NotRead => "the room cannot be read at the moment",
        }
    }

    /// When it makes sense to come back.
    pub fn retry_ms(self) -> Option<Millis> {
        match self {
            Self::TooSlow | Self::Silent | Self::Moved => Some(Millis(500)),
            Self::Restarting | Self::NotRead => Some(Millis(1_000)),
            Self::TooFast | Self::Overloaded => Some(Millis(5_000)),
            _ => None,
        }
    }
}
