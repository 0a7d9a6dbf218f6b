//! The entry of a room in the directory.

use std::time::{Duration, Instant};

use croupier_kit::room::{Phase, PlayerId};
use croupier_store::journal::{PutError, UnixMillis, WriteError};

use super::RoomTask;
use crate::store::Store;

/// How long the entry may show an outdated phase, once a match has begun. Where one match follows
/// another the phase changes several times a second, and nobody who reads a list can tell.
const PHASE_MAY_LAG: Duration = Duration::from_secs(1);

/// The facts that the directory entry is built from.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    phase: Phase,
    host: Option<PlayerId>,
    persons: Vec<PlayerId>,
    seats: usize,
    is_listed: bool,
    is_joinable: bool,
    wake_at: Option<UnixMillis>,
}

impl Listing {
    /// Whether only the phase differs, and the room could be joined neither before nor now.
    fn differs_in_phase_of_match(&self, before: &Self) -> bool {
        let is_in_match = |phase: Phase| phase == Phase::Playing || phase.is_after_match();
        let in_phase = |phase: Phase| Self { phase, persons: vec![], ..*self };
        self.phase != before.phase
            && [self.phase, before.phase].into_iter().all(is_in_match)
            && self.persons == before.persons
            && in_phase(before.phase) == Self { persons: vec![], ..*before }
    }
}

impl<S: Store> RoomTask<S> {
    /// Updates the directory entry if it is out of date, or postpones that for a moment.
    pub(super) async fn put_entry_soon(&mut self) {
        let listing = self.listing_now(None);
        let until = self.entry_put + PHASE_MAY_LAG;
        let before = self.listing.as_ref();
        let may_lag = before.is_some_and(|before| listing.differs_in_phase_of_match(before));
        self.entry_is_late = (may_lag && Instant::now() < until).then_some(until);
        if self.entry_is_late.is_none() && self.listing.as_ref() != Some(&listing) {
            Box::pin(self.put_listing(listing)).await;
        }
    }

    /// Updates the directory entry if it is out of date.
    pub(super) async fn put_entry(&mut self, wake_at: Option<UnixMillis>) {
        self.put_listing(self.listing_now(wake_at)).await;
    }

    fn listing_now(&self, wake_at: Option<UnixMillis>) -> Listing {
        let room = self.host.room();
        Listing {
            phase: room.phase(),
            host: room.host(),
            persons: room.persons(),
            seats: room.most_players(),
            is_listed: room.is_listed(),
            is_joinable: room.is_joinable(),
            wake_at,
        }
    }

    async fn put_listing(&mut self, listing: Listing) {
        let wake_at = listing.wake_at;
        let listing = Some(listing);
        if listing == self.listing {
            return;
        }
        self.entry_put = Instant::now();
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
