//! Rooms behind sockets.
//!
//! A [`House`] has the rooms; a [`Server`] is a house behind a listener. One task owns a room that is
//! awake: messages in, records to the store, and only then pushes out. Nothing is told before it is
//! stored, and nothing that a client sends can make a room fail or touch another one.
//!
//! | to find | look in |
//! |---|---|
//! | what happens between a message and a push | `room/task.rs` |
//! | what is kept of a room, and how it is made again | `room/host.rs`, `room/record.rs` |
//! | who is sent what | `room/audience.rs` |
//! | how a socket lives and dies | `socket.rs`; what goes over it: `websocket.rs`, `room/outbox.rs` |
//! | what is asked over HTTP, and who may ask | `http/`, `http/door.rs` |
//! | when time stands still | `clock.rs` |
//! | how several servers are one house | `cluster/` |
//!
//! What it lacks on purpose: rules of games, terminals and TLS, which is a proxy's job.

pub mod admin;
mod bans;
mod bots;
mod clock;
pub mod cluster;
mod config;
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
