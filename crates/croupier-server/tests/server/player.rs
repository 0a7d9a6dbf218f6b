//! A player that follows the protocol: it reconnects with what it has seen, repeats what was not
//! answered, and notices when it is sent something impossible.

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

use croupier_proto::{Answer, Bye, ClientMessage, Hello, Last, Push, Say, ServerMessage, Welcome};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::client::{Chance, try_socket};

/// Generous: nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// How soon it reconnects.
const AGAIN: Duration = Duration::from_millis(10);

/// How long it thinks when it cannot decide: any faster, and it would send too much.
const PACE: Duration = Duration::from_millis(40);

/// What a player has received.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    Push,
    Answer(Answer),
    /// The connection is gone; the player reconnects with the next command.
    Lost(Option<Bye>),
}

/// A player that does not give up.
pub(crate) struct Player {
    pub(crate) addr: SocketAddr,
    pub(crate) token: String,
    code: String,
    pub(crate) client: String,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    /// Without an answer for this long the connection counts as lost.
    pub(crate) patience: Duration,
    pub(crate) welcome: Option<Welcome>,
    v: Option<u64>,
    is_first: bool,
    next_entry: u64,
    /// The parts as last sent.
    pub(crate) parts: Map<String, Value>,
    /// All log entries, by number.
    pub(crate) log: BTreeMap<u64, Value>,
    next: u64,
    unanswered: VecDeque<(u64, Value)>,
    /// Accepted commands.
    pub(crate) accepted: Vec<(u64, Value)>,
    /// How often `not_stored` was answered.
    pub(crate) not_stored: usize,
    pub(crate) connections: usize,
    /// How long each command took to be answered.
    pub(crate) waits: Vec<Duration>,
    /// Hangs up after this many in a hundred of its commands.
    pub(crate) drop_percent: usize,
    /// Which ones.
    pub(crate) dice: Chance,
    /// Why it was last refused.
    refused: Option<String>,
    /// Pushes that did not follow the previous one: the network has reordered them.
    pub(crate) gaps: usize,
    /// Whether it also wants the match as text.
    pub(crate) board: bool,
    /// Everything that was received, if requested.
    pub(crate) heard: Option<Vec<String>>,
}

impl Player {
    pub(crate) fn new(addr: SocketAddr, token: &str, code: &str, client: &str) -> Self {
        Self {
            addr,
            token: token.to_owned(),
            code: code.to_owned(),
            client: format!("client-{client}"),
            socket: None,
            patience: PATIENCE,
            welcome: None,
            v: None,
            is_first: true,
            next_entry: 0,
            parts: Map::new(),
            log: BTreeMap::new(),
            next: 1,
            unanswered: VecDeque::new(),
            accepted: vec![],
            not_stored: 0,
            connections: 0,
            waits: vec![],
            drop_percent: 0,
            dice: Chance(0),
            refused: None,
            gaps: 0,
            board: false,
            heard: None,
        }
    }

    /// A player that has entered its room.
    pub(crate) async fn enter(addr: SocketAddr, token: &str, code: &str, client: &str) -> Self {
        let mut player = Self::new(addr, token, code, client);
        while player.parts.is_empty() {
            player.hear().await;
        }
        player
    }

    /// Enters the room, or reconnects.
    pub(crate) async fn come(&mut self) {
        let begun = Instant::now();
        while self.socket.is_none() {
            let refused = &self.refused;
            assert!(begun.elapsed() < PATIENCE, "{} is not let in: {refused:?}", self.client);
            if self.try_to_come().await.is_none() {
                self.socket = None;
                tokio::time::sleep(AGAIN).await;
            }
        }
    }

    async fn try_to_come(&mut self) -> Option<()> {
        let mut socket = timeout(self.patience, try_socket(self.addr)).await.ok()??;
        let last = self.welcome.as_ref().zip(self.v).map(|(welcome, v)| Last {
            life: welcome.life.clone(),
            v,
            entry: self.next_entry,
        });
        let hello = ClientMessage::Hello(Hello {
            token: self.token.clone(),
            client: self.client.parse().expect("a client"),
            room: self.code.clone(),
            last,
            board: self.board,
        });
        let text = serde_json::to_string(&hello).expect("plain data");
        socket.send(Message::text(text)).await.ok()?;
        self.socket = Some(socket);
        let text = self.next_text().await?;
        let ServerMessage::Welcome(welcome) = serde_json::from_str(&text).expect("a message")
        else {
            self.refused = Some(text);
            return None;
        };
        let before = self.welcome.as_ref();
        if before.is_none_or(|it| it.life != welcome.life) {
            self.v = None;
        }
        // Another viewer gets different texts, and perhaps different numbers.
        if before.is_some_and(|it| it.you != welcome.you) {
            (self.v, self.next_entry) = (None, 0);
            self.log.clear();
        }
        self.welcome = Some(welcome);
        self.is_first = true;
        self.connections += 1;
        for (n, command) in self.unanswered.clone() {
            self.send(&ClientMessage::Say(Say::new(n, command))).await;
        }
        Some(())
    }

    /// Hangs up without a goodbye.
    pub(crate) fn hang_up(&mut self) {
        self.socket = None;
    }

    /// Forgets what it has seen, like a page that is reloaded.
    pub(crate) fn forget(&mut self) {
        self.v = None;
    }

    /// The next text. `None` if the connection is gone, or silent while an answer is due.
    async fn next_text(&mut self) -> Option<String> {
        let socket = self.socket.as_mut()?;
        loop {
            match timeout(self.patience, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    if let Some(heard) = &mut self.heard {
                        heard.push(text.to_string());
                    }
                    return Some(text.to_string());
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return None,
                Ok(Some(Ok(_))) => {}
                Err(_) => {
                    assert!(self.patience != PATIENCE, "{} hears nothing", self.client);
                    return None;
                }
            }
        }
    }

    /// Handles one message.
    pub(crate) async fn hear(&mut self) -> Heard {
        self.come().await;
        let Some(text) = self.next_text().await else {
            self.socket = None;
            return Heard::Lost(None);
        };
        match serde_json::from_str(&text).expect("a message") {
            ServerMessage::Push(push) => {
                if self.take_push(&push, &text) {
                    return Heard::Push;
                }
                self.gaps += 1;
                self.socket = None;
                Heard::Lost(None)
            }
            ServerMessage::Answer(answer) => {
                if let Some(at) = self.unanswered.iter().position(|(n, _)| *n == answer.n) {
                    let (n, command) = self.unanswered.remove(at).expect("it is there");
                    match &answer.error {
                        None => self.accepted.push((n, command)),
                        Some(why) if why.code == "not_stored" => self.not_stored += 1,
                        Some(why) => assert_ne!(why.code, "answered", "{n} of {}", self.client),
                    }
                }
                Heard::Answer(answer)
            }
            ServerMessage::Bye(bye) => {
                self.socket = None;
                Heard::Lost(Some(bye))
            }
            other => panic!("{other:?}"),
        }
    }

    /// False if something before it is missing.
    fn take_push(&mut self, push: &Push, text: &str) -> bool {
        let Value::Object(mut message) = serde_json::from_str::<Value>(text).expect("JSON") else {
            panic!("{text}")
        };
        let Some(Value::Object(parts)) = message.remove("push") else { panic!("{text}") };
        let is_whole = parts.contains_key("settings") && parts.contains_key("view");
        match self.v {
            // Missed parts are sent with the current number, or with the next.
            Some(v) if self.is_first && !is_whole && push.v < v => return false,
            Some(v) if !self.is_first && !is_whole && push.v != v + 1 => return false,
            _ => {}
        }
        for entry in &push.entries {
            let number = entry["number"].as_u64().expect("a number");
            if let Some(known) = self.log.get(&number) {
                assert_eq!(known, entry, "{} was told something else before", self.client);
                continue;
            }
            let is_same_life = self.v.is_some();
            if is_same_life && !self.log.is_empty() && number != self.next_entry {
                return false;
            }
            self.log.insert(number, entry.clone());
            self.next_entry = number + 1;
        }
        self.is_first = false;
        self.v = Some(push.v);
        self.parts.extend(parts);
        true
    }

    async fn send(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("plain data");
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(text)).await.is_err()
        {
            self.socket = None;
        }
    }

    /// Gives a command without waiting for the answer.
    pub(crate) async fn begin(&mut self, command: Value) -> u64 {
        self.come().await;
        let n = self.next;
        self.next += 1;
        self.unanswered.push_back((n, command.clone()));
        self.send(&ClientMessage::Say(Say::new(n, command))).await;
        if self.drop_percent > 0 && self.dice.of(100) < self.drop_percent {
            self.hang_up();
        }
        n
    }

    /// Gives a command, repeatedly until it is answered.
    pub(crate) async fn say(&mut self, command: Value) -> Answer {
        let begun = Instant::now();
        let n = self.begin(command).await;
        loop {
            if let Heard::Answer(answer) = self.hear().await
                && answer.n == n
            {
                self.waits.push(begun.elapsed());
                return answer;
            }
        }
    }

    /// Gives a command, repeatedly until it is stored.
    pub(crate) async fn insist(&mut self, command: Value) -> Answer {
        loop {
            let answer = self.say(command.clone()).await;
            if answer.error.as_ref().is_none_or(|why| why.code != "not_stored") {
                return answer;
            }
        }
    }

    /// Starts a match with another person. Losing the connection in the lobby ends being ready, so
    /// it may take several attempts.
    pub(crate) async fn start_with(&mut self, other: &mut Self) {
        loop {
            for player in [&mut *self, &mut *other] {
                player.insist(json!("ready")).await;
            }
            if self.insist(json!("start_game")).await.error.is_none() {
                return;
            }
        }
    }

    /// Asks a question and waits for the answer, which may never come.
    pub(crate) async fn ask(&mut self, question: Value) -> Option<Answer> {
        self.come().await;
        let n = self.next;
        self.next += 1;
        let mut ask = json!({"ask": question});
        ask["ask"]["n"] = json!(n);
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(ask.to_string())).await.is_err()
        {
            self.socket = None;
        }
        loop {
            match self.hear().await {
                Heard::Answer(answer) if answer.n == n => return Some(answer),
                Heard::Lost(_) => return None,
                _ => {}
            }
        }
    }

    pub(crate) fn is_owed(&self) -> bool {
        !self.unanswered.is_empty()
    }

    pub(crate) fn phase(&self) -> &str {
        self.parts.get("table").and_then(|it| it["phase"].as_str()).unwrap_or_default()
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.phase().is_empty() && !matches!(self.phase(), "playing" | "lobby")
    }

    pub(crate) fn prompt(&self) -> Option<u64> {
        self.parts.get("prompt")?["id"].as_u64()
    }

    /// A possible answer to the prompt: a choice, or a suggestion of a form.
    pub(crate) fn some_answer(&self, chance: usize) -> Option<Value> {
        super::client::some_answer(&self.parts, chance)
    }

    /// Plays until the match is over, and checks that accepted commands stay.
    pub(crate) async fn play(&mut self, mut chance: usize) {
        let mut answered = None;
        for _ in 0..20_000_usize {
            if self.is_over() && !self.is_owed() {
                return;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            let prompt = self.prompt();
            assert!(prompt.is_none() || answered <= prompt, "an answer that was accepted is gone");
            match self.some_answer(chance >> 7).filter(|_| !self.is_over()) {
                Some(command) => {
                    if self.insist(command).await.error.is_none() {
                        answered = prompt;
                    }
                }
                None => {
                    self.hear().await;
                }
            }
        }
        panic!("the match does not end");
    }

    /// What it sees, without what belongs to a single push.
    pub(crate) fn sight(&self) -> Map<String, Value> {
        let passing = ["v", "now", "entries", "reactions", "undone"];
        let parts = self.parts.iter().filter(|(key, _)| !passing.contains(&key.as_str()));
        parts.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// In a lobby, gives one command after another until it is over. Leaves the lobby as it was.
    pub(crate) async fn dither(&mut self, is_over: &Cell<bool>) {
        while !is_over.get() {
            for command in ["ready", "unready"] {
                assert_eq!(self.say(json!(command)).await.error, None);
                tokio::time::sleep(PACE).await;
            }
        }
    }

    /// Waits until it sees the same as a client that has just connected. Both keep receiving.
    pub(crate) async fn sees_what_is(&mut self) {
        while self.is_owed() {
            self.hear().await;
        }
        let mut fresh = Self::new(self.addr, &self.token, &self.code, "fresh-one");
        fresh.hear().await;
        // Everything that is pending comes before the answer to a question.
        for _ in 0..1_000 {
            for player in [&mut *self, &mut fresh] {
                while player.ask(json!({"dry_run": {"action": null}})).await.is_none() {}
            }
            if self.sight() == fresh.sight() {
                return;
            }
        }
        let (mine, is) = (self.sight(), fresh.sight());
        let differ = is.iter().filter(|(key, value)| mine.get(*key) != Some(value));
        panic!("{} does not see what is: {:?}", self.client, differ.collect::<Vec<_>>());
    }
}
