//! A player or watcher at a table of a load test.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::room::Phase;
use croupier_proto::{Bye, ClientId, ClientMessage, Hello, Last, Welcome};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::door::{Door, Server, Socket, UnreachableError};
use super::received::{Received, ReceivedAnswer, ReceivedPrompt, ReceivedPush, ReceivedTable};
use super::table::Table;

/// How long to wait before reconnecting, if the server does not say.
const AGAIN: Duration = Duration::from_millis(100);

/// How long a greeting may take: longer than the server takes to report that it cannot read the
/// room.
const GREETING: Duration = Duration::from_secs(20);

/// A guest with a seat.
#[derive(Debug)]
pub(super) struct Player {
    door: Arc<Door>,
    table: Arc<Table>,
    token: String,
    client: ClientId,
    is_host: bool,
    /// The probability that the connection is lost after a message.
    drop: f64,
    dice: Dice,
    /// The connection, and its server.
    socket: Option<(Socket, Arc<Server>)>,
    /// Where the server has redirected this player, until that was tried.
    sent_to: Option<String>,
    /// What was seen before the connection was lost.
    last: Option<Last>,
    /// Whether nothing was pushed since connecting. The first push may skip numbers.
    is_fresh: bool,
    absent_since: Option<Instant>,
    /// The number of the next command.
    n: u64,
    /// The highest number that was answered.
    answered: u64,
    unanswered: Option<Said>,
    /// The open prompt as it was sent, and whether it was answered.
    prompt: Option<(Utf8Bytes, bool)>,
    at: Option<ReceivedTable>,
    /// The command that would start a match.
    may_start: Option<&'static str>,
    /// After how many matches it was last sent. A match may be over before anyone is told about it.
    started_after: Option<u32>,
    link: Option<String>,
    /// Matches whose end was seen while an action was unanswered. The action belongs to the first
    /// of them.
    ended: Vec<ReceivedTable>,
    /// Acknowledged actions of this player in the current match.
    acted: u64,
    had_lost_connection: bool,
}

/// A command that is not answered yet.
#[derive(Debug)]
struct Said {
    n: u64,
    text: Utf8Bytes,
    since: Instant,
    is_action: bool,
}

impl Player {
    pub(super) fn new(
        door: Arc<Door>,
        table: Arc<Table>,
        token: String,
        seat: u32,
        drop: f64,
        seed: Seed,
    ) -> Self {
        let client = client();
        Self {
            door,
            table,
            token,
            client,
            is_host: seat == 0,
            drop,
            dice: Dice::new(seed),
            socket: None,
            sent_to: None,
            last: None,
            is_fresh: true,
            absent_since: None,
            n: 1,
            answered: 0,
            unanswered: None,
            prompt: None,
            at: None,
            may_start: None,
            started_after: None,
            link: None,
            ended: vec![],
            acted: 0,
            had_lost_connection: false,
        }
    }

    /// Enters the room, and repeats what was not answered.
    pub(super) async fn connect(&mut self) -> Result<(), UnreachableError> {
        let sent_to = self.sent_to.take();
        let (token, code) = (&self.token, self.table.code());
        let (mut socket, server, welcome) =
            enter(&self.door, token, &self.client, code, self.last.clone(), sent_to).await?;
        self.take_welcome(&welcome);
        if let Some(said) = &self.unanswered {
            socket.send(Message::Text(said.text.clone())).await.map_err(UnreachableError::new)?;
        }
        self.socket = Some((socket, server));
        if let Some(since) = self.absent_since.take() {
            self.table.count(|tally| tally.absences.push(since.elapsed()));
        }
        Ok(())
    }

    /// Push numbers start over, or continue where the last connection was lost.
    fn take_welcome(&mut self, welcome: &Welcome) {
        // An acknowledged command that the room does not know is lost.
        if welcome.n < self.answered {
            self.table.count(|tally| {
                tally.lost += 1;
                tally.error("the room has forgotten what it has answered");
            });
        }
        if self.last.as_ref().is_none_or(|last| last.life != welcome.life) {
            self.last = Some(Last { life: welcome.life.clone(), v: 0, entry: 0 });
            // Everything is sent afresh. A known replay link may belong to an earlier match.
            self.link = None;
        }
        self.is_fresh = true;
    }

    /// Plays until the time is up and everything is answered.
    pub(super) async fn run(mut self, mut over: watch::Receiver<bool>) -> Self {
        while !self.is_done(&over) {
            let Some((socket, server)) = self.socket.take() else {
                if self.connect().await.is_err() {
                    tokio::time::sleep(AGAIN).await;
                }
                continue;
            };
            let wait = self.play(socket, server, &mut over).await;
            self.absent_since = Some(Instant::now());
            self.had_lost_connection = true;
            if !self.is_done(&over) {
                tokio::time::sleep(wait).await;
            }
        }
        self
    }

    fn is_done(&self, over: &watch::Receiver<bool>) -> bool {
        *over.borrow() && self.unanswered.is_none()
    }

    /// Plays until the connection is lost. Returns how long to wait before reconnecting.
    async fn play(
        &mut self,
        mut socket: Socket,
        server: Arc<Server>,
        over: &mut watch::Receiver<bool>,
    ) -> Duration {
        let mut down = std::pin::pin!(server.is_down());
        while !self.is_done(over) {
            let is_over = *over.borrow();
            if !is_over && let Some(text) = self.something_to_say().await {
                if socket.send(Message::Text(text)).await.is_err() {
                    return AGAIN;
                }
                if self.drop > 0.0 && f64::from(self.dice.below(1_000_000)) < self.drop * 1e6 {
                    return Duration::ZERO; // The connection ends here, whatever comes back.
                }
            }
            let received = tokio::select! {
                received = socket.next() => received,
                () = &mut down => return Duration::ZERO,
                _ = over.changed() => continue,
            };
            let text = match received {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return AGAIN,
                Some(Ok(_)) => continue,
            };
            self.table.count(|tally| tally.bytes += text.len() as u64);
            match serde_json::from_str(&text) {
                Ok(Received::Push(push)) => self.take_push(&push),
                Ok(Received::Answer(answer)) => self.take_answer(&answer),
                Ok(Received::Bye(bye)) => {
                    let Some(retry) = bye.retry_ms else {
                        self.table.count(|tally| tally.error(format!("bye: {:?}", bye.code)));
                        return Duration::from_secs(1);
                    };
                    self.sent_to = bye.at;
                    // Spread out, so that not all reconnect at the same moment.
                    return Duration::from_millis(retry.get())
                        .mul_f64(f64::from(self.dice.below(100)) / 100.0);
                }
                // The room has moved, or messages were lost: everything is sent afresh, possibly in
                // the same life. Commands in flight at that moment need checking.
                Ok(Received::Welcome(welcome)) => {
                    self.last = None;
                    self.take_welcome(&welcome);
                    self.had_lost_connection = true;
                }
                Err(why) => self.table.count(|tally| tally.error(why.to_string())),
            }
        }
        Duration::ZERO
    }

    /// Everything that a newly connected client of this seat is shown.
    pub(super) async fn shown(&self) -> Result<Value, UnreachableError> {
        let entered =
            enter(&self.door, &self.token, &self.client, self.table.code(), None, None).await;
        let (mut socket, ..) = entered?;
        let first = tokio::time::timeout(GREETING, socket.next()).await.ok().flatten();
        let Some(Ok(Message::Text(text))) = first else {
            return Err(UnreachableError::new("it shows nothing"));
        };
        let shown: Value = serde_json::from_str(&text).map_err(UnreachableError::new)?;
        let push = &shown["push"];
        Ok(json!({
            "room": self.table.code(),
            "token": self.token,
            "match": push["table"]["game_no"],
            "phase": push["table"]["phase"],
            "view": push["view"],
            "prompt": push["prompt"]["id"],
        }))
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    fn take_push(&mut self, push: &ReceivedPush<'_>) {
        self.table.count(|tally| tally.told += 1);
        if let Some(last) = &mut self.last {
            if !std::mem::take(&mut self.is_fresh) && push.v != last.v + 1 {
                self.table.count(|tally| tally.error("pushes have a gap"));
            }
            last.v = push.v;
            for entry in &push.entries {
                if last.entry > 0 && entry.number != last.entry {
                    self.table.count(|tally| tally.error("entries have a gap"));
                }
                last.entry = entry.number + 1;
            }
        }
        if let Some(replay) = &push.replay {
            self.link = Some(replay.link.clone());
        }
        if let Some(prompt) = push.prompt {
            let is_none = prompt.get() == "null";
            self.prompt = (!is_none).then(|| (prompt.get().into(), false));
        }
        if let Some(commands) = &push.commands {
            let open = |wanted: &&str| commands.iter().any(|it| it.name == *wanted);
            self.may_start = ["start_game", "play_again"].into_iter().find(open);
        }
        if let Some(table) = push.table {
            let before = self.at.replace(table);
            let was_playing = before.filter(|it| it.phase == Phase::Playing);
            if let Some(before) = was_playing
                && (table.phase != Phase::Playing || table.game_no != before.game_no)
            {
                self.ended.push(before);
            }
        }
        self.count_matches();
    }

    /// Counts matches that have ended. With an unanswered action, how many there were is known only
    /// later.
    fn count_matches(&mut self) {
        if self.unanswered.as_ref().is_some_and(|said| said.is_action) {
            return;
        }
        for ended in std::mem::take(&mut self.ended) {
            self.count_match(ended);
        }
    }

    fn count_match(&mut self, ended: ReceivedTable) {
        let Some(seat) = ended.seat else { return };
        let acted = std::mem::take(&mut self.acted);
        let had_lost_connection = std::mem::take(&mut self.had_lost_connection);
        let game_no = ended.game_no;
        // A player who was away may have missed a whole match, and knows only the link of that one.
        let is_latest = self.at.is_some_and(|at| {
            at.game_no == game_no || (at.game_no == game_no + 1 && at.phase == Phase::Playing)
        });
        let link = self.link.as_deref().filter(|_| is_latest);
        let doubtful = self.table.seen_the_end(game_no, seat, acted, link, had_lost_connection);
        if let Some(doubtful) = doubtful {
            let (door, table) = (Arc::clone(&self.door), Arc::clone(&self.table));
            tokio::spawn(async move { table.compare(doubtful, &door).await });
        }
    }

    fn take_answer(&mut self, answer: &ReceivedAnswer) {
        let Some(said) = self.unanswered.take_if(|said| said.n == answer.n) else { return };
        if let Some(error) = &answer.error {
            // Nothing was done; send it again.
            if matches!(error.code.as_str(), "not_stored" | "busy") {
                self.prompt = self.prompt.take().map(|(prompt, _)| (prompt, false));
                self.started_after = None;
            }
            self.table.count(|tally| tally.rejected += 1);
        } else {
            self.answered = said.n;
            if said.is_action {
                self.acted += 1;
                self.table.acknowledged(said.since.elapsed());
            }
        }
        self.count_matches();
    }

    /// The next command, when it is time for it.
    async fn something_to_say(&mut self) -> Option<Utf8Bytes> {
        if self.unanswered.is_some() {
            return None;
        }
        let (command, is_action) = if let Some((prompt, given @ false)) = &mut self.prompt {
            *given = true;
            let prompt: ReceivedPrompt<'_> = serde_json::from_str(prompt).ok()?;
            let answers = u32::try_from(prompt.answers()).unwrap_or(u32::MAX);
            if answers == 0 {
                return None;
            }
            let command = prompt.command(self.dice.below(answers) as usize)?;
            if let Some(turn) = self.table.turn() {
                tokio::time::sleep_until(turn.into()).await;
            }
            (command, true)
        } else {
            let start = self.may_start.filter(|_| self.is_host)?;
            let after = self.at.map(|table| table.game_no);
            if std::mem::replace(&mut self.started_after, after) == after {
                return None;
            }
            (format!("\"{start}\""), false)
        };
        let n = self.n;
        self.n += 1;
        let text = Utf8Bytes::from(format!(r#"{{"say":{{"n":{n},"command":{command}}}}}"#));
        self.unanswered = Some(Said { n, text: text.clone(), since: Instant::now(), is_action });
        Some(text)
    }
}

/// A client that only watches.
#[derive(Debug)]
pub(super) struct Watcher {
    table: Arc<Table>,
    socket: Socket,
}

impl Watcher {
    pub(super) async fn connect(
        door: Arc<Door>,
        table: Arc<Table>,
        token: String,
    ) -> Result<Self, UnreachableError> {
        let (socket, ..) = enter(&door, &token, &client(), table.code(), None, None).await?;
        Ok(Self { table, socket })
    }

    /// Watches until it is stopped.
    pub(super) async fn run(mut self) {
        while let Some(Ok(message)) = self.socket.next().await {
            if let Message::Text(text) = message {
                self.table.count(|tally| tally.bytes += text.len() as u64);
            }
        }
        self.table.count(|tally| tally.error("a watcher was sent away"));
    }
}

/// A random client id.
fn client() -> ClientId {
    let mut bytes = [0; 8];
    let _ = getrandom::fill(&mut bytes);
    let word = format!("load-{:016x}", u64::from_le_bytes(bytes));
    word.parse().expect("letters and digits, and not too many")
}

/// Opens a socket and greets. Returns the server and its welcome. Follows one redirect to the
/// server that owns the room; if that one cannot be reached, any server will do.
async fn enter(
    door: &Door,
    token: &str,
    client: &ClientId,
    room: &str,
    last: Option<Last>,
    mut sent_to: Option<String>,
) -> Result<(Socket, Arc<Server>, Welcome), UnreachableError> {
    if sent_to.is_none() {
        match greet(door, token, client, room, last.clone(), None, true).await? {
            Greeted::In(seat) => return Ok(*seat),
            Greeted::Sent(at) => sent_to = Some(at),
        }
    }
    let there = greet(door, token, client, room, last.clone(), sent_to.as_deref(), false).await;
    if let Ok(Greeted::In(seat)) = there {
        return Ok(*seat);
    }
    match greet(door, token, client, room, last, None, false).await? {
        Greeted::In(seat) => Ok(*seat),
        Greeted::Sent(_) => Err(UnreachableError::new("it sends away who does not follow")),
    }
}

/// The outcome of a greeting.
enum Greeted {
    In(Box<(Socket, Arc<Server>, Welcome)>),
    /// A redirect to this address.
    Sent(String),
}

async fn greet(
    door: &Door,
    token: &str,
    client: &ClientId,
    room: &str,
    last: Option<Last>,
    at: Option<&str>,
    follows: bool,
) -> Result<Greeted, UnreachableError> {
    let (mut socket, server) = door.socket(at, follows).await?;
    let hello = ClientMessage::Hello(Hello {
        token: token.to_owned(),
        client: client.clone(),
        room: room.to_owned(),
        last,
        board: false,
    });
    let text = serde_json::to_string(&hello).map_err(UnreachableError::new)?;
    socket.send(Message::text(text)).await.map_err(UnreachableError::new)?;
    loop {
        let message = tokio::select! {
            message = tokio::time::timeout(GREETING, socket.next()) => message,
            () = server.is_down() => return Err(UnreachableError::new("it is down")),
        };
        let message = message.map_err(|_| UnreachableError::new("it does not greet back"))?;
        let message = message.ok_or_else(|| UnreachableError::new("it hung up"))?;
        let Message::Text(text) = message.map_err(UnreachableError::new)? else { continue };
        return match serde_json::from_str(&text).map_err(UnreachableError::new)? {
            Received::Welcome(welcome) => Ok(Greeted::In(Box::new((socket, server, welcome)))),
            Received::Bye(Bye { at: Some(at), .. }) => Ok(Greeted::Sent(at)),
            Received::Bye(bye) => Err(UnreachableError::new(bye.sentence)),
            _ => Err(UnreachableError::new("it does not greet back")),
        };
    }
}
