//! Hostile clients: each is refused or disconnected with its code, other tables play on, and memory
//! stays bounded.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use croupier_proto::{ByeCode, ClientMessage, Hello, Say, ServerMessage};
use croupier_store::journal::Journal as _;
use croupier_store::testing::Stored;
#[cfg(unix)]
use croupier_store::testing::process::memory_of;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::{Chance, Client, ask, guest, next, raw, room, upgrade};
use crate::faults::patient;
use crate::player::{Heard, Player};
use crate::{Folder, Running};

async fn start(folder: &Folder) -> Running {
    Running::start_with(folder, |config| {
        config.time_scale = 50.0;
        config.reading_limit = Duration::from_millis(400);
        // Simulates several client addresses on one machine.
        config.trust_proxy = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await
}

/// More memory than any attack may cost, with what other tests of this program take meanwhile.
const MEMORY: u64 = 512 << 20;

/// There the system does not say.
#[cfg(not(unix))]
fn memory_of(_: u32) -> u64 {
    0
}

/// How often the memory is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// For how long answers are timed before an attack. Some attackers wait meanwhile, and must not be
/// cut off yet.
const QUIET: Duration = Duration::from_millis(300);

/// By how much longer than twice the usual time an answer may take meanwhile: this machine also
/// runs the other tests and the attackers.
const NOISE: Duration = Duration::from_secs(1);

/// How long all but one in a hundred answers took at most.
fn p99(mut waits: Vec<Duration>) -> Duration {
    waits.sort_unstable();
    waits.get(waits.len() * 99 / 100).copied().unwrap_or_default()
}

/// Someone plays a whole match at another table and notices nothing, a third table is answered
/// about as fast as before, and memory stays bounded. Reports the figures.
#[allow(clippy::print_stdout, reason = "figures for whoever asks")]
async fn undisturbed(running: &Running, attack: impl Future<Output = ()>) {
    let token = guest(running.addr, "Zoe").await;
    let lobby = room(running.addr, &token, json!({"game": "rush", "settings": patient()})).await;
    let mut amy = Player::enter(running.addr, &token, &lobby, "amy-").await;
    let is_over = Cell::new(false);
    let quiet = async {
        tokio::time::sleep(QUIET).await;
        is_over.set(true);
    };
    tokio::join!(amy.dither(&is_over), quiet);
    let usual = p99(std::mem::take(&mut amy.waits));
    is_over.set(false);
    let wanted = json!({
        "game": "min-or-max", "bots": ["random", "random"], "start": true, "settings": patient(),
    });
    let code = room(running.addr, &token, wanted).await;
    let mut zoe = Player::enter(running.addr, &token, &code, "zoe").await;
    let memory = || memory_of(std::process::id());
    let (before, mut most) = (memory(), 0);
    {
        let attack = async {
            attack.await;
            is_over.set(true);
        };
        let all = async { tokio::join!(zoe.play(11), attack, amy.dither(&is_over)) };
        let mut all = std::pin::pin!(all);
        loop {
            most = most.max(memory());
            tokio::select! { _ = &mut all => break, () = tokio::time::sleep(LOOK) => {} }
        }
    }
    for player in [&zoe, &amy] {
        assert_eq!((player.connections, player.not_stored), (1, 0));
    }
    let (count, grown) = (amy.waits.len(), most.saturating_sub(before));
    let slow = p99(amy.waits);
    let kib = grown >> 10;
    println!(
        "{count} commands meanwhile, p99 {slow:?}, before {usual:?}; {kib} KiB of memory more"
    );
    assert!(slow <= 2 * usual + NOISE, "{slow:?} while attacked, and {usual:?} before");
    assert!(grown < MEMORY, "{grown} bytes more than before");
    zoe.sees_what_is().await;
}

/// A table of two, which others may watch.
async fn table(running: &Running, game: &str) -> (String, String, String) {
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &ada, json!({"game": game, "watch": "link"})).await;
    let path = format!("/api/rooms/{code}/join");
    ask(addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    (code, ada, bo)
}

/// The last message of the server.
async fn farewell(client: &mut Client) -> Option<ByeCode> {
    let mut bye = None;
    while let Some(message) = client.read().await {
        if let ServerMessage::Bye(it) = message {
            bye = Some(it.code);
        }
    }
    bye
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sends_garbage_is_cut_off() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, ada, bo) = table(&running, "rush").await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let hello = json!({"hello": {"token": bo, "client": "client-bobo", "room": code}}).to_string();
    let large = json!({"say": {"n": 1, "command": "x".repeat(1 << 20)}}).to_string();
    let attack = async {
        for (sent, expected) in [
            (Message::text("garbage"), ByeCode::Malformed),
            (Message::text("{\"say\":{}}"), ByeCode::Malformed),
            (Message::text("[".repeat(60_000)), ByeCode::Malformed),
            (Message::text(hello), ByeCode::Malformed),
            (Message::binary(vec![0; 1000]), ByeCode::Malformed),
            (Message::text(large), ByeCode::TooLarge),
        ] {
            let mut client = Client::enter(running.addr, &bo, &code, "bobo").await;
            let about = sent.to_string().chars().take(30).collect::<String>();
            client.send_raw(sent).await;
            let code = farewell(&mut client).await;
            // If unread data is left when the connection is closed, the goodbye may be lost.
            let is_lost = expected == ByeCode::TooLarge && code.is_none();
            assert!(code == Some(expected) || is_lost, "{about}: {code:?}");
        }
    };
    undisturbed(&running, attack).await;
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_refused_is_neither_echoed_nor_remembered_at_length() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| config.allow_bench = true).await;
    let (code, ada, bo) = table(&running, "rush").await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let mut bo = Client::enter(running.addr, &bo, &code, "bobo").await;
    let long = "ä".repeat(30_000);
    for _ in 0..4 {
        for command in [
            json!({long.as_str(): 1}),
            json!({"act": {"action": {long.as_str(): 1}}}),
            json!({"add_bot": {"level": long}}),
            json!({"set_options": {"changes": {long.as_str(): 1}}}),
            json!({"set_options": {"preset": long}}),
        ] {
            for client in [&mut ada, &mut bo] {
                let why = client.say(command.clone()).await.error.expect("it is refused");
                let bytes = serde_json::to_string(&why).unwrap().len();
                assert!(bytes < 1_000, "{bytes} bytes for {}", why.code);
            }
        }
        let question = json!({"ask": {"n": ada.next, "dry_run": {"action": long}}});
        ada.next += 1;
        ada.send_text(question.to_string()).await;
        let Some(ServerMessage::Answer(answer)) = ada.read().await else { panic!() };
        assert!(answer.error.expect("it is refused").sentence.len() < 1_000);
    }
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
    let store = folder.store();
    let id = store.find(&code).await.unwrap().unwrap().entry.room;
    let bytes = store.open(id).await.unwrap().snapshot.bytes.len();
    assert!(bytes < 50_000, "{bytes} bytes are stored");
    store.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_refused_is_not_stored_even_with_a_chance() {
    let folder = Folder::new();
    let running = Running::faulty(&folder, |config| config.allow_bench = true).await;
    let addr = running.addr;
    let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
    let code = room(addr, &ada, json!({"game": "rush"})).await;
    let path = format!("/api/rooms/{code}/join");
    ask(addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    let mut bo = Client::enter(addr, &bo, &code, "bobo").await;
    assert_eq!(bo.say(json!("ready")).await.error, None);
    let stored = Arc::new(Mutex::new(vec![]));
    let records = Arc::clone(&stored);
    running.store.watch(move |it| {
        if let Stored::Records(_, all) = it {
            records.lock().unwrap().extend_from_slice(all);
        }
    });
    let long = "x".repeat(60_000);
    for (command, expected) in [
        (json!("ready"), "already_ready"),
        (json!("vote_rematch"), "wrong_phase"),
        (json!("play_again"), "wrong_phase"),
        (json!("unready"), "malformed"),
        (json!("pause"), "malformed"),
        (json!({"react": {"type": "emoji", "value": long}}), "malformed"),
        (json!({"act": {"action": {long.as_str(): 1}}}), "malformed"),
        (json!({long.as_str(): 1}), "malformed"),
    ] {
        let mut say = Say::new(bo.next, command);
        say.chance = Some(format!("chance {}", say.n));
        bo.next += 1;
        let why = bo.answer_to(say).await.error.expect("it is refused");
        assert_eq!(why.code, expected);
    }
    assert_eq!(*stored.lock().unwrap(), Vec::<Bytes>::new());
    assert_eq!(bo.say(json!("unready")).await.error, None);
    bo.say_with_chance(json!("ready"), "bo's own").await;
    assert_eq!(stored.lock().unwrap().len(), 2);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_pings_or_fragments_is_cut_off_like_one_of_messages() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, ada, bo) = table(&running, "rush").await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let fragment = |first: bool| {
        let opcode = if first { OpCode::Data(Data::Text) } else { OpCode::Data(Data::Continue) };
        Message::Frame(Frame::message("", opcode, false))
    };
    let floods: [&dyn Fn(bool) -> Message; 3] =
        [&|_| Message::Ping("x".into()), &|_| Message::Pong("x".into()), &fragment];
    let attack = async {
        for (number, flood) in floods.into_iter().enumerate() {
            // Before the greeting, and after it.
            let mut stranger = forwarded(&running, "203.0.113.12").await.expect("it opens");
            for count in 0..300 {
                let _ = stranger.send(flood(count == 0)).await;
            }
            let bye = next(&mut stranger).await;
            assert!(
                matches!(&bye, Some(ServerMessage::Bye(bye)) if bye.code == ByeCode::TooFast),
                "{number}: {bye:?}"
            );
            let mut client = Client::enter(running.addr, &bo, &code, "bobo").await;
            for count in 0..300 {
                client.send_raw(flood(count == 0)).await;
            }
            assert_eq!(farewell(&mut client).await, Some(ByeCode::TooFast), "{number}");
            // The address as a whole has been counted, too.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    };
    undisturbed(&running, attack).await;
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replays_have_a_limit_of_their_own() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let ada = guest(running.addr, "Ada").await;
    let wanted = json!({
        "game": "min-or-max", "bots": ["random"], "start": true, "settings": patient(),
    });
    let code = room(running.addr, &ada, wanted).await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    ada.play_to_the_end().await;
    while ada.parts["replay"].is_null() {
        ada.read().await;
    }
    let path = format!("/api/replays/{}", ada.parts["replay"]["link"].as_str().unwrap());
    let status = async |from: &str| {
        let header = format!("X-Forwarded-For: {from}\r\n");
        raw(running.addr, "GET", &path, &header, None).await.0
    };
    let mut statuses = vec![];
    for _ in 0..120 {
        statuses.push(status("203.0.113.20").await);
    }
    let shown = statuses.iter().take_while(|it| **it == 200).count();
    assert!((60..110).contains(&shown), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(status("203.0.113.21").await, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_acts_for_somebody_else() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, ada_token, bo) = table(&running, "min-or-max").await;
    let eve = guest(running.addr, "Eve").await;
    let mut ada = Client::enter(running.addr, &ada_token, &code, "ada").await;
    let mut bo = Client::enter(running.addr, &bo, &code, "bobo").await;
    for client in [&mut ada, &mut bo] {
        assert_eq!(client.say(json!("ready")).await.error, None);
    }
    let mut eve = Client::enter(running.addr, &eve, &code, "eve-").await;
    assert_eq!(ada.say(json!("start_game")).await.error, None);
    let is_asked = |it: &Client| it.parts.get("prompt").is_some_and(|it| !it.is_null());
    while !is_asked(&ada) && !is_asked(&bo) {
        tokio::select! { _ = ada.read() => {}, _ = bo.read() => {} }
    }
    let (asked, other) = if is_asked(&ada) { (&mut ada, &mut bo) } else { (&mut bo, &mut ada) };
    let command = asked.some_answer(0).unwrap();
    let you = asked.welcome.you.unwrap();
    let (prompt, view) = (asked.parts["prompt"].clone(), asked.parts["view"].clone());
    // A player who is not asked cannot answer, whoever they claim to be.
    let mut claimed = command.clone();
    claimed["act"]["player"] = json!(you);
    claimed["player"] = json!(you);
    for forged in [
        command.clone(),
        claimed,
        json!({"person": {"id": you, "command": command}}),
        json!({"kick": {"player": 1}}),
        json!({"bot": {"seat": 0, "prompt": prompt["id"], "action": command["act"]["action"]}}),
        json!("wake"),
        json!({"seed": "00"}),
        json!({"lost": {"id": you}}),
    ] {
        for client in [&mut *other, &mut eve] {
            let answer = client.say(forged.clone()).await;
            assert!(answer.error.is_some(), "{forged} was accepted");
        }
    }
    let unseated = eve.say(json!("start_game")).await.error.unwrap();
    assert_eq!(unseated.code, "not_seated");
    eve.send_text(json!({"ask": {"n": 900, "hint": {}}}).to_string()).await;
    eve.send_text(json!({"ask": {"n": 901, "dry_run": {"action": null}}}).to_string()).await;
    for _ in 0..2 {
        let Some(ServerMessage::Answer(answer)) = eve.read().await else { panic!() };
        assert_eq!(answer.error.unwrap().code, "not_seated");
    }
    // A client that uses another's id is still its own guest.
    let mut thief =
        Client::enter(running.addr, &guest(running.addr, "Tim").await, &code, "ada").await;
    let answer = thief.say(command.clone()).await;
    assert!(answer.error.is_some(), "{answer:?}");
    assert_eq!((&asked.parts["prompt"], &asked.parts["view"]), (&prompt, &view));
    assert_eq!(asked.say(command).await.error, None);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_wrong_tokens_codes_and_sockets_end_at_the_door() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, ada, _) = table(&running, "rush").await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let v = ada.v;
    let attack = async {
        let from = "X-Forwarded-For: 203.0.113.9\r\n";
        let token = guest(running.addr, "Eve").await;
        let headers = format!("{from}Authorization: Bearer {token}\r\n");
        let mut statuses = vec![];
        for number in 0..60 {
            let path = format!("/api/rooms/{}/join", 1111 + number);
            statuses.push(raw(running.addr, "POST", &path, &headers, Some(json!({}))).await.0);
        }
        let missing = statuses.iter().take_while(|it| **it == 404).count();
        assert!((20..25).contains(&missing), "{statuses:?}");
        assert!(statuses[missing..].iter().all(|it| matches!(it, 404 | 429)), "{statuses:?}");
        // The same with sockets, from another address.
        let mut codes = vec![];
        for _ in 0..30 {
            let mut socket = forwarded(&running, "203.0.113.10").await.expect("it opens");
            let hello = Hello {
                token: "x".repeat(43),
                client: "client-eve".parse().unwrap(),
                room: code.clone(),
                last: None,
                board: false,
            };
            let text = serde_json::to_string(&ClientMessage::Hello(hello)).unwrap();
            socket.send(Message::text(text)).await.unwrap();
            let Some(ServerMessage::Bye(bye)) = next(&mut socket).await else { panic!() };
            codes.push(bye.code);
        }
        let wrong = codes.iter().take_while(|it| **it == ByeCode::WrongToken).count();
        assert!((20..25).contains(&wrong), "{codes:?}");
        assert!(codes.contains(&ByeCode::TooFast), "{codes:?}");
        // Sockets that send nothing.
        let mut silent = vec![];
        for _ in 0..260 {
            silent.extend(forwarded(&running, "203.0.113.11").await);
        }
        assert!((200..260).contains(&silent.len()), "{}", silent.len());
    };
    undisturbed(&running, attack).await;
    assert_eq!(ada.v, v, "nobody at the table has noticed");
    assert_eq!(ada.say(json!("ready")).await.error, None);
    running.stop().await;
}

/// Many sockets of one guest, from one address.
async fn from_address(
    running: &Running,
    addr: &str,
    hello: &Value,
    count: usize,
) -> Vec<WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>> {
    let mut sockets = vec![];
    for _ in 0..count {
        let mut socket = forwarded(running, addr).await.expect("it opens");
        socket.send(Message::text(hello.to_string())).await.expect("it is read");
        let welcome = next(&mut socket).await;
        assert!(matches!(welcome, Some(ServerMessage::Welcome(_))), "{welcome:?}");
        sockets.push(socket);
    }
    sockets
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_sockets_of_one_address_may_not_send_more_than_a_household_does() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, _, bo) = table(&running, "rush").await;
    let hello = json!({"hello": {"token": bo, "client": "client-many", "room": code}});
    // Two addresses of one household, and one of another.
    let mut sockets = from_address(&running, "2001:db8::1", &hello, 30).await;
    sockets.extend(from_address(&running, "2001:db8::2", &hello, 30).await);
    let mut other = from_address(&running, "2001:db8:0:1::1", &hello, 1).await.remove(0);
    // Each socket alone stays within its limit.
    let (mut cut_off, mut answered) = (false, 0);
    for n in 1..=90 {
        let question = json!({"ask": {"n": n, "dry_run": {"action": null}}}).to_string();
        for socket in &mut sockets {
            cut_off |= socket.send(Message::text(question.clone())).await.is_err();
        }
        for socket in &mut sockets {
            loop {
                match next(socket).await {
                    Some(ServerMessage::Answer(_)) => {
                        answered += 1;
                        break;
                    }
                    Some(ServerMessage::Bye(bye)) => {
                        assert_eq!(bye.code, ByeCode::TooFast);
                        cut_off = true;
                        break;
                    }
                    Some(_) => {}
                    None => panic!("without a word"),
                }
            }
        }
        if cut_off {
            break;
        }
    }
    // Of 600 messages in a burst, every socket has used one for its greeting.
    assert!(cut_off && answered >= 600 - 61, "{answered}");
    let question = json!({"ask": {"n": 1, "dry_run": {"action": null}}}).to_string();
    other.send(Message::text(question)).await.expect("it is read");
    while !matches!(next(&mut other).await.expect("it stays"), ServerMessage::Answer(_)) {}
    running.stop().await;
}

/// A socket from another address, as reported by a proxy.
async fn forwarded(
    running: &Running,
    from: &str,
) -> Option<WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>> {
    let mut request = upgrade(running.addr);
    request.headers_mut().insert("x-forwarded-for", from.parse().expect("a header"));
    tokio_tungstenite::connect_async(request).await.ok().map(|it| it.0)
}

/// A client that has greeted and then reads nothing; its receive buffer is tiny.
async fn deaf(running: &Running, token: &str, code: &str) -> WebSocketStream<TcpStream> {
    let tcp = TcpSocket::new_v4().expect("a socket");
    tcp.set_recv_buffer_size(2_048).expect("a small buffer");
    let stream = tcp.connect(running.addr).await.expect("the server listens");
    let (mut socket, _) = client_async(upgrade(running.addr), stream).await.expect("it opens");
    let hello = json!({"hello": {
        "token": token, "client": "client-deaf", "room": code, "board": true,
    }});
    socket.send(Message::text(hello.to_string())).await.expect("it is read");
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_misses_pushes_and_is_cut_off() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (ada, eve) = (guest(running.addr, "Ada").await, guest(running.addr, "Eve").await);
    let wanted = json!({
        "game": "innovation", "bots": ["random", "random", "random"], "start": true, "watch": "link",
        "settings": {"bot_delay_ms": 50, "instant_rematch": true},
    });
    let code = room(running.addr, &ada, wanted).await;
    let mut ada = Player::enter(running.addr, &ada, &code, "ada").await;
    let mut eve = deaf(&running, &eve, &code).await;
    while ada.parts["watchers"] != 1 {
        ada.hear().await;
    }
    let attack = async {
        let (mut pushes, mut chance) = (0, Chance(5));
        while ada.parts["watchers"] == 1 {
            assert!(pushes < 20_000, "it is never cut off");
            // Match after match keeps the table busy for as long as necessary.
            let again = Some(json!("play_again")).filter(|_| ada.is_over());
            if let Some(command) = ada.some_answer(chance.of(1_000)).or(again) {
                ada.begin(command).await;
            }
            pushes += usize::from(ada.hear().await == Heard::Push);
            while ada.is_owed() {
                pushes += usize::from(ada.hear().await == Heard::Push);
            }
        }
        // What was sent before can still be read, and then nothing more comes.
        let mut received = 0;
        while let Ok(Some(Ok(message))) =
            tokio::time::timeout(Duration::from_secs(20), futures_util::StreamExt::next(&mut eve))
                .await
        {
            received += usize::from(message.is_text());
        }
        assert!(received < pushes, "{received} of {pushes}");
    };
    undisturbed(&running, attack).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_send_what_was_announced_is_not_waited_for() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        config.body_limit = Duration::from_millis(200);
    })
    .await;
    let mut stream = TcpStream::connect(running.addr).await.expect("it listens");
    let host = running.addr;
    let head = format!("POST /api/guests HTTP/1.1\r\nHost: {host}\r\nContent-Length: 20\r\n\r\n{{");
    stream.write_all(head.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    let all = stream.read_to_string(&mut answer);
    tokio::time::timeout(Duration::from_mins(1), all).await.expect("in time").expect("text");
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("too_slow"), "{answer}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_open_connection_is_noticed() {
    let folder = Folder::new();
    let running = Running::start_with(&folder, |config| {
        config.time_scale = 50.0;
        config.silence_limit = Duration::from_millis(500);
    })
    .await;
    let (code, ada, bo) = table(&running, "rush").await;
    let mut ada = Player::enter(running.addr, &ada, &code, "ada").await;
    let mut bo = deaf(&running, &bo, &code).await;
    let attack = async {
        // Only a client that reads answers pings; this one does not.
        while ada.parts["players"][1]["status"] != "reconnecting" {
            ada.hear().await;
        }
        let mut bye = None;
        while let Some(Ok(message)) = futures_util::StreamExt::next(&mut bo).await {
            if let Message::Text(text) = message {
                let message: Value = serde_json::from_str(&text).unwrap();
                bye = message["bye"]["code"].as_str().map(str::to_owned).or(bye);
            }
        }
        assert_eq!(bye.as_deref(), Some("silent"));
    };
    undisturbed(&running, attack).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_sent_away_is_told_so_and_stays_out() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (code, ada, bo) = table(&running, "rush").await;
    let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
    let mut one = Client::enter(running.addr, &bo, &code, "tab-1").await;
    let mut two = Client::enter(running.addr, &bo, &code, "tab-2").await;
    let player = two.welcome.you.unwrap();
    assert_eq!(ada.say(json!({"kick": {"player": player}})).await.error, None);
    for tab in [&mut one, &mut two] {
        let before = tab.v;
        assert_eq!(farewell(tab).await, Some(ByeCode::Kicked));
        assert_eq!(tab.v, before, "nothing of what came later was told");
    }
    // Not as a watcher either, although others may watch.
    let refused = Client::enter_again(running.addr, &bo, &code, "tab-3", None).await.err();
    assert_eq!(refused.map(|bye| bye.code), Some(ByeCode::Kicked));
    let path = format!("/api/rooms/{code}/join");
    let (status, body) = ask(running.addr, "POST", &path, Some(&bo), Some(json!({}))).await;
    assert_eq!((status, &body["error"]["code"]), (403, &json!("banned")));
    let cy = guest(running.addr, "Cy").await;
    assert_eq!(Client::enter(running.addr, &cy, &code, "cyd-").await.welcome.you, None);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_table_that_nobody_may_watch_does_not_watch_it() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let (ada, bo) = (guest(running.addr, "Ada").await, guest(running.addr, "Bo").await);
    for (watch, expected) in [("nobody", Some(ByeCode::NoWatchers)), ("link", None)] {
        let code = room(running.addr, &ada, json!({"game": "rush", "watch": watch})).await;
        let path = format!("/api/rooms/{code}/join");
        ask(running.addr, "POST", &path, Some(&bo), Some(json!({}))).await;
        let mut ada = Client::enter(running.addr, &ada, &code, "ada").await;
        let mut bo = Client::enter(running.addr, &bo, &code, "bobo").await;
        assert_eq!(bo.say(json!("leave")).await.error, None, "{watch}");
        assert_eq!(ada.say(json!("ready")).await.error, None);
        if expected.is_some() {
            assert_eq!(farewell(&mut bo).await, expected, "{watch}");
        } else {
            let is_ready = |bo: &Client| bo.parts["players"][0]["ready"] == json!(true);
            while !is_ready(&bo) {
                bo.read().await;
            }
        }
    }
    running.stop().await;
}

/// None of many thousand guesses finds a room, and none of them costs memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "soak: ten thousand joins of rooms that do not exist"]
async fn soak_ten_thousand_joins_of_rooms_that_do_not_exist() {
    let folder = Folder::new();
    let running = start(&folder).await;
    let attack = async {
        let token = guest(running.addr, "Eve").await;
        for number in 0..10_000_u32 {
            let from = format!("X-Forwarded-For: 198.51.{}.{}\r\n", number % 4, number % 200);
            let headers = format!("{from}Authorization: Bearer {token}\r\n");
            let path = format!("/api/rooms/Q{number:05}/join");
            let (status, _) = raw(running.addr, "POST", &path, &headers, Some(json!({}))).await;
            assert!(matches!(status, 404 | 429), "{status}");
        }
    };
    undisturbed(&running, attack).await;
    assert_eq!(ask(running.addr, "GET", "/healthz", None, None).await.0, 200);
    running.stop().await;
}
