//! The task that owns a room: messages in, records to the journal, and only then pushes out.

mod attendance;
mod keeping;
mod listing;
mod recovery;
mod telling;

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_catalog::{AnyCall, AnyEffect, AnyLogRecord};
use croupier_kit::Millis;
use croupier_kit::game::Error;
use croupier_kit::room::{BotRequest, Phase, PlayerId, Status};
use croupier_proto::{ByeCode, Question, Reaction, Refusal, Welcome};
use croupier_store::journal::{
    AppendError, Entry, GuestId, Held, OpenError, Opened, ReadError, Revision, UnixMillis,
    WriteError,
};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use self::listing::Listing;
use super::answers::{CommandStatus, forgotten};
use super::audience::{Audience, News, Shared};
use super::host::{Applied, Ended, LoadError, RoomHost};
use super::message::{Decided, Query, RoomMessage, Said, Speech, Whose};
use super::record::Record;
use super::sockets::{SocketId, Sockets};
use crate::bots::Job;
use crate::clock::STALLED;
use crate::house::House;
use crate::random;
use crate::store::Store;

/// How many messages can share one append.
const BATCH: usize = 64;

/// A room that is later than this may have more to do than one call does. One that is less late has
/// not, and is spared the further record.
const LATE: Millis = Millis(100);

/// The `wake_at` of a room that was released without going to sleep: whoever finds it wakes it at
/// once.
const AWAKE: UnixMillis = UnixMillis(0);

/// How far the clock of a room that was just opened is ahead of the house's. A room resumes at the
/// time at which it stopped, except that for a sleeping room time has passed, up to the moment when
/// it must wake.
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
    /// Distinguishes this life of the room from later ones.
    ticket: u64,
    host: RoomHost,
    held: Held,
    /// The term of the server's lease in which the room was opened.
    term: u64,
    /// How many milliseconds the room's clock is ahead of the house's. They differ because the two
    /// did not always stand still at the same time.
    ahead: i64,
    revision: Revision,
    /// The directory entry as last written.
    entry: Entry,
    /// What that entry was built from, so that it is not rebuilt after every action.
    listing: Option<Listing>,
    /// When the entry was last written.
    entry_put: Instant,
    /// When the entry has to be written at the latest, because it is out of date.
    entry_is_late: Option<Instant>,
    /// A random id for this life of the room.
    life: String,
    sockets: Sockets,
    audiences: Vec<Audience>,
    shared: Shared,
    /// The value of `Deals::changes` that `shared` reflects.
    deal_changes: u64,
    past: VecDeque<Box<dyn AnyLogRecord>>,
    /// Decisions of bots that wait for their time.
    decided: Vec<Decided>,
    /// How many decisions are being computed.
    thinking: usize,
    /// The players for whom one of them is a hint.
    hinting: Vec<PlayerId>,
    to_decided: mpsc::UnboundedSender<Box<Decided>>,
    records: usize,
    quiet_since: Instant,
    /// Players who sat down without a socket, and until when each has to open one.
    expected: Vec<(GuestId, PlayerId, Instant)>,
    /// Finished matches that could not be stored yet.
    unkept: VecDeque<Ended>,
    /// The room was reset to its stored state, which may be wrong about who is connected.
    went_back: bool,
}

/// A random id for one life of a room.
fn new_life() -> String {
    random::token()[..12].to_owned()
}

/// The outcome of a greeting.
type Greeted = Result<Welcome, ByeCode>;

/// The outcome of a command without a socket: the player id of the guest.
type Spoken = Result<Option<PlayerId>, Refusal>;

/// What a batch of messages has produced, to be sent once it is stored.
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
    /// Players who were kicked.
    kicked: Vec<PlayerId>,
    /// Sockets of players who left their seat in a room that allows no watchers, and whether they
    /// also want the match as text.
    left: Vec<(SocketId, bool)>,
    changed: bool,
    closed: bool,
    stop: Option<(ByeCode, oneshot::Sender<()>)>,
    close: Option<oneshot::Sender<()>>,
}

/// How a task continues.
enum Next {
    Go,
    /// Releases the room.
    End,
    /// Closes the room for good and answers whoever asked for it.
    Close(Option<oneshot::Sender<()>>),
}

impl<S: Store> RoomTask<S> {
    /// Takes over a room that was opened or created.
    pub(crate) fn new(
        house: Arc<House<S>>,
        ticket: u64,
        term: u64,
        opened: Opened,
    ) -> Result<(Box<Self>, mpsc::UnboundedReceiver<Box<Decided>>), LoadError> {
        let (to_decided, decided) = mpsc::unbounded_channel();
        let Opened { held, entry, revision, snapshot, records, .. } = opened;
        let (host, applied) = RoomHost::load(house.catalog(), &snapshot, &records)?;
        let ahead = ahead(&host, &entry, records.is_empty(), house.clock().now());
        let mut task = Box::new(Self {
            held,
            term,
            ahead,
            revision,
            entry,
            listing: None,
            entry_put: Instant::now(),
            entry_is_late: None,
            life: new_life(),
            sockets: Sockets::default(),
            audiences: vec![],
            shared: Shared::new(),
            deal_changes: 0,
            past: VecDeque::new(),
            decided: vec![],
            thinking: 0,
            hinting: vec![],
            to_decided,
            records: records.len(),
            quiet_since: Instant::now(),
            expected: vec![],
            unkept: VecDeque::new(),
            went_back: false,
            ticket,
            house,
            host,
        });
        task.remember(applied);
        task.show_deal();
        Ok((task, decided))
    }

    /// Runs until the room sleeps, is closed, or is taken over by another server.
    pub(crate) async fn run(
        mut self: Box<Self>,
        mut messages: mpsc::Receiver<RoomMessage>,
        mut decided: mpsc::UnboundedReceiver<Box<Decided>>,
        is_restart: bool,
    ) {
        if self.host.room().phase() == Phase::Closed {
            return Box::pin(self.end(Next::Close(None))).await; // It could not be closed before.
        }
        if !self.save_if_due().await {
            return Box::pin(self.end(Next::End)).await;
        }
        let mut batch = Batch::default();
        let people_were_here =
            self.host.room().players().iter().any(|it| !it.bot && it.status == Status::Connected);
        if is_restart && people_were_here {
            if self.house.cluster().is_some() {
                // Their sockets are still open on other servers, or will be reopened there.
                self.expect_all();
            } else {
                let at = self.now();
                let _ = self.apply(Record::new(at, AnyCall::Restarted), &mut batch);
            }
        }
        // Bots that were asked before this task had the room are asked again.
        batch.asks = self.host.room().bots_owed();
        match self.settle(batch).await {
            Next::Go => {}
            next => return Box::pin(self.end(next)).await,
        }
        // It grows on demand: most rooms take one message at a time, and there are many rooms.
        let mut inbox = vec![];
        let mut alarm = pin!(tokio::time::sleep(Duration::ZERO));
        loop {
            if !self.save_if_due().await {
                return Box::pin(self.end(Next::End)).await;
            }
            let space = self.space();
            // An alarm that fires early does no harm, and resetting it costs more than checking
            // again.
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
                    self.take_decision(*it, &mut batch);
                    while let Ok(it) = decided.try_recv() {
                        self.thinking = self.thinking.saturating_sub(1);
                        self.take_decision(*it, &mut batch);
                    }
                }
                count = messages.recv_many(&mut inbox, space) => {
                    if count == 0 {
                        return Box::pin(self.end(Next::End)).await; // The house is gone.
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
                next => return Box::pin(self.end(next)).await,
            }
            if is_quiet && self.may_sleep() && Box::pin(self.sleep(&messages)).await {
                return Box::pin(self.end(Next::End)).await;
            }
        }
    }

    pub(crate) fn code(&self) -> &str {
        &self.host.about.code
    }

    /// The id of the server run that last saved the room.
    pub(crate) fn run_of_save(&self) -> &str {
        &self.host.about.run
    }

    /// The room's time. It never goes back.
    fn now(&self) -> Millis {
        let now = self.house.clock().now().0.saturating_add_signed(self.ahead);
        Millis(now).max(self.host.room().now())
    }

    /// Converts an instant of the room to house time.
    fn house_time(&self, at: Millis) -> Millis {
        Millis(at.0.saturating_add_signed(-self.ahead))
    }

    /// The real time until an instant of the room.
    fn until(&self, due: Millis) -> Duration {
        self.house.clock().until(self.house_time(due))
    }

    /// The real time until something is due.
    fn until_due(&self) -> Duration {
        let decided = self.decided.iter().filter_map(|it| match &it.whose {
            Whose::Bot(request) => Some(request.due),
            Whose::Hint { .. } => None,
        });
        let room = self.host.room();
        let due = room.next_due().into_iter().chain(room.next_late()).chain(decided).min();
        let drowsy = self.house.config().sleep_after;
        let mut wait = due.map_or(drowsy, |due| self.until(due));
        if self.went_back || !self.unkept.is_empty() {
            wait = wait.min(self.house.config().retry_after);
        }
        if let Some(late) = self.entry_is_late {
            wait = wait.min(late.saturating_duration_since(Instant::now()));
        }
        // Timers have a resolution of one millisecond; a shorter wait would only fire repeatedly.
        wait.clamp(Duration::from_millis(1), drowsy)
    }

    fn take(&mut self, message: RoomMessage, batch: &mut Batch) {
        match message {
            RoomMessage::Attach(attach) => self.attach(*attach, batch),
            RoomMessage::Detach(socket) => self.detach(socket, batch),
            RoomMessage::Say(said) => {
                let Said { socket, n, command, chance } = *said;
                self.say(socket, n, command, chance, batch);
            }
            RoomMessage::Ask(asked) => {
                let Query { socket, n, question } = *asked;
                self.ask(socket, n, question, batch);
            }
            RoomMessage::Refresh(socket) => batch.refreshes.push(socket),
            RoomMessage::Behind(id) => {
                if let Some(socket) = self.sockets.get_mut(id) {
                    socket.is_behind = true;
                    batch.refreshes.push(id);
                }
            }
            RoomMessage::Speak(speech) => {
                let Speech { guest, command, chance, reply } = *speech;
                let answer = self.speak(guest, command, chance, batch);
                batch.replies.push((reply, answer));
            }
            RoomMessage::Close { reply } => batch.close = Some(reply),
            RoomMessage::Stop { code, reply } => batch.stop = Some((code, reply)),
            RoomMessage::Expect(guest) => self.expect(guest),
            RoomMessage::Nothing => {}
        }
    }

    /// Applies a record and collects its effects.
    fn apply(&mut self, record: Record, batch: &mut Batch) -> Result<(), Error> {
        // MM-2e: a room takes no command before it has caught up.
        if matches!(record.call, AnyCall::Person { .. } | AnyCall::Bot { .. }) {
            self.catch_up(record.at - LATE, record.at, BATCH, batch);
        }
        let Applied { handled, ended } = self.host.apply(&record);
        batch.ended.extend(ended);
        if let (AnyCall::Person { command, .. }, Ok(())) = (&record.call, &handled.answer)
            && let Some(kicked) = command.pointer("/kick/player").and_then(Value::as_u64)
        {
            batch.kicked.extend(u32::try_from(kicked).map(PlayerId));
        }
        batch.changed |= handled.changed;
        batch.records.extend(record.to_store(&handled));
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
                // The message may name hidden cards, so only the kind of the failure is logged.
                AnyEffect::MatchFailed { .. } => {
                    tracing::error!(room = %self.held.room(), game = self.host.room().game_id(), "a match has failed");
                }
                AnyEffect::Closed => batch.closed = true,
                _ => {
                    tracing::error!(room = %self.held.room(), "a room wants something that this server does not know");
                }
            }
        }
        handled.answer
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
            CommandStatus::New => {}
            CommandStatus::Answered(first) => {
                let answer = first.cloned().map_or(Ok(Value::Null), Err);
                return batch.answers.push((id, n, answer));
            }
            CommandStatus::Forgotten => {
                return batch.answers.push((id, n, Err(forgotten())));
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
        // Joining again while seated is no error: the person may have followed the invitation link
        // twice.
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
                if self.hinting.contains(&player) {
                    let why = Refusal::new("busy", "you are being given a hint already");
                    return batch.answers.push((id, n, Err(why)));
                }
                let skill = self.house.config().hint_skill;
                match self.host.room().hint(player, skill, self.house.seeds().seed()) {
                    Ok(task) => {
                        self.hinting.push(player);
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
        let is_hint = matches!(whose, Whose::Hint { .. });
        let done = move |action| {
            let _ = decided.send(Box::new(Decided { whose, action }));
        };
        let job = Job::new(self.held.room(), task, done);
        self.house.bots().ask(if is_hint { job.for_hint() } else { job });
    }

    fn take_decision(&mut self, decided: Decided, batch: &mut Batch) {
        match decided.whose {
            Whose::Bot(_) => self.decided.push(decided),
            Whose::Hint { socket, n, player } => {
                self.hinting.retain(|it| *it != player);
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

    /// How many records the next batch may have at most, so that the room never has more than are
    /// due for a snapshot. A room that cannot be saved at the moment goes on nevertheless.
    fn space(&self) -> usize {
        match self.house.store().records_per_snapshot().saturating_sub(self.records) {
            0 => BATCH,
            left => left.min(BATCH),
        }
    }

    /// Lets time pass: does what is due, and lets bots act whose time has come. What does not fit
    /// into the batch is left for the next one.
    fn pass_time(&mut self, batch: &mut Batch) {
        let space = self.space();
        if self.went_back {
            self.went_back = !self.see_who_is_here(batch, space);
        }
        let now = self.now();
        let is_due = |it: &Decided| matches!(&it.whose, Whose::Bot(request) if request.due <= now);
        while batch.records.len() < space
            && let Some(at) = self.decided.iter().position(is_due)
        {
            let Decided { whose, action } = self.decided.remove(at);
            let Whose::Bot(BotRequest { seat, prompt, .. }) = whose else { continue };
            let call = AnyCall::Bot { seat, prompt, action };
            // The question may have become obsolete; that is no error.
            let _ = self.apply(Record::new(self.now(), call), batch);
        }
        let is_late = |it: &(GuestId, PlayerId, Instant)| it.2 <= Instant::now();
        while batch.records.len() < space
            && let Some(at) = self.expected.iter().position(is_late)
        {
            let (guest, player, _) = self.expected.remove(at);
            if !self.sockets.iter().any(|(_, it)| it.guest == guest) {
                let _ = self.apply(Record::new(now, AnyCall::Lost { id: player }), batch);
            }
        }
        let left = space.saturating_sub(batch.records.len());
        self.catch_up(now, now, left.min(BATCH), batch);
        // Only time passes, so there is nothing to store.
        if self.host.room().next_late().is_some_and(|late| late <= now) {
            let _ = self.apply(Record::new(now, AnyCall::Wake), batch);
            batch.changed = true;
        }
    }

    /// Wakes the room at `now` until nothing is left that was due by `due`. A call does a bounded
    /// amount of work, so that may take several; at most so many.
    fn catch_up(&mut self, due: Millis, now: Millis, calls: usize, batch: &mut Batch) {
        for _ in 0..calls {
            if self.host.room().next_due().is_none_or(|next| next > due) {
                break;
            }
            let _ = self.apply(Record::new(now, AnyCall::Wake), batch);
        }
    }

    /// Stores what a batch has produced, and then sends it. Rare operations are boxed futures,
    /// which keeps the future of every room small.
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
                Err(why) => return Box::pin(self.go_back(batch, why)).await,
            }
        }
        self.unkept.extend(std::mem::take(&mut batch.ended));
        if !self.unkept.is_empty() {
            batch.changed |= Box::pin(self.keep_matches()).await;
        }
        if !self.house.may_tell(self.term) {
            // Another server may own the room by now. It will send what is stored.
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
            Box::pin(self.save(Some(AWAKE))).await;
            let _ = reply.send(());
            return Next::End;
        }
        self.put_entry_soon().await;
        Next::Go
    }

    /// Excludes a long wait for the store from the room's time. The clock of the house may have
    /// gone on meanwhile, because another part of the store was working.
    fn stand_still_since(&mut self, before: Millis) {
        let passed = self.house.clock().now().0.saturating_sub(before.0);
        if self.house.clock().real(passed) > STALLED {
            self.ahead = self.ahead.saturating_sub_unsigned(passed);
        }
    }

    /// Releases the room. Whoever still sends to it notices because no answer comes.
    async fn end(self: Box<Self>, next: Next) {
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

/// Closes a room for good, as soon as that can be stored. False if another server owns it now.
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
