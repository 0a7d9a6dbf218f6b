//! The rooms that are awake, and their mailboxes.

use std::collections::HashMap;

use croupier_store::journal::RoomId;
use tokio::sync::mpsc;

use crate::room::RoomMessage;

/// The rooms that are awake here.
#[derive(Debug, Default)]
pub(super) struct Awake {
    pub(super) rooms: HashMap<RoomId, Mailbox>,
    pub(super) codes: HashMap<String, RoomId>,
    pub(super) next_ticket: u64,
}

impl Awake {
    /// Notes the code of a room once it is open.
    pub(super) fn open(&mut self, room: RoomId, code: &str) {
        self.codes.insert(code.to_owned(), room);
        if let Some(mailbox) = self.rooms.get_mut(&room) {
            mailbox.code = Some(code.to_owned());
        }
    }

    /// Removes a room and its code, unless it has been woken again in the meantime (then its ticket
    /// differs).
    pub(super) fn forget(&mut self, room: RoomId, ticket: u64) {
        if self.rooms.get(&room).is_some_and(|it| it.ticket == ticket)
            && let Some(code) = self.rooms.remove(&room).and_then(|it| it.code)
        {
            self.codes.remove(&code);
        }
    }
}

/// The mailbox of a room that is awake.
#[derive(Debug, Clone)]
pub(super) struct Mailbox {
    pub(super) sender: mpsc::Sender<RoomMessage>,
    /// Distinguishes this life of the room from later ones.
    pub(super) ticket: u64,
    /// Known once the room is open.
    pub(super) code: Option<String>,
}
