//! The protocol between a server and its clients.
//!
//! A client sends [`ClientMessage`]s, the server sends [`ServerMessage`]s; before a client enters a
//! room it uses [`http`] requests. `docs/protocol.md` explains them.
//!
//! Deliberately not here: connections, and any knowledge of games. Commands, views and events are
//! plain JSON here.

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

/// The WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "croupier.1";

/// The maximum size of a client's message, in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 64 * 1024;

/// The maximum length of a client's contribution to the randomness of a deal, in characters.
pub const MAX_CHANCE: usize = 64;

/// Compiles and runs the example of the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
