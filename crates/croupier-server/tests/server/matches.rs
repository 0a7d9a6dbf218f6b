//! Whole matches over sockets.

use croupier_kit::save::{FairDeal, Save};
use croupier_proto::ServerMessage;
use serde_json::{Value, json};

use crate::client::{Client, ask, guest, room};
use crate::{Folder, Running};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_against_a_bot_is_played_to_its_end_and_can_be_watched_again() {
    let folder = Folder::new();
    let running = Running::start(&folder, 50.0).await;
    let ada = guest(running.addr, "Ada").await;
    let wanted = json!({"game": "min-or-max", "bots": ["random"]});
    let code = room(running.addr, &ada, wanted).await;
    let mut client = Client::enter(running.addr, &ada, &code, "ada").await;
    let promised = client.parts["deal"]["commitment"].clone();
    client.say_with_chance(json!("ready"), "ada's own").await;
    assert_eq!(client.say(json!("start_game")).await.error, None);
    assert_eq!(client.parts["deal"]["playing"], json!({"match": 1, "commitment": promised}));
    assert_eq!(client.parts["deal"]["opened"], Value::Null, "the secret stays one while they play");
    client.play_to_the_end().await;
    while client.parts["replay"].is_null() {
        client.read().await;
    }
    assert!(!client.parts["table"]["result"].is_null());

    let link = client.parts["replay"]["link"].as_str().unwrap();
    let path = format!("/api/replays/{link}?from=0&count=200&seat=0");
    let (status, page) = ask(running.addr, "GET", &path, None, None).await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["names"].as_array().unwrap().len(), 2);
    assert_eq!(
        page["frames"].as_array().unwrap().len().min(200),
        page["total"].as_u64().unwrap().min(200) as usize
    );
    assert_eq!(page["outcome"], client.parts["table"]["result"]);
    assert_eq!(page["frames"][0].get("board"), None, "the match as text is sent to those who ask");
    let path = format!("/api/replays/{link}?from=0&count=1&seat=0&board=true");
    let (_, in_words) = ask(running.addr, "GET", &path, None, None).await;
    let sections = in_words["frames"][0]["board"]["sections"].as_array().unwrap();
    assert!(!sections.is_empty(), "{in_words}");
    assert_eq!(in_words["frames"][0]["view"], page["frames"][0]["view"]);

    // The deal is the one that was committed to, with Ada's contribution.
    let deal: FairDeal = serde_json::from_value(page["deal"].clone()).unwrap();
    assert_eq!(deal.contributions[0].chance, "ada's own");
    assert_eq!(json!(deal.commitment), promised);
    assert_eq!(client.parts["deal"]["opened"], page["deal"]);
    running.stop().await;

    let store = folder.store();
    let number =
        u128::from_str_radix(client.parts["replay"]["match"].as_str().unwrap(), 16).unwrap();
    let id = croupier_store::registry::MatchId(number);
    let kept =
        croupier_store::registry::Registry::finished_match(&store, id).await.unwrap().unwrap();
    let save = Save::read(&kept.save).unwrap();
    assert_eq!(deal.check(save.seed), Ok(()));
    store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_adds_to_a_deal_before_its_commitment_was_shown() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let ada = guest(running.addr, "Ada").await;
    // The secret is drawn with the room, before contributions can be known.
    for start in [false, true] {
        let wanted =
            json!({"game": "rush", "bots": ["random"], "start": start, "chance": "ada's own"});
        let (status, body) =
            ask(running.addr, "POST", "/api/rooms", Some(&ada), Some(wanted)).await;
        assert_eq!((status, &body["error"]["code"]), (400, &json!("malformed")));
        assert!(body["error"]["sentence"].as_str().unwrap().contains("`chance`"), "{body}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_persons_play_rush_and_neither_hears_of_the_others_hand() {
    let folder = Folder::new();
    let running = Running::start(&folder, 50.0).await;
    let (ada, bo) = (guest(running.addr, "Ada").await, guest(running.addr, "Bo").await);
    let code = room(running.addr, &ada, json!({"game": "rush", "watch": "link"})).await;
    let path = format!("/api/rooms/{code}/join");
    let (status, body) = ask(running.addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    assert_eq!(status, 200, "{body}");
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let mut bo = Client::enter(running.addr, &bo, &code, "bobo").await;
    let eve = guest(running.addr, "Eve").await;
    let mut eve = Client::enter(running.addr, &eve, &code, "eve-").await;
    assert_eq!(eve.welcome.you, None);
    for client in [&mut ada, &mut bo] {
        assert_eq!(client.say(json!("ready")).await.error, None);
    }
    assert_eq!(ada.say(json!("start_game")).await.error, None);
    tokio::join!(ada.play_to_the_end(), bo.play_to_the_end());
    // A watcher is never asked for anything, and sees no hand before the end.
    while !matches!(eve.phase(), "results" | "voting") {
        eve.read().await;
        assert!(eve.parts["prompt"].is_null(), "{}", eve.parts["prompt"]);
    }
    let numbers: Vec<u64> = eve.entries.iter().map(|it| it["number"].as_u64().unwrap()).collect();
    let first = numbers[0];
    assert!(numbers.iter().zip(first..).all(|(number, wanted)| *number == wanted), "{numbers:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_on_after_the_server_was_stopped() {
    let folder = Folder::new();
    let running = Running::start(&folder, 20.0).await;
    let token = guest(running.addr, "Ada").await;
    let wanted = json!({"game": "innovation", "bots": ["random"], "start": true});
    let code = room(running.addr, &token, wanted).await;
    let mut ada = Client::enter(running.addr, &token, &code, "ada").await;
    for chance in 0..6 {
        while ada.some_answer(chance).is_none() {
            ada.read().await;
        }
        let command = ada.some_answer(chance).unwrap();
        assert_eq!(ada.say(command).await.error, None);
    }
    while ada.some_answer(0).is_none() {
        ada.read().await;
    }
    let (view, n) = (ada.parts["view"].clone(), ada.next - 1);
    running.stop().await;
    // The last message is a goodbye that says when to come back.
    let bye = loop {
        match ada.read().await {
            Some(ServerMessage::Bye(bye)) => break bye,
            Some(_) => {}
            None => panic!("no farewell"),
        }
    };
    assert!(bye.retry_ms.is_some());

    let running = Running::start(&folder, 20.0).await;
    let mut ada = Client::enter(running.addr, &token, &code, "ada").await;
    assert_eq!(ada.welcome.n, n, "the server knows what it has answered");
    assert_eq!(ada.parts["view"], view, "time stood still");
    let again = ada.say_as(n, json!("leave")).await;
    assert_eq!(again.error, None, "a repeated number gets its first answer");
    assert_eq!(ada.phase(), "playing", "and does nothing");
    ada.play_to_the_end().await;
    running.stop().await;
}
