//! What the door keeps out.

use std::collections::BTreeMap;

use croupier_proto::{ByeCode, ServerMessage};
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, ask, exchange, guest, next, raw, room, socket};
use crate::{Folder, Running};

async fn farewell(first: Message, running: &Running) -> Option<ByeCode> {
    let mut socket = socket(running.addr).await;
    let _ = socket.send(first).await;
    match next(&mut socket).await {
        Some(ServerMessage::Bye(bye)) => Some(bye.code),
        None => None,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_hears_nothing_before_it_has_greeted() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    for first in ["", "garbage", "{}", "[1,2]", r#"{"say": {"n": 1, "command": "ready"}}"#] {
        assert_eq!(
            farewell(Message::text(first), &running).await,
            Some(ByeCode::BadHello),
            "{first}"
        );
    }
    let binary = Message::binary(vec![0xff; 64]);
    assert_eq!(farewell(binary, &running).await, Some(ByeCode::Malformed));
    // A message of a mebibyte is not even read.
    let large = Message::text("x".repeat(1 << 20));
    assert!(matches!(farewell(large, &running).await, Some(ByeCode::TooLarge) | None));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_and_other_names_are_refused() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let code = |body: &Value| body["error"]["code"].as_str().unwrap_or_default().to_owned();
    let (status, body) = raw(addr, "GET", "/api/games", "Host: evil.example\r\n", None).await;
    assert_eq!((status, code(&body)), (421, "wrong_host".to_owned()));
    let origin = "Origin: https://evil.example\r\n";
    let (status, body) =
        raw(addr, "POST", "/api/guests", origin, Some(json!({"nickname": "Eve"}))).await;
    assert_eq!((status, code(&body)), (403, "wrong_origin".to_owned()));
    let (status, _) = ask(addr, "GET", "/api/games", None, None).await;
    assert_eq!(status, 200);
    let (status, body) = ask(addr, "GET", "/api/nothing", None, None).await;
    assert_eq!((status, code(&body)), (404, "no_such_address".to_owned()));
    let (status, body) =
        ask(addr, "POST", "/api/guests", None, Some(json!({"nickname": ""}))).await;
    assert_eq!((status, code(&body)), (422, "bad_name".to_owned()));
    let (status, body) = ask(addr, "POST", "/api/rooms", None, Some(json!({"game": "rush"}))).await;
    assert_eq!((status, code(&body)), (401, "wrong_token".to_owned()));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_codes_are_limited_and_rooms_without_delays_are_not_for_everybody() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let ada = guest(addr, "Ada").await;
    let bench = json!({"game": "rush", "preset": "bench"});
    let (status, body) = ask(addr, "POST", "/api/rooms", Some(&ada), Some(bench)).await;
    assert_eq!((status, &body["error"]["code"]), (403, &json!("bench_not_allowed")));
    // Nobody may stack the deck.
    let stacked = json!({"game": "data-war", "set": {"p1_strategy": "custom"}});
    let (status, body) = ask(addr, "POST", "/api/rooms", Some(&ada), Some(stacked)).await;
    assert_eq!((status, &body["error"]["code"]), (403, &json!("test_option")));
    let mut statuses = vec![];
    for number in 0..30 {
        let path = format!("/api/rooms/{}", 1111 + number);
        statuses.push(ask(addr, "GET", &path, Some(&ada), None).await.0);
    }
    assert_eq!(statuses[0], 404);
    assert_eq!(statuses[29], 429, "{statuses:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delays_are_left_out_only_where_something_is_measured() {
    for allow_bench in [false, true] {
        let folder = Folder::new();
        let running = Running::start_with(&folder, |config| config.allow_bench = allow_bench).await;
        let addr = running.addr;
        let ada = guest(addr, "Ada").await;
        for (wanted, code, sentence) in [
            (json!({"settings": {"preset": "bench"}}), "bench_not_allowed", "measurements"),
            (json!({"settings": {"bot_delay_ms": 0}}), "bench_not_allowed", "bot_delay_ms"),
            (json!({"settings": {"bot_delay_ms": 49}}), "bench_not_allowed", "at least 50 "),
            (json!({"settings": {"grace_ms": 0}}), "bench_not_allowed", "grace_ms"),
            (json!({"settings": {"vote_ms": 1}}), "bench_not_allowed", "vote_ms"),
            (json!({"set": {"spin_ms": 0}}), "test_option", "spin_ms"),
            (json!({"preset": "bench"}), "bench_not_allowed", "measurements"),
        ] {
            let mut wanted = wanted;
            wanted["game"] = json!("min-or-max");
            let about = wanted.to_string();
            let (status, body) = ask(addr, "POST", "/api/rooms", Some(&ada), Some(wanted)).await;
            if allow_bench {
                assert_eq!(status, 201, "{about}: {body}");
            } else {
                assert_eq!((status, &body["error"]["code"]), (403, &json!(code)), "{about}");
                let said = body["error"]["sentence"].as_str().unwrap();
                assert!(said.contains(sentence), "{about}: {said}");
            }
        }
        // The host cannot set it later either, but can set all options for players.
        let code = room(addr, &ada, json!({"game": "min-or-max"})).await;
        let mut ada = Client::enter(addr, &ada, &code, "ada").await;
        for changes in [
            json!({"preset": "bench", "changes": {}}),
            json!({"preset": "bench", "changes": {"turn_ms": 30_000}}),
            json!({"preset": null, "changes": {"spin_ms": 0}}),
        ] {
            let answer = ada.say(json!({"set_options": changes})).await;
            let refused = answer.error.map(|why| why.code);
            let expected = (!allow_bench).then(|| "invalid_options".into());
            assert_eq!(refused, expected, "{changes}");
        }
        if !allow_bench {
            assert_eq!(ada.parts["options"]["spin_ms"], 1500);
        }
        let changes = json!({"preset": "classic", "changes": {"hand_size": 4}});
        assert_eq!(ada.say(json!({"set_options": changes})).await.error, None);
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_floods_a_room_is_cut_off_and_the_room_goes_on() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &ada, json!({"game": "rush"})).await;
    ask(addr, "POST", &format!("/api/rooms/{code}/join"), Some(&bo), Some(json!({}))).await;
    let mut ada = Client::enter(addr, &ada, &code, "ada").await;
    let mut bo = Client::enter(addr, &bo, &code, "bobo").await;
    for n in 0..400 {
        bo.send_text(json!({"say": {"n": n + 1, "command": {"act": {"action": 7}}}}).to_string())
            .await;
    }
    let bye = loop {
        match bo.read().await {
            Some(ServerMessage::Bye(bye)) => break Some(bye.code),
            Some(_) => {}
            None => break None,
        }
    };
    assert!(matches!(bye, Some(ByeCode::TooFast) | None), "{bye:?}");
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_and_every_answer_forbids_what_browsers_should_not_do_with_it() {
    let folder = Folder::new();
    let running = Running::start(&folder, 1.0).await;
    let headers = async |path: &str, sent: &str| {
        let answer = exchange(running.addr, "GET", path, sent, None).await;
        let (head, _) = answer.expect("the server answers");
        let lines = head.lines().skip(1).filter_map(|it| it.split_once(": "));
        let lines = lines.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        (head.lines().next().unwrap().to_owned(), lines.collect::<BTreeMap<_, _>>())
    };
    for (path, sent, status) in [
        ("/", "", "200"),
        ("/rooms/7K4J", "", "200"),
        ("/no-such-file.js", "", "404"),
        ("/api/games", "", "200"),
        ("/api/guests/me", "", "401"),
        ("/api/nothing", "", "404"),
        ("/api/games", "Host: evil.example\r\n", "421"),
    ] {
        let (first, headers) = headers(path, sent).await;
        assert!(first.contains(status), "{path}: {first}");
        let has = |name: &str, value: &str| {
            assert_eq!(headers.get(name).map(String::as_str), Some(value), "{path}: {headers:?}");
        };
        let policy = headers["content-security-policy"].split("; ").collect::<Vec<_>>();
        for part in ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(&part), "{path}: {policy:?}");
        }
        assert!(!policy.iter().any(|it| it.contains("unsafe")), "{path}: {policy:?}");
        has("x-frame-options", "DENY");
        has("referrer-policy", "no-referrer");
        has("x-content-type-options", "nosniff");
        if path.starts_with("/api/") {
            has("cache-control", "no-store");
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_makes_only_so_many_rooms_guests_and_requests_and_others_as_before() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        // Simulates several client addresses on one machine.
        config.trust_proxy = vec![[127, 0, 0, 1].into()];
    })
    .await;
    let token = guest(running.addr, "Ada").await;
    // For each: what is asked for, what grants it, and how much of it there is in a burst.
    for (number, (method, path, body, granted, burst)) in [
        ("POST", "/api/rooms", Some(json!({"game": "rush"})), 201, 60),
        ("POST", "/api/guests", Some(json!({"nickname": "Eve"})), 201, 50),
        ("GET", "/api/nothing", None, 404, 400),
    ]
    .into_iter()
    .enumerate()
    {
        let from = async |addr: String| {
            let headers = format!("X-Forwarded-For: {addr}\r\nAuthorization: Bearer {token}\r\n");
            raw(running.addr, method, path, &headers, body.clone()).await
        };
        let mut count = 0;
        let refused = loop {
            match from(format!("203.0.113.{number}")).await {
                (status, _) if status == granted => count += 1,
                refused => break refused,
            }
            // The allowance grows a little in the meantime.
            assert!(count < 20 * burst, "{path} has no limit");
        };
        assert!(count >= burst, "{path}: {count}");
        assert_eq!((refused.0, &refused.1["error"]["code"]), (429, &json!("too_fast")), "{path}");
        assert_eq!(from(format!("198.51.100.{number}")).await.0, granted, "{path}");
    }
    // Whoever watches over the server always gets an answer.
    let from = "X-Forwarded-For: 203.0.113.2\r\n";
    assert_eq!(raw(running.addr, "GET", "/healthz", from, None).await.0, 200);
    running.stop().await;
}
