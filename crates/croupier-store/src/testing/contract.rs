//! The contract of all engines, one function per behaviour.
//!
//! Behaviours draw their rooms, codes, games and guests at random, so they can share a journal that
//! contains other rooms.

use std::future::Future;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;

use crate::journal::{
    AppendError, CreateError, Entry, Filter, GuestId, Journal, OpenError, Opened, PutError, RoomId,
    Snapshot, UnixMillis, WriteError,
};

/// Generates a test for every behaviour. `$run` is a function that takes the name of a behaviour
/// and an async closure, and calls the closure with a journal. Attributes before it are added to
/// the tests.
#[macro_export]
macro_rules! journal_contract {
    ($(#[$attribute:meta])* $run:ident) => {
        $crate::contract_tests! { $(#[$attribute])* $run contract:
            a_created_room_is_held_and_has_no_records
            a_room_id_is_used_once
            a_code_leads_to_one_room
            records_are_read_in_the_order_they_were_appended
            marks_grow
            what_is_no_record_is_no_append
            records_of_any_size_come_back_as_they_were
            what_is_too_large_is_refused
            opening_fences_whoever_held_the_room
            a_fenced_holder_stores_nothing
            an_append_of_a_dropped_future_is_stored_whole_or_not_at_all
            a_snapshot_replaces_what_is_before_it
            a_snapshot_keeps_its_versions
            records_are_read_from_a_mark
            looking_at_a_room_fences_nobody
            a_line_is_replaced_only_at_its_revision
            a_line_of_another_room_is_refused
            a_line_keeps_all_of_its_fields
            a_code_is_not_taken_from_another_room
            a_closed_room_is_gone
            a_released_room_can_be_opened_again
            whoever_was_fenced_releases_nothing
            lists_come_in_pages
            lists_show_what_was_asked_for
            rooms_wake_when_they_are_due
            guests_find_their_rooms
            rooms_with_records_are_awake
            rooms_are_counted
            many_rooms_append_at_once
            one_of_two_holders_wins
            what_was_stored_before_a_fence_is_found
        }
    };
}

/// Generates a test for each behaviour of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! contract_tests {
    ($(#[$attribute:meta])* $run:ident $module:ident: $($behaviour:ident)*) => {
        $crate::contract_tests! { @each [$(#[$attribute])*] $run $module: $($behaviour)* }
    };
    (@each $attributes:tt $run:ident $module:ident: $($behaviour:ident)*) => {
        $( $crate::contract_tests! { @one $attributes $run $module $behaviour } )*
    };
    (@one [$($attribute:tt)*] $run:ident $module:ident $behaviour:ident) => {
        $($attribute)*
        #[test]
        fn $behaviour() {
            $run(stringify!($behaviour), async |store| {
                $crate::testing::$module::$behaviour(store).await;
            });
        }
    };
}

/// A random number; collisions are practically impossible.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The entry of a room that nobody else has.
pub fn new_entry() -> Entry {
    let room = RoomId::new((u128::from(draw()) << 64) | u128::from(draw()));
    Entry::new(room, format!("game-{}", draw()))
}

fn plan() -> Snapshot {
    Snapshot { versions: "room 1, game 1".to_owned(), bytes: Bytes::from_static(b"plan") }
}

fn records(texts: &[&str]) -> Vec<Bytes> {
    texts.iter().map(|text| Bytes::copy_from_slice(text.as_bytes())).collect()
}

async fn create<J: Journal>(journal: &J) -> Opened {
    journal.create(new_entry(), plan()).await.unwrap()
}

/// What is stored, read by opening the room again.
async fn stored<J: Journal>(journal: &J, room: RoomId) -> (Bytes, Vec<Bytes>) {
    let opened = journal.open(room).await.unwrap();
    (opened.snapshot.bytes, opened.records)
}

/// Creating a room gives it to its creator, as it was described.
pub async fn a_created_room_is_held_and_has_no_records<J: Journal>(journal: &J) {
    let entry = new_entry();
    let mut opened = journal.create(entry.clone(), plan()).await.unwrap();
    assert_eq!((opened.held.room(), &opened.entry), (entry.room, &entry));
    assert_eq!((&opened.snapshot, opened.records.len()), (&plan(), 0));
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    let again = journal.open(entry.room).await.unwrap();
    assert_eq!((again.entry, again.snapshot, again.records), (entry, plan(), records(&["a"])));
    assert_eq!(again.revision, opened.revision);
}

/// An id cannot be used for a second room while the first exists.
pub async fn a_room_id_is_used_once<J: Journal>(journal: &J) {
    let mut first = create(journal).await;
    let second = journal.create(first.entry.clone(), plan()).await;
    assert!(matches!(second, Err(CreateError::Exists)), "{second:?}");
    // The attempt has not fenced the holder.
    journal.append(&mut first.held, records(&["a"])).await.unwrap();
}

/// A code is looked up, and nobody else can have it.
pub async fn a_code_leads_to_one_room<J: Journal>(journal: &J) {
    let code = draw().to_string();
    assert_eq!(journal.find(&code).await.unwrap(), None);
    let mut entry = new_entry();
    entry.code = Some(code.clone());
    journal.create(entry.clone(), plan()).await.unwrap();
    assert_eq!(journal.find(&code).await.unwrap().unwrap().entry, entry);
    let mut other = new_entry();
    other.code = Some(code);
    let second = journal.create(other.clone(), plan()).await;
    assert!(matches!(second, Err(CreateError::CodeTaken)), "{second:?}");
    assert_eq!(journal.entry(other.room).await.unwrap(), None);
}

/// One append may contain several records, and others follow.
pub async fn records_are_read_in_the_order_they_were_appended<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    journal.append(&mut opened.held, records(&["a", "b"])).await.unwrap();
    journal.append(&mut opened.held, records(&["c"])).await.unwrap();
    journal.append(&mut opened.held, records(&["d", "e", "f"])).await.unwrap();
    let found = stored(journal, opened.held.room()).await;
    assert_eq!(found.1, records(&["a", "b", "c", "d", "e", "f"]));
}

/// Every write moves the tail.
pub async fn marks_grow<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let mut last = opened.held.tail();
    for round in 0..10 {
        let mark = if round % 3 == 2 {
            journal.snapshot(&mut opened.held, plan()).await.unwrap()
        } else {
            journal.append(&mut opened.held, records(&["a"])).await.unwrap()
        };
        assert!(mark > last && opened.held.tail() == mark);
        last = mark;
    }
    assert!(journal.open(opened.held.room()).await.unwrap().held.tail() >= last);
}

/// An append without records succeeds and changes nothing.
pub async fn what_is_no_record_is_no_append<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let tail = opened.held.tail();
    assert_eq!(journal.append(&mut opened.held, vec![]).await.unwrap(), tail);
    assert_eq!(stored(journal, opened.held.room()).await.1, records(&[]));
}

/// From empty to large.
pub async fn records_of_any_size_come_back_as_they_were<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let sizes = [0, 1, 127, 128, 20_000, 70_000, 300_000];
    let all: Vec<Bytes> = sizes.iter().map(|size| Bytes::from(vec![7; *size])).collect();
    for record in &all {
        journal.append(&mut opened.held, vec![record.clone()]).await.unwrap();
    }
    journal.append(&mut opened.held, all.clone()).await.unwrap();
    let found = stored(journal, opened.held.room()).await.1;
    assert!(found == [all.clone(), all].concat());
}

/// The room continues to work after that.
pub async fn what_is_too_large_is_refused<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let large = Bytes::from(vec![7; 200 << 20]);
    let refused = journal.append(&mut opened.held, vec![large.clone()]).await;
    assert!(matches!(refused, Err(AppendError::Write(WriteError::TooLarge { .. }))), "{refused:?}");
    let snapshot = Snapshot { bytes: large, ..plan() };
    let refused = journal.snapshot(&mut opened.held, snapshot).await;
    assert!(matches!(refused, Err(AppendError::Write(WriteError::TooLarge { .. }))), "{refused:?}");
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    assert_eq!(stored(journal, opened.held.room()).await.1, records(&["a"]));
}

/// Every kind of write by the former holder is refused.
pub async fn opening_fences_whoever_held_the_room<J: Journal>(journal: &J) {
    let mut old = create(journal).await;
    let mut new = journal.open(old.held.room()).await.unwrap();
    let append = journal.append(&mut old.held, records(&["old"])).await;
    assert!(matches!(append, Err(AppendError::Fenced)), "{append:?}");
    let snapshot = journal.snapshot(&mut old.held, plan()).await;
    assert!(matches!(snapshot, Err(AppendError::Fenced)), "{snapshot:?}");
    let put = journal.put_entry(&mut old.held, old.revision, old.entry).await;
    assert!(matches!(put, Err(PutError::Fenced)), "{put:?}");
    let close = journal.close(old.held).await;
    assert!(matches!(close, Err(AppendError::Fenced)), "{close:?}");
    journal.append(&mut new.held, records(&["new"])).await.unwrap();
    assert_eq!(stored(journal, new.held.room()).await.1, records(&["new"]));
}

/// Nobody finds what a fenced holder tried to write.
pub async fn a_fenced_holder_stores_nothing<J: Journal>(journal: &J) {
    let mut old = create(journal).await;
    journal.append(&mut old.held, records(&["a"])).await.unwrap();
    let mut new = journal.open(old.held.room()).await.unwrap();
    journal.append(&mut new.held, records(&["b"])).await.unwrap();
    let late = Snapshot { bytes: Bytes::from_static(b"late"), ..plan() };
    assert!(journal.snapshot(&mut old.held, late).await.is_err());
    assert!(journal.append(&mut old.held, records(&["c"])).await.is_err());
    let found = stored(journal, new.held.room()).await;
    assert_eq!(found, (plan().bytes, records(&["a", "b"])));
}

/// After dropping the future the outcome is unknown; whoever opens the room sees all of it or
/// nothing.
pub async fn an_append_of_a_dropped_future_is_stored_whole_or_not_at_all<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let room = opened.held.room();
    {
        let mut append = pin!(journal.append(&mut opened.held, records(&["a", "b"])));
        let _ = append.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    }
    let mut opened = journal.open(room).await.unwrap();
    assert!(opened.records.is_empty() || opened.records == records(&["a", "b"]));
    let before = opened.records.clone();
    journal.append(&mut opened.held, records(&["c"])).await.unwrap();
    assert_eq!(stored(journal, room).await.1, [before, records(&["c"])].concat());
}

/// Neither the previous snapshot nor its records are found again.
pub async fn a_snapshot_replaces_what_is_before_it<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    journal.append(&mut opened.held, records(&["a", "b"])).await.unwrap();
    let whole = Bytes::from("snapshot ".repeat(5000));
    let snapshot = Snapshot { bytes: whole.clone(), ..plan() };
    journal.snapshot(&mut opened.held, snapshot).await.unwrap();
    let room = opened.held.room();
    let mut opened = journal.open(room).await.unwrap();
    assert_eq!((&opened.snapshot.bytes, opened.records.len()), (&whole, 0));
    journal.append(&mut opened.held, records(&["c"])).await.unwrap();
    assert_eq!(stored(journal, room).await, (whole, records(&["c"])));
}

/// The versions are those of the newest snapshot.
pub async fn a_snapshot_keeps_its_versions<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    let room = opened.held.room();
    assert_eq!(journal.open(room).await.unwrap().snapshot.versions, plan().versions);
    let mut opened = journal.open(room).await.unwrap();
    let newer = Snapshot { versions: "room 2, game 3".to_owned(), ..plan() };
    journal.snapshot(&mut opened.held, newer.clone()).await.unwrap();
    journal.append(&mut opened.held, records(&["b"])).await.unwrap();
    assert_eq!(journal.open(room).await.unwrap().snapshot, newer);
}

/// A reader gets what follows a mark, and is told when that has been replaced.
pub async fn records_are_read_from_a_mark<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let room = opened.held.room();
    let start = opened.held.tail();
    let first = journal.append(&mut opened.held, records(&["a", "b"])).await.unwrap();
    let second = journal.append(&mut opened.held, records(&["c"])).await.unwrap();
    assert_eq!(journal.read_from(room, start).await.unwrap(), records(&["a", "b", "c"]));
    assert_eq!(journal.read_from(room, first).await.unwrap(), records(&["c"]));
    assert_eq!(journal.read_from(room, second).await.unwrap(), records(&[]));
    let snapshot = journal.snapshot(&mut opened.held, plan()).await.unwrap();
    let gone = journal.read_from(room, first).await;
    assert!(matches!(gone, Err(OpenError::Replaced)), "{gone:?}");
    assert_eq!(journal.read_from(room, snapshot).await.unwrap(), records(&[]));
    // Reading has fenced nobody.
    journal.append(&mut opened.held, records(&["d"])).await.unwrap();
    let missing = journal.read_from(new_entry().room, start).await;
    assert!(matches!(missing, Err(OpenError::Missing)), "{missing:?}");
}

/// Peeking shows the current state.
pub async fn looking_at_a_room_fences_nobody<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let room = opened.held.room();
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    let seen = journal.peek(room).await.unwrap();
    assert_eq!((&seen.entry, &seen.snapshot), (&opened.entry, &plan()));
    assert_eq!(seen.records, records(&["a"]));
    journal.append(&mut opened.held, records(&["b"])).await.unwrap();
    assert_eq!(journal.peek(room).await.unwrap().records, records(&["a", "b"]));
    journal.close(opened.held).await.unwrap();
    let gone = journal.peek(room).await;
    assert!(matches!(gone, Err(OpenError::Missing)), "{gone:?}");
}

/// Compare and swap.
pub async fn a_line_is_replaced_only_at_its_revision<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let mut entry = opened.entry.clone();
    entry.people = 2;
    let second = journal.put_entry(&mut opened.held, opened.revision, entry.clone()).await.unwrap();
    assert_ne!(second, opened.revision);
    let stale = journal.put_entry(&mut opened.held, opened.revision, opened.entry.clone()).await;
    assert!(matches!(stale, Err(PutError::Stale { current }) if current == second), "{stale:?}");
    let listed = journal.entry(entry.room).await.unwrap().unwrap();
    assert_eq!((&listed.entry, listed.revision), (&entry, second));
    let again = journal.open(entry.room).await.unwrap();
    assert_eq!((again.entry, again.revision), (entry, second));
    opened.held = again.held;
    // Appends do not change the entry.
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    journal.put_entry(&mut opened.held, second, opened.entry).await.unwrap();
}

/// A holder may only write the entry of its own room.
pub async fn a_line_of_another_room_is_refused<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let other = create(journal).await;
    let put = journal.put_entry(&mut opened.held, opened.revision, other.entry.clone()).await;
    assert!(matches!(put, Err(PutError::OtherRoom { named }) if named == other.entry.room));
}

/// All fields of an entry are stored.
pub async fn a_line_keeps_all_of_its_fields<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let entry = &mut opened.entry;
    entry.code = Some(draw().to_string());
    entry.listed = true;
    (entry.people, entry.seats) = (3, u32::MAX);
    entry.wake_at = Some(UnixMillis(1_800_000_000_000));
    entry.guests = vec![GuestId(draw()), GuestId(u64::MAX), GuestId(0)];
    entry.details.push_str("{\"phase\":\"lobby ♠\"}");
    entry.updated_at = UnixMillis(1_700_000_000_000);
    journal.put_entry(&mut opened.held, opened.revision, opened.entry.clone()).await.unwrap();
    let listed = journal.entry(opened.entry.room).await.unwrap().unwrap();
    assert_eq!(listed.entry, opened.entry);
    // So that other behaviours do not find a room that is always due.
    journal.close(opened.held).await.unwrap();
}

/// Not even the holder of a room may take another's code.
pub async fn a_code_is_not_taken_from_another_room<J: Journal>(journal: &J) {
    let mut first = create(journal).await;
    let mut second = create(journal).await;
    first.entry.code = Some(draw().to_string());
    let revision =
        journal.put_entry(&mut first.held, first.revision, first.entry.clone()).await.unwrap();
    second.entry.code.clone_from(&first.entry.code);
    let taken = journal.put_entry(&mut second.held, second.revision, second.entry.clone()).await;
    assert!(matches!(taken, Err(PutError::CodeTaken)), "{taken:?}");
    first.entry.code = None;
    journal.put_entry(&mut first.held, revision, first.entry).await.unwrap();
    journal.put_entry(&mut second.held, second.revision, second.entry).await.unwrap();
}

/// Its code is free again.
pub async fn a_closed_room_is_gone<J: Journal>(journal: &J) {
    let mut entry = new_entry();
    let guest = GuestId(draw());
    (entry.code, entry.guests) = (Some(draw().to_string()), vec![guest]);
    let mut opened = journal.create(entry.clone(), plan()).await.unwrap();
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    let tail = opened.held.tail();
    journal.close(opened.held).await.unwrap();
    let open = journal.open(entry.room).await;
    assert!(matches!(open, Err(OpenError::Missing)), "{open:?}");
    let read = journal.read_from(entry.room, tail).await;
    assert!(matches!(read, Err(OpenError::Missing)), "{read:?}");
    assert_eq!(journal.entry(entry.room).await.unwrap(), None);
    assert_eq!(journal.find(entry.code.as_deref().unwrap()).await.unwrap(), None);
    assert_eq!(journal.rooms_of(guest).await.unwrap(), []);
    let mut next = new_entry();
    next.code = entry.code;
    journal.create(next, plan()).await.unwrap();
}

/// Everything that was stored is still there.
pub async fn a_released_room_can_be_opened_again<J: Journal>(journal: &J) {
    for has_records in [false, true] {
        let mut opened = create(journal).await;
        let room = opened.held.room();
        let written = records(if has_records { &["a"] } else { &[] });
        journal.append(&mut opened.held, written.clone()).await.unwrap();
        journal.release(opened.held).await;
        let mut opened = journal.open(room).await.unwrap();
        assert_eq!(opened.records, written);
        journal.append(&mut opened.held, records(&["b"])).await.unwrap();
        assert_eq!(stored(journal, room).await.1, [written, records(&["b"])].concat());
    }
}

/// The new holder is not affected.
pub async fn whoever_was_fenced_releases_nothing<J: Journal>(journal: &J) {
    let old = create(journal).await;
    let mut new = journal.open(old.held.room()).await.unwrap();
    journal.release(old.held).await;
    journal.append(&mut new.held, records(&["a"])).await.unwrap();
    journal.snapshot(&mut new.held, plan()).await.unwrap();
}

/// Each room appears once, ordered by id.
pub async fn lists_come_in_pages<J: Journal>(journal: &J) {
    let game = new_entry().game;
    let mut rooms = vec![];
    for _ in 0..7 {
        let mut entry = new_entry();
        entry.game.clone_from(&game);
        rooms.push(entry.room);
        journal.create(entry, plan()).await.unwrap();
    }
    rooms.sort_unstable();
    for limit in [1, 3, 7, 8] {
        let filter = Filter { game: Some(game.clone()), limit, ..Filter::default() };
        let (mut found, mut after) = (vec![], None);
        loop {
            let page = journal.list(filter.clone(), after).await.unwrap();
            assert!(page.items.len() <= limit as usize);
            found.extend(page.items.iter().map(|listed| listed.entry.room));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, rooms, "pages of {limit}");
    }
}

/// Filters by game, and by whether strangers may see the room.
pub async fn lists_show_what_was_asked_for<J: Journal>(journal: &J) {
    let game = new_entry().game;
    let mut listed = vec![];
    for number in 0..4 {
        let mut entry = new_entry();
        (entry.game, entry.listed) = (game.clone(), number % 2 == 0);
        listed.extend(entry.listed.then_some(entry.room));
        journal.create(entry, plan()).await.unwrap();
    }
    listed.sort_unstable();
    let rooms = async |filter: Filter| {
        let (mut rooms, mut after) = (vec![], None);
        loop {
            let page = journal.list(filter.clone(), after).await.unwrap();
            rooms.extend(page.items.into_iter().map(|listed| listed.entry));
            after = page.next;
            if after.is_none() {
                return rooms;
            }
        }
    };
    let of_game = Filter { game: Some(game.clone()), ..Filter::default() };
    assert_eq!(rooms(of_game.clone()).await.len(), 4);
    let found = rooms(Filter { listed: true, ..of_game }).await;
    assert_eq!(found.iter().map(|entry| entry.room).collect::<Vec<_>>(), listed);
    let all_listed = rooms(Filter { listed: true, ..Filter::default() }).await;
    assert!(all_listed.iter().all(|entry| entry.listed));
    assert_eq!(all_listed.iter().filter(|entry| entry.game == game).count(), 2);
    assert!(rooms(Filter::default()).await.len() >= 4);
}

/// Earliest first, with the time of the next one.
pub async fn rooms_wake_when_they_are_due<J: Journal>(journal: &J) {
    // Early, so that rooms of other behaviours come after these.
    let start = draw() % 1_000_000;
    let mut rooms = vec![];
    for number in 0..3 {
        let mut opened = create(journal).await;
        opened.entry.wake_at = Some(UnixMillis(start + 10 * number));
        journal.put_entry(&mut opened.held, opened.revision, opened.entry.clone()).await.unwrap();
        rooms.push((opened.entry.room, opened.held));
    }
    let ours = |found: Vec<RoomId>| -> Vec<usize> {
        let place = |room| rooms.iter().position(|(ours, _)| *ours == room);
        found.into_iter().filter_map(place).collect()
    };
    let due = journal.due(UnixMillis(start + 10), 100, |_| true).await.unwrap();
    assert_eq!(ours(due.rooms), [0, 1]);
    assert!(due.next.is_some_and(|next| next > UnixMillis(start + 10)));
    let first = journal.due(UnixMillis(start + 10), 1, |_| true).await.unwrap();
    assert_eq!((first.rooms.len(), first.next.is_some()), (1, true));
    // Rooms that the caller does not want take no places.
    let second = rooms[1].0;
    let wanted = journal.due(UnixMillis(start + 10), 1, move |room| room == second).await.unwrap();
    assert_eq!(ours(wanted.rooms), [1]);
    for (_, held) in rooms {
        journal.close(held).await.unwrap();
    }
}

/// As long as the room's entry names them.
pub async fn guests_find_their_rooms<J: Journal>(journal: &J) {
    let (guest, other) = (GuestId(draw()), GuestId(draw()));
    let mut first = create(journal).await;
    let mut second = create(journal).await;
    first.entry.guests = vec![guest, other];
    second.entry.guests = vec![guest, guest];
    let revision =
        journal.put_entry(&mut first.held, first.revision, first.entry.clone()).await.unwrap();
    journal.put_entry(&mut second.held, second.revision, second.entry.clone()).await.unwrap();
    let mut both = vec![first.entry.room, second.entry.room];
    both.sort_unstable();
    assert_eq!(journal.rooms_of(guest).await.unwrap(), both);
    assert_eq!(journal.rooms_of(other).await.unwrap(), [first.entry.room]);
    first.entry.guests = vec![other];
    journal.put_entry(&mut first.held, revision, first.entry).await.unwrap();
    assert_eq!(journal.rooms_of(guest).await.unwrap(), [second.entry.room]);
}

/// These are the rooms that a crash would leave with something to replay.
pub async fn rooms_with_records_are_awake<J: Journal>(journal: &J) {
    let mut opened = create(journal).await;
    let room = opened.held.room();
    let is_awake = async || {
        let mut after = None;
        loop {
            let page = journal.awake(after).await.unwrap();
            if page.items.contains(&room) {
                return true;
            }
            after = page.next;
            if after.is_none() {
                return false;
            }
        }
    };
    assert!(!is_awake().await);
    journal.append(&mut opened.held, records(&["a"])).await.unwrap();
    assert!(is_awake().await);
    journal.snapshot(&mut opened.held, plan()).await.unwrap();
    journal.append(&mut opened.held, records(&["b"])).await.unwrap();
    assert!(is_awake().await);
    // Whoever opens it after a crash may put it to sleep.
    let mut opened = journal.open(room).await.unwrap();
    assert!(is_awake().await);
    journal.snapshot(&mut opened.held, plan()).await.unwrap();
    journal.release(opened.held).await;
    assert!(!is_awake().await);
    // A fenced holder changes nothing.
    let mut old = journal.open(room).await.unwrap();
    journal.append(&mut old.held, records(&["c"])).await.unwrap();
    journal.snapshot(&mut old.held, plan()).await.unwrap();
    let mut new = journal.open(room).await.unwrap();
    journal.append(&mut new.held, records(&["d"])).await.unwrap();
    journal.release(old.held).await;
    assert!(is_awake().await);
}

/// Other rooms may come and go at the same time, so only a lower bound can be checked; the tests of
/// an engine check more.
pub async fn rooms_are_counted<J: Journal>(journal: &J) {
    let opened = create(journal).await;
    assert!(journal.count().await.unwrap() >= 1);
    journal.close(opened.held).await.unwrap();
}

/// Appends that share a commit do not get mixed up.
pub async fn many_rooms_append_at_once<J: Journal>(journal: &J) {
    let mut rooms = vec![];
    for _ in 0..50 {
        rooms.push(create(journal).await.held);
    }
    for round in 0..5 {
        let mut appends: Vec<_> = rooms
            .iter_mut()
            .map(|held| {
                let text = format!("{} {round}", held.room());
                Box::pin(journal.append(held, vec![Bytes::from(text)]))
            })
            .collect();
        // All of them are started before the first one is awaited.
        appends.retain_mut(|append| {
            match append.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(appended) => {
                    appended.unwrap();
                    false
                }
                Poll::Pending => true,
            }
        });
        for append in appends {
            append.await.unwrap();
        }
    }
    for held in rooms {
        let expected: Vec<Bytes> =
            (0..5).map(|round| Bytes::from(format!("{} {round}", held.room()))).collect();
        assert_eq!(stored(journal, held.room()).await.1, expected);
    }
}

/// Two who both believe they hold the room write at once: they are never both told that it is
/// stored, and what is found is what was acknowledged.
pub async fn one_of_two_holders_wins<J: Journal>(journal: &J) {
    for round in 0..20 {
        let mut first = create(journal).await;
        let room = first.held.room();
        let mut second = journal.open(room).await.unwrap();
        let mine = Snapshot { bytes: Bytes::from_static(b"first"), ..plan() };
        let by_snapshot = round % 2 == 0;
        let write = async |held: &mut _| {
            if by_snapshot {
                journal.snapshot(held, mine.clone()).await
            } else {
                journal.append(held, records(&["first"])).await
            }
        };
        let (old, new) =
            both(write(&mut first.held), journal.append(&mut second.held, records(&["second"])))
                .await;
        assert!(matches!(old, Err(AppendError::Fenced)), "{old:?}");
        new.unwrap();
        assert_eq!(stored(journal, room).await, (plan().bytes, records(&["second"])));
    }
}

/// Whoever opens a room finds everything that was acknowledged to its holder, up to the last
/// moment.
pub async fn what_was_stored_before_a_fence_is_found<J: Journal>(journal: &J) {
    for _ in 0..10 {
        let mut old = create(journal).await;
        let room = old.held.room();
        let (told, new) =
            both(journal.append(&mut old.held, records(&["a"])), journal.open(room)).await;
        let found = new.unwrap().records;
        match told {
            Ok(_) => assert_eq!(found, records(&["a"])),
            Err(AppendError::Fenced) => assert_eq!(found, records(&[])),
            Err(why) => panic!("{why:?}"),
        }
    }
}

/// Runs two futures concurrently.
async fn both<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    let (mut a, mut b) = (pin!(a), pin!(b));
    let (mut a_done, mut b_done) = (None, None);
    std::future::poll_fn(move |context| {
        if a_done.is_none()
            && let Poll::Ready(done) = a.as_mut().poll(context)
        {
            a_done = Some(done);
        }
        if b_done.is_none()
            && let Poll::Ready(done) = b.as_mut().poll(context)
        {
            b_done = Some(done);
        }
        match (a_done.take(), b_done.take()) {
            (Some(a), Some(b)) => Poll::Ready((a, b)),
            (a, b) => {
                (a_done, b_done) = (a, b);
                Poll::Pending
            }
        }
    })
    .await
}
