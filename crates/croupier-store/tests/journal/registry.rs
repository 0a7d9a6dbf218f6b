//! Guests, finished matches, bans and settings: the contract, and that they survive a restart.

use bytes::Bytes;
use croupier_store::journal::{GuestId, UnixMillis};
use croupier_store::registry::{Ban, Guest, Registry as _, SecretHash};

use super::{block_on, folder, open, run};

croupier_store::registry_contract!(run);

#[test]
fn what_is_kept_is_there_after_a_restart() {
    let folder = folder("restart");
    let store = open(&folder);
    let id = GuestId(u64::MAX);
    let seen = UnixMillis(300);
    let guest = Guest { id, token: SecretHash([7; 32]), nickname: "Ann".to_owned(), seen };
    let ban = Ban { key: "guest 3".to_owned(), until: None, why: "spam".to_owned() };
    block_on(async {
        store.put_guest(guest.clone()).await.unwrap();
        store.put_ban(ban.clone()).await.unwrap();
        store.put_setting("secret", Bytes::from_static(b"two")).await.unwrap();
    });
    drop(store);
    let store = open(&folder);
    block_on(async {
        assert_eq!(store.guest(id).await.unwrap(), Some(guest));
        assert_eq!(store.bans().await.unwrap(), [ban]);
        assert_eq!(store.setting("secret").await.unwrap(), Some(Bytes::from_static(b"two")));
    });
}
