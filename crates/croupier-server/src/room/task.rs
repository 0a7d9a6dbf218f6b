//! The task that owns a room: messages in, records to the journal, and only then pushes out.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_catalog::{AnyCall, AnyEffect, AnyLogRecord};
use croupier_kit::Millis;
use croupier_kit::game::Error;
use croupier_kit::room::{BotRequest, Phase, PlayerId, Status};
use croupier_proto::http::Watch;
use croupier_proto::{ByeCode, Last, Question, Reaction, Refusal, Welcome};
use croupier_store::journal::{
    AppendError, Entry, GuestId, Held, OpenError, Opened, PutError, ReadError, Revision, Snapshot,
    UnixMillis, WriteError,
};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::answers::Known;
use super::audience::{Audience, News, Shared};
use super::host::{Applied, Ended, RoomHost};
use super::message::{Attach, Decided, RoomMessage, Whose};
use super::record::Record;
use super::sockets::{Out, Socket, SocketId, Sockets, answer};
use crate::bots::Job;
use crate::clock::STALLED;
use crate::house::House;
use crate::random;
use crate::store::Store;

/// How many messages share one append.
const BATCH: usize = 64;

/// How many records are worth a snapshot when a match ends.
const RECORDS_WORTH_SAVING: usize = 50;

/// How many log entries are kept for those who come back.
const PAST: usize = 64;

/// A room in which nothing happens for so long, in real time, goes to sleep.
const DROWSY: Duration = Duration::from_secs(10);

/// Who sits down over HTTP has so long, in real time, to open a socket before the connection counts as
/// lost.
const TIME_TO_COME: Duration = Duration::from_secs(15);

/// The `wake_at` of a room that does not sleep but was let go of: whoever finds it wakes it at once.
const AWAKE: UnixMillis = UnixMillis(0);

/// By how much a room that was just opened is ahead of the house. It goes on at the instant at which it
/// was, except that time passes for a room that sleeps, until it has to wake.
fn ahead(host: &RoomHost, entry: &Entry, has_slept: bool, house: Millis) -> i64 {
    let room = host.room();
    let now = match (entry.wake_at, room.next_due()) {
        (Some(wake_at), Some(due)) if has_slept && wake_at != AWAKE => {
            due.0.saturating_sub(wake_at.0.saturating_sub(house.0)).max(room.now().0)
        }
        _ => room.now().0,
    };
    now.checked_signed_diff(house.0).unwrap_or(0)
}

/// A room that is awake.
pub(crate) struct RoomTask<S> {
    house: Arc<House<S>>,
    /// Tells this life of the room from the next one.
    ticket: u64,
    host: RoomHost,
    held: Held,
    /// The term of the server's lease in which it was opened.
    term: u64,
    /// By how many milliseconds the room is ahead of the house, whose clock did not stand still
    /// whenever the room did.
    ahead: i64,
    revision: Revision,
    /// The line in the directory, as it was written last.
    entry: Entry,
    /// What that line was made of, so that it is not made again after every action.
    listing: Option<Listing>,
    /// Names the time for which this task has the room.
    life: String,
    sockets: Sockets,
    audiences: Vec<Audience>,
    shared: Shared,
    /// The changes of the deals that `shared` knows of.
    deal_changes: u64,
    past: VecDeque<Box<dyn AnyLogRecord>>,
    /// Decisions of bots that wait for their instant.
    decided: Vec<Decided>,
    /// How many decisions are being made.
    thinking: usize,
    to_decided: mpsc::UnboundedSender<Decided>,
    records: usize,
    quiet_since: Instant,
    /// Who has sat down without a socket, and until when one is expected.
    expected: Vec<(GuestId, PlayerId, Instant)>,
    /// Matches that are over and could not be kept yet.
    unkept: VecDeque<Ended>,
    /// The room went back to what is stored: who is connected is not what the room thinks.
    went_back: bool,
}

/// A name for the time for which a task has a room.
fn new_life() -> String {
    random::token()[..12].to_owned()
}

/// What comes of a greeting.
type Greeted = Result<Welcome, ByeCode>;

/// What comes of words without a socket: the number of the player who spoke.
type Spoken = Result<Option<PlayerId>, Refusal>;

/// What a batch of messages has brought, to be told once it is stored.
#[derive(Default)]
struct Batch {
    records: Vec<bytes::Bytes>,
    answers: Vec<(SocketId, u64, Result<Value, Refusal>)>,
    replies: Vec<(oneshot::Sender<Spoken>, Spoken)>,
    news: News,
    asks: Vec<BotRequest>,
    ended: Vec<Ended>,
    refreshes: Vec<SocketId>,
    welcomes: Vec<(SocketId, oneshot::Sender<Greeted>, Welcome)>,
    /// Who was sent away.
    kicked: Vec<PlayerId>,
    /// Who has given up the seat in a room that wants nobody to watch.
    left: Vec<SocketId>,
    changed: bool,
    closed: bool,
    stop: Option<(ByeCode, oneshot::Sender<()>)>,
    close: Option<oneshot::Sender<()>>,
}

/// What the line of a room in the directory follows from.
#[derive(Debug, PartialEq, Eq)]
struct Listing {
    phase: Phase,
    host: Option<PlayerId>,
    persons: Vec<PlayerId>,
    seats: usize,
    is_listed: bool,
    wake_at: Option<UnixMillis>,
}

/// How a task goes on.
enum Next {
    Go,
    /// It lets go of the room.
    End,
    /// It closes the room for good, and tells whoever asked for that.
    Close(Option<oneshot::Sender<()>>),
}

impl<S: Store> RoomTask<S> {
    /// Takes hold of a room that was opened or created.
    pub(crate) fn new(
        house: Arc<House<S>>,
        ticket: u64,
        term: u64,
        opened: Opened,
    ) -> Result<(Self, mpsc::UnboundedReceiver<Decided>), Error> {
        let (to_decided, decided) = mpsc::unbounded_channel();
        let Opened { held, entry, revision, snapshot, records, .. } = opened;
        let (host, applied) = RoomHost::load(house.catalog(), &snapshot, &records)?;
        let ahead = ahead(&host, &entry, records.is_empty(), house.clock().now());
        let mut task = Self {
            held,
            term,
            ahead,
            revision,
            entry,
            listing: None,
            life: new_life(),
            sockets: Sockets::default(),
            audiences: vec![],
            shared: Shared::new(),
            deal_changes: 0,
            past: VecDeque::new(),
            decided: vec![],
            thinking: 0,
            to_decided,
            records: records.len(),
            quiet_since: Instant::now(),
            expected: vec![],
            unkept: VecDeque::new(),
            went_back: false,
            ticket,
            house,
            host,
        };
        task.remember(applied);
        task.show_deal();
        Ok((task, decided))
    }

    /// Runs until the room sleeps, is closed, or is somebody else's.
    pub(crate) async fn run(
        mut self,
        mut messages: mpsc::Receiver<RoomMessage>,
        mut decided: mpsc::UnboundedReceiver<Decided>,
        is_restart: bool,
    ) {
        if self.host.room().phase() == Phase::Closed {
            return self.end(Next::Close(None)).await; // It could not be closed before.
        }
        let mut batch = Batch::default();
        let people_were_here =
            self.host.room().players().iter().any(|it| !it.bot && it.status == Status::Connected);
        if is_restart && people_were_here {
            if self.house.cluster().is_some() {
                // Their sockets are still open at other servers, or will be opened there.
                self.expect_all();
            } else {
                let at = self.now();
                let _ = self.apply(Record::new(at, AnyCall::Restarted), &mut batch);
            }
        }
        // What was asked before this task had the room is asked again.
        batch.asks = self.host.room().bots_owed();
        match self.settle(batch).await {
            Next::Go => {}
            next => return self.end(next).await,
        }
        let mut inbox = Vec::with_capacity(BATCH);
        let mut alarm = pin!(tokio::time::sleep(Duration::ZERO));
        loop {
            // An alarm that comes too early does no harm, and setting it costs more than looking again.
            let wake = tokio::time::Instant::now() + self.until_due();
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
            let mut batch = Batch::default();
            let mut is_quiet = false;
            tokio::select! {
                biased;
                Some(it) = decided.recv() => {
                    self.thinking = self.thinking.saturating_sub(1);
                    self.take_decision(it, &mut batch);
                    while let Ok(it) = decided.try_recv() {
                        self.thinking = self.thinking.saturating_sub(1);
                        self.take_decision(it, &mut batch);
                    }
                }
                count = messages.recv_many(&mut inbox, BATCH) => {
                    if count == 0 {
                        return self.end(Next::End).await; // The house is gone.
                    }
                    self.quiet_since = Instant::now();
                }
                () = &mut alarm => is_quiet = true,
            }
            for message in inbox.drain(..) {
                self.take(message, &mut batch);
            }
            self.pass_time(&mut batch);
            match self.settle(batch).await {
                Next::Go => {}
                next => return self.end(next).await,
            }
            if is_quiet && self.may_sleep() && self.sleep(&messages).await {
                return self.end(Next::End).await;
            }
        }
    }

    pub(crate) fn code(&self) -> &str {
        &self.host.about.code
    }

    /// The start of the server in which the room was last saved.
    pub(crate) fn run_of_save(&self) -> &str {
        &self.host.about.run
    }

    /// The room's time. It never goes back.
    fn now(&self) -> Millis {
        let now = self.house.clock().now().0.saturating_add_signed(self.ahead);
        Millis(now).max(self.host.room().now())
    }

    /// The house's time at an instant of the room.
    fn house_time(&self, at: Millis) -> Millis {
        Millis(at.0.saturating_add_signed(-self.ahead))
    }

    /// How long until an instant of the room, in real time.
    fn until(&self, due: Millis) -> Duration {
        self.house.clock().until(self.house_time(due))
    }

    /// How long until something is due, in real time.
    fn until_due(&self) -> Duration {
        let decided = self.decided.iter().filter_map(|it| match &it.whose {
            Whose::Bot(request) => Some(request.due),
            Whose::Hint { .. } => None,
        });
        let due = self.host.room().next_due().into_iter().chain(decided).min();
        let mut wait = due.map_or(DROWSY, |due| self.until(due));
        if self.went_back || !self.unkept.is_empty() {
            wait = wait.min(self.house.config().retry_after);
        }
        // A millisecond is the least that a timer knows; waking before it would only come again.
        wait.clamp(Duration::from_millis(1), DROWSY)
    }

    fn take(&mut self, message: RoomMessage, batch: &mut Batch) {
        match message {
            RoomMessage::Attach(attach) => self.attach(*attach, batch),
            RoomMessage::Detach(socket) => self.detach(socket, batch),
            RoomMessage::Say { socket, n, command, chance } => {
                self.say(socket, n, command, chance, batch);
            }
            RoomMessage::Ask { socket, n, question } => self.ask(socket, n, question, batch),
            RoomMessage::Refresh(socket) => batch.refreshes.push(socket),
            RoomMessage::Behind(id) => {
                if let Some(socket) = self.sockets.get_mut(id) {
                    socket.is_behind = true;
                    batch.refreshes.push(id);
                }
            }
            RoomMessage::Speak { guest, command, chance, reply } => {
                let answer = self.speak(guest, command, chance, batch);
                batch.replies.push((reply, answer));
            }
            RoomMessage::Close { reply } => batch.close = Some(reply),
            RoomMessage::Stop { code, reply } => batch.stop = Some((code, reply)),
            RoomMessage::Expect(guest) => self.expect(guest),
            RoomMessage::Nothing => {}
        }
    }

    /// Does what a record says and gathers what comes of it.
    fn apply(&mut self, record: Record, batch: &mut Batch) -> Result<(), Error> {
        let Applied { handled, ended } = self.host.apply(&record);
        batch.ended.extend(ended);
        if let (AnyCall::Person { command, .. }, Ok(())) = (&record.call, &handled.answer)
            && let Some(kicked) = command.pointer("/kick/player").and_then(Value::as_u64)
        {
            batch.kicked.extend(u32::try_from(kicked).map(PlayerId));
        }
        if handled.changed {
            batch.changed = true;
            batch.records.push(record.to_bytes());
        }
        for effect in handled.effects {
            match effect {
                AnyEffect::Log(record) => batch.news.logs.push(record),
                AnyEffect::Reacted { seat, kind, value } => {
                    let reaction = Reaction { seat, kind, value };
                    batch.news.reactions.push(serde_json::to_string(&reaction).unwrap_or_default());
                }
                AnyEffect::AskBot(request) => batch.asks.push(request),
                AnyEffect::Undone { .. } => batch.news.undone = true,
                AnyEffect::MatchEnded { save } => {
                    if let Err(why) = save {
                        tracing::error!(room = %self.held.room(), code = %why.code, "a match has no save");
                    }
                }
                // The sentence may name hidden cards, so only its kind is logged.
                AnyEffect::MatchFailed { .. } => {
                    tracing::error!(room = %self.held.room(), game = self.host.room().game_id(), "a match has failed");
                }
                AnyEffect::Closed => batch.closed = true,
            }
        }
        handled.answer
    }

    fn attach(&mut self, attach: Attach, batch: &mut Batch) {
        let Attach { socket, guest, client, last, board, out, reply } = attach;
        let mut player = self.host.player(guest);
        if player.is_some_and(|id| self.host.room().is_banned(id)) {
            let _ = reply.send(Err(ByeCode::Kicked));
            return;
        }
        if let Some(id) = player {
            // Whoever has lost the connection is back; whoever lost the seat may want it back.
            let is_here = self.host.seated(guest).is_some()
                && self.host.status(id) == Some(Status::Connected);
            if !is_here {
                let call = AnyCall::Person { id, command: json!("reconnect") };
                let _ = self.apply(Record::new(self.now(), call), batch);
            }
            player = self.host.seated(guest);
        }
        let may_watch = self.host.about.watch != Watch::Nobody;
        if player.is_none() && !may_watch {
            let _ = reply.send(Err(ByeCode::NoWatchers));
            return;
        }
        let welcome = Welcome {
            life: self.life.clone(),
            you: player,
            code: self.host.about.code.clone(),
            game: self.host.room().game_id().to_owned(),
            now: self.now(),
            n: self.host.answered(guest, &client),
        };
        // The welcome tells what this batch has brought, so it waits until that is stored.
        batch.welcomes.push((socket, reply, welcome));
        let last = last.filter(|last| last.life == self.life);
        let next_entry = last.as_ref().map_or(0, |last| last.entry);
        let behind = Socket { guest, client, out, next_entry, is_behind: true, last };
        self.sockets.insert(socket, behind);
        self.audience(player, board).sockets.push(socket);
        self.count_watchers();
        batch.changed |= player.is_none();
        // The first push goes out after this batch, with everything that the batch has brought.
        batch.refreshes.push(socket);
    }

    fn audience(&mut self, player: Option<PlayerId>, board: bool) -> &mut Audience {
        let fits = |it: &Audience| it.player == player && it.board == board;
        let at = self.audiences.iter().position(fits).unwrap_or_else(|| {
            self.audiences.push(Audience::new(player, board));
            self.audiences.len() - 1
        });
        &mut self.audiences[at]
    }

    fn count_watchers(&mut self) {
        let watching = |it: &&Audience| it.player.is_none();
        let count: usize = self.audiences.iter().filter(watching).map(|it| it.sockets.len()).sum();
        self.shared.watchers = count.to_string();
    }

    fn detach(&mut self, id: SocketId, batch: &mut Batch) {
        let Some(socket) = self.remove(id) else { return };
        let others = self.sockets.iter().any(|(_, it)| it.guest == socket.guest);
        match self.host.seated(socket.guest) {
            Some(player) if !others => {
                let record = Record::new(self.now(), AnyCall::Lost { id: player });
                let _ = self.apply(record, batch);
            }
            Some(_) => {}
            None => batch.changed = true, // One watcher less.
        }
    }

    fn say(
        &mut self,
        id: SocketId,
        n: u64,
        command: Value,
        chance: Option<String>,
        batch: &mut Batch,
    ) {
        let Some(socket) = self.sockets.get(id) else { return };
        let (guest, client) = (socket.guest, socket.client.clone());
        match self.host.known(guest, &client, n) {
            Known::New => {}
            Known::Answered(first) => {
                let answer = first.cloned().map_or(Ok(Value::Null), Err);
                return batch.answers.push((id, n, answer));
            }
            Known::Forgotten => {
                let why = Refusal::new("answered", "this was answered long ago");
                return batch.answers.push((id, n, Err(why)));
            }
        }
        let (call, new) = self.host.person_call(guest, command);
        let record = Record { at: self.now(), from: Some((client, n)), guest: new, chance, call };
        let answer = self.apply(record, batch).map_err(Refusal::from);
        self.follow_seat(guest, batch);
        batch.answers.push((id, n, answer.map(|()| Value::Null)));
    }

    fn speak(
        &mut self,
        guest: GuestId,
        command: Value,
        chance: Option<String>,
        batch: &mut Batch,
    ) -> Result<Option<PlayerId>, Refusal> {
        // Joining where one sits already is no mistake of a person who follows a link twice.
        if command.get("join").is_some()
            && let Some(player) = self.host.seated(guest)
        {
            return Ok(Some(player));
        }
        let (call, new) = self.host.person_call(guest, command);
        let record = Record { at: self.now(), from: None, guest: new, chance, call };
        self.apply(record, batch)?;
        self.expect(guest);
        self.follow_seat(guest, batch);
        Ok(self.host.seated(guest))
    }

    /// A person who has sat down without a socket has some time to open one.
    fn expect(&mut self, guest: GuestId) {
        if let Some(player) = self.host.seated(guest)
            && !self.sockets.iter().any(|(_, it)| it.guest == guest)
        {
            self.expected.push((guest, player, Instant::now() + TIME_TO_COME));
        }
    }

    /// Everybody who was here has some time to be here again.
    fn expect_all(&mut self) {
        let was_here = |(guest, id): (GuestId, PlayerId)| {
            (self.host.status(id) == Some(Status::Connected)).then_some(guest)
        };
        for guest in self.host.guests().filter_map(was_here).collect::<Vec<_>>() {
            self.expect(guest);
        }
    }

    /// Whoever sits down or gets up sees with other eyes from now on.
    fn follow_seat(&mut self, guest: GuestId, batch: &mut Batch) {
        let player = self.host.seated(guest);
        let mine = |(id, it): (SocketId, &Socket)| (it.guest == guest).then_some(id);
        for id in self.sockets.iter().filter_map(mine).collect::<Vec<_>>() {
            let Some(at) = self.audiences.iter().position(|it| it.sockets.contains(&id)) else {
                continue;
            };
            if self.audiences[at].player == player {
                continue;
            }
            self.audiences[at].sockets.retain(|it| *it != id);
            if player.is_none() && self.host.about.watch == Watch::Nobody {
                batch.left.push(id); // It is sent its answer, and nothing else.
                continue;
            }
            let board = self.audiences[at].board;
            self.audience(player, board).sockets.push(id);
            if let Some(socket) = self.sockets.get_mut(id) {
                socket.is_behind = true; // Everything is new to it.
            }
            self.count_watchers();
        }
    }

    fn ask(&mut self, id: SocketId, n: u64, question: Question, batch: &mut Batch) {
        let Some(socket) = self.sockets.get(id) else { return };
        let Some(player) = self.host.seated(socket.guest) else {
            let why = Refusal::new("not_seated", "you do not sit at this table");
            return batch.answers.push((id, n, Err(why)));
        };
        match question {
            Question::DryRun(attempt) => {
                let answer = self.host.room().dry_run(player, &attempt).map_err(Refusal::from);
                let answer = answer.map(|choice| serde_json::to_value(choice).unwrap_or_default());
                batch.answers.push((id, n, answer));
            }
            Question::Hint {} => {
                let skill = self.house.config().hint_skill;
                match self.host.room().hint(player, skill, self.house.seeds().seed()) {
                    Ok(task) => {
                        self.think(task, Whose::Hint { socket: id, n, player });
                    }
                    Err(why) => batch.answers.push((id, n, Err(why.into()))),
                }
            }
        }
    }

    fn think(&mut self, task: Box<dyn croupier_catalog::BotTask>, whose: Whose) {
        let decided = self.to_decided.clone();
        self.thinking += 1;
        let done = move |action| {
            let _ = decided.send(Decided { whose, action });
        };
        self.house.bots().ask(Job { room: self.held.room(), task, done: Box::new(done) });
    }

    fn take_decision(&mut self, decided: Decided, batch: &mut Batch) {
        match decided.whose {
            Whose::Bot(_) => self.decided.push(decided),
            Whose::Hint { socket, n, player } => {
                let answer = match decided.action {
                    None => Ok(json!({"wait": true})),
                    Some(action) => {
                        let attempt = croupier_kit::room::Attempt::Action(action);
                        let choice = self.host.room().dry_run(player, &attempt);
                        choice
                            .map(|choice| serde_json::to_value(choice).unwrap_or_default())
                            .map_err(Refusal::from)
                    }
                };
                batch.answers.push((socket, n, answer));
            }
        }
    }

    /// Lets time pass: what is due happens, and bots whose instant has come act.
    fn pass_time(&mut self, batch: &mut Batch) {
        if std::mem::take(&mut self.went_back) {
            self.see_who_is_here(batch);
        }
        let now = self.now();
        let is_due = |it: &Decided| matches!(&it.whose, Whose::Bot(request) if request.due <= now);
        let due: Vec<_> = self.decided.extract_if(.., |it| is_due(it)).collect();
        for Decided { whose, action } in due {
            let Whose::Bot(BotRequest { seat, prompt, .. }) = whose else { continue };
            let call = AnyCall::Bot { seat, prompt, action };
            // A question that is not asked any more is no fault.
            let _ = self.apply(Record::new(self.now(), call), batch);
        }
        let late: Vec<_> = self.expected.extract_if(.., |it| it.2 <= Instant::now()).collect();
        for (guest, player, _) in late {
            if !self.sockets.iter().any(|(_, it)| it.guest == guest) {
                let _ = self.apply(Record::new(now, AnyCall::Lost { id: player }), batch);
            }
        }
        // A call does bounded work, so a room may need several to catch up.
        for _ in 0..BATCH {
            if self.host.room().next_due().is_none_or(|due| due > now) {
                break;
            }
            let _ = self.apply(Record::new(now, AnyCall::Wake), batch);
        }
    }

    /// Stores what a batch has brought, and then tells it.
    async fn settle(&mut self, mut batch: Batch) -> Next {
        let records = std::mem::take(&mut batch.records);
        self.records += records.len();
        if !records.is_empty() {
            let before = self.house.clock().now();
            let stored = {
                let _writing = self.house.clock().writing();
                self.house.store().append(&mut self.held, records).await
            };
            self.stand_still_since(before);
            match stored {
                Ok(_) => self.house.stored(),
                Err(AppendError::Fenced) => {
                    self.sockets.send_all(ByeCode::Moved);
                    return Next::End;
                }
                Err(why) => return self.go_back(batch, why).await,
            }
        }
        self.unkept.extend(std::mem::take(&mut batch.ended));
        batch.changed |= self.keep_matches().await;
        if !self.house.may_tell(self.term) {
            // Somebody else may have the room by now. What is stored will be told by them.
            self.sockets.send_all(ByeCode::Moved);
            return Next::End;
        }
        self.send_away(&batch.kicked, ByeCode::Kicked);
        self.tell(&mut batch);
        for request in std::mem::take(&mut batch.asks) {
            if let Some(task) = self.host.room().bot_task(&request, self.house.seeds().seed()) {
                self.think(task, Whose::Bot(request));
            }
        }
        if batch.closed || batch.close.is_some() {
            self.sockets.send_all(ByeCode::RoomClosed);
            return Next::Close(batch.close);
        }
        if let Some((code, reply)) = batch.stop {
            self.sockets.send_all(code);
            self.save(Some(AWAKE)).await;
            let _ = reply.send(());
            return Next::End;
        }
        // A match that could not be kept is made again from the records, if need be.
        let is_due = self.records >= self.house.store().records_per_snapshot();
        if is_due && self.unkept.is_empty() && !self.snapshot().await {
            return Next::End;
        }
        self.put_entry(None).await;
        Next::Go
    }

    /// Tells everybody what was stored.
    fn tell(&mut self, batch: &mut Batch) {
        if self.host.deals().changes() != self.deal_changes {
            self.show_deal();
        }
        let now = self.now();
        for (socket, reply, welcome) in batch.welcomes.drain(..) {
            if reply.send(Ok(welcome)).is_err() {
                self.remove(socket); // It is gone already.
            }
        }
        let news = std::mem::take(&mut batch.news);
        if batch.changed || !news.reactions.is_empty() || !batch.refreshes.is_empty() {
            self.shared.prepare(&self.host);
        }
        if batch.changed || !news.reactions.is_empty() {
            for audience in &mut self.audiences {
                audience.push(&self.host, &mut self.shared, &news, now, &mut self.sockets);
            }
        }
        for log in news.logs {
            self.keep(log);
        }
        for id in std::mem::take(&mut batch.refreshes) {
            self.refresh(id, now);
        }
        let behind =
            |(id, it): (SocketId, &Socket)| (it.is_behind && it.out.is_empty()).then_some(id);
        for id in self.sockets.iter().filter_map(behind).collect::<Vec<_>>() {
            self.refresh(id, now);
        }
        for (socket, n, result) in batch.answers.drain(..) {
            self.sockets.send(socket, answer(n, result));
        }
        for (reply, result) in batch.replies.drain(..) {
            let _ = reply.send(result);
        }
        // A room that is closed says so to everybody.
        for id in batch.left.drain(..).filter(|_| !batch.closed) {
            let guest = self.sockets.get(id).map(|it| it.guest);
            // Whoever has sat down again in the same moment may come back.
            let is_back = guest.is_some_and(|guest| self.host.seated(guest).is_some());
            let code = if is_back { ByeCode::NotRead } else { ByeCode::NoWatchers };
            self.sockets.send(id, Out::Bye(code));
            self.remove(id);
        }
    }

    /// Ends the connections of players who have to go.
    fn send_away(&mut self, players: &[PlayerId], code: ByeCode) {
        for player in players {
            let is_theirs = |it: &Socket| self.host.player(it.guest) == Some(*player);
            let theirs = self.sockets.iter().filter(|(_, it)| is_theirs(it));
            for id in theirs.map(|(id, _)| id).collect::<Vec<_>>() {
                self.sockets.send(id, Out::Bye(code));
                self.remove(id);
            }
        }
    }

    /// A socket is not sent anything any more.
    fn remove(&mut self, id: SocketId) -> Option<Socket> {
        let socket = self.sockets.remove(id)?;
        for audience in &mut self.audiences {
            audience.sockets.retain(|it| *it != id);
        }
        self.count_watchers();
        Some(socket)
    }

    fn show_deal(&mut self) {
        self.deal_changes = self.host.deals().changes();
        self.shared.deal = self.host.deals().shown().to_string();
    }

    /// Sends a socket everything, or what it has missed.
    fn refresh(&mut self, id: SocketId, now: Millis) {
        let Some(at) = self.audiences.iter().position(|it| it.sockets.contains(&id)) else {
            return;
        };
        let Some(socket) = self.sockets.get_mut(id) else { return };
        if !socket.is_behind {
            return;
        }
        let known = socket.last.take().unwrap_or_else(|| Last {
            life: String::new(),
            v: u64::MAX,
            entry: socket.next_entry,
        });
        let mut past = self.past.iter().map(|it| &**it as &dyn AnyLogRecord);
        let audience = &mut self.audiences[at];
        let (text, next_entry) =
            audience.welcome(&self.host, &mut self.shared, &mut past, &known, now);
        if let Some(socket) = self.sockets.get_mut(id)
            && socket.out.send(Out::Fresh(text))
        {
            socket.is_behind = false;
            socket.next_entry = next_entry;
        }
    }

    /// Keeps what records have brought that were made before this task had the room.
    fn remember(&mut self, applied: Vec<Applied>) {
        for Applied { handled, ended } in applied {
            self.unkept.extend(ended);
            for effect in handled.effects {
                if let AnyEffect::Log(record) = effect {
                    self.keep(record);
                }
            }
        }
    }

    fn keep(&mut self, log: Box<dyn AnyLogRecord>) {
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(log);
    }

    /// Time in which the room waited long for the store is no time of the room: another part of the store
    /// may have gone on, and the house with it.
    fn stand_still_since(&mut self, before: Millis) {
        let passed = self.house.clock().now().0.saturating_sub(before.0);
        if self.house.clock().real(passed) > STALLED {
            self.ahead = self.ahead.saturating_sub_unsigned(passed);
        }
    }

    /// What could not be stored has not happened: the room goes back to what is stored.
    async fn go_back(&mut self, batch: Batch, why: AppendError) -> Next {
        tracing::warn!(room = %self.held.room(), code = why.code(), "a room could not be stored");
        self.house.not_stored();
        let refusal = Refusal::new("not_stored", "it could not be stored; try again in a moment");
        // Whether it is stored is not known before the room is read again; the client asks again then.
        let is_unknown = why.is_unknown();
        for (socket, n, _) in &batch.answers {
            if !is_unknown {
                self.sockets.send(*socket, answer(*n, Err(refusal.clone())));
            }
        }
        for (reply, _) in batch.replies {
            let _ = reply.send(Err(refusal.clone()));
        }
        for (socket, reply, _) in batch.welcomes {
            self.remove(socket);
            let _ = reply.send(Err(ByeCode::NotRead));
        }
        if is_unknown {
            // Clients say again what was not answered, and are told what came of it the first time.
            self.cut_off();
        }
        self.decided.clear();
        let Some((snapshot, records)) = self.open_again().await else { return Next::End };
        let loaded = RoomHost::load(self.house.catalog(), &snapshot, &records);
        let Ok((host, applied)) = loaded else {
            self.sockets.send_all(ByeCode::NotRead);
            return Next::End;
        };
        self.host = host;
        self.went_back = true;
        self.shared.forget();
        self.shared.prepare(&self.host);
        self.show_deal();
        if is_unknown {
            // Something may have happened that nobody was told of.
            self.past.clear();
            self.remember(applied);
        }
        if let Some((code, reply)) = batch.stop {
            self.sockets.send_all(code);
            let _ = reply.send(());
            return Next::End;
        }
        for request in self.host.room().bots_owed() {
            if let Some(task) = self.host.room().bot_task(&request, self.house.seeds().seed()) {
                self.think(task, Whose::Bot(request));
            }
        }
        // A moment, so that a full disk is not asked again and again.
        tokio::time::sleep(self.house.config().retry_after).await;
        Next::Go
    }

    /// Takes hold of the room again, of which nobody knows whether the last write is stored. It gives
    /// what is stored, or nothing if the room is lost.
    async fn open_again(&mut self) -> Option<(Snapshot, Vec<bytes::Bytes>)> {
        loop {
            if !self.house.may_tell(self.term) {
                // Opening it would take it from whoever has it by now.
                self.sockets.send_all(ByeCode::Moved);
                return None;
            }
            let opened = {
                let _writing = self.house.clock().writing();
                self.house.store().open(self.held.room()).await
            };
            match opened {
                Ok(Opened { held, entry, revision, snapshot, records, .. }) => {
                    (self.held, self.entry, self.revision) = (held, entry, revision);
                    self.listing = None;
                    self.records = records.len();
                    return Some((snapshot, records));
                }
                Err(OpenError::Read(ReadError::Failed(_))) => {
                    tokio::time::sleep(self.house.config().retry_after).await;
                }
                Err(why) => {
                    tracing::error!(room = %self.held.room(), code = why.code(), "a room is lost");
                    self.sockets.send_all(ByeCode::NotRead);
                    return None;
                }
            }
        }
    }

    /// Ends all connections and begins a new life, because nobody knows what they should have been told.
    /// Whoever was here has some time to come back.
    fn cut_off(&mut self) {
        self.sockets.send_all(ByeCode::NotRead);
        let until = Instant::now() + TIME_TO_COME;
        for (_, socket) in std::mem::take(&mut self.sockets).iter() {
            if let Some(player) = self.host.player(socket.guest) {
                self.expected.push((socket.guest, player, until));
            }
        }
        self.audiences.clear();
        self.count_watchers();
        self.life = new_life();
    }

    /// Tells the room who is connected and who is not, after what it knew of that was not stored.
    fn see_who_is_here(&mut self, batch: &mut Batch) {
        for (guest, id) in self.host.guests().collect::<Vec<_>>() {
            let is_here = self.sockets.iter().any(|(_, it)| it.guest == guest);
            let is_expected = self.expected.iter().any(|it| it.0 == guest);
            let is_connected =
                self.host.seated(guest).is_some().then(|| self.host.status(id)).flatten()
                    == Some(Status::Connected);
            let call = match (is_here, is_connected) {
                (true, false) => AnyCall::Person { id, command: json!("reconnect") },
                (false, true) if !is_expected => AnyCall::Lost { id },
                _ => continue,
            };
            let _ = self.apply(Record::new(self.now(), call), batch);
        }
        let guests: Vec<_> = self.sockets.iter().map(|(_, it)| it.guest).collect();
        for guest in guests {
            self.follow_seat(guest, batch);
        }
    }

    /// Keeps matches that are over. True if there is a new one to be told of.
    async fn keep_matches(&mut self) -> bool {
        let mut is_new = false;
        let _writing = (!self.unkept.is_empty()).then(|| self.house.clock().writing());
        while let Some(ended) = self.unkept.front() {
            match self.house.keep_match(self.held.room(), ended).await {
                Ok(id) => {
                    self.shared.replay = json!({"link": ended.link, "match": id}).to_string();
                    self.unkept.pop_front();
                    is_new = true;
                }
                Err(why) => {
                    tracing::error!(room = %self.held.room(), code = why.code(), "a match could not be kept");
                    if !matches!(why, WriteError::TooLarge { .. }) {
                        self.house.not_stored();
                        break; // It is tried again.
                    }
                    self.unkept.pop_front();
                }
            }
            // A match that is over is not replayed after a crash, unless it was so short that replaying it
            // costs less than saving the room after every one.
            if self.records >= RECORDS_WORTH_SAVING {
                self.records = self.records.max(self.house.store().records_per_snapshot());
            }
        }
        is_new
    }

    /// Saves the room in place of its records. False if the room is somebody else's.
    async fn snapshot(&mut self) -> bool {
        self.host.about.run.clone_from(&self.house.run().to_owned());
        let snapshot = match self.host.snapshot(self.house.catalog()) {
            Ok(snapshot) => snapshot,
            Err(why) => {
                tracing::error!(room = %self.held.room(), code = %why.code, "a room cannot be saved");
                self.records = 0; // Its records stay; it is tried again after as many more.
                return true;
            }
        };
        let stored = {
            let _writing = self.house.clock().writing();
            self.house.store().snapshot(&mut self.held, snapshot).await
        };
        match stored {
            Ok(_) => {
                self.records = 0;
                true
            }
            Err(AppendError::Fenced) => {
                self.sockets.send_all(ByeCode::Moved);
                false
            }
            Err(why) => {
                tracing::warn!(room = %self.held.room(), code = why.code(), "a room could not be saved");
                self.house.not_stored();
                !why.is_unknown() || self.open_again().await.is_some()
            }
        }
    }

    /// The room's line in the directory, as it should be.
    fn line(&self, wake_at: Option<UnixMillis>) -> Entry {
        let room = self.host.room();
        let mut entry = Entry::new(self.held.room(), room.game_id());
        entry.code = Some(self.host.about.code.clone());
        let persons = room.persons();
        entry.people = u32::try_from(persons.len()).unwrap_or(u32::MAX);
        entry.seats = u32::try_from(room.most_players()).unwrap_or(u32::MAX);
        let can_watch = self.host.about.watch == Watch::Anyone;
        entry.listed = (self.host.about.listed && room.is_listed()) || can_watch;
        entry.wake_at = wake_at;
        entry.guests = self
            .host
            .guests()
            .filter(|(_, id)| persons.contains(id))
            .map(|(guest, _)| guest)
            .collect();
        let host = room.host();
        let players = room.players();
        let name = players.iter().find(|it| Some(it.id) == host).map(|it| &it.name);
        entry.details = json!({
            "phase": room.phase(),
            "host": name,
            "listed": self.host.about.listed,
            "joinable": room.is_joinable(),
            "watch": self.host.about.watch,
        })
        .to_string();
        entry
    }

    /// Writes the line in the directory if it says something else by now.
    async fn put_entry(&mut self, wake_at: Option<UnixMillis>) {
        let room = self.host.room();
        let listing = Some(Listing {
            phase: room.phase(),
            host: room.host(),
            persons: room.persons(),
            seats: room.most_players(),
            is_listed: room.is_listed(),
            wake_at,
        });
        if listing == self.listing {
            return;
        }
        let line = self.line(wake_at);
        if line == self.entry {
            self.listing = listing;
            return;
        }
        let put = {
            let _writing = self.house.clock().writing();
            self.house.store().put_entry(&mut self.held, self.revision, line.clone()).await
        };
        match put {
            Ok(revision) => {
                (self.revision, self.entry, self.listing) = (revision, line, listing);
            }
            Err(PutError::Stale { current }) => self.revision = current,
            Err(why) => {
                tracing::warn!(room = %self.held.room(), code = why.code(), "a room is not listed as it is");
                if matches!(why, PutError::Write(WriteError::Unknown(_))) {
                    self.open_again().await;
                }
            }
        }
    }

    fn may_sleep(&self) -> bool {
        let is_far = |due: Millis| self.until(due) > 6 * DROWSY;
        self.sockets.is_empty()
            && self.unkept.is_empty()
            && self.expected.is_empty()
            && self.thinking == 0
            && self.decided.is_empty()
            && self.quiet_since.elapsed() >= DROWSY
            && self.host.room().next_due().is_none_or(is_far)
            && self.host.room().phase() != Phase::Closed
    }

    /// Saves the room so that it can be forgotten. False if somebody has just asked for it.
    async fn sleep(&mut self, messages: &mpsc::Receiver<RoomMessage>) -> bool {
        if !self.house.forget_if(self.held.room(), self.ticket, || messages.is_empty()) {
            return false;
        }
        let wake_at = self.host.room().next_due().map(|due| self.house_time(due));
        // Zero would be the mark of a room that does not sleep.
        self.save(wake_at.map(|at| UnixMillis(at.0.max(1)))).await;
        true
    }

    async fn save(&mut self, wake_at: Option<UnixMillis>) {
        // The records of a match that is not kept stay.
        if self.records == 0 || !self.unkept.is_empty() || self.snapshot().await {
            self.put_entry(wake_at).await;
        }
    }

    /// Lets go of the room. Whoever is still sending is told by the answer that never comes.
    async fn end(self, next: Next) {
        let room = self.held.room();
        match next {
            Next::Go | Next::End => {
                self.house.forget(room, self.ticket);
                self.house.store().release(self.held).await;
            }
            Next::Close(reply) => {
                let is_closed = close(&self.house, self.held).await;
                self.house.forget(room, self.ticket);
                if let Some(reply) = reply.filter(|_| is_closed) {
                    let _ = reply.send(());
                }
            }
        }
    }
}

/// Closes a room for good, as soon as that can be stored. False if somebody else has it now.
async fn close<S: Store>(house: &House<S>, mut held: Held) -> bool {
    let room = held.room();
    loop {
        match house.store().close(held).await {
            Ok(()) => return true,
            Err(AppendError::Fenced | AppendError::Write(WriteError::Stopped)) => return false,
            Err(why) => {
                tracing::warn!(%room, code = why.code(), "a room could not be closed");
                house.not_stored();
            }
        }
        held = loop {
            tokio::time::sleep(house.config().retry_after).await;
            match house.store().open(room).await {
                Ok(opened) => break opened.held,
                Err(OpenError::Missing) => return true,
                Err(OpenError::Read(ReadError::Failed(_))) => {}
                Err(_) => return false,
            }
        };
    }
}
