//! The words between a server and its clients.
//!
//! A client says [`ClientMessage`]s, the server says [`ServerMessage`]s, and before a room is entered
//! there are the bodies of [`http`] requests. `docs/protocol.md` explains them.
//!
//! What it lacks on purpose: connections, and any knowledge of games. Commands, views and events
//! are JSON here.

mod client;
mod code;
pub mod http;
mod push;
#[cfg(feature = "schema")]
pub mod schema;
mod server;

pub use client::{Ask, ClientId, ClientMessage, Hello, Last, ParseClientIdError, Question, Say};
pub use code::ByeCode;
pub use push::{Part, PushWriter};
pub use server::{
    Answer, Bye, MachineStates, Push, Reaction, Refusal, ReplayLink, ServerMessage, Welcome,
};

/// The subprotocol of the socket.
pub const SUBPROTOCOL: &str = "croupier.1";

/// The most bytes of a message that a client may send.
pub const MAX_CLIENT_MESSAGE: usize = 64 * 1024;

/// The most characters that a client contributes to the chance of a deal.
pub const MAX_CHANCE: usize = 64;

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
