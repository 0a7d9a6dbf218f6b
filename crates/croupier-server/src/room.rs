//! A room that is awake: one task owns it.

mod answers;
mod audience;
mod deals;
mod host;
mod message;
mod record;
mod sockets;
mod task;

pub(crate) use host::{About, Ended, RoomHost};
pub(crate) use message::{Attach, RoomMessage};
pub(crate) use record::Record;
pub(crate) use sockets::{OUTBOX, Out, SocketId, UNANSWERED};
pub(crate) use task::RoomTask;
