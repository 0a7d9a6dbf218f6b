//! Guests, finished matches, bans and settings.

use bytes::Bytes;
use croupier_store::journal::{GuestId, Journal as _, RoomId, UnixMillis};
use croupier_store::registry::{Ban, FinishedMatch, Guest, MatchId, Registry as _, SecretHash};

use super::{block_on, create, folder, open};

fn guest(id: u64, seen: u64) -> Guest {
    let token = SecretHash([u8::try_from(id % 256).unwrap(); 32]);
    Guest { id: GuestId(id), token, nickname: format!("Guest {id}"), seen: UnixMillis(seen) }
}

fn finished(id: u128, played_at: u64) -> FinishedMatch {
    FinishedMatch {
        id: MatchId(id),
        room: RoomId::new(7),
        game: "rush".to_owned(),
        played_at: UnixMillis(played_at),
        seats: vec![Some(GuestId(1)), None, Some(GuestId(u64::MAX))],
        save: Bytes::from(vec![3; 5000]),
        deal: "{}".to_owned(),
        link: SecretHash([u8::try_from(id).unwrap(); 32]),
    }
}

#[test]
fn guests_are_known_by_their_token_until_they_are_forgotten() {
    let folder = folder("guests");
    let store = open(&folder);
    block_on(async {
        for (id, seen) in [(1, 100), (2, 200), (u64::MAX, 300), (4, 50)] {
            store.put_guest(guest(id, seen)).await.unwrap();
        }
        let renamed = Guest { nickname: "Ann".to_owned(), ..guest(2, 250) };
        store.put_guest(renamed.clone()).await.unwrap();
        assert_eq!(store.guest(GuestId(2)).await.unwrap(), Some(renamed.clone()));
        assert_eq!(store.guest_by_token(renamed.token).await.unwrap(), Some(renamed));
        assert_eq!(store.guest_by_token(SecretHash([9; 32])).await.unwrap(), None);
        // Who has a seat is not forgotten.
        let mut opened = create(&store, 1).await;
        opened.entry.guests = vec![GuestId(4)];
        store.put_entry(&opened.held, opened.revision, opened.entry).await.unwrap();
        assert_eq!(store.forget_guests(UnixMillis(250)).await.unwrap(), 1);
        assert_eq!(store.guest(GuestId(1)).await.unwrap(), None);
        assert!(store.guest(GuestId(4)).await.unwrap().is_some());
    });
    drop(store);
    let store = open(&folder);
    let found = block_on(store.guest(GuestId(u64::MAX))).unwrap();
    assert_eq!(found, Some(guest(u64::MAX, 300)));
}

#[test]
fn finished_matches_are_found_until_they_are_old() {
    let store = open(&folder("matches"));
    block_on(async {
        for (id, at) in [(1, 100), (2, 300), (3, 200)] {
            store.put_match(finished(id, at)).await.unwrap();
        }
        // Whoever does not know whether it was kept says it again.
        store
            .put_match(FinishedMatch { game: "other".to_owned(), ..finished(1, 100) })
            .await
            .unwrap();
        assert_eq!(store.finished_match(MatchId(1)).await.unwrap(), Some(finished(1, 100)));
        let link = finished(2, 300).link;
        assert_eq!(store.match_by_link(link).await.unwrap(), Some(finished(2, 300)));
        let of_guest = store.matches_of(GuestId(u64::MAX), 2).await.unwrap();
        assert_eq!(of_guest, [MatchId(2), MatchId(3)]);
        assert_eq!(store.forget_matches(UnixMillis(200)).await.unwrap(), 1);
        assert_eq!(store.finished_match(MatchId(1)).await.unwrap(), None);
        assert_eq!(store.matches_of(GuestId(1), 9).await.unwrap(), [MatchId(2), MatchId(3)]);
        let large = FinishedMatch { save: Bytes::from(vec![0; 20 << 20]), ..finished(4, 1) };
        assert_eq!(store.put_match(large).await.unwrap_err().code(), "too_large");
    });
}

#[test]
fn bans_and_settings_are_kept_and_replaced() {
    let folder = folder("bans");
    let store = open(&folder);
    block_on(async {
        let ban = Ban { key: "ip 10.0.0.1".to_owned(), until: None, why: "spam".to_owned() };
        store.put_ban(ban.clone()).await.unwrap();
        let shorter = Ban { until: Some(UnixMillis(5)), ..ban.clone() };
        store.put_ban(shorter.clone()).await.unwrap();
        store.put_ban(Ban { key: "guest 3".to_owned(), ..ban.clone() }).await.unwrap();
        assert_eq!(store.ban(&ban.key).await.unwrap(), Some(shorter));
        assert_eq!(store.bans().await.unwrap().len(), 2);
        assert!(store.lift_ban(&ban.key).await.unwrap());
        assert!(!store.lift_ban(&ban.key).await.unwrap());
        assert_eq!(store.setting("secret").await.unwrap(), None);
        store.put_setting("secret", Bytes::from_static(b"one")).await.unwrap();
        store.put_setting("secret", Bytes::from_static(b"two")).await.unwrap();
    });
    drop(store);
    let store = open(&folder);
    block_on(async {
        assert_eq!(store.setting("secret").await.unwrap(), Some(Bytes::from_static(b"two")));
        assert_eq!(store.bans().await.unwrap()[0].key, "guest 3");
    });
}
