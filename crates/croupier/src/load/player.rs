//! Somebody at a table of a load.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_kit::cards::{Dice, Seed};
use croupier_kit::room::Phase;
use croupier_proto::{ClientId, ClientMessage, Hello, Last};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::door::{Door, Socket, Unreachable};
use super::heard::{Heard, HeardAnswer, HeardPrompt, HeardPush, HeardTable};
use super::table::Table;

/// How long to wait before a connection is tried again, if the server does not say.
const AGAIN: Duration = Duration::from_millis(100);

/// A guest with a seat.
#[derive(Debug)]
pub(super) struct Player {
    door: Arc<Door>,
    table: Arc<Table>,
    token: String,
    client: ClientId,
    is_host: bool,
    /// The chance that the connection is lost after a message.
    drop: f64,
    dice: Dice,
    socket: Option<Socket>,
    /// What was seen before the connection was lost.
    last: Option<Last>,
    /// Whether nothing was pushed since the connection was made. What comes first may leave numbers out.
    is_fresh: bool,
    absent_since: Option<Instant>,
    /// The number of the next command.
    n: u64,
    /// The highest number that was answered.
    answered: u64,
    unanswered: Option<Said>,
    /// The open question as it was sent, and whether an answer to it was given.
    prompt: Option<(Utf8Bytes, bool)>,
    at: Option<HeardTable>,
    /// The command that would start a match.
    may_start: Option<&'static str>,
    /// After how many matches it was last said. A match may be over before anybody is told of it.
    started_after: Option<u32>,
    link: Option<String>,
    /// Matches whose end was seen while an own action was not answered yet. It belongs to the first.
    ended: Vec<HeardTable>,
    /// Own actions that were acknowledged in the match that runs.
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

    /// Enters the room, and says again what was not answered.
    pub(super) async fn connect(&mut self) -> Result<(), Unreachable> {
        let (mut socket, n, life) =
            enter(&self.door, &self.token, &self.client, self.table.code(), self.last.clone())
                .await?;
        // An acknowledged command that the room does not know of is lost, unless it is known of none.
        if n < self.answered {
            self.table.count(|tally| {
                tally.lost += 1;
                tally.error("the room has forgotten what it has answered");
            });
        }
        if self.last.as_ref().is_none_or(|last| last.life != life) {
            self.last = Some(Last { life, v: 0, entry: 0 });
        }
        if let Some(said) = &self.unanswered {
            socket.send(Message::Text(said.text.clone())).await.map_err(Unreachable::new)?;
        }
        self.socket = Some(socket);
        self.is_fresh = true;
        if let Some(since) = self.absent_since.take() {
            self.table.count(|tally| tally.absences.push(since.elapsed()));
        }
        Ok(())
    }

    /// Plays until it is stopped.
    pub(super) async fn run(mut self) {
        loop {
            let Some(socket) = self.socket.take() else {
                if self.connect().await.is_err() {
                    tokio::time::sleep(AGAIN).await;
                }
                continue;
            };
            let wait = self.play(socket).await;
            self.absent_since = Some(Instant::now());
            self.had_lost_connection = true;
            tokio::time::sleep(wait).await;
        }
    }

    /// Plays until the connection is lost. It gives how long to wait before it is made again.
    async fn play(&mut self, mut socket: Socket) -> Duration {
        loop {
            if let Some(text) = self.something_to_say().await {
                if socket.send(Message::Text(text)).await.is_err() {
                    return AGAIN;
                }
                if self.drop > 0.0 && f64::from(self.dice.below(1_000_000)) < self.drop * 1e6 {
                    return Duration::ZERO; // The connection ends here, whatever comes back.
                }
            }
            let text = match socket.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return AGAIN,
                Some(Ok(_)) => continue,
            };
            self.table.count(|tally| tally.bytes += text.len() as u64);
            match serde_json::from_str(&text) {
                Ok(Heard::Push(push)) => self.take_push(&push),
                Ok(Heard::Answer(answer)) => self.take_answer(&answer),
                Ok(Heard::Bye(bye)) => {
                    let Some(retry) = bye.retry_ms else {
                        self.table.count(|tally| tally.error(format!("bye: {:?}", bye.code)));
                        return Duration::from_secs(1);
                    };
                    // Not all at the same moment.
                    return Duration::from_millis(retry)
                        .mul_f64(f64::from(self.dice.below(100)) / 100.0);
                }
                Ok(Heard::Welcome(_)) => {}
                Err(why) => self.table.count(|tally| tally.error(why.to_string())),
            }
        }
    }

    fn take_push(&mut self, push: &HeardPush<'_>) {
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

    /// Counts matches that have ended. Whoever has an action that is not answered yet knows only later
    /// how many there were.
    fn count_matches(&mut self) {
        if self.unanswered.as_ref().is_some_and(|said| said.is_action) {
            return;
        }
        for ended in std::mem::take(&mut self.ended) {
            self.count_match(ended);
        }
    }

    fn count_match(&mut self, ended: HeardTable) {
        let Some(seat) = ended.seat else { return };
        let acted = std::mem::take(&mut self.acted);
        let had_lost_connection = std::mem::take(&mut self.had_lost_connection);
        let game_no = ended.game_no;
        // Whoever was away may have missed a whole match, and knows only the link of that one.
        let is_latest = self.at.is_some_and(|at| {
            at.game_no == game_no || (at.game_no == game_no + 1 && at.phase == Phase::Playing)
        });
        let link = self.link.as_deref().filter(|_| is_latest);
        let doubtful = self.table.seen_the_end(game_no, seat, acted, link, had_lost_connection);
        if let Some(doubtful) = doubtful {
            let (door, table) = (Arc::clone(&self.door), Arc::clone(&self.table));
            let link = doubtful.link().to_owned();
            tokio::spawn(async move {
                // The server may be down at the moment; other matches will be compared.
                if let Ok((lost, twice)) = doubtful.compare(&door).await {
                    table.count(|tally| {
                        tally.compared += 1;
                        tally.lost += lost;
                        tally.twice += twice;
                        if lost + twice > 0 {
                            tally.error(format!("replay {link} tells another story"));
                        }
                    });
                }
            });
        }
    }

    fn take_answer(&mut self, answer: &HeardAnswer) {
        let Some(said) = self.unanswered.take_if(|said| said.n == answer.n) else { return };
        if let Some(error) = &answer.error {
            // Nothing was done; it is said again.
            if error.code == "not_stored" {
                self.prompt = self.prompt.take().map(|(prompt, _)| (prompt, false));
            }
            self.table.count(|tally| tally.rejected += 1);
        } else if said.is_action {
            self.acted += 1;
            self.table.acknowledged(said.since.elapsed());
        }
        self.answered = said.n;
        self.count_matches();
    }

    /// The next thing to say, once it is time for it.
    async fn something_to_say(&mut self) -> Option<Utf8Bytes> {
        if self.unanswered.is_some() {
            return None;
        }
        let (command, is_action) = if let Some((prompt, given @ false)) = &mut self.prompt {
            *given = true;
            let prompt: HeardPrompt<'_> = serde_json::from_str(prompt).ok()?;
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

/// Somebody who only watches.
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
    ) -> Result<Self, Unreachable> {
        let (socket, ..) = enter(&door, &token, &client(), table.code(), None).await?;
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

/// A word that no other client has.
fn client() -> ClientId {
    let mut bytes = [0; 8];
    let _ = getrandom::fill(&mut bytes);
    let word = format!("load-{:016x}", u64::from_le_bytes(bytes));
    word.parse().expect("letters and digits, and not too many")
}

/// Opens a socket and greets. It gives the highest number that was answered, and the room's life.
async fn enter(
    door: &Door,
    token: &str,
    client: &ClientId,
    room: &str,
    last: Option<Last>,
) -> Result<(Socket, u64, String), Unreachable> {
    let mut socket = door.socket().await?;
    let hello = ClientMessage::Hello(Hello {
        token: token.to_owned(),
        client: client.clone(),
        room: room.to_owned(),
        last,
        board: false,
    });
    let text = serde_json::to_string(&hello).map_err(Unreachable::new)?;
    socket.send(Message::text(text)).await.map_err(Unreachable::new)?;
    loop {
        let message = socket.next().await.ok_or_else(|| Unreachable::new("it hung up"))?;
        let Message::Text(text) = message.map_err(Unreachable::new)? else { continue };
        return match serde_json::from_str(&text).map_err(Unreachable::new)? {
            Heard::Welcome(welcome) => Ok((socket, welcome.n, welcome.life)),
            Heard::Bye(bye) => Err(Unreachable::new(bye.sentence)),
            _ => Err(Unreachable::new("it does not greet back")),
        };
    }
}
