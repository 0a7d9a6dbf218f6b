//! The real server, killed and stopped while people play: everything acknowledged is there, nothing
//! is done twice, no room is stuck, and nobody loses a turn.

#[path = "../../../croupier-server/tests/server/client.rs"]
#[allow(dead_code)] // The tests of the server use the rest.
mod client;
mod figures;
mod hostile;
#[path = "../../../croupier-server/tests/server/player.rs"]
#[allow(dead_code)] // The tests of the server use the rest.
mod player;

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use self::client::Chance;
use self::player::Player;
use crate::common::Folder;
use crate::croupier;

/// A server that runs on a folder.
struct Served {
    child: Child,
    addr: SocketAddr,
    data: PathBuf,
    more: String,
}

impl Served {
    fn start(data: PathBuf, addr: &str, scale: u32) -> Self {
        Self::start_with(data, addr, &format!("--time-scale {scale} --allow-bench"))
    }

    fn start_with(data: PathBuf, addr: &str, more: &str) -> Self {
        let line = format!("serve --addr {addr} --bot-threads 1 {more}");
        let log = OpenOptions::new().create(true).append(true).open(data.join("log")).unwrap();
        let mut command = croupier(&line);
        command.arg("--data").arg(data.join("data")).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let addr = said.trim().rsplit_once("http://").expect("it says where it serves").1;
        Self { addr: addr.parse().unwrap(), child, data, more: more.to_owned() }
    }

    fn tell(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Kills it and restarts it at the same address.
    fn kill_and_restart(&mut self) {
        self.tell(Signal::KILL);
        self.child.wait().unwrap();
        *self = Self::start_with(self.data.clone(), &self.addr.to_string(), &self.more);
    }

    /// Stops it gracefully.
    fn end(mut self) {
        self.tell(Signal::TERM);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Repeats a request until a server fulfils it.
async fn insist(addr: SocketAddr, path: &str, token: Option<&str>, body: Value) -> Value {
    let headers = token.map(|it| format!("Authorization: Bearer {it}\r\n")).unwrap_or_default();
    loop {
        match client::try_raw(addr, "POST", path, &headers, Some(body.clone())).await {
            Some((200 | 201, answer)) => return answer,
            Some((429 | 503, _)) | None => tokio::time::sleep(Duration::from_millis(20)).await,
            Some(other) => panic!("{path}: {other:?}"),
        }
    }
}

async fn guest(addr: SocketAddr, name: &str) -> String {
    let answer = insist(addr, "/api/guests", None, json!({"nickname": name})).await;
    answer["token"].as_str().unwrap().to_owned()
}

async fn room(addr: SocketAddr, token: &str, wanted: Value) -> String {
    let answer = insist(addr, "/api/rooms", Some(token), wanted).await;
    answer["code"].as_str().unwrap().to_owned()
}

/// Room settings with which nobody loses a seat because the machine is busy.
fn settings() -> Value {
    json!({"grace_ms": 3_600_000, "vote_ms": 3_600_000, "bot_delay_ms": 100})
}

/// Of a hundred messages, after this many the connection is lost, as with `croupier load --drop 5`.
const DROP_PERCENT: usize = 5;

/// A player whose connection is often lost.
async fn enter(addr: SocketAddr, token: &str, code: &str, client: &str, seed: u64) -> Player {
    let mut player = Player::enter(addr, token, code, client).await;
    (player.drop_percent, player.dice) = (DROP_PERCENT, Chance(seed));
    player
}

/// Adds bots and kicks them again. Each has a unique name.
async fn lobby(addr: SocketAddr, seed: u64, is_over: Arc<AtomicBool>) -> Player {
    let token = guest(addr, "Ada").await;
    let code = room(addr, &token, json!({"game": "rush", "settings": settings()})).await;
    let mut ada = enter(addr, &token, &code, "lobby", seed).await;
    for round in 0_u32.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let name = format!("R{round}");
        let seat = json!({"add_bot": {"level": "random", "name": name}});
        assert_eq!(ada.insist(seat).await.error, None);
        let sits = |it: &&Value| it["name"] == name;
        while !ada.parts["players"].as_array().unwrap().iter().any(|it| sits(&it)) {
            ada.hear().await;
        }
        let bot = ada.parts["players"].as_array().unwrap().iter().find(sits).unwrap()["id"].clone();
        assert_eq!(ada.insist(json!({"remove_bot": {"player": bot}})).await.error, None);
    }
    ada.sees_what_is().await;
    ada
}

/// Plays one match after another, and returns how many.
async fn matches(
    addr: SocketAddr,
    game: &'static str,
    seed: u64,
    is_over: Arc<AtomicBool>,
) -> usize {
    let token = guest(addr, "Bo").await;
    for number in 1.. {
        let wanted =
            json!({"game": game, "bots": ["random"], "start": true, "settings": settings()});
        let code = room(addr, &token, wanted).await;
        let mut player = enter(addr, &token, &code, game, seed + number as u64).await;
        player.play(number).await;
        player.sees_what_is().await;
        if is_over.load(Ordering::Relaxed) {
            return number;
        }
    }
    unreachable!("numbers do not end")
}

/// Two persons play against each other.
async fn pair(addr: SocketAddr, seed: u64, is_over: Arc<AtomicBool>) {
    let (cy, di) = (guest(addr, "Cy").await, guest(addr, "Di").await);
    while !is_over.load(Ordering::Relaxed) {
        let code = room(addr, &cy, json!({"game": "data-war", "settings": settings()})).await;
        insist(addr, &format!("/api/rooms/{code}/join"), Some(&di), json!({})).await;
        let mut cy = enter(addr, &cy, &code, "cyd", seed + 1).await;
        let mut di = enter(addr, &di, &code, "didi", seed + 2).await;
        cy.start_with(&mut di).await;
        tokio::join!(cy.play(1), di.play(2));
        cy.sees_what_is().await;
        di.sees_what_is().await;
    }
}

/// A random number, printed, so that a failure can be looked into with the same one.
#[allow(clippy::print_stdout, reason = "it is shown if the test fails")]
fn seed() -> u64 {
    let chosen = std::env::var("KILLS").ok().and_then(|it| it.parse().ok());
    let seed = chosen.unwrap_or_else(|| u64::from(std::process::id()));
    println!("KILLS={seed}");
    seed << 16
}

fn killed(times: u64, test: &str) {
    let seed = seed();
    let mut chance = Chance(seed);
    let folder = Folder::new(test);
    let mut served = Served::start(folder.path().to_owned(), "127.0.0.1:0", 20);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let addr = served.addr;
    let is_over = Arc::new(AtomicBool::new(false));
    let over = || Arc::clone(&is_over);
    let playing = [
        runtime.spawn(matches(addr, "innovation", seed + 1_000, over())),
        runtime.spawn(matches(addr, "min-or-max", seed + 2_000, over())),
    ];
    let lobby = runtime.spawn(lobby(addr, seed + 3_000, over()));
    let pair = runtime.spawn(pair(addr, seed + 4_000, over()));
    for _ in 0..times {
        // Sometimes before anyone has reconnected, sometimes in full play.
        std::thread::sleep(Duration::from_millis(chance.of(400) as u64));
        assert!(!lobby.is_finished() && !pair.is_finished(), "somebody has given up");
        served.kill_and_restart();
    }
    is_over.store(true, Ordering::Relaxed);
    let ada = runtime.block_on(async {
        for playing in playing {
            playing.await.unwrap();
        }
        pair.await.unwrap();
        lobby.await.unwrap()
    });
    assert!(ada.connections > 1, "it was killed in play");
    let mut names: Vec<_> = ada
        .log
        .values()
        .filter_map(|it| it["event"]["room"]["player_joined"]["name"].as_str())
        .filter(|name| name.starts_with('R'))
        .collect();
    let told = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), told, "somebody came twice");
    let seated = ada.accepted.iter().filter(|(_, command)| command.get("add_bot").is_some());
    for (_, command) in seated.clone() {
        let name = command["add_bot"]["name"].as_str().unwrap();
        assert!(names.contains(&name), "{name} was accepted and never came");
    }
    assert_eq!(seated.count(), told);
    served.end();

    let data = folder.path().join("data");
    let output = croupier("store check --json --data").arg(&data).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["damaged"], json!([]), "{report}");
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(!log.contains(&ada.token), "a token is in the log");
    assert!(!log.contains("ERROR"), "{log}");
}

#[test]
fn a_server_that_is_killed_loses_nothing_and_does_nothing_twice() {
    killed(15, "kills");
}

#[test]
#[ignore = "soak: a hundred kills"]
fn soak_a_server_that_is_killed_a_hundred_times() {
    killed(100, "kills-soak");
}

/// The output of a command that succeeds.
fn done(line: &str, folder: &std::path::Path) -> Value {
    let output = croupier(line).arg("--data").arg(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&said).unwrap_or(Value::String(said))
}

/// The output of a command that is refused.
fn refused(line: &str, folder: &std::path::Path) -> String {
    let output = croupier(line).arg("--data").arg(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{line}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The last message of a server to a player.
async fn farewell(player: &mut Player) -> Option<croupier_proto::ByeCode> {
    loop {
        if let player::Heard::Lost(bye) = player.hear().await {
            return bye.map(|it| it.code);
        }
    }
}

#[test]
fn a_server_is_run_copied_and_brought_back_by_commands() {
    let folder = Folder::new("commands");
    let data = folder.path().join("data");
    let served = Served::start(folder.path().to_owned(), "127.0.0.1:0", 1);
    let addr = served.addr;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (token, kept, mut ada, mut bo) = runtime.block_on(async {
        let (ada, bo) = (guest(addr, "Ada").await, guest(addr, "Bo").await);
        let kept = room(addr, &ada, json!({"game": "rush", "settings": settings()})).await;
        let gone = room(addr, &bo, json!({"game": "innovation"})).await;
        let here = Player::enter(addr, &ada, &kept, "ada").await;
        (ada, kept, here, Player::enter(addr, &bo, &gone, "bobo").await)
    });
    let rooms = done("admin rooms --json", &data);
    let rooms = rooms["rooms"].as_array().unwrap();
    assert_eq!(rooms.len(), 2);
    let listed = rooms.iter().find(|it| it["code"] == kept).unwrap();
    assert_eq!((&listed["game"], &listed["people"]), (&json!("rush"), &json!(1)));
    assert_eq!((&listed["awake"], &listed["phase"]), (&json!(true), &json!("lobby")));
    let other = rooms.iter().find(|it| it["code"] != kept).unwrap()["code"].as_str().unwrap();

    done(&format!("admin close {other}"), &data);
    let closed = runtime.block_on(farewell(&mut bo));
    assert_eq!(closed, Some(croupier_proto::ByeCode::RoomClosed));
    let why = refused(&format!("admin close {other}"), &data);
    assert!(why.contains("there is no such room"), "{why}");
    assert_eq!(done("admin rooms --json", &data)["rooms"].as_array().unwrap().len(), 1);

    let ask = |path| runtime.block_on(client::ask(addr, "GET", path, None, None));
    done("admin ban 127.0.0.1 --hours 1 --why flooding", &data);
    let (status, body) = ask("/api/games");
    assert_eq!((status, &body["error"]["code"]), (403, &json!("banned")), "{body}");
    done("admin unban 127.0.0.1", &data);
    assert_eq!(ask("/api/games").0, 200);
    let why = refused("admin unban 127.0.0.1", &data);
    assert!(why.contains("it was not banned"), "{why}");

    // A backup while it serves; an existing file is never overwritten.
    let copy = folder.path().join("copy.db");
    let backup = format!("backup {}", copy.display());
    done(&backup, &data);
    refused(&backup, &data);
    runtime.block_on(async {
        // What comes after the copy is not in it.
        assert_eq!(ada.say(json!("ready")).await.error, None);
    });

    // Asked to stop, it tells everyone and is gone within ten seconds.
    let told = runtime.spawn(async move { (farewell(&mut ada).await, ada) });
    let begun = std::time::Instant::now();
    served.end();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let (bye, ada) = runtime.block_on(told).unwrap();
    assert_eq!(bye, Some(croupier_proto::ByeCode::Restarting));
    drop(ada);
    let why = refused("admin rooms", &data);
    assert!(why.contains("error[no_server]"), "{why}");

    // A folder with data is left alone, and a new one gets the data of the copy.
    let restore = format!("restore {}", copy.display());
    refused(&restore, &data);
    let back = folder.path().join("back");
    std::fs::create_dir_all(&back).unwrap();
    done(&restore, &back.join("data"));
    let mut served = Served::start(back, "127.0.0.1:0", 1);
    runtime.block_on(async {
        let ada = Player::enter(served.addr, &token, &kept, "ada").await;
        let you = &ada.parts["players"][0];
        assert_eq!((&you["name"], &you["ready"]), (&json!("Ada"), &json!(false)));
    });
    done("admin drain", &served.data.join("data"));
    assert!(served.child.wait().unwrap().success());
}

/// Stops a server while a person is thinking. Returns how often the person's client had to connect.
fn stopped(pause: Duration, test: &str) -> usize {
    let folder = Folder::new(test);
    // A real second is ten at the table, so five are longer than a turn.
    let served = Served::start(folder.path().to_owned(), "127.0.0.1:0", 10);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let connections = runtime.block_on(async {
        let token = guest(served.addr, "Ada").await;
        let set = json!({"turn_ms": 40_000, "setup_step_ms": 0});
        let wanted = json!({"game": "min-or-max", "bots": ["random"], "start": true, "set": set});
        let code = room(served.addr, &token, wanted).await;
        let mut ada = Player::enter(served.addr, &token, &code, "ada").await;
        while ada.prompt().is_none() {
            ada.hear().await;
        }
        let asked = ada.prompt();
        served.tell(Signal::STOP);
        tokio::time::sleep(pause).await;
        served.tell(Signal::CONT);
        ada.sees_what_is().await;
        assert_eq!(ada.prompt(), asked);
        let answer = ada.some_answer(0).unwrap();
        assert_eq!(ada.say(answer).await.error, None);
        ada.connections
    });
    served.end();
    connections
}

#[test]
fn nobody_loses_a_turn_while_the_server_is_stopped() {
    assert_eq!(stopped(Duration::from_secs(5), "stopped"), 1);
}

#[test]
#[ignore = "soak: a minute in which nothing happens"]
fn soak_nobody_loses_a_turn_while_the_server_is_stopped_for_a_minute() {
    // The client may have been given up as silent meanwhile, and connects again.
    assert!(stopped(Duration::from_mins(1), "stopped-soak") <= 2);
}
