//! Notifications (RU-62, RU-63), and the names in them.

use croupier_kit::Millis;
use croupier_kit::cards::Card;
use croupier_kit::game::Seat;
use serde::{Deserialize, Serialize};

use crate::State;
use crate::name::Name;

/// What the system did for a player. Its id follows from its place: ids are consecutive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// For whom.
    pub seat: Seat,
    /// The card of an `auto-play`; none for an `auto-skip`.
    pub card: Option<Card>,
    /// When, in virtual time.
    pub at: Millis,
}

impl Default for Notification {
    fn default() -> Self {
        Self { seat: Seat(0), card: None, at: Millis::ZERO }
    }
}

/// A name of before. What was written down under it keeps it.
///
/// Names hardly ever change in the middle of a game, so they are kept here rather than in every
/// notification and every score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// Who.
    pub seat: Seat,
    /// Up to which notification; the final scores count as one more.
    pub until: u32,
    /// The name.
    pub name: Name,
}

impl State {
    /// RU-62, RU-63: adds a notification; beyond the cap the oldest is dropped.
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

    /// The id of the oldest notification that is kept.
    pub fn first_notification(&self) -> u32 {
        let kept = u32::from(self.notifications.count());
        self.notified.saturating_add(1).saturating_sub(kept)
    }

    /// What a player was called when the notification of this id was made.
    pub fn name_in(&self, notification: u32, seat: Seat) -> &str {
        let before = self.called.iter().find(|old| old.seat == seat && notification <= old.until);
        before.map_or(&self.names[seat.at()], |old| &old.name).as_str()
    }

    /// What a player was called when the scores were taken.
    pub fn name_in_scores(&self, seat: Seat) -> &str {
        self.name_in(self.notified.saturating_add(1), seat)
    }

    /// What has been written down so far, in the counting of [`Called::until`].
    fn written(&self) -> u32 {
        self.notified.saturating_add(u32::from(!self.final_scores.is_empty()))
    }

    /// Gives a player another name. What is written down keeps the old one.
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
