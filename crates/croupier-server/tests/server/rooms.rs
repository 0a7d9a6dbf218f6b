//! Tables: found, joined, left and rejoined.

use croupier_proto::{ByeCode, Last, ServerMessage};
use croupier_store::journal::{Entry, Journal as _, RoomId, Snapshot};
use serde_json::{Map, Value, json};

use crate::client::{Client, ask, guest, room};
use crate::{Folder, Running};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_listed_joined_by_code_and_found_by_quick_play() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, bo, cy) =
        (guest(addr, "Ada").await, guest(addr, "Bo").await, guest(addr, "Cy").await);
    let hidden = room(addr, &ada, json!({"game": "rush"})).await;
    let open = room(addr, &ada, json!({"game": "rush", "listed": true})).await;
    let mut ada_there = Client::enter(addr, &ada, &open, "ada").await;
    let (_, list) = ask(addr, "GET", "/api/rooms?game=rush", None, None).await;
    let codes: Vec<_> = list["rooms"].as_array().unwrap().iter().map(|it| &it["code"]).collect();
    assert_eq!(codes, [&json!(open)], "{hidden} is not listed");
    // The code of a table that is not listed also shows that a seat is free.
    let path = format!("/api/rooms/{hidden}");
    let shown = ask(addr, "GET", &path, Some(&bo), None).await;
    assert_eq!((&shown.1["listed"], &shown.1["joinable"]), (&json!(false), &json!(true)));

    let (status, seat) =
        ask(addr, "POST", "/api/quick", Some(&bo), Some(json!({"game": "rush"}))).await;
    assert_eq!((status, &seat["code"]), (200, &json!(open)));
    let lower = open.to_lowercase();
    let path = format!("/api/rooms/{lower}/join");
    let (_, first) = ask(addr, "POST", &path, Some(&cy), Some(json!({"name": "Cyd"}))).await;
    let (status, again) = ask(addr, "POST", &path, Some(&cy), Some(json!({"name": "Cyd"}))).await;
    assert_eq!((status, &again), (200, &first), "who sits already is told the same");
    while ada_there.parts["players"].as_array().unwrap().len() < 3 {
        ada_there.read().await;
    }
    let names: Vec<_> =
        ada_there.parts["players"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Ada", "Bo", "Cyd"]);
    // Once another command is answered, the directory entry has been written.
    for command in [json!({"lock": {"locked": true}}), json!("undo")] {
        ada_there.say(command).await;
    }
    let shown = ask(addr, "GET", &format!("/api/rooms/{open}"), Some(&bo), None).await;
    assert_eq!(shown.1["joinable"], json!(false), "the door is locked");
    let (_, mine) = ask(addr, "GET", "/api/me/rooms", Some(&ada), None).await;
    assert_eq!(mine["rooms"].as_array().unwrap().len(), 2);
    let (status, body) = ask(addr, "GET", "/api/rooms/9999", Some(&ada), None).await;
    assert_eq!((status, &body["error"]["code"]), (404, &json!("room_missing")));
    running.stop().await;
}

/// The browser asks about a table right after it was created, and the disk may be slow.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_table_is_there_at_once() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let ada = guest(running.addr, "Ada").await;
    for _ in 0..40 {
        let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true});
        let code = room(running.addr, &ada, wanted).await;
        let path = format!("/api/rooms/{code}");
        let (status, shown) = ask(running.addr, "GET", &path, Some(&ada), None).await;
        assert_eq!((status, &shown["mine"]), (200, &json!(true)), "{shown}");
        assert_eq!((&shown["phase"], &shown["host"]), (&json!("playing"), &json!("Ada")));
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_in_time_is_sent_what_is_missing_and_nothing_else() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (token, other) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &token, json!({"game": "rush"})).await;
    let path = format!("/api/rooms/{code}/join");
    ask(addr, "POST", &path, Some(&other), Some(json!({}))).await;
    let mut bo = Client::enter(addr, &other, &code, "bobo").await;
    let mut ada = Client::enter(addr, &token, &code, "ada").await;
    assert_eq!(ada.say(json!("ready")).await.error, None);
    let entry = ada.entries.last().unwrap()["number"].as_u64().unwrap() + 1;
    let last = Last { life: ada.welcome.life.clone(), v: ada.v.unwrap(), entry };
    drop(ada);
    while bo.parts["players"][0]["status"] != "reconnecting" {
        bo.read().await;
    }
    assert_eq!(bo.say(json!("ready")).await.error, None);
    let back = Client::enter_again(addr, &token, &code, "ada", Some(last.clone())).await.unwrap();
    let is_new = |it: &Value| it["number"].as_u64().unwrap() >= entry;
    assert!(back.entries.iter().all(is_new), "{:?}", back.entries);
    let is_ready = |it: &Value| it["event"]["room"]["player_ready"]["name"] == "Bo";
    assert!(back.entries.iter().any(is_ready), "{:?}", back.entries);
    assert!(!back.parts.contains_key("settings"), "what has not changed is not sent again");
    // With the id of another life everything is sent.
    let last = Last { life: "another".to_owned(), ..last };
    let fresh = Client::enter_again(addr, &token, &code, "ada", Some(last)).await.unwrap();
    assert!(fresh.parts.contains_key("settings") && fresh.parts.contains_key("view"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_losing_the_last_socket_of_a_seat_counts() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &ada, json!({"game": "rush"})).await;
    let path = format!("/api/rooms/{code}/join");
    ask(addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    let one = Client::enter(addr, &bo, &code, "tab-1").await;
    let two = Client::enter(addr, &bo, &code, "tab-2").await;
    let status = |ada: &Client| ada.parts["players"][1]["status"].clone();
    drop(one);
    assert_eq!(ada.say(json!("ready")).await.error, None);
    assert_eq!(status(&ada), "connected");
    drop(two);
    while status(&ada) != "reconnecting" {
        ada.read().await;
    }
    running.stop().await;
}

/// Nothing else happens at a table that waits for somebody, so nothing else would show it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mm_67d_the_others_are_shown_when_they_can_vote() {
    let folder = Folder::new();
    let running = Running::start(&folder, 600.0).await; // A minute takes a tenth of a second.
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &ada, json!({"game": "min-or-max", "watch": "link"})).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    let mut bo = Client::enter(addr, &bo, &code, "bo").await;
    assert_eq!(bo.say(json!({"join": {"name": "Bo"}})).await.error, None);
    assert_eq!(ada.say(json!("ready")).await.error, None);
    let may_vote = |parts: &Map<String, Value>| {
        let open = parts["commands"].as_array().unwrap().iter();
        open.filter(|it| it["name"] == "vote_remove").count() == 1
    };
    while !may_vote(&ada.parts) {
        ada.read().await.expect("the table is open");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_wants_nobody_to_watch_shows_itself_to_nobody() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, eve) = (guest(addr, "Ada").await, guest(addr, "Eve").await);
    let code = room(addr, &ada, json!({"game": "rush"})).await;
    let refused = Client::enter_again(addr, &eve, &code, "eve-", None).await.err().unwrap();
    assert_eq!(refused.code, ByeCode::NoWatchers);
    let wrong = "x".repeat(43);
    let refused = Client::enter_again(addr, &wrong, &code, "eve-", None).await.err().unwrap();
    assert_eq!(refused.code, ByeCode::WrongToken);
    let refused = Client::enter_again(addr, &ada, "8888", "ada-", None).await.err().unwrap();
    assert_eq!(refused.code, ByeCode::RoomMissing);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_and_a_hint_change_nothing() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| config.allow_bench = true).await;
    let addr = running.addr;
    let ada = guest(addr, "Ada").await;
    let wanted = json!({
        "game": "innovation", "bots": ["random"], "start": true,
        "settings": {"hints": true, "bot_delay_ms": 0},
    });
    let code = room(addr, &ada, wanted).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    while ada.parts["prompt"].is_null() {
        ada.read().await;
    }
    let action = ada.parts["prompt"]["choices"][0]["action"].clone();
    let (view, v) = (ada.parts["view"].clone(), ada.v);
    ada.send_text(json!({"ask": {"n": 101, "dry_run": {"action": action}}}).to_string()).await;
    let Some(croupier_proto::ServerMessage::Answer(told)) = ada.read().await else { panic!() };
    assert_eq!((told.n, &told.ok.unwrap()["action"]), (101, &action));
    ada.send_text(json!({"ask": {"n": 102, "hint": {}}}).to_string()).await;
    let Some(croupier_proto::ServerMessage::Answer(told)) = ada.read().await else { panic!() };
    assert!(told.ok.unwrap()["label"].is_array());
    assert_eq!((&ada.parts["view"], ada.v), (&view, v));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_as_somebody_else_is_sent_everything() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, bo, cy) =
        (guest(addr, "Ada").await, guest(addr, "Bo").await, guest(addr, "Cy").await);
    let wanted = json!({"game": "rush", "watch": "link", "settings": {"grace_ms": 1000}});
    let code = room(addr, &ada, wanted).await;
    ask(addr, "POST", &format!("/api/rooms/{code}/join"), Some(&bo), Some(json!({}))).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    let mut seated = Client::enter(addr, &bo, &code, "bobo").await;
    for word in ["ready", "unready", "ready", "unready"] {
        assert_eq!(seated.say(json!(word)).await.error, None);
    }
    let mut watcher = Client::enter(addr, &cy, &code, "cycy").await;
    let last = Last { life: seated.welcome.life.clone(), v: seated.v.unwrap(), entry: 0 };
    drop(seated);
    while watcher.parts["players"].as_array().unwrap().len() == 2 {
        watcher.read().await;
    }
    // The watchers are sent as many pushes as Bo.
    for word in ["ready", "unready"].into_iter().cycle().take(20) {
        if watcher.v == Some(last.v) {
            break;
        }
        assert_eq!(ada.say(json!(word)).await.error, None);
        watcher.read().await;
    }
    let back = Client::enter_again(addr, &bo, &code, "bobo", Some(last)).await.unwrap();
    assert_eq!(back.welcome.you, None, "the seat is gone");
    assert!(back.parts.contains_key("settings") && back.parts.contains_key("view"));
    assert!(!back.entries.is_empty());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_deals_from_a_number_opens_new_rooms_after_a_restart() {
    let folder = Folder::new();
    let start = || Running::start_with(&folder, |config| config.seed = Some(7));
    let wanted = || json!({"game": "rush", "bots": ["random"]});
    let running = start().await;
    let ada = guest(running.addr, "Ada").await;
    let mut codes = vec![];
    for _ in 0..3 {
        codes.push(room(running.addr, &ada, wanted()).await);
    }
    running.stop().await;
    let running = start().await;
    for _ in 0..6 {
        codes.push(room(running.addr, &ada, wanted()).await);
    }
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), 9, "no room takes the place of another: {codes:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_free_seat_is_found_behind_any_number_of_tables_that_may_only_be_watched() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    // Ids are drawn at random, so these come first.
    let created = (1..=600).map(async |number| {
        let mut entry = Entry::new(RoomId::new(number), "rush");
        let details = json!({
            "phase": "playing", "host": "Mal", "listed": true, "joinable": false, "watch": "anyone",
        });
        (entry.code, entry.listed) = (Some(format!("CODE{number}")), true);
        (entry.people, entry.seats, entry.details) = (2, 2, details.to_string());
        let plan = Snapshot { versions: "1".to_owned(), bytes: "plan".into() };
        let opened = running.store.create(entry, plan).await.expect("it is stored");
        running.store.release(opened.held).await;
    });
    futures_util::future::join_all(created).await;
    let ada = guest(running.addr, "Ada").await;
    let code = room(running.addr, &ada, json!({"game": "rush", "listed": true})).await;
    let (_, list) = ask(running.addr, "GET", "/api/rooms?game=rush", None, None).await;
    let tables = list["rooms"].as_array().expect("a list");
    assert_eq!((tables.len(), &tables[0]["code"]), (100, &json!(code)));
    let bo = guest(running.addr, "Bo").await;
    let wanted = Some(json!({"game": "rush"}));
    let (status, seat) = ask(running.addr, "POST", "/api/quick", Some(&bo), wanted).await;
    assert_eq!((status, &seat["code"]), (200, &json!(code)));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_given_two_hints_at_once() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let ada = guest(running.addr, "Ada").await;
    let wanted = json!({
        "game": "innovation", "bots": ["random"], "start": true, "settings": {"hints": true},
    });
    let code = room(running.addr, &ada, wanted).await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    while ada.parts["prompt"].is_null() {
        ada.read().await.expect("a question comes");
    }
    let numbers = 100..120;
    for n in numbers.clone() {
        ada.send_text(json!({"ask": {"n": n, "hint": {}}}).to_string()).await;
    }
    let (mut hints, mut busy) = (0, 0);
    while hints + busy < numbers.len() {
        let Some(ServerMessage::Answer(answer)) = ada.read().await else { continue };
        match answer.error {
            None => hints += 1,
            Some(why) if why.code == "busy" => busy += 1,
            Some(why) => panic!("{why:?}"),
        }
    }
    assert!(hints > 0 && busy > 0, "{hints} hints, and {busy} times busy");
    running.stop().await;
}
