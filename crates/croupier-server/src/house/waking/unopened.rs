//! The rooms that could not be opened, and when to try again. Pure: the time is an argument.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use croupier_store::journal::{OpenError, RoomId};

use crate::room::WakeError;

/// After the first failure, and at the longest: if the store could not read.
const UNREAD: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(5));

/// The same for a room that will hardly open before an operator has done something about it.
const DAMAGED: (Duration, Duration) = (Duration::from_secs(10), Duration::from_mins(10));

/// From this many rooms on, those that may be tried again are forgotten.
const MANY: usize = 10_000;

/// The rooms that could not be opened. People may always try; nobody else does before its time.
#[derive(Debug, Default)]
pub(in crate::house) struct Unopened(HashMap<RoomId, Failure>);

#[derive(Debug)]
struct Failure {
    wait: Duration,
    /// When to try again.
    at: Instant,
}

impl Unopened {
    /// Notes that a room could not be opened. True if that is to be logged: not every time that
    /// somebody asks for the room.
    pub(super) fn failed(&mut self, room: RoomId, why: &WakeError, now: Instant) -> bool {
        let is_passing = matches!(why, WakeError::Open(OpenError::Read(_)));
        let (first, longest) = if is_passing { UNREAD } else { DAMAGED };
        if self.0.len() >= MANY {
            self.0.retain(|_, it| it.at > now);
        }
        let before = self.0.get(&room);
        if before.is_some_and(|it| it.at > now) {
            return false;
        }
        let wait = before.map_or(first, |it| (2 * it.wait).clamp(first, longest));
        self.0.insert(room, Failure { wait, at: now + wait });
        true
    }

    /// Notes that a room was opened.
    pub(super) fn opened(&mut self, room: RoomId) {
        self.0.remove(&room);
    }

    /// Whether it is time to try again.
    pub(super) fn may_retry(&self, room: RoomId, now: Instant) -> bool {
        self.0.get(&room).is_none_or(|it| it.at <= now)
    }
}

#[cfg(test)]
mod tests {
    use croupier_store::journal::{Damage, ReadError};

    use super::*;

    fn unread() -> WakeError {
        OpenError::from(ReadError::Stopped).into()
    }

    #[test]
    fn what_cannot_be_opened_is_tried_ever_more_rarely_and_told_as_often() {
        let (mut unopened, room, other) = (Unopened::default(), RoomId::new(1), RoomId::new(2));
        let start = Instant::now();
        let damaged = WakeError::from(OpenError::Damaged(Damage::Record));
        let mut told = vec![];
        for second in 0..3_600 {
            let now = start + Duration::from_secs(second);
            // Somebody asks for it every second; nobody else may try.
            if unopened.failed(room, &damaged, now) {
                told.push(second);
            }
            assert!(!unopened.may_retry(room, now));
            assert!(unopened.may_retry(other, now));
        }
        assert_eq!(told[..5], [0, 10, 30, 70, 150]);
        assert!(told.len() < 14, "{told:?}");
        unopened.opened(room);
        assert!(unopened.may_retry(room, start));
    }

    #[test]
    fn what_could_not_be_read_is_tried_again_soon() {
        let (mut unopened, room) = (Unopened::default(), RoomId::new(1));
        let mut now = Instant::now();
        for _ in 0..20 {
            unopened.failed(room, &unread(), now);
            now += UNREAD.1;
            assert!(unopened.may_retry(room, now));
        }
    }

    #[test]
    fn it_does_not_grow_without_bound() {
        let (mut unopened, start) = (Unopened::default(), Instant::now());
        for number in 0..30_000_u64 {
            let now = start + Duration::from_millis(number);
            unopened.failed(RoomId::new(u128::from(number)), &unread(), now);
        }
        assert!(unopened.0.len() <= MANY, "{}", unopened.0.len());
    }
}
