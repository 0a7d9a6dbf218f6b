//! Serves rooms over sockets.
//!
//! A [`House`] owns the rooms; a [`Server`] puts a house behind a listener. Each room that is awake
//! is owned by one task: messages in, records to the store, and only then pushes out. Nothing is
//! sent to a client before it is stored, and no client input can crash a room or affect another
//! one.
//!
//! | to find | look in |
//! |---|---|
//! | what happens between a message and a push | `room/task.rs` |
//! | what is stored of a room, and how it is rebuilt | `room/host.rs`, `room/record.rs` |
//! | who is sent what | `room/audience.rs` |
//! | the life of a socket | `socket.rs`; the bytes on it: `websocket.rs`, `room/outbox.rs` |
//! | the HTTP API, and who may use it | `http/`, `http/door.rs` |
//! | when time stands still | `clock.rs` |
//! | how several servers form one house | `cluster/` |
//!
//! Deliberately not here: game rules, terminals, and TLS, which is the job of a proxy.

pub mod admin;
mod bans;
mod bots;
mod clock;
pub mod cluster;
mod config;
mod connections;
mod house;
mod http;
mod limits;
mod metrics;
mod public_url;
mod random;
mod room;
mod server;
mod socket;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod websocket;

pub use clock::HouseClock;
pub use config::Config;
pub use house::House;
pub use public_url::{PublicUrl, PublicUrlError};
pub use room::replay_room;
pub use server::Server;
pub use store::{CopyError, Figure, Store};
