//! The line of a room in the directory.

use croupier_kit::room::{Phase, PlayerId};
use croupier_proto::http::Watch;
use croupier_store::journal::{Entry, PutError, UnixMillis, WriteError};
use serde_json::json;

use super::RoomTask;
use crate::store::Store;

/// What the line of a room in the directory follows from.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    phase: Phase,
    host: Option<PlayerId>,
    persons: Vec<PlayerId>,
    seats: usize,
    is_listed: bool,
    wake_at: Option<UnixMillis>,
}

impl<S: Store> RoomTask<S> {
    /// The room's line in the directory, as it should be.
    pub(super) fn line(&self, wake_at: Option<UnixMillis>) -> Entry {
        let room = self.host.room();
        let mut entry = Entry::new(self.held.room(), room.game_id());
        entry.code = Some(self.host.about.code.clone());
        let persons = room.persons();
        entry.people = u32::try_from(persons.len()).unwrap_or(u32::MAX);
        entry.seats = u32::try_from(room.most_players()).unwrap_or(u32::MAX);
        let can_watch = self.host.about.watch == Watch::Anyone;
        entry.listed = (self.host.about.listed && room.is_listed()) || can_watch;
        entry.wake_at = wake_at;
        entry.guests = self
            .host
            .guests()
            .filter(|(_, id)| persons.contains(id))
            .map(|(guest, _)| guest)
            .collect();
        let host = room.host();
        let players = room.players();
        let name = players.iter().find(|it| Some(it.id) == host).map(|it| &it.name);
        entry.details = json!({
            "phase": room.phase(),
            "host": name,
            "listed": self.host.about.listed,
            "joinable": room.is_joinable(),
            "watch": self.host.about.watch,
        })
        .to_string();
        entry
    }

    /// Writes the line in the directory if it says something else by now.
    pub(super) async fn put_entry(&mut self, wake_at: Option<UnixMillis>) {
        let room = self.host.room();
        let listing = Some(Listing {
            phase: room.phase(),
            host: room.host(),
            persons: room.persons(),
            seats: room.most_players(),
            is_listed: room.is_listed(),
            wake_at,
        });
        if listing == self.listing {
            return;
        }
        let line = self.line(wake_at);
        if line == self.entry {
            self.listing = listing;
            return;
        }
        let put = {
            let _writing = self.house.clock().writing();
            self.house.store().put_entry(&mut self.held, self.revision, line.clone()).await
        };
        match put {
            Ok(revision) => {
                (self.revision, self.entry, self.listing) = (revision, line, listing);
            }
            Err(PutError::Stale { current }) => self.revision = current,
            Err(why) => {
                tracing::warn!(room = %self.held.room(), code = why.code(), "a room is not listed as it is");
                if matches!(why, PutError::Write(WriteError::Unknown(_))) {
                    self.open_again().await;
                }
            }
        }
    }
}
