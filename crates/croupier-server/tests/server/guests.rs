//! What is kept of guests: never their tokens, and when they were last here.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use croupier_store::journal::UnixMillis;
use croupier_store::registry::{Guest, Registry as _};
use croupier_store::testing::{Fault, Operation};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::client::{Client, ask, guest, room};
use crate::faults::until;
use crate::{Folder, Running};

fn ago(hours: u64) -> UnixMillis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock");
    let then = since.saturating_sub(Duration::from_hours(hours));
    UnixMillis(u64::try_from(then.as_millis()).expect("our time"))
}

/// The only guest with this nickname.
async fn stored(store: &impl croupier_server::Store, nickname: &str) -> Guest {
    let guests = store.guests().await.expect("it reads").into_iter();
    let mut named = guests.filter(|it| it.nickname == nickname);
    let guest = named.next().expect("it is there");
    assert_eq!(named.next(), None);
    guest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_greets_or_asks_without_a_seat_is_not_forgotten() {
    let folder = Folder::new();
    let running = Running::faulty(&folder, |_| {}).await;
    let (addr, store) = (running.addr, running.store.clone());
    let host = guest(addr, "Host").await;
    let code = room(addr, &host, json!({"game": "rush", "watch": "link"})).await;
    let names = ["Asks", "Greets", "Absent", "Today"];
    let mut tokens = vec![];
    for name in names {
        tokens.push(guest(addr, name).await);
    }
    let last_year = ago(400 * 24);
    for name in names {
        let seen = if name == "Today" { ago(23) } else { last_year };
        store.put_guest(Guest { seen, ..stored(&store, name).await }).await.expect("it is stored");
    }
    let today = stored(&store, "Today").await;

    // A full disk keeps nobody out.
    store.choose(|it| (it == Operation::Registry).then_some(Fault::Full));
    assert_eq!(ask(addr, "GET", "/api/guests/me", Some(&tokens[0]), None).await.0, 200);
    store.heal();
    until("it can write again", async || ask(addr, "GET", "/readyz", None, None).await.0 == 200)
        .await;
    assert_eq!(stored(&store, "Asks").await.seen, last_year);

    for token in [&tokens[0], &tokens[3]] {
        assert_eq!(ask(addr, "GET", "/api/me/rooms", Some(token), None).await.0, 200);
    }
    let watcher = Client::enter(addr, &tokens[1], &code, "eyes").await;
    assert_eq!(watcher.welcome.you, None);
    assert_eq!(stored(&store, "Today").await, today, "one write a day is enough");
    assert_eq!(store.forget_guests(ago(2)).await.expect("it is stored"), 2);
    let kept = store.guests().await.expect("it reads");
    let mut kept: Vec<_> = kept.iter().map(|it| it.nickname.as_str()).collect();
    kept.sort_unstable();
    // For the guest who was here today, an earlier visit is noted.
    assert_eq!(kept, ["Asks", "Greets", "Host"]);
    // They are still who they were, and called as before.
    for (token, name) in tokens.iter().zip(["Asks", "Greets"]) {
        let me = ask(addr, "GET", "/api/guests/me", Some(token), None).await;
        assert_eq!(me, (200, json!({"nickname": name})));
    }
    running.stop().await;
}

/// Everything in a folder, one file after the other.
fn bytes_in(folder: &Path) -> Vec<u8> {
    let mut all = vec![];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(bytes_in(&path));
        } else if path.is_file() {
            all.extend(fs::read(path).expect("a file"));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_stored_nowhere_only_its_hash_is() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let token = guest(running.addr, "Ada Lovelace").await;
    let code = room(running.addr, &token, json!({"game": "rush"})).await;
    let mut ada = Client::enter(running.addr, &token, &code, "ada").await;
    assert_eq!(ada.say(json!("ready")).await.error, None);
    let secret = BASE64_URL_SAFE_NO_PAD.decode(&token).expect("32 bytes");
    let hash = Sha256::digest(token.as_bytes());
    let check = |when: &str| {
        let all = bytes_in(&folder.0);
        let has = |bytes: &[u8]| all.windows(bytes.len()).any(|it| it == bytes);
        assert!(has(b"Ada Lovelace") && has(&hash), "{when}: this is where guests are");
        assert!(!has(token.as_bytes()) && !has(&secret), "{when}: the token is stored");
    };
    check("while it serves");
    drop(ada);
    running.stop().await;
    check("after it has stopped");
}
