//! A socket: a greeting, then messages in and pushes out.

mod connection;

use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_kit::Millis;
use croupier_proto::{
    Ask, Bye, ByeCode, ClientMessage, Hello, MAX_CHANCE, MAX_CLIENT_MESSAGE, Refusal, Say,
    ServerMessage,
};
use croupier_store::journal::RoomId;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use self::connection::{Broken, Connection};
use crate::house::House;
use crate::limits::{Limited, Messages};
use crate::room::{Attach, Outbox, Query, RoomMessage, Said, Sent, SocketId, answer, takes_chance};
use crate::store::Store;
use crate::websocket::{self, Incoming};

/// How long a client has to send its greeting.
const GREETING: Duration = Duration::from_secs(10);

/// How long saying goodbye may take. A client that is cut off for not reading gets no more time.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long a client may take to hang up when the server stops.
const HANGING_UP: Duration = Duration::from_millis(300);

/// The WebSocket close code. The reason is sent as a message before.
const CLOSED: u16 = 4000;

/// Serves a socket until it ends; `said` has arrived already. A client that `follows` is redirected
/// to the server that owns its room.
pub(crate) async fn serve<S: Store>(
    house: Arc<House<S>>,
    stream: TcpStream,
    said: Vec<u8>,
    addr: IpAddr,
    follows: bool,
) {
    let id = SocketId::next();
    let cut_off = house.arrived(id, addr);
    let (mut socket, outbox) = Connection::new(stream, said);
    let (mut asked, mut seat) = (None, None);
    let comer = Comer { id, addr, follows };
    let end = tokio::select! {
        biased;
        end = attend(&house, &mut socket, outbox, comer, &mut asked, &mut seat) => end,
        // Without a reason the server stops, and the room could not tell the client.
        why = cut_off => End::Bye(why.unwrap_or(ByeCode::Restarting)),
    };
    // A socket that is cut off during the greeting may be in the room already.
    let room = seat.map(|it| it.room).or_else(|| asked.map(|room| house.room(room)));
    // A room that is stuck must not delay the goodbye to its clients.
    let detached = room.map(|room| (room.try_send(RoomMessage::Detach(id)), room));
    match end {
        End::Gone => {}
        End::Bye(code) => {
            if matches!(code, ByeCode::TooFast | ByeCode::Banned) {
                house.counters.refused.fetch_add(1, Ordering::Relaxed);
            }
            Box::pin(say_bye(&house, &mut socket, code.into())).await;
        }
        End::Away(bye) => Box::pin(say_bye(&house, &mut socket, bye)).await,
    }
    drop(socket);
    house.departed(id);
    if let Some((Err(TrySendError::Full(detach)), room)) = detached {
        let _ = room.send(detach).await;
    }
}

/// Tells a client why the connection ends.
async fn say_bye<S: Store>(house: &House<S>, socket: &mut Connection, bye: Bye) {
    let reason = bye.code.sentence();
    let text = ServerMessage::Bye(bye).to_text();
    socket.out.say_last([websocket::text(&text), websocket::close(CLOSED, reason)]);
    let told = timeout(FAREWELL, socket.send(FAREWELL)).await;
    let patience = if house.is_stopping() { HANGING_UP } else { FAREWELL };
    if let Ok(Ok(_) | Err(Broken::LetGo)) = told {
        // If unread data is left when a connection is closed, the client may never see the goodbye.
        let _ = timeout(patience, socket.input.drain()).await;
    }
}

/// Who is behind a new socket.
#[derive(Clone, Copy)]
struct Comer {
    id: SocketId,
    addr: IpAddr,
    /// Whether the client follows redirects to another server.
    follows: bool,
}

/// Handles the greeting and then the messages, until the end.
async fn attend<S: Store>(
    house: &Arc<House<S>>,
    socket: &mut Connection,
    outbox: Outbox,
    comer: Comer,
    asked: &mut Option<RoomId>,
    seat: &mut Option<InRoom>,
) -> End {
    // Boxed: a greeting needs more memory than everything that follows.
    let seat = match Box::pin(greet(house, socket, outbox, comer, asked)).await {
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
    /// The server ends it and redirects the client.
    Away(Bye),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Gone => Self::Gone,
            Broken::Malformed => Self::Bye(ByeCode::Malformed),
            Broken::TooLong => Self::Bye(ByeCode::TooLarge),
            Broken::TooSlow => Self::Bye(ByeCode::TooSlow),
            Broken::Bye(code) => Self::Bye(code),
            Broken::LetGo => Self::Bye(ByeCode::Moved),
        }
    }
}

/// A socket in a room.
struct InRoom {
    id: SocketId,
    room_id: RoomId,
    room: mpsc::Sender<RoomMessage>,
    /// The client's quota of frames. `None` if nothing is limited.
    messages: Option<Messages>,
    /// How long the client may take to read a message.
    reading: Duration,
}

/// Waits for the greeting and attaches the socket to its room. `asked` is the room as long as the
/// socket may be in it.
async fn greet<S: Store>(
    house: &Arc<House<S>>,
    socket: &mut Connection,
    outbox: Outbox,
    Comer { id, addr, follows }: Comer,
    asked: &mut Option<RoomId>,
) -> Result<InRoom, End> {
    let mut messages = house.limits.messages(addr);
    let first = timeout(GREETING, next_text(socket, &mut messages)).await;
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
    let attach = |reply| {
        RoomMessage::Attach(Box::new(Attach {
            socket: id,
            guest: guest.id,
            client: client.clone(),
            last: last.clone(),
            board,
            out: outbox.clone(),
            reply,
        }))
    };
    *asked = Some(room);
    let welcome = house.ask(room, attach).await;
    if !matches!(welcome, Some(Ok(_))) {
        *asked = None;
    }
    let welcome = welcome.ok_or(End::Bye(ByeCode::NotRead))?.map_err(End::Bye)?;
    let reading = house.config().reading_limit;
    let (room_id, room) = (room, house.room(room));
    let seat = InRoom { id, room_id, room, messages, reading };
    drop(outbox);
    // The room may already have queued more. The welcome goes before that.
    socket.out.open(websocket::text(&ServerMessage::Welcome(welcome).to_text()));
    seat.send(house, socket).await?;
    Ok(seat)
}

/// The first text message of a client. Answers pings.
async fn next_text(
    socket: &mut Connection,
    messages: &mut Option<Messages>,
) -> Result<String, End> {
    loop {
        match socket.input.next().await? {
            _ if !may_send(messages) => return Err(End::Bye(ByeCode::TooFast)),
            Incoming::Text(text) => return Ok(text),
            Incoming::Ping(payload) => {
                socket.out.say(websocket::pong(&payload));
                socket.send(FAREWELL).await?;
            }
            Incoming::Pong | Incoming::Fragment => {}
            Incoming::Binary => return Err(End::Bye(ByeCode::Malformed)),
            Incoming::Close => return Err(End::Gone),
        }
    }
}

/// Whether a client may send one more frame. If so, counts it. Frames of all kinds are counted,
/// because each costs work.
fn may_send(messages: &mut Option<Messages>) -> bool {
    messages.as_mut().is_none_or(Messages::take)
}

impl InRoom {
    async fn run<S: Store>(&mut self, house: &House<S>, socket: &mut Connection) -> End {
        let silence = house.config().silence_limit;
        let mut heard = Instant::now();
        let mut pinged: Option<Instant> = None;
        // One timer for the whole connection: setting one per message would cost more than the
        // message.
        let beat = (silence / 4).max(Duration::from_millis(1));
        let mut beat = tokio::time::interval_at(heard + beat, beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let may_read = socket.out.may_read();
            let done = tokio::select! {
                () = poll_fn(|context| socket.out.poll_wanted(context)) => self.send(house, socket).await,
                incoming = socket.input.next(), if may_read => {
                    heard = Instant::now();
                    pinged = None;
                    match incoming {
                        Ok(_) if !may_send(&mut self.messages) => Err(End::Bye(ByeCode::TooFast)),
                        Ok(Incoming::Text(text)) => {
                            house.counters.messages.fetch_add(1, Ordering::Relaxed);
                            self.take(socket, &text).await
                        }
                        Ok(Incoming::Ping(payload)) => {
                            socket.out.say(websocket::pong(&payload));
                            Ok(())
                        }
                        Ok(Incoming::Pong | Incoming::Fragment) => Ok(()),
                        Ok(Incoming::Binary) => Err(End::Bye(ByeCode::Malformed)),
                        Ok(Incoming::Close) => {
                            // Confirm the close, if the client still reads.
                            socket.out.say_last([websocket::close(1000, "")]);
                            let _ = socket.out.write(&mut Sent::default());
                            Err(End::Gone)
                        }
                        Err(broken) => Err(broken.into()),
                    }
                }
                _ = beat.tick() => match pinged {
                    None if heard.elapsed() >= silence => {
                        // The deadline counts from now: the server itself may have been suspended
                        // before.
                        pinged = Some(Instant::now());
                        socket.out.say(websocket::ping());
                        Ok(())
                    }
                    Some(since) if since.elapsed() >= silence => Err(End::Bye(ByeCode::Silent)),
                    _ => Ok(()),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Sends what is queued.
    async fn send<S: Store>(&self, house: &House<S>, socket: &mut Connection) -> Result<(), End> {
        let sent = socket.send(self.reading).await?;
        house.count_sent(sent);
        // Everything is sent, so a room that skipped pushes may send the newest state now. A room
        // that is too busy to take this message finds such sockets by itself.
        if socket.out.has_skipped() {
            let _ = self.room.try_send(RoomMessage::Refresh(self.id));
        }
        Ok(())
    }

    /// Handles a message of the client.
    async fn take(&mut self, socket: &mut Connection, text: &str) -> Result<(), End> {
        debug_assert!(text.len() <= MAX_CLIENT_MESSAGE);
        let message = match serde_json::from_str(text) {
            Ok(ClientMessage::Say(Say { n, command, chance })) => {
                let why = match &chance {
                    Some(chance) if chance.chars().count() > MAX_CHANCE => {
                        Some("that is too much chance")
                    }
                    Some(_) if !takes_chance(&command) => {
                        Some("only ready, vote_rematch and play_again take a chance")
                    }
                    _ => None,
                };
                if let Some(why) = why {
                    socket.out.answer(answer(n, Err(Refusal::new("malformed", why))));
                    return Ok(());
                }
                RoomMessage::Say(Box::new(Said { socket: self.id, n, command, chance }))
            }
            Ok(ClientMessage::Ask(Ask { n, question })) => {
                RoomMessage::Ask(Box::new(Query { socket: self.id, n, question }))
            }
            Ok(ClientMessage::Hello(_)) | Err(_) => return Err(End::Bye(ByeCode::Malformed)),
        };
        socket.out.expect_answer();
        // If the room is busy, its clients wait here.
        self.room.send(message).await.map_err(|_| End::Bye(ByeCode::Moved))
    }
}

impl<S: Store> House<S> {
    /// Adds to the counters of what was sent to clients.
    pub(crate) fn count_sent(&self, sent: Sent) {
        self.counters.pushes.fetch_add(sent.pushes, Ordering::Relaxed);
        self.counters.bytes_sent.fetch_add(sent.bytes, Ordering::Relaxed);
    }

    /// The address of the server that owns a room, if it is another one and clients are redirected
    /// to it.
    fn elsewhere(&self, room: RoomId) -> Option<String> {
        self.cluster()?.elsewhere(room)
    }
}
