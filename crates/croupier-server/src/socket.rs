//! A socket: a greeting, then messages in and pushes out.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use croupier_kit::Millis;
use croupier_proto::{
    Answer, Ask, Bye, ByeCode, ClientMessage, Hello, MAX_CHANCE, MAX_CLIENT_MESSAGE, Refusal, Say,
    ServerMessage,
};
use croupier_store::journal::RoomId;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use crate::house::House;
use crate::limits::{Limited, Messages};
use crate::random;
use crate::room::{Attach, Out, Outgoing, RoomMessage, SocketId, UNANSWERED, outbox};
use crate::store::Store;

/// How long a client has to greet.
const GREETING: Duration = Duration::from_secs(10);

/// How long a farewell may take. Who is cut off for not reading is not waited for again.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long a client may take to hang up when the server ends.
const HANGING_UP: Duration = Duration::from_millis(300);

/// Serves a socket until it ends. One that follows is sent to the server that has its room.
pub(crate) async fn serve<S: Store>(
    house: Arc<House<S>>,
    mut socket: WebSocket,
    addr: IpAddr,
    follows: bool,
) {
    let id = SocketId::next();
    let stopping = house.arrived(id);
    let mut seat = None;
    let end = tokio::select! {
        biased;
        end = attend(&house, &mut socket, Comer { id, addr, follows }, &mut seat) => end,
        // Its room would have said so, if it could.
        _ = stopping => End::Bye(ByeCode::Restarting),
    };
    // A room that is stuck must not keep its clients from being told.
    let detached = seat.map(|it| (it.room.try_send(RoomMessage::Detach(it.id)), it.room));
    let farewell = match end {
        End::Gone => None,
        End::Bye(code) => Some(Bye::from(code)),
        End::Away(bye) => Some(bye),
    };
    if let Some(farewell) = farewell {
        let told = timeout(FAREWELL, bye(&mut socket, farewell)).await;
        let patience = if house.is_stopping() { HANGING_UP } else { FAREWELL };
        if told.is_ok() {
            // What was not read when a connection is closed would cost the client the farewell.
            let _ =
                timeout(patience, async { while let Some(Ok(_)) = socket.next().await {} }).await;
        }
    }
    house.departed(id);
    if let Some((Err(TrySendError::Full(detach)), room)) = detached {
        let _ = room.send(detach).await;
    }
}

/// Who comes with a socket.
#[derive(Clone, Copy)]
struct Comer {
    id: SocketId,
    addr: IpAddr,
    /// Whether the client goes where it is sent.
    follows: bool,
}

/// Greets and stays until the end.
async fn attend<S: Store>(
    house: &Arc<House<S>>,
    socket: &mut WebSocket,
    comer: Comer,
    seat: &mut Option<InRoom>,
) -> End {
    let seat = match greet(house, socket, comer).await {
        Ok(in_room) => seat.insert(in_room),
        Err(end) => return end,
    };
    match seat.run(house, socket).await {
        End::Bye(ByeCode::Moved) if comer.follows => {
            End::Away(Bye { at: house.elsewhere(seat.room_id), ..ByeCode::Moved.into() })
        }
        end => end,
    }
}

/// How a socket ends.
enum End {
    /// The client is gone.
    Gone,
    /// The server ends it.
    Bye(ByeCode),
    /// The server ends it, and says where to go.
    Away(Bye),
}

async fn bye(socket: &mut WebSocket, bye: Bye) {
    let code = bye.code;
    let text = ServerMessage::Bye(bye).to_text();
    let _ = socket.send(Message::text(text)).await;
    let reason = Utf8Bytes::from_static(code.sentence());
    let _ = socket.send(Message::Close(Some(CloseFrame { code: 4000, reason }))).await;
}

/// A socket in a room.
struct InRoom {
    id: SocketId,
    room_id: RoomId,
    room: mpsc::Sender<RoomMessage>,
    out: Outgoing,
    /// How many messages of the client wait for their answers.
    unanswered: usize,
    /// How much the client may still send. None where nothing is limited.
    messages: Option<Messages>,
    /// How long the client may take to read something.
    reading: Duration,
}

/// Waits for the greeting and attaches the socket to its room.
async fn greet<S: Store>(
    house: &Arc<House<S>>,
    socket: &mut WebSocket,
    Comer { id, addr, follows }: Comer,
) -> Result<InRoom, End> {
    let first = timeout(GREETING, next_text(socket)).await;
    let text = first.map_err(|_| End::Bye(ByeCode::BadHello))??;
    let Ok(ClientMessage::Hello(hello)) = serde_json::from_str(&text) else {
        return Err(End::Bye(ByeCode::BadHello));
    };
    let Hello { token, client, room, last, board } = hello;
    if !house.limits.has(Limited::WrongToken, addr) || !house.limits.has(Limited::WrongCode, addr) {
        return Err(End::Bye(ByeCode::TooFast));
    }
    let guest = house.guest(&token).await.map_err(|_| End::Bye(ByeCode::NotRead))?;
    let Some(guest) = guest else {
        house.count(Limited::WrongToken, addr);
        return Err(End::Bye(ByeCode::WrongToken));
    };
    let found: Option<RoomId> = house.find(&room).await.map_err(|_| End::Bye(ByeCode::NotRead))?;
    let Some(room) = found else {
        house.count(Limited::WrongCode, addr);
        return Err(End::Bye(ByeCode::RoomMissing));
    };
    if follows && let at @ Some(_) = house.elsewhere(room) {
        return Err(End::Away(Bye { at, retry_ms: Some(Millis(0)), ..ByeCode::Moved.into() }));
    }
    let (to_out, out) = outbox();
    let attach = |reply| {
        RoomMessage::Attach(Box::new(Attach {
            socket: id,
            guest: guest.id,
            client: client.clone(),
            last: last.clone(),
            board,
            out: to_out.clone(),
            reply,
        }))
    };
    let welcome = house.ask(room, attach).await.ok_or(End::Bye(ByeCode::NotRead))?;
    let welcome = welcome.map_err(End::Bye)?;
    let messages = house.limits.messages(addr);
    let reading = house.config().reading_limit;
    let (room_id, room) = (room, house.room(room));
    let seat = InRoom { id, room_id, room, out, unanswered: 0, messages, reading };
    drop(to_out);
    let text = ServerMessage::Welcome(welcome).to_text();
    if let Ok(Ok(())) = timeout(reading, socket.send(Message::text(text))).await {
        return Ok(seat);
    }
    let _ = seat.room.send(RoomMessage::Detach(id)).await;
    Err(End::Gone)
}

/// The next text of a client. Pings are answered by the library.
async fn next_text(socket: &mut WebSocket) -> Result<Utf8Bytes, End> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(End::Bye(ByeCode::Malformed)),
            Some(Err(why)) => return Err(end_of(&why)),
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
        }
    }
}

/// A message that is too long ends a connection with its own code.
fn end_of(why: &axum::Error) -> End {
    let is_long = why.to_string().contains("too long") || why.to_string().contains("too big");
    if is_long { End::Bye(ByeCode::TooLarge) } else { End::Gone }
}

impl InRoom {
    async fn run<S: Store>(&mut self, house: &House<S>, socket: &mut WebSocket) -> End {
        let silence = house.config().silence_limit;
        let mut heard = Instant::now();
        let mut pinged: Option<Instant> = None;
        // One timer for the whole connection: setting one for every message would cost more than the
        // message.
        let beat = (silence / 4).max(Duration::from_millis(1));
        let mut beat = tokio::time::interval_at(heard + beat, beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let may_read = self.unanswered < UNANSWERED;
            tokio::select! {
                out = self.out.next() => {
                    let Some(out) = out else { return End::Bye(ByeCode::Moved) };
                    if let Some(end) = self.send(house, socket, out).await {
                        return end;
                    }
                }
                message = socket.next(), if may_read => {
                    heard = Instant::now();
                    pinged = None;
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            house.counters.messages.fetch_add(1, Ordering::Relaxed);
                            if let Some(end) = self.take(socket, &text).await {
                                return end;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_))) => return End::Bye(ByeCode::Malformed),
                        Some(Err(why)) => return end_of(&why),
                        Some(Ok(Message::Close(_))) | None => return End::Gone,
                    }
                }
                _ = beat.tick() => match pinged {
                    None if heard.elapsed() >= silence => {
                        // The time to answer begins now: the server may have been stopped before.
                        pinged = Some(Instant::now());
                        let ping = Message::Ping(bytes::Bytes::new());
                        if timeout(self.reading, socket.send(ping)).await.is_err() {
                            return End::Bye(ByeCode::TooSlow);
                        }
                    }
                    Some(since) if since.elapsed() >= silence => return End::Bye(ByeCode::Silent),
                    _ => {}
                },
            }
        }
    }

    /// Sends what waits, all of it with one call to the system.
    async fn send<S: Store>(
        &mut self,
        house: &House<S>,
        socket: &mut WebSocket,
        first: Out,
    ) -> Option<End> {
        let mut next = Some(first);
        while let Some(out) = next {
            let text = match out {
                Out::Text(text) | Out::Fresh(text) => {
                    house.counters.pushes.fetch_add(1, Ordering::Relaxed);
                    text
                }
                Out::Answer(_, text) => {
                    self.unanswered = self.unanswered.saturating_sub(1);
                    text
                }
                Out::Bye(code) => return Some(End::Bye(code)),
            };
            house.counters.bytes_sent.fetch_add(text.len() as u64, Ordering::Relaxed);
            match timeout(self.reading, socket.feed(Message::Text(text))).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Some(End::Gone),
                Err(_) => return Some(End::Bye(ByeCode::TooSlow)),
            }
            next = self.out.more();
        }
        match timeout(self.reading, socket.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Some(End::Gone),
            Err(_) => return Some(End::Bye(ByeCode::TooSlow)),
        }
        // Everything is sent: a room that left pushes out may send the newest now. One that is too busy
        // to take this looks for such sockets itself.
        if self.out.has_skipped() {
            let _ = self.room.try_send(RoomMessage::Refresh(self.id));
        }
        None
    }

    /// Takes a message of the client.
    async fn take(&mut self, socket: &mut WebSocket, text: &str) -> Option<End> {
        if self.messages.as_mut().is_some_and(|it| !it.take()) {
            return Some(End::Bye(ByeCode::TooFast));
        }
        debug_assert!(text.len() <= MAX_CLIENT_MESSAGE);
        let message = match serde_json::from_str(text) {
            Ok(ClientMessage::Say(Say { n, command, chance })) => {
                if chance.as_ref().is_some_and(|it| it.chars().count() > MAX_CHANCE) {
                    let why = Refusal::new("malformed", "that is too much chance");
                    let answer = Answer { n, ok: None, error: Some(why) };
                    let text = ServerMessage::Answer(answer).to_text();
                    return match timeout(self.reading, socket.send(Message::text(text))).await {
                        Ok(Ok(())) => None,
                        _ => Some(End::Gone),
                    };
                }
                RoomMessage::Say { socket: self.id, n, command: Box::new(command), chance }
            }
            Ok(ClientMessage::Ask(Ask { n, question })) => {
                RoomMessage::Ask { socket: self.id, n, question: Box::new(question) }
            }
            Ok(ClientMessage::Hello(_)) | Err(_) => return Some(End::Bye(ByeCode::Malformed)),
        };
        self.unanswered += 1;
        // A room that is busy makes its clients wait here.
        match self.room.send(message).await {
            Ok(()) => None,
            Err(_) => Some(End::Bye(ByeCode::Moved)),
        }
    }
}

impl<S: Store> House<S> {
    /// The address of the server that has a room, if it is another one and clients are sent there.
    fn elsewhere(&self, room: RoomId) -> Option<String> {
        self.cluster()?.elsewhere(room)
    }

    /// The guest who has a token.
    pub(crate) async fn guest(
        &self,
        token: &str,
    ) -> Result<Option<croupier_store::registry::Guest>, croupier_store::journal::ReadError> {
        if token.len() != 43 {
            return Ok(None);
        }
        self.store().guest_by_token(random::hash(token)).await
    }
}
