//! Notifications (RU-62, RU-63), and the names in them.

use croupier_kit::Millis;
use croupier_kit::cards::Card;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::State;
use crate::name::Name;

/// An action the system took for a player. Ids are consecutive, so a notification's id follows from
/// its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The player concerned.
    pub seat: Seat,
    /// The card of an `auto-play`; none for an `auto-skip`.
    pub card: Option<Card>,
    /// The time, in virtual time.
    pub at: Millis,
}

impl Default for Notification {
    fn default() -> Self {
        Self { seat: Seat(0), card: None, at: Millis::ZERO }
    }
}

/// A former name of a player. Notifications and scores that were made under it keep showing it.
///
/// Names hardly ever change during a game, so former names are stored once here instead of in every
/// notification and score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// The player.
    pub seat: Seat,
    /// The last notification that shows this name. The final scores count as one more notification.
    pub until: u32,
    /// The former name.
    pub name: Name,
}

impl State {
    /// RU-62, RU-63: adds a notification and drops the oldest one beyond the cap.
    #[inline]
    pub(crate) fn notify(&mut self, seat: Seat, card: Option<Card>, at: Millis) {
        self.notified = self.notified.saturating_add(1);
        if self.notifications.len() >= self.table.notification_cap {
            self.notifications.pop_front();
        }
        if self.notifications.len() < self.table.notification_cap {
            self.notifications.push(Notification { seat, card, at });
        }
    }

    /// The id of the oldest notification still kept.
    pub fn first_notification(&self) -> u32 {
        let kept = u32::from(self.notifications.count());
        self.notified.saturating_add(1).saturating_sub(kept)
    }

    /// The player's name at the time of this notification.
    pub fn name_in(&self, notification: u32, seat: Seat) -> &str {
        let before = self.called.iter().find(|old| old.seat == seat && notification <= old.until);
        before.map_or(&self.names[seat.at()], |old| &old.name).as_str()
    }

    /// The player's name at the time of scoring.
    pub fn name_in_scores(&self, seat: Seat) -> &str {
        self.name_in(self.notified.saturating_add(1), seat)
    }

    /// The newest id in the numbering of [`Called::until`]: notifications, plus one for the final
    /// scores.
    fn written(&self) -> u32 {
        self.notified.saturating_add(u32::from(!self.final_scores.is_empty()))
    }

    /// Renames a player. Existing notifications and scores keep the old name.
    pub(crate) fn rename(&mut self, seat: Seat, name: Name) {
        let (first, until) = (self.first_notification(), self.written());
        self.called.retain(|old| old.until >= first);
        let known = self.called.iter().any(|old| old.seat == seat && old.until == until);
        if until >= first && !known {
            self.called.push(Called { seat, until, name: self.names[seat.at()] });
        }
        self.names[seat.at()] = name;
    }
}
