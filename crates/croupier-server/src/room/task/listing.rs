//! The line of a room in the directory.

use croupier_kit::room::{Phase, PlayerId};
use croupier_store::journal::{PutError, UnixMillis, WriteError};

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
        let line = self.host.line(self.held.room(), wake_at);
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
