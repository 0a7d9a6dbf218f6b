//! Requests and answers over the socket in the data folder.

use std::path::Path;
use std::sync::Arc;

use croupier_store::journal::{Filter, RoomId, UnixMillis};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

use super::{AskError, ExportedMatch, Request, SOCKET};
use crate::house::{House, wall_clock};
use crate::room::RoomMessage;
use crate::store::Store;

/// The longest request, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Sends a request to the server that runs on a data folder.
pub async fn ask(folder: &Path, request: &Request) -> Result<Value, AskError> {
    let mut stream = UnixStream::connect(folder.join(SOCKET)).await?;
    let mut line = serde_json::to_vec(request).map_err(std::io::Error::from)?;
    line.push(b'\n');
    stream.write_all(&line).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let mut answer: Value = serde_json::from_str(&answer).map_err(std::io::Error::from)?;
    match answer.get("error").and_then(Value::as_str) {
        Some(why) => Err(AskError::Refused(why.to_owned())),
        None => Ok(answer["ok"].take()),
    }
}

/// Answers requests until the server stops. Sets `drain` when the server is asked to stop.
pub async fn serve<S: Store>(
    house: Arc<House<S>>,
    folder: &Path,
    drain: watch::Sender<bool>,
) -> std::io::Result<()> {
    let path = folder.join(SOCKET);
    // A server that was killed leaves its socket behind. The lock on the folder guarantees that
    // none is running.
    let _ = std::fs::remove_file(&path);
    let listener = UnixListener::bind(&path)?;
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(answer(Arc::clone(&house), stream, drain.clone()));
    }
}

async fn answer<S: Store>(
    house: Arc<House<S>>,
    mut stream: UnixStream,
    drain: watch::Sender<bool>,
) {
    let mut line = String::new();
    let (reader, mut writer) = stream.split();
    if BufReader::new(reader.take(LONGEST)).read_line(&mut line).await.is_err() {
        return;
    }
    let answer = match serde_json::from_str(&line) {
        Ok(request) => house.administer(request, &drain).await,
        Err(why) => Err(format!("that is no request: {why}")),
    };
    let answer = match answer {
        Ok(ok) => json!({"ok": ok}),
        Err(why) => json!({"error": why}),
    };
    let _ = writer.write_all(format!("{answer}\n").as_bytes()).await;
}

impl<S: Store> House<S> {
    async fn administer(
        self: &Arc<Self>,
        request: Request,
        drain: &watch::Sender<bool>,
    ) -> Result<Value, String> {
        match request {
            Request::Rooms => self.all_rooms().await,
            Request::Close { code } => {
                let room = self.find(&code).await.map_err(|why| why.to_string())?;
                let room = room.ok_or("there is no such room")?;
                let close = |reply| RoomMessage::Close { reply };
                self.ask(room, close).await.ok_or("the room cannot be opened")?;
                Ok(Value::Null)
            }
            Request::Ban { addr, hours, why } => {
                let until = hours
                    .map(|it| UnixMillis(wall_clock().0.saturating_add(u64::from(it) * 3_600_000)));
                self.ban(addr, until, why).await.map_err(|why| why.to_string())?;
                Ok(Value::Null)
            }
            Request::Unban { addr } => {
                if self.unban(addr).await? {
                    Ok(Value::Null)
                } else {
                    Err("it was not banned".to_owned())
                }
            }
            Request::Drain => {
                let _ = drain.send(true);
                Ok(Value::Null)
            }
            Request::Backup { file } => {
                let now = UnixMillis(self.clock().now().0);
                self.store().copy_to(file, now).await.map_err(|why| why.to_string())?;
                Ok(Value::Null)
            }
            Request::Match { id } => {
                let kept = self.store().finished_match(id.0).await;
                let kept = kept.map_err(|why| why.to_string())?;
                let exported = kept.map(ExportedMatch::try_from).transpose();
                Ok(json!(exported.map_err(|why| why.to_string())?))
            }
        }
    }

    async fn all_rooms(&self) -> Result<Value, String> {
        let (mut rooms, mut damaged, mut after) = (vec![], vec![], None);
        loop {
            let page = self.store().list(Filter::default(), after).await;
            let page = page.map_err(|why| why.to_string())?;
            for listed in page.items {
                let entry = listed.entry;
                let details: Value = serde_json::from_str(&entry.details).unwrap_or_default();
                rooms.push(json!({
                    "id": entry.room.to_string(),
                    "code": entry.code,
                    "game": entry.game,
                    "people": entry.people,
                    "seats": entry.seats,
                    "awake": self.is_awake(entry.room),
                    "phase": details["phase"],
                }));
            }
            damaged.extend(page.damaged.iter().map(RoomId::to_string));
            after = page.next;
            if after.is_none() {
                return Ok(json!({"rooms": rooms, "damaged": damaged}));
            }
        }
    }
}
