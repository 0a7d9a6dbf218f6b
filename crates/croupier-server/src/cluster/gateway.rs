//! A room as the sockets and requests of this node see it. The room itself is at its owner, here or
//! on another node, and may move.
//!
//! The gateway remembers everything that has not been answered. When the room moves, the owner is
//! silent or outputs were lost, it starts a new link and repeats all of that. A room recognises a
//! repeated command by its number, so that nothing happens twice, and sockets stay open throughout.

mod local;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_proto::{ByeCode, Refusal, ServerMessage, Welcome};
use croupier_store::journal::RoomId;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::local::{Asked, Local, Pending, Reply};
use super::bus::BusError;
use super::members::View;
use super::shards::NodeId;
use super::wire::{Ack, Command, Commands, Item, LinkId, Outputs, Wire};
use super::{Cluster, MAILBOX};
use crate::house::{House, in_doubt};
use crate::room::{Attach, Out, Query, RoomMessage, Said, SocketId, Speech, answer};
use crate::store::Store;

/// How many commands share a message. If they are too large for the bus, fewer do.
const SHARED: usize = 12;

/// How many outputs can be queued for a gateway. More are dropped, and a fresh view is requested.
const OUTPUTS: usize = 256;

/// How long to keep trying before a command that no owner has taken is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// After this long without an answer a command is repeated: the answer may have been lost.
const DOUBT: Duration = Duration::from_secs(3);

/// A gateway that is unused for this long ends.
const IDLE: Duration = Duration::from_secs(5);

/// The owner hears from a gateway at least this often.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// How often a gateway checks its state while answers are pending.
const TICK: Duration = Duration::from_millis(500);

/// The delay before the owner is asked again: initial and maximum.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(500));

/// The channels to a gateway.
#[derive(Debug)]
pub(super) struct GatewayHandle {
    pub(super) mailbox: mpsc::Sender<RoomMessage>,
    pub(super) outputs: mpsc::Sender<Outputs>,
    ticket: u64,
}

/// A room whose owner is reached over the bus.
struct Gateway<S> {
    house: Arc<House<S>>,
    room: RoomId,
    shard: u16,
    ticket: u64,
    sockets: HashMap<SocketId, Local>,
    /// Requests without a socket that are waiting for an answer.
    asks: BTreeMap<u64, Asked>,
    next_ask: u64,
    /// Who owns the room, as far as this node knows.
    owner: Option<NodeId>,
    link: LinkId,
    linked_at: Instant,
    /// The number of the last message to the owner.
    said: u64,
    /// The number of the last message from the owner.
    heard: u64,
    /// The message that was sent last, until it is taken.
    sending: Option<Commands>,
    /// Whether it is in flight right now, as opposed to waiting to be sent again.
    is_flying: bool,
    queue: VecDeque<Command>,
    /// Nothing is sent before this.
    not_before: Instant,
    backoff: Duration,
    is_busy: bool,
    sent_at: Instant,
    used_at: Instant,
}

impl<S: Store> House<S> {
    /// The mailbox on this node for a room of the house, whoever owns it.
    pub(crate) fn gateway(
        self: &Arc<Self>,
        cluster: &Cluster,
        room: RoomId,
    ) -> mpsc::Sender<RoomMessage> {
        let mut gateways = cluster.gateways();
        if let Some(found) = gateways.get(&room).filter(|it| !it.mailbox.is_closed()) {
            return found.mailbox.clone();
        }
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let (outputs, heard) = mpsc::channel(OUTPUTS);
        let ticket = cluster.next();
        gateways.insert(room, GatewayHandle { mailbox: mailbox.clone(), outputs, ticket });
        drop(gateways);
        let gateway = Gateway::new(Arc::clone(self), cluster, room, ticket);
        tokio::spawn(gateway.run(cluster.view.subscribe(), messages, heard));
        mailbox
    }

    /// Delivers commands to the owner of a room.
    async fn deliver(self: Arc<Self>, shard: u16, commands: Commands) -> Result<Ack, BusError> {
        let Some(cluster) = self.cluster() else { return Err(BusError::Nobody) };
        let owner = cluster.view.borrow().shards.owner(shard).ok_or(BusError::Nobody)?;
        if owner == cluster.bus.node() {
            return Ok(self.take_commands(commands));
        }
        let message = commands.to_bytes();
        if message.len() > cluster.bus.largest_request() {
            return Err(BusError::TooLarge);
        }
        let answer = cluster.bus.request(owner, message).await?;
        Ok(Ack::read(&answer))
    }
}

impl<S: Store> Gateway<S> {
    /// Without sockets, and with a link that has not begun.
    fn new(house: Arc<House<S>>, cluster: &Cluster, room: RoomId, ticket: u64) -> Self {
        let now = Instant::now();
        Self {
            house,
            room,
            shard: cluster.bus.shard_of(room),
            ticket,
            sockets: HashMap::new(),
            asks: BTreeMap::new(),
            next_ask: 0,
            owner: None,
            link: cluster.next(),
            linked_at: now,
            said: 0,
            heard: 0,
            sending: None,
            is_flying: false,
            queue: VecDeque::new(),
            not_before: now,
            backoff: BACKOFF.0,
            is_busy: false,
            sent_at: now,
            used_at: now,
        }
    }

    async fn run(
        mut self,
        mut view: watch::Receiver<Arc<View>>,
        mut messages: mpsc::Receiver<RoomMessage>,
        mut outputs: mpsc::Receiver<Outputs>,
    ) {
        let mut inbox = Vec::with_capacity(MAILBOX);
        let mut flight: Option<BoxFuture<'static, Result<Ack, BusError>>> = None;
        let mut looked_at = Instant::now();
        self.owner = view.borrow_and_update().shards.owner(self.shard);
        loop {
            if flight.is_none()
                && self.not_before <= Instant::now()
                && let Some(commands) = self.next_commands()
            {
                flight = Some(Box::pin(Arc::clone(&self.house).deliver(self.shard, commands)));
            }
            self.is_flying = flight.is_some();
            let is_waiting = !self.is_flying && self.has_work();
            // Most gateways are idle, and there are many of them, so these wake up less often.
            let tick = looked_at + if self.is_owed() { TICK } else { IDLE };
            let wake = if is_waiting { tick.min(self.not_before) } else { tick };
            tokio::select! {
                biased;
                Ok(()) = view.changed() => {
                    let owner = view.borrow_and_update().shards.owner(self.shard);
                    if owner != self.owner {
                        self.owner = owner;
                        self.backoff = BACKOFF.0;
                        self.begin_link();
                        flight = None;
                    }
                }
                ack = landing(&mut flight) => {
                    flight = None;
                    self.landed(ack);
                }
                Some(heard) = outputs.recv() => {
                    let link = self.link;
                    self.hear(heard);
                    if self.link != link {
                        flight = None;
                    }
                }
                count = messages.recv_many(&mut inbox, MAILBOX), if self.queue.len() < MAILBOX => {
                    self.used_at = Instant::now();
                    if count == 0 {
                        return;
                    }
                    let mut stop = None;
                    for message in inbox.drain(..) {
                        match message {
                            RoomMessage::Stop { code, reply } => stop = Some((code, reply)),
                            message => self.take(message),
                        }
                    }
                    if let Some((code, reply)) = stop {
                        self.stop(code, messages);
                        let _ = reply.send(());
                        return;
                    }
                }
                () = tokio::time::sleep_until(wake) => {
                    if Instant::now() >= tick {
                        looked_at = Instant::now();
                        self.look_after();
                    }
                    if self.is_idle() && self.house.forget_gateway(self.room, self.ticket, || messages.is_empty()) {
                        return;
                    }
                }
            }
        }
    }

    fn has_work(&self) -> bool {
        self.sending.is_some() || !self.queue.is_empty()
    }

    /// Whether anyone is waiting for an answer or an update.
    fn is_owed(&self) -> bool {
        let is_owed = |it: &Local| it.reply.is_some() || it.is_behind || !it.pending.is_empty();
        !self.asks.is_empty() || self.sockets.values().any(is_owed)
    }

    fn is_idle(&self) -> bool {
        self.sockets.is_empty()
            && self.asks.is_empty()
            && !self.has_work()
            && self.used_at.elapsed() >= IDLE
    }

    /// What to send next: the last message again if it was not taken, or what is queued.
    fn next_commands(&mut self) -> Option<Commands> {
        if self.sending.is_none() && !self.queue.is_empty() {
            self.said += 1;
            let count = self.queue.len().min(SHARED);
            self.sending = Some(Commands {
                gateway: self.house.cluster()?.bus.node(),
                room: self.room,
                link: self.link,
                number: self.said,
                items: self.queue.drain(..count).collect(),
            });
        }
        self.sent_at = Instant::now();
        self.sending.clone()
    }

    fn landed(&mut self, ack: Result<Ack, BusError>) {
        self.is_busy = ack == Ok(Ack::Busy);
        match ack {
            Ok(Ack::Taken) => {
                self.note_doubt();
                self.sending = None;
            }
            Ok(Ack::Moved | Ack::Unknown) => {
                let untaken = self.sending.take().into_iter().flat_map(|it| it.items);
                self.queue = untaken.chain(self.queue.drain(..)).collect();
                self.begin_link_later();
            }
            Ok(Ack::Busy) | Err(BusError::Nobody) => self.wait(),
            Err(BusError::TooLarge) => self.split(),
            // Whether it arrived or not, its number makes it safe to send again.
            Err(_) => {
                self.note_doubt();
                self.wait();
            }
        }
    }

    /// Sends only the first half of a message that was too large to be sent. A single command that
    /// is too large is refused: it would block the room for everyone.
    fn split(&mut self) {
        let Some(mut sending) = self.sending.take() else { return };
        let rest = sending.items.split_off(sending.items.len().div_ceil(2));
        if rest.is_empty() {
            self.said -= 1;
            sending.items.iter().for_each(|it| self.refuse(it));
            return;
        }
        for command in rest.into_iter().rev() {
            self.queue.push_front(command);
        }
        self.sending = Some(sending);
    }

    fn refuse(&mut self, command: &Command) {
        let why = Refusal::new("too_large", "that is too large to be sent to the room's server");
        match command {
            Command::Say { socket, n, .. } | Command::Ask { socket, n, .. } => {
                if let Some(local) = self.sockets.get_mut(&SocketId(*socket)) {
                    local.pending.retain(|it| it.n != *n);
                    let _ = local.out.send(answer(*n, Err(why)));
                }
            }
            Command::Speak { ask, .. } => {
                if let Some(Asked { reply: Reply::Speak(reply), .. }) = self.asks.remove(ask) {
                    let _ = reply.send(Err(why));
                }
            }
            // The others contain nothing that grows.
            _ => {}
        }
    }

    /// Notes that an owner may have taken the commands in flight.
    fn note_doubt(&mut self) {
        for command in self.sending.iter().flat_map(|it| &it.items) {
            if let Command::Say { socket, n, .. } = command
                && let Some(local) = self.sockets.get_mut(&SocketId(*socket))
                && let Some(pending) = local.pending.iter_mut().find(|it| it.n == *n)
            {
                pending.may_happen = true;
            }
            if let Command::Speak { ask, .. } = command
                && let Some(asked) = self.asks.get_mut(ask)
            {
                asked.may_happen = true;
            }
        }
    }

    fn wait(&mut self) {
        self.not_before = Instant::now() + self.backoff;
        self.backoff = (2 * self.backoff).min(BACKOFF.1);
    }

    fn begin_link_later(&mut self) {
        self.begin_link();
        self.wait();
    }

    /// Abandons the current link and repeats everything unanswered on a new one.
    fn begin_link(&mut self) {
        if let Some(cluster) = self.house.cluster() {
            self.link = cluster.next();
            cluster.counters.links.fetch_add(1, Ordering::Relaxed);
        }
        self.linked_at = Instant::now();
        (self.said, self.heard) = (0, 0);
        self.not_before = Instant::now();
        self.note_doubt();
        let unsent = self.sending.take().into_iter().flat_map(|it| it.items);
        let unsent = unsent.chain(self.queue.drain(..));
        let is_kept = |it: &Command| matches!(it, Command::Expect { .. } | Command::Nothing);
        let mut queue: VecDeque<_> = unsent.filter(is_kept).collect();
        for (id, local) in &mut self.sockets {
            // A new link sends everything afresh, so nothing is missing any more.
            (local.is_behind, local.asked_fresh) = (false, false);
            queue.push_back(local.attach(*id));
            queue.extend(local.pending.iter().map(|it| it.command.clone()));
        }
        queue.extend(self.asks.values().map(|it| it.command.clone()));
        self.queue = queue;
    }

    fn take(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Attach(attach) => {
                let Attach { socket, guest, client, last, board, out, reply } = *attach;
                let mut local = Local {
                    guest,
                    client,
                    last,
                    board,
                    out,
                    since: Instant::now(),
                    reply: Some(reply),
                    is_behind: false,
                    asked_fresh: false,
                    pending: VecDeque::new(),
                };
                self.queue.push_back(local.attach(socket));
                self.sockets.insert(socket, local);
            }
            RoomMessage::Detach(socket) => {
                if self.sockets.remove(&socket).is_some() {
                    self.queue.push_back(Command::Detach { socket: socket.0 });
                }
            }
            RoomMessage::Say(said) => {
                let Said { socket, n, command, chance } = *said;
                let command = Box::new(command);
                self.ask_owner(socket, n, Command::Say { socket: socket.0, n, command, chance });
            }
            RoomMessage::Ask(asked) => {
                let Query { socket, n, question } = *asked;
                let question = Box::new(question);
                self.ask_owner(socket, n, Command::Ask { socket: socket.0, n, question });
            }
            RoomMessage::Refresh(socket) => self.ask_fresh(socket),
            RoomMessage::Speak(speech) => {
                let Speech { guest, command, chance, reply } = *speech;
                let (ask, command) = (self.next_ask, Box::new(command));
                let command = Command::Speak { ask, guest: guest.0, command, chance };
                self.ask_alone(command, Reply::Speak(reply));
            }
            RoomMessage::Close { reply } => {
                let command = Command::Close { ask: self.next_ask };
                self.ask_alone(command, Reply::Close(reply));
            }
            RoomMessage::Expect(guest) => self.queue.push_back(Command::Expect { guest: guest.0 }),
            RoomMessage::Nothing => self.queue.push_back(Command::Nothing),
            // `Stop` is handled before; `Behind` is only ever sent by gateways, to owners.
            RoomMessage::Stop { .. } | RoomMessage::Behind(_) => {}
        }
    }

    fn ask_owner(&mut self, socket: SocketId, n: u64, command: Command) {
        if let Some(local) = self.sockets.get_mut(&socket) {
            let (since, may_happen) = (Instant::now(), false);
            local.pending.push_back(Pending { n, since, command: command.clone(), may_happen });
            self.queue.push_back(command);
        }
    }

    fn ask_alone(&mut self, command: Command, reply: Reply) {
        let since = Instant::now();
        let asked = Asked { since, command: command.clone(), reply, may_happen: false };
        self.asks.insert(self.next_ask, asked);
        self.next_ask += 1;
        self.queue.push_back(command);
    }

    fn ask_fresh(&mut self, socket: SocketId) {
        if let Some(local) = self.sockets.get_mut(&socket)
            && local.is_behind
            && !local.asked_fresh
        {
            local.asked_fresh = true;
            self.queue.push_back(Command::Fresh { socket: socket.0 });
        }
    }

    /// Handles a message from the owner.
    fn hear(&mut self, outputs: Outputs) {
        if outputs.link != self.link {
            return; // Of a link that is over.
        }
        if outputs.items.is_empty() {
            if outputs.number != self.heard {
                self.begin_link();
            }
            return;
        }
        match outputs.number {
            number if number <= self.heard => return,
            number if number > self.heard + 1 => return self.begin_link(),
            number => self.heard = number,
        }
        for item in outputs.items {
            if self.hear_item(item) {
                return self.begin_link_later();
            }
        }
    }

    /// Handles one output. True if the link is over.
    fn hear_item(&mut self, item: Item<Utf8Bytes>) -> bool {
        match item {
            Item::Welcome { socket, result } => return self.hear_welcome(socket, result),
            Item::Text { sockets, fresh, text } => {
                // The room works, so the next problem is a new one.
                self.backoff = BACKOFF.0;
                for socket in sockets {
                    if let Some(local) = self.sockets.get_mut(&SocketId(socket)) {
                        local.push(&text, fresh);
                    }
                }
            }
            Item::Answer { socket, n, text } => {
                if let Some(local) = self.sockets.get_mut(&SocketId(socket))
                    && let Some(at) = local.pending.iter().position(|it| it.n == n)
                {
                    local.pending.remove(at);
                    let _ = local.out.send(Out::Answer(n, text));
                }
            }
            Item::Bye { code, .. } if is_passing(code) => return true,
            Item::Bye { socket, code } => {
                if let Some(local) = self.sockets.remove(&SocketId(socket)) {
                    let _ = local.out.send(Out::Bye(code));
                }
            }
            Item::Spoken { ask, result } => {
                if let Some(Asked { reply: Reply::Speak(reply), .. }) = self.asks.remove(&ask) {
                    let _ = reply.send(result);
                }
            }
            Item::Closed { ask } => {
                if let Some(Asked { reply: Reply::Close(reply), .. }) = self.asks.remove(&ask) {
                    let _ = reply.send(());
                }
            }
            Item::Moved => return true,
        }
        false
    }

    fn hear_welcome(&mut self, socket: Wire, result: Result<Welcome, ByeCode>) -> bool {
        let id = SocketId(socket);
        let Some(local) = self.sockets.get_mut(&id) else { return false };
        match (local.reply.take(), result) {
            (Some(reply), Ok(welcome)) => {
                // Reattaching later needs the full state, not what is new since some push.
                local.last = None;
                if reply.send(Ok(welcome)).is_err() {
                    self.sockets.remove(&id);
                    self.queue.push_back(Command::Detach { socket });
                }
            }
            (Some(reply), Err(code)) => {
                let _ = reply.send(Err(code));
                self.sockets.remove(&id);
            }
            (None, Ok(welcome)) => {
                // It tells the client that the full state follows, with new numbers. A socket that
                // cannot take it is better closed.
                let text = ServerMessage::Welcome(welcome).to_text();
                if !local.out.send(Out::Text(text.into())) {
                    self.sockets.remove(&id);
                    self.queue.push_back(Command::Detach { socket });
                }
            }
            (None, Err(code)) if is_passing(code) => return true,
            (None, Err(code)) => {
                let _ = local.out.send(Out::Bye(code));
                self.sockets.remove(&id);
            }
        }
        false
    }

    /// Gives up commands that no owner has taken for too long, and requests fresh views that are
    /// due.
    fn look_after(&mut self) {
        let code = if self.is_busy { "busy" } else { "not_stored" };
        let why = Refusal::new(code, "the house could not take it; try again in a moment");
        let is_late = |since: Instant| since.elapsed() >= PATIENCE;
        let flying = self.sending.as_ref().filter(|_| self.is_flying);
        let flying: Vec<_> =
            flying.into_iter().flat_map(|it| &it.items).filter_map(whose).collect();
        let mut given_up = vec![];
        for (id, local) in &mut self.sockets {
            let is_over = |it: &Pending| {
                !it.may_happen && is_late(it.since) && !flying.contains(&(id.0, it.n))
            };
            for pending in local.pending.iter().filter(|it| is_over(it)) {
                given_up.push((id.0, pending.n));
                let _ = local.out.send(answer(pending.n, Err(why.clone())));
            }
            local.pending.retain(|it| !is_over(it));
        }
        let is_kept = |it: &Command| !whose(it).is_some_and(|it| given_up.contains(&it));
        self.queue.retain(is_kept);
        if let Some(sending) = &mut self.sending {
            sending.items.retain(is_kept);
        }
        let late = |_: &SocketId, it: &mut Local| it.reply.is_some() && is_late(it.since);
        for (id, local) in self.sockets.extract_if(late) {
            // Without an answer the caller would ask again.
            let _ = local.reply.map(|reply| reply.send(Err(ByeCode::NotRead)));
            self.queue.push_back(Command::Detach { socket: id.0 });
        }
        self.give_up_asks(&why);
        let can_take = |it: &Local| it.is_behind && it.out.is_empty();
        let ready: Vec<_> =
            self.sockets.iter().filter(|(_, it)| can_take(it)).map(|(id, _)| *id).collect();
        for id in ready {
            self.ask_fresh(id);
        }
        let is_doubtful =
            |it: &Pending| it.since.elapsed() >= DOUBT && matches!(it.command, Command::Say { .. });
        if !self.has_work()
            && self.linked_at.elapsed() >= DOUBT
            && self.sockets.values().any(|it| it.pending.front().is_some_and(is_doubtful))
        {
            self.begin_link();
        }
        if !self.sockets.is_empty() && self.sent_at.elapsed() >= SIGN_OF_LIFE && !self.has_work() {
            self.queue.push_back(Command::Nothing);
        }
    }

    /// Gives up requests without a socket that nobody has answered for too long.
    fn give_up_asks(&mut self, why: &Refusal) {
        let ask_of =
            |it: &Command| if let Command::Speak { ask, .. } = it { Some(*ask) } else { None };
        let flying = self.sending.as_ref().filter(|_| self.is_flying);
        let flying: Vec<_> =
            flying.into_iter().flat_map(|it| &it.items).filter_map(ask_of).collect();
        let mut given_up = vec![];
        for (ask, asked) in self.asks.extract_if(.., |_, it| it.since.elapsed() >= PATIENCE) {
            let Reply::Speak(reply) = asked.reply else { continue };
            let is_flying = flying.contains(&ask);
            let is_in_doubt = is_flying || asked.may_happen;
            let _ = reply.send(Err(if is_in_doubt { in_doubt() } else { why.clone() }));
            given_up.extend((!is_flying).then_some(ask));
        }
        // Nobody may be told that it failed, and it happens afterwards.
        let is_kept = |it: &Command| !ask_of(it).is_some_and(|ask| given_up.contains(&ask));
        self.queue.retain(is_kept);
        if let Some(sending) = &mut self.sending {
            sending.items.retain(is_kept);
        }
    }

    /// Says goodbye to all sockets.
    fn stop(self, code: ByeCode, mut messages: mpsc::Receiver<RoomMessage>) {
        for local in self.sockets.into_values() {
            match local.reply {
                Some(reply) => {
                    let _ = reply.send(Err(code));
                }
                None => {
                    let _ = local.out.send(Out::Bye(code));
                }
            }
        }
        self.house.forget_gateway(self.room, self.ticket, || true);
        messages.close();
    }
}

impl<S: Store> House<S> {
    /// Removes a gateway, unless a message for it has just arrived.
    fn forget_gateway(&self, room: RoomId, ticket: u64, is_quiet: impl FnOnce() -> bool) -> bool {
        let Some(cluster) = self.cluster() else { return true };
        let mut gateways = cluster.gateways();
        if !is_quiet() {
            return false;
        }
        if gateways.get(&room).is_some_and(|it| it.ticket == ticket) {
            gateways.remove(&room);
        }
        true
    }
}

/// The socket and the number of a client's command or question.
fn whose(command: &Command) -> Option<(Wire, u64)> {
    match command {
        Command::Say { socket, n, .. } | Command::Ask { socket, n, .. } => Some((*socket, *n)),
        _ => None,
    }
}

/// Whether the room is only away for a moment, so that sockets need not be told.
fn is_passing(code: ByeCode) -> bool {
    matches!(code, ByeCode::Moved | ByeCode::Restarting | ByeCode::NotRead)
}

/// Waits for the answer to the message in flight.
async fn landing(
    flight: &mut Option<BoxFuture<'static, Result<Ack, BusError>>>,
) -> Result<Ack, BusError> {
    match flight {
        Some(flight) => flight.await,
        None => std::future::pending().await,
    }
}
