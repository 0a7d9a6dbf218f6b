//! The contract of registries: guests, finished matches, bans and settings.
//!
//! Behaviours draw their guests, matches and keys at random, so they can share a store.

use bytes::Bytes;

use super::contract::{draw, new_entry};
use crate::journal::{GuestId, Journal, RoomId, Snapshot, UnixMillis};
use crate::registry::{Ban, FinishedMatch, Guest, MatchId, Registry, SecretHash};

/// Generates a test for every behaviour, like `journal_contract`.
#[macro_export]
macro_rules! registry_contract {
    ($(#[$attribute:meta])* $run:ident) => {
        $crate::contract_tests! { $(#[$attribute])* $run registry:
            guests_are_known_by_their_token
            guests_are_forgotten_unless_they_have_a_seat
            finished_matches_are_found
            finished_matches_are_forgotten_when_they_are_old
            bans_are_kept_replaced_and_lifted
            settings_are_kept_and_replaced
            what_no_registry_takes_is_refused
        }
    };
}

fn hash() -> SecretHash {
    let mut bytes = [0; 32];
    for part in bytes.chunks_mut(8) {
        part.copy_from_slice(&draw().to_le_bytes());
    }
    SecretHash(bytes)
}

fn guest(seen: u64) -> Guest {
    let id = GuestId(draw());
    Guest { id, token: hash(), nickname: format!("Guest {} ♠", id.0), seen: UnixMillis(seen) }
}

/// A time at which nothing is old.
const NOW: u64 = 1_800_000_000_000;

fn finished(played_at: u64, seats: Vec<Option<GuestId>>) -> FinishedMatch {
    FinishedMatch {
        id: MatchId((u128::from(draw()) << 64) | u128::from(draw())),
        room: RoomId::new(7),
        game: "rush".to_owned(),
        played_at: UnixMillis(played_at),
        seats,
        save: Bytes::from(vec![3; 5000]),
        deal: "{}".to_owned(),
        link: hash(),
    }
}

/// The newest token and the newest data count.
pub async fn guests_are_known_by_their_token<S: Registry>(store: &S) {
    let first = guest(NOW);
    assert_eq!(store.guest(first.id).await.unwrap(), None);
    assert_eq!(store.guest_by_token(first.token).await.unwrap(), None);
    store.put_guest(first.clone()).await.unwrap();
    assert_eq!(store.guest_by_token(first.token).await.unwrap(), Some(first.clone()));
    let renamed = Guest { nickname: "Ann".to_owned(), seen: UnixMillis(NOW + 1), ..first.clone() };
    store.put_guest(renamed.clone()).await.unwrap();
    assert_eq!(store.guest(first.id).await.unwrap(), Some(renamed.clone()));
    let with_new_token = Guest { token: hash(), ..renamed };
    store.put_guest(with_new_token.clone()).await.unwrap();
    assert_eq!(store.guest_by_token(first.token).await.unwrap(), None);
    let found = store.guest_by_token(with_new_token.token).await.unwrap();
    assert_eq!(found.as_ref(), Some(&with_new_token));
    assert!(store.guests().await.unwrap().contains(&with_new_token));
}

/// A guest who has a seat is kept.
pub async fn guests_are_forgotten_unless_they_have_a_seat<S: Registry + Journal>(store: &S) {
    // Long ago, so that guests of other behaviours stay.
    let (gone, seated, back) = (guest(100), guest(50), guest(100));
    for guest in [&gone, &seated, &back] {
        store.put_guest(guest.clone()).await.unwrap();
    }
    store.put_guest(Guest { seen: UnixMillis(NOW), ..back.clone() }).await.unwrap();
    let plan = Snapshot { versions: "1".to_owned(), bytes: Bytes::from_static(b"plan") };
    let mut opened = store.create(new_entry(), plan).await.unwrap();
    opened.entry.guests = vec![seated.id];
    store.put_entry(&mut opened.held, opened.revision, opened.entry).await.unwrap();
    assert_eq!(store.forget_guests(UnixMillis(250)).await.unwrap(), 1);
    assert_eq!(store.guest(gone.id).await.unwrap(), None);
    assert_eq!(store.guest_by_token(gone.token).await.unwrap(), None);
    assert_eq!(store.guest(seated.id).await.unwrap(), Some(seated));
    assert!(store.guest(back.id).await.unwrap().is_some());
}

/// By id, by link and by guest; storing it again changes nothing.
pub async fn finished_matches_are_found<S: Registry>(store: &S) {
    let (ann, bob) = (GuestId(draw()), GuestId(u64::MAX));
    let all = [
        finished(NOW, vec![Some(ann), None, Some(bob)]),
        finished(NOW + 2, vec![Some(ann), Some(ann)]),
        finished(NOW + 1, vec![None, Some(ann)]),
    ];
    for it in &all {
        store.put_match(it.clone()).await.unwrap();
    }
    // A caller that does not know whether it was stored repeats it.
    let again = FinishedMatch { game: "other".to_owned(), ..all[0].clone() };
    store.put_match(again).await.unwrap();
    assert_eq!(store.finished_match(all[0].id).await.unwrap().as_ref(), Some(&all[0]));
    assert_eq!(store.match_by_link(all[1].link).await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(store.match_by_link(hash()).await.unwrap(), None);
    let newest_first = [all[1].id, all[2].id, all[0].id];
    assert_eq!(store.matches_of(ann, 9).await.unwrap(), newest_first);
    assert_eq!(store.matches_of(ann, 2).await.unwrap(), newest_first[..2]);
    let ids = store.matches().await.unwrap();
    assert!(all.iter().all(|it| ids.contains(&it.id)) && ids.is_sorted());
}

/// Together with everything that refers to them.
pub async fn finished_matches_are_forgotten_when_they_are_old<S: Registry>(store: &S) {
    let ann = GuestId(draw());
    let (old, young) = (finished(100, vec![Some(ann)]), finished(200, vec![Some(ann)]));
    store.put_match(old.clone()).await.unwrap();
    store.put_match(young.clone()).await.unwrap();
    assert_eq!(store.forget_matches(UnixMillis(200)).await.unwrap(), 1);
    assert_eq!(store.finished_match(old.id).await.unwrap(), None);
    assert_eq!(store.match_by_link(old.link).await.unwrap(), None);
    assert_eq!(store.matches_of(ann, 9).await.unwrap(), [young.id]);
}

/// With any key.
pub async fn bans_are_kept_replaced_and_lifted<S: Registry>(store: &S) {
    let key = format!("ip 10.0.0.{}", draw());
    let ban = Ban { key: key.clone(), until: None, why: "spam".to_owned() };
    store.put_ban(ban.clone()).await.unwrap();
    let shorter = Ban { until: Some(UnixMillis(5)), ..ban.clone() };
    store.put_ban(shorter.clone()).await.unwrap();
    assert_eq!(store.ban(&key).await.unwrap().as_ref(), Some(&shorter));
    let bans = store.bans().await.unwrap();
    assert!(bans.contains(&shorter) && bans.is_sorted_by_key(|ban| ban.key.clone()));
    assert!(store.lift_ban(&key).await.unwrap());
    assert!(!store.lift_ban(&key).await.unwrap());
    assert_eq!(store.ban(&key).await.unwrap(), None);
}

/// With any key.
pub async fn settings_are_kept_and_replaced<S: Registry>(store: &S) {
    let key = format!("a secret/{}", draw());
    assert_eq!(store.setting(&key).await.unwrap(), None);
    store.put_setting(&key, Bytes::from_static(b"one")).await.unwrap();
    store.put_setting(&key, Bytes::from_static(b"two")).await.unwrap();
    assert_eq!(store.setting(&key).await.unwrap(), Some(Bytes::from_static(b"two")));
    assert!(store.settings().await.unwrap().contains(&(key, Bytes::from_static(b"two"))));
}

/// Exactly, and nothing is kept.
pub async fn what_no_registry_takes_is_refused<S: Registry>(store: &S) {
    let large = FinishedMatch { save: Bytes::from(vec![0; 20 << 20]), ..finished(NOW, vec![]) };
    assert_eq!(store.put_match(large.clone()).await.unwrap_err().code(), "too_large");
    assert_eq!(store.finished_match(large.id).await.unwrap(), None);
    assert_eq!(store.match_by_link(large.link).await.unwrap(), None);
}
