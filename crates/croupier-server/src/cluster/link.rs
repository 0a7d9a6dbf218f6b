//! The owner's end of a link: attaches the sockets of a gateway to a room, and sends what the room
//! tells them to the gateway, bundled.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use croupier_store::journal::{GuestId, RoomId};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::Cluster;
use super::members::View;
use super::shards::NodeId;
use super::wire::{Ack, Command, Commands, Item, LinkId, Outputs, SHARED, Wire};
use crate::house::House;
use crate::room::{Attach, Out, Outgoing, Query, RoomMessage, Said, SocketId, Speech, outbox};
use crate::store::Store;

/// How many messages of a gateway may be queued for a room before the gateway is told that it is
/// busy.
const WAITING: usize = 4;

/// A link that is silent for this long is over: a live gateway would have sent something.
const SILENT: Duration = Duration::from_mins(1);

/// This long after the last outputs the gateway is told their number, so that it notices if any
/// were lost.
const TAIL: Duration = Duration::from_secs(1);

/// The channel to a link.
#[derive(Debug)]
pub(super) struct LinkHandle {
    link: LinkId,
    /// The number of the last message.
    number: u64,
    commands: mpsc::Sender<Vec<Command>>,
}

/// The owner's end of a link.
struct Link<S> {
    house: Arc<House<S>>,
    gateway: NodeId,
    room: RoomId,
    id: LinkId,
    sockets: HashMap<Wire, Attached>,
    /// Messages for the room, in order.
    waiting: VecDeque<RoomMessage>,
    /// Answers expected from the room.
    replies: FuturesUnordered<BoxFuture<'static, Option<Item<Utf8Bytes>>>>,
    /// What the room has sent and is not forwarded yet. It survives when waiting for more is
    /// cancelled.
    told: Vec<Item<Utf8Bytes>>,
    number: u64,
    is_over: bool,
}

struct Attached {
    id: SocketId,
    out: Outgoing,
    /// Nothing is forwarded before the welcome is.
    is_welcome: bool,
}

impl<S: Store> House<S> {
    /// Takes commands of a gateway on this node or another.
    pub(super) fn take_commands(self: &Arc<Self>, commands: Commands) -> Ack {
        let Some(cluster) = self.cluster() else { return Ack::Moved };
        if !cluster.lease.holds() || !cluster.owns(cluster.bus.shard_of(commands.room)) {
            return Ack::Moved;
        }
        let Commands { gateway, room, link, number, items } = commands;
        let mut links = cluster.links();
        let known = links.get_mut(&(gateway, room));
        if let Some(known) = known.filter(|it| it.link >= link) {
            if known.link > link || number > known.number + 1 {
                return Ack::Unknown;
            }
            if number <= known.number {
                return Ack::Taken;
            }
            return match known.commands.try_send(items) {
                Ok(()) => {
                    known.number = number;
                    Ack::Taken
                }
                Err(mpsc::error::TrySendError::Full(_)) => Ack::Busy,
                Err(mpsc::error::TrySendError::Closed(_)) => Ack::Unknown,
            };
        }
        if number != 1 {
            return Ack::Unknown;
        }
        let (commands, received) = mpsc::channel(WAITING);
        let handle = LinkHandle { link, number, commands };
        let before = links.insert((gateway, room), handle).map(|it| it.commands);
        drop(links);
        let end = Link {
            house: Arc::clone(self),
            gateway,
            room,
            id: link,
            sockets: HashMap::new(),
            waiting: VecDeque::new(),
            replies: FuturesUnordered::new(),
            told: vec![],
            number: 0,
            is_over: false,
        };
        tokio::spawn(end.run(items, before, received, cluster.view.subscribe()));
        Ack::Taken
    }

    /// Passes outputs to a gateway of this node. If its queue is full it misses them, notices, and
    /// asks again.
    pub(super) fn take_outputs(&self, outputs: Outputs) {
        let Some(cluster) = self.cluster() else { return };
        if let Some(gateway) = cluster.gateways().get(&outputs.room) {
            let _ = gateway.outputs.try_send(outputs);
        }
    }

    async fn put_outputs(&self, cluster: &Cluster, to: NodeId, outputs: Outputs) {
        if to == cluster.bus.node() {
            self.take_outputs(outputs);
        } else {
            let bytes: Bytes = outputs.to_bytes();
            if let Err(why) = cluster.bus.publish(to, bytes).await {
                tracing::debug!(%to, %why, "outputs were not sent");
            }
        }
    }
}

impl<S: Store> Link<S> {
    /// Runs until the gateway, the room or the right to it is gone. `before` is the gateway's
    /// previous link, which ends only when the sockets are attached here, so that no player seems
    /// to disconnect in between.
    async fn run(
        mut self,
        first: Vec<Command>,
        mut before: Option<mpsc::Sender<Vec<Command>>>,
        mut commands: mpsc::Receiver<Vec<Command>>,
        mut view: watch::Receiver<Arc<View>>,
    ) {
        let mailbox = self.house.own_mailbox(self.room);
        let mut heard_at = Instant::now();
        let mut tail: Option<Instant> = None;
        self.take(first);
        loop {
            let silent = heard_at + SILENT;
            tokio::select! {
                biased;
                items = self.items() => {
                    self.tell(items).await;
                    tail = Some(Instant::now() + TAIL);
                    if self.is_over {
                        break;
                    }
                }
                permit = mailbox.reserve(), if !self.waiting.is_empty() => {
                    let Ok(permit) = permit else {
                        self.tell(vec![Item::Moved]).await;
                        break;
                    };
                    if let Some(message) = self.waiting.pop_front() {
                        permit.send(message);
                    }
                    if self.waiting.is_empty() {
                        before = None;
                    }
                }
                received = commands.recv(), if self.waiting.is_empty() => {
                    let Some(received) = received else { break };
                    heard_at = Instant::now();
                    self.take(received);
                }
                () = wait_until(tail) => {
                    tail = None;
                    self.tell(vec![]).await;
                }
                Ok(()) = view.changed() => {
                    if !view.borrow_and_update().alive.contains(&self.gateway) {
                        // The room may be there all the same, only unreachable.
                        self.tell(vec![Item::Moved]).await;
                        break;
                    }
                }
                () = tokio::time::sleep_until(silent) => {
                    self.tell(vec![Item::Moved]).await;
                    break;
                }
            }
        }
        drop(before);
        commands.close();
        self.forget();
        for socket in self.sockets.values() {
            // If the room is gone it has dropped them anyway.
            let _ = mailbox.send(RoomMessage::Detach(socket.id)).await;
        }
    }

    fn forget(&self) {
        if let Some(cluster) = self.house.cluster() {
            let mut links = cluster.links();
            let key = (self.gateway, self.room);
            if links.get(&key).is_some_and(|it| it.link == self.id) {
                links.remove(&key);
            }
        }
    }

    fn take(&mut self, commands: Vec<Command>) {
        for command in commands {
            if let Some(message) = self.message(command) {
                self.waiting.push_back(message);
            }
        }
    }

    /// Converts a command to a message for the room.
    fn message(&mut self, command: Command) -> Option<RoomMessage> {
        Some(match command {
            Command::Attach { socket, guest, client, last, board } => {
                let (id, (to_out, out)) = (SocketId::next(), outbox());
                self.sockets.insert(socket, Attached { id, out, is_welcome: false });
                let (reply, answer) = oneshot::channel();
                self.answered(answer, move |result| Item::Welcome { socket, result });
                let guest = GuestId(guest);
                RoomMessage::Attach(Box::new(Attach {
                    socket: id,
                    guest,
                    client,
                    last,
                    board,
                    out: to_out,
                    reply,
                }))
            }
            Command::Detach { socket } => RoomMessage::Detach(self.sockets.remove(&socket)?.id),
            Command::Say { socket, n, command, chance } => {
                let socket = self.sockets.get(&socket)?.id;
                RoomMessage::Say(Box::new(Said { socket, n, command: *command, chance }))
            }
            Command::Ask { socket, n, question } => {
                let socket = self.sockets.get(&socket)?.id;
                RoomMessage::Ask(Box::new(Query { socket, n, question: *question }))
            }
            Command::Fresh { socket } => RoomMessage::Behind(self.sockets.get(&socket)?.id),
            Command::Speak { ask, guest, command, chance } => {
                let (reply, answer) = oneshot::channel();
                self.answered(answer, move |result| Item::Spoken { ask, result });
                let (guest, command) = (GuestId(guest), *command);
                RoomMessage::Speak(Box::new(Speech { guest, command, chance, reply }))
            }
            Command::Close { ask } => {
                let (reply, answer) = oneshot::channel();
                self.answered(answer, move |()| Item::Closed { ask });
                RoomMessage::Close { reply }
            }
            Command::Expect { guest } => RoomMessage::Expect(GuestId(guest)),
            Command::Nothing => RoomMessage::Nothing,
        })
    }

    /// Forwards an answer of the room. If none comes, the room has just gone to sleep.
    fn answered<T: Send + 'static>(
        &mut self,
        answer: oneshot::Receiver<T>,
        item: impl FnOnce(T) -> Item<Utf8Bytes> + Send + 'static,
    ) {
        self.replies.push(Box::pin(async move { answer.await.ok().map(item) }));
    }

    /// Waits for what the room sends next. Polls again after yielding, because a room tells its
    /// sockets one after another, and all of that should share one message.
    async fn items(&mut self) -> Vec<Item<Utf8Bytes>> {
        std::future::poll_fn(|context| self.poll_items(context)).await;
        tokio::task::yield_now().await;
        std::future::poll_fn(|context| self.poll_items(context)).await;
        std::mem::take(&mut self.told)
    }

    /// Collects everything that the room has sent by now. Ready when there is anything.
    fn poll_items(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let items = &mut self.told;
        let mut is_over = false;
        while let Poll::Ready(Some(item)) = self.replies.poll_next_unpin(context) {
            let Some(item) = item else {
                is_over = true;
                continue;
            };
            if let Item::Welcome { socket, result } = &item {
                match (self.sockets.get_mut(socket), result) {
                    (Some(attached), Ok(_)) => attached.is_welcome = true,
                    _ => drop(self.sockets.remove(socket)),
                }
            }
            items.push(item);
        }
        let start = items.len();
        for (wire, socket) in self.sockets.iter_mut().filter(|(_, it)| it.is_welcome) {
            let mut from = start;
            loop {
                match socket.out.poll_next(context) {
                    Poll::Ready(Some(out)) => from = add(items, from, *wire, out),
                    Poll::Ready(None) => {
                        is_over = true;
                        break;
                    }
                    Poll::Pending => break,
                }
            }
            if socket.out.has_skipped() {
                self.waiting.push_back(RoomMessage::Refresh(socket.id));
            }
        }
        if is_over && !self.is_over {
            items.push(Item::Moved);
            self.is_over = true;
        }
        if items.is_empty() { Poll::Pending } else { Poll::Ready(()) }
    }

    /// Sends items to the gateway. An empty list tells it the number of the last message.
    async fn tell(&mut self, items: Vec<Item<Utf8Bytes>>) {
        let house = Arc::clone(&self.house);
        let Some(cluster) = house.cluster() else { return };
        if items.is_empty() {
            return house.put_outputs(cluster, self.gateway, self.outputs(vec![])).await;
        }
        let (mut share, mut size) = (vec![], 0);
        for item in items {
            if size > 0 && size + item.len() > SHARED {
                self.number += 1;
                let outputs = self.outputs(std::mem::take(&mut share));
                house.put_outputs(cluster, self.gateway, outputs).await;
                size = 0;
            }
            size += item.len();
            share.push(item);
        }
        self.number += 1;
        house.put_outputs(cluster, self.gateway, self.outputs(share)).await;
    }

    fn outputs(&self, items: Vec<Item<Utf8Bytes>>) -> Outputs {
        Outputs { room: self.room, link: self.id, number: self.number, items }
    }
}

/// Adds something that a socket is to be sent, not before index `from`, so that its order is kept.
/// A text that goes to several sockets is stored once. Returns the index after it.
fn add(items: &mut Vec<Item<Utf8Bytes>>, from: usize, wire: Wire, out: Out) -> usize {
    let item = match out {
        Out::Text(text) => Item::Text { sockets: vec![wire], fresh: false, text },
        Out::Fresh(text) => Item::Text { sockets: vec![wire], fresh: true, text },
        Out::Answer(n, text) => Item::Answer { socket: wire, n, text },
        Out::Bye(code) => Item::Bye { socket: wire, code },
        // Only a socket itself sends frames; this forwards what a room sends.
        Out::Frame(_) => return from,
    };
    if let Item::Text { text, .. } = &item {
        for (at, known) in items.iter_mut().enumerate().skip(from) {
            if let Item::Text { sockets, text: known, .. } = known
                && (known.as_ptr(), known.len()) == (text.as_ptr(), text.len())
            {
                sockets.push(wire);
                return at + 1;
            }
        }
    }
    items.push(item);
    items.len()
}

async fn wait_until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::super::alone::Alone;
    use super::*;

    #[tokio::test]
    async fn a_gateway_is_told_that_a_room_is_busy_and_may_send_the_same_message_again() {
        let alone = Alone::new();
        let (gateway, room) = (NodeId::new(2), RoomId::new(3));
        // A link that is stuck takes nothing out of its queue.
        let (commands, mut stuck) = mpsc::channel(WAITING);
        let handle = LinkHandle { link: 1, number: 1, commands };
        alone.cluster().links().insert((gateway, room), handle);
        let send = |number| {
            let items = vec![Command::Nothing];
            alone.house.take_commands(Commands { gateway, room, link: 1, number, items })
        };
        let full = 1 + WAITING as u64;
        for number in 2..=full {
            assert_eq!(send(number), Ack::Taken, "{number}");
        }
        assert_eq!(send(full + 1), Ack::Busy);
        assert_eq!(send(full + 1), Ack::Busy, "it is not counted as taken");
        assert_eq!(send(full), Ack::Taken, "the message before it is");
        assert_eq!(stuck.len(), WAITING, "and is not taken twice");
        assert_eq!(stuck.recv().await, Some(vec![Command::Nothing]));
        assert_eq!(send(full + 1), Ack::Taken);
        assert_eq!(send(full + 2), Ack::Busy);
    }
}
