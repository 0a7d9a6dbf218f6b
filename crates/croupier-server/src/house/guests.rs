//! Guests: whose a token is, and when its owner was last here.

use std::time::Duration;

use croupier_store::journal::{GuestId, ReadError, WriteError};
use croupier_store::registry::Guest;
use tokio::sync::{Mutex, MutexGuard};

use super::{House, wall_clock};
use crate::random;
use crate::store::Store;

/// How old the time of a guest's last visit may get: guests are kept for months, so a write a day
/// is enough.
const SEEN: Duration = Duration::from_hours(24);

/// How many guests can be rewritten at the same time.
const AT_ONCE: usize = 32;

/// Keeps a visit and a new nickname of the same guest from overwriting each other.
#[derive(Debug, Default)]
pub(super) struct Turns([Mutex<()>; AT_ONCE]);

impl Turns {
    async fn of(&self, GuestId(guest): GuestId) -> MutexGuard<'_, ()> {
        let at = usize::try_from(guest % AT_ONCE as u64).unwrap_or(0);
        self.0[at].lock().await
    }
}

/// Whether the last visit was so long ago that this one has to be noted.
fn is_due(guest: &Guest) -> bool {
    u128::from(wall_clock().0.saturating_sub(guest.seen.0)) >= SEEN.as_millis()
}

impl<S: Store> House<S> {
    /// The guest with this token, who is here now.
    pub(crate) async fn guest(&self, token: &str) -> Result<Option<Guest>, ReadError> {
        if token.len() != 43 {
            return Ok(None);
        }
        let guest = self.store.guest_by_token(random::hash(token)).await?;
        if let Some(guest) = &guest
            && is_due(guest)
            && !self.is_failing()
        {
            // Boxed: it happens once a day.
            Box::pin(self.note_visit(guest.id)).await;
        }
        Ok(guest)
    }

    /// Notes that a guest is here. If that cannot be stored, the next visit is as good.
    async fn note_visit(&self, id: GuestId) {
        let _turn = self.guest_turns.of(id).await;
        // Another request may have noted it in the meantime.
        let Ok(Some(guest)) = self.store.guest(id).await else { return };
        if is_due(&guest)
            && let Err(why) = self.store.put_guest(Guest { seen: wall_clock(), ..guest }).await
        {
            tracing::warn!(code = why.code(), "the visit of a guest could not be stored");
        }
    }

    /// Gives a guest another nickname.
    pub(crate) async fn rename(&self, guest: Guest, nickname: String) -> Result<(), WriteError> {
        let _turn = self.guest_turns.of(guest.id).await;
        self.store.put_guest(Guest { nickname, seen: wall_clock(), ..guest }).await
    }
}
