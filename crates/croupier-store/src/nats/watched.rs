//! What every node keeps in memory: the public list, and the rooms that are awake or have to wake.
//!
//! It is read once and then kept up to date by watching. What this node writes itself is added at
//! once, so that it sees its own writes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::layout::shard_of;
use super::line::Line;
use crate::journal::{Due, Filter, Listed, Page, RoomId, UnixMillis};

/// The maximum number of entries per page.
const PAGE_LIMIT: u32 = 1000;

/// A value, or that it is gone, and the sequence that says so.
#[derive(Debug)]
struct Versioned<V> {
    sequence: u64,
    value: Option<V>,
}

/// Whether something was new.
#[derive(Debug)]
enum Learned<V> {
    /// It was not new.
    Nothing,
    /// It was new, and replaces this.
    InPlaceOf(Option<V>),
}

/// Values by room.
#[derive(Debug)]
struct Table<V> {
    rooms: BTreeMap<RoomId, Versioned<V>>,
    /// The last sequence that was seen by watching.
    seen: u64,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { rooms: BTreeMap::new(), seen: 0 }
    }
}

impl<V> Table<V> {
    /// Takes in a value if it is newer than the known one.
    fn learn(
        &mut self,
        room: RoomId,
        sequence: u64,
        value: Option<V>,
        is_watched: bool,
    ) -> Learned<V> {
        if is_watched {
            self.seen = self.seen.max(sequence);
        }
        let known = self.rooms.get(&room);
        // Once watching has passed the removal of a value, it can be forgotten: nothing older will
        // come.
        let forgets = value.is_none() && sequence <= self.seen;
        if known.is_some_and(|known| known.sequence > sequence) {
            return Learned::Nothing;
        }
        let is_same = known.is_some_and(|known| known.sequence == sequence);
        let old = if forgets {
            self.rooms.remove(&room)
        } else if is_same {
            return Learned::Nothing;
        } else {
            self.rooms.insert(room, Versioned { sequence, value })
        };
        Learned::InPlaceOf(old.and_then(|known| known.value))
    }

    fn iter(&self) -> impl Iterator<Item = (RoomId, &V)> {
        self.rooms.iter().filter_map(|(room, known)| Some((*room, known.value.as_ref()?)))
    }
}

/// The stored state of a room that is awake or has to wake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Live {
    /// It has records after its snapshot, or was about to get some.
    pub awake: bool,
    /// When it has to wake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wake_at: Option<u64>,
}

impl Live {
    pub(super) fn new(awake: bool, wake_at: Option<UnixMillis>) -> Self {
        Self { awake, wake_at: wake_at.map(|at| at.0) }
    }

    /// When it has to wake.
    pub fn wake_at(self) -> Option<UnixMillis> {
        self.wake_at.map(UnixMillis)
    }

    /// Whether there is anything to store.
    pub(super) fn is_something(self) -> bool {
        self.awake || self.wake_at.is_some()
    }

    pub(super) fn to_bytes(self) -> Bytes {
        serde_json::to_vec(&self).unwrap_or_default().into()
    }
}

/// What every node keeps in memory.
#[derive(Debug, Default)]
pub(super) struct Watched {
    open: Mutex<Table<Line>>,
    live: Mutex<LiveRooms>,
}

#[derive(Debug, Default)]
struct LiveRooms {
    table: Table<Live>,
    due: BTreeSet<(UnixMillis, RoomId)>,
}

/// What is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// The public list.
    Open,
    /// Rooms that are awake or have to wake.
    Live,
}

impl Topic {
    pub(super) fn pattern(self) -> &'static str {
        match self {
            Self::Open => "open.>",
            Self::Live => "live.>",
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watched {
    /// Takes in a stored value.
    pub(super) fn learn(
        &self,
        topic: Topic,
        room: RoomId,
        sequence: u64,
        value: Option<&[u8]>,
        is_watched: bool,
    ) {
        match topic {
            Topic::Open => {
                let line = value.and_then(Line::read);
                lock(&self.open).learn(room, sequence, line, is_watched);
            }
            Topic::Live => {
                let value = value.and_then(|bytes| serde_json::from_slice::<Live>(bytes).ok());
                let mut live = lock(&self.live);
                let learned = live.table.learn(room, sequence, value, is_watched);
                let Learned::InPlaceOf(old) = learned else { return };
                if let Some(at) = old.and_then(Live::wake_at) {
                    live.due.remove(&(at, room));
                }
                if let Some(at) = value.and_then(Live::wake_at) {
                    live.due.insert((at, room));
                }
            }
        }
    }

    /// After everything was read anew: forgets what was not there.
    pub(super) fn keep_only(&self, topic: Topic, rooms: &BTreeSet<RoomId>, up_to: u64) {
        let gone = |room: &RoomId, sequence: u64| sequence <= up_to && !rooms.contains(room);
        match topic {
            Topic::Open => lock(&self.open).rooms.retain(|room, it| !gone(room, it.sequence)),
            Topic::Live => {
                let mut live = lock(&self.live);
                live.table.rooms.retain(|room, it| !gone(room, it.sequence));
                let LiveRooms { table, due } = &mut *live;
                due.retain(|(_, room)| table.rooms.contains_key(room));
            }
        }
    }

    /// The revision of a room's entry in the public list.
    pub(super) fn listed_revision(&self, room: RoomId) -> Option<u64> {
        let open = lock(&self.open);
        open.rooms.get(&room)?.value.as_ref().map(|line| line.revision.get())
    }

    /// The sequence with which a room was marked awake.
    pub(super) fn awake_since(&self, room: RoomId) -> Option<u64> {
        let live = lock(&self.live);
        let known = live.table.rooms.get(&room)?;
        known.value.is_some_and(|live| live.awake).then_some(known.sequence)
    }

    /// A page of the public list.
    pub(super) fn list(&self, filter: &Filter, after: Option<RoomId>) -> Page<Listed> {
        let limit = filter.limit.clamp(1, PAGE_LIMIT) as usize;
        let open = lock(&self.open);
        let fits = |line: &Line| filter.game.as_ref().is_none_or(|game| *game == line.entry.game);
        let found =
            open.iter().filter(|(room, line)| after.is_none_or(|it| *room > it) && fits(line));
        let items: Vec<_> =
            found.take(limit + 1).map(|(_, line)| line.clone().into_listed()).collect();
        page(items, limit, |listed| listed.entry.room)
    }

    /// The rooms that are due and wanted.
    pub(super) fn due(
        &self,
        now: UnixMillis,
        limit: u32,
        is_wanted: impl Fn(RoomId) -> bool,
    ) -> Due {
        let live = lock(&self.live);
        let mut due = Due::default();
        for (at, room) in live.due.iter().filter(|(at, room)| *at > now || is_wanted(*room)) {
            if *at > now || due.rooms.len() >= limit.min(PAGE_LIMIT) as usize {
                due.next = Some(*at);
                break;
            }
            due.rooms.push(*room);
        }
        due
    }

    /// A page of the rooms that are awake.
    pub(super) fn awake(&self, after: Option<RoomId>) -> Page<RoomId> {
        let limit = PAGE_LIMIT as usize;
        let live = lock(&self.live);
        let from = after.map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded);
        let rooms = live.table.rooms.range((from, std::ops::Bound::Unbounded));
        let awake = rooms.filter(|(_, it)| it.value.is_some_and(|live| live.awake));
        page(awake.take(limit + 1).map(|(room, _)| *room).collect(), limit, |room| *room)
    }

    /// The rooms of some shards that are awake or have to wake.
    pub(super) fn live_in(&self, has: impl Fn(u16) -> bool) -> Vec<(RoomId, Live)> {
        let live = lock(&self.live);
        let rooms = live.table.iter().filter(|(room, _)| has(shard_of(*room)));
        rooms.map(|(room, live)| (room, *live)).collect()
    }

    /// How many rooms are in the public list, and how many are awake or have to wake.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (lock(&self.open).rooms.len(), lock(&self.live).table.rooms.len())
    }
}

/// Turns a list with one item too many, if there are more, into a page.
pub(super) fn page<T>(mut items: Vec<T>, limit: usize, room: impl Fn(&T) -> RoomId) -> Page<T> {
    let is_last = items.len() <= limit;
    items.truncate(limit);
    let next = if is_last { None } else { items.last().map(room) };
    Page { items, damaged: vec![], next }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_here_counts_before_it_is_seen() {
        let (watched, room) = (Watched::default(), RoomId::new(1));
        let awake = |watched: &Watched| watched.awake(None).items == [room];
        let value = Live::new(true, None).to_bytes();
        watched.learn(Topic::Live, room, 5, Some(&value), false);
        assert!(awake(&watched));
        watched.learn(Topic::Live, room, 7, None, false);
        assert!(!awake(&watched));
        // What was seen earlier elsewhere arrives late.
        watched.learn(Topic::Live, room, 5, Some(&value), true);
        assert!(!awake(&watched));
        watched.learn(Topic::Live, room, 7, None, true);
        assert_eq!(watched.sizes(), (0, 0));
        watched.learn(Topic::Live, room, 9, Some(&value), true);
        assert!(awake(&watched));
        watched.keep_only(Topic::Live, &BTreeSet::new(), 8);
        assert!(awake(&watched), "it is newer than what was read");
        watched.keep_only(Topic::Live, &BTreeSet::new(), 9);
        assert_eq!(watched.sizes(), (0, 0));
    }

    #[test]
    fn rooms_are_due_in_order() {
        let watched = Watched::default();
        for (room, at) in [(1, 30), (2, 10), (3, 20)] {
            let value = Live::new(false, Some(UnixMillis(at))).to_bytes();
            watched.learn(Topic::Live, RoomId::new(room), 1, Some(&value), true);
        }
        let due = watched.due(UnixMillis(20), 9, |_| true);
        assert_eq!(due.rooms, [RoomId::new(2), RoomId::new(3)]);
        assert_eq!(due.next, Some(UnixMillis(30)));
        assert_eq!(watched.due(UnixMillis(20), 1, |_| true).next, Some(UnixMillis(20)));
        watched.learn(
            Topic::Live,
            RoomId::new(2),
            2,
            Some(&Live::new(true, None).to_bytes()),
            true,
        );
        assert_eq!(watched.due(UnixMillis(20), 9, |_| true).rooms, [RoomId::new(3)]);
    }
}
