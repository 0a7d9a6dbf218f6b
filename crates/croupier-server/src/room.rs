//! A room that is awake: one task owns it.

mod answers;
mod audience;
mod deals;
mod host;
mod message;
mod outbox;
#[cfg(test)]
mod property;
mod record;
mod sockets;
mod task;

pub(crate) use deals::takes_chance;
pub(crate) use host::{About, Ended, LoadError, RoomHost};
pub(crate) use message::{Attach, Query, RoomMessage, Said, Speech, WakeError};
#[cfg(test)]
pub(crate) use outbox::UNANSWERED;
pub(crate) use outbox::{Out, Outbox, Outgoing, Progress, Sent, outbox, outbox_of};
pub(crate) use record::Record;
pub(crate) use sockets::{SocketId, answer};
pub(crate) use task::RoomTask;

use bytes::Bytes;
use croupier_catalog::Catalog;
use croupier_kit::game::Error;
use croupier_store::journal::Snapshot;

/// Checks that a room can be rebuilt from its stored data, in the same way as when it wakes.
pub fn replay_room(catalog: &Catalog, snapshot: &Snapshot, records: &[Bytes]) -> Result<(), Error> {
    RoomHost::load(catalog, snapshot, records)?;
    Ok(())
}
