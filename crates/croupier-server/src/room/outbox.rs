//! The queue between a room and a socket: what the room wants it to send.
//!
//! Whoever fills the queue may also write it to the connection, as far as that does not block. So a
//! push usually needs no second task to wake up; the socket's own task sends the rest.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use croupier_proto::ByeCode;
use tokio::net::tcp::OwnedWriteHalf;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::websocket::Head;

/// How many messages may be queued for a socket before pushes are skipped.
pub(crate) const PUSHES: usize = 16;

/// How many messages of a client may be waiting for an answer.
pub(crate) const UNANSWERED: usize = 16;

/// The capacity of a socket's queue: there is always room for answers.
const OUTBOX: usize = PUSHES + UNANSWERED + 2;

/// The maximum number of messages per system call.
const AT_ONCE: usize = 8;

/// Something that a socket is to send.
#[derive(Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// A push that does not build on earlier ones.
    Fresh(Utf8Bytes),
    /// The answer to the message with this number: the client may send one more.
    Answer(u64, Utf8Bytes),
    /// A complete frame; only the socket itself sends these.
    Frame(Vec<u8>),
    /// The end of the connection.
    Bye(ByeCode),
}

impl Out {
    /// Header and payload of the frame to send. `None` for the end.
    fn parts(&self) -> Option<(Head, &[u8])> {
        match self {
            Self::Text(text) | Self::Fresh(text) | Self::Answer(_, text) => {
                Some((Head::of_text(text.len()), text.as_bytes()))
            }
            Self::Frame(frame) => Some((Head::NONE, frame)),
            Self::Bye(_) => None,
        }
    }
}

/// The room's end of the queue.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Mutex<Queue>>);

/// The socket's end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Mutex<Queue>>);

#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // Four independent facts.
struct Queue {
    outs: VecDeque<Out>,
    /// How many bytes of the first message have been sent.
    sent: usize,
    /// The connection, until it is gone. Queues that are only forwarded have none.
    stream: Option<OwnedWriteHalf>,
    /// The socket has queued its first message, so others may send.
    is_open: bool,
    /// The socket's own task has something to do.
    is_wanted: bool,
    waker: Option<Waker>,
    has_skipped: bool,
    outboxes: usize,
    has_socket: bool,
    /// How many messages of the client are waiting for an answer.
    unanswered: usize,
}

/// Counts of what was sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) pushes: u64,
    pub(crate) messages: u64,
    pub(crate) bytes: u64,
}

impl std::ops::AddAssign for Sent {
    fn add_assign(&mut self, other: Self) {
        self.pushes += other.pushes;
        self.messages += other.messages;
        self.bytes += other.bytes;
    }
}

/// How far sending got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Everything is sent.
    Done,
    /// The connection takes no more at the moment.
    Blocked,
    /// Everything before the end is sent.
    Bye(ByeCode),
    /// The connection is gone.
    Gone,
}

/// A queue whose contents are forwarded instead of sent.
pub(crate) fn outbox() -> (Outbox, Outgoing) {
    outbox_of(None)
}

/// The queue of a socket.
pub(crate) fn outbox_of(stream: Option<OwnedWriteHalf>) -> (Outbox, Outgoing) {
    let queue = Arc::new(Mutex::new(Queue {
        outs: VecDeque::new(),
        sent: 0,
        stream,
        is_open: false,
        is_wanted: false,
        waker: None,
        has_skipped: false,
        outboxes: 1,
        has_socket: true,
        unanswered: 0,
    }));
    (Outbox(Arc::clone(&queue)), Outgoing(queue))
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    // The queue is consistent whenever the lock is released, so a poisoned lock does no harm.
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outbox {
    /// Queues a message and sends it at once. False if the queue is full or the socket is gone.
    pub(crate) fn send(&self, out: Out) -> bool {
        let mut queue = lock(&self.0);
        let is_in = queue.put(out);
        if is_in {
            queue.want();
        }
        is_in
    }

    /// Queues a message for the next [`flush`](Self::flush).
    pub(crate) fn put(&self, out: Out) -> bool {
        lock(&self.0).put(out)
    }

    /// Sends what is queued, as far as the connection takes it.
    pub(crate) fn flush(&self) -> Sent {
        let mut queue = lock(&self.0);
        let mut sent = Sent::default();
        if queue.outs.is_empty() {
            return sent;
        }
        // A socket that stopped reading until it is answered has to be woken.
        let is_full = queue.unanswered >= UNANSWERED;
        let is_done = queue.is_open && queue.write(&mut sent) == Progress::Done;
        // So has one that missed pushes, because it must ask for a fresh one.
        if is_full || !is_done || queue.has_skipped {
            queue.want();
        }
        sent
    }

    /// Lets the socket's own task send what is queued.
    pub(crate) fn hand_over(&self) {
        let mut queue = lock(&self.0);
        if !queue.outs.is_empty() {
            queue.want();
        }
    }

    /// Whether the queue is empty.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).outs.is_empty()
    }

    /// Whether the queue is so long that a push should be skipped. If so, the socket asks for a
    /// fresh push once everything is sent.
    pub(crate) fn is_crowded(&self) -> bool {
        let mut queue = lock(&self.0);
        let is_crowded = queue.outs.len() >= PUSHES;
        queue.has_skipped |= is_crowded;
        is_crowded
    }
}

impl Clone for Outbox {
    fn clone(&self) -> Self {
        lock(&self.0).outboxes += 1;
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.outboxes -= 1;
        if queue.outboxes == 0 {
            queue.want();
        }
    }
}

impl Outgoing {
    /// Queues the first message. From now on whoever fills the queue may send it.
    pub(crate) fn open(&self, first: Vec<u8>) {
        let mut queue = lock(&self.0);
        // A message that is partly sent has to be finished first.
        let at = usize::from(queue.sent > 0);
        queue.outs.insert(at, Out::Frame(first));
        queue.is_open = true;
        queue.want();
    }

    /// Answers a message of the client without asking the room. Answers always have a place.
    pub(crate) fn answer(&self, answer: Out) {
        let mut queue = lock(&self.0);
        queue.unanswered += 1;
        queue.put(answer);
        queue.want();
    }

    /// Queues a frame of the socket's own, such as a ping; drops it if the queue is long.
    pub(crate) fn say(&self, frame: Vec<u8>) {
        let mut queue = lock(&self.0);
        if queue.outs.len() < PUSHES {
            queue.outs.push_back(Out::Frame(frame));
            queue.want();
        }
    }

    /// Replaces everything that is queued with these last frames.
    pub(crate) fn say_last(&self, frames: impl IntoIterator<Item = Vec<u8>>) {
        let mut queue = lock(&self.0);
        queue.is_open = false;
        let begun = usize::from(queue.sent > 0);
        queue.outs.truncate(begun);
        queue.outs.extend(frames.into_iter().map(Out::Frame));
    }

    /// Waits until the socket's own task has something to do.
    pub(crate) fn poll_wanted(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut queue = lock(&self.0);
        if std::mem::take(&mut queue.is_wanted) {
            return Poll::Ready(());
        }
        queue.listen(context);
        Poll::Pending
    }

    /// Sends what is queued, as far as the connection takes it. `None` if the room has released the
    /// socket.
    pub(crate) fn write(&self, sent: &mut Sent) -> Option<Progress> {
        let mut queue = lock(&self.0);
        let progress = queue.write(sent);
        let is_over = progress == Progress::Done && queue.outboxes == 0;
        (!is_over).then_some(progress)
    }

    /// Notes that the client has sent a message that will be answered.
    pub(crate) fn expect_answer(&self) {
        lock(&self.0).unanswered += 1;
    }

    /// Whether the client may send another message.
    pub(crate) fn may_read(&self) -> bool {
        lock(&self.0).unanswered < UNANSWERED
    }

    /// The next message to forward. `None` if the room has released the socket.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Out>> {
        let mut queue = lock(&self.0);
        match queue.take() {
            Some(out) => Poll::Ready(Some(out)),
            None if queue.outboxes == 0 => Poll::Ready(None),
            None => {
                queue.listen(context);
                Poll::Pending
            }
        }
    }

    /// The next message that is queued already.
    #[cfg(test)]
    pub(crate) fn more(&mut self) -> Option<Out> {
        lock(&self.0).take()
    }

    /// Whether pushes were skipped since the last call.
    pub(crate) fn has_skipped(&self) -> bool {
        std::mem::take(&mut lock(&self.0).has_skipped)
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.has_socket = false;
        queue.stream = None;
        queue.outs = VecDeque::new();
        queue.waker = None;
    }
}

impl Queue {
    fn put(&mut self, out: Out) -> bool {
        let has_place = self.has_socket && self.outs.len() < OUTBOX;
        if has_place {
            self.outs.push_back(out);
        }
        has_place
    }

    /// Wakes the socket's own task.
    fn want(&mut self) {
        self.is_wanted = true;
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn listen(&mut self, context: &Context<'_>) {
        match &mut self.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
    }

    fn take(&mut self) -> Option<Out> {
        let out = self.outs.pop_front();
        if self.outs.is_empty() {
            self.outs = VecDeque::new();
        }
        out
    }

    fn write(&mut self, sent: &mut Sent) -> Progress {
        loop {
            match self.outs.front() {
                None => {
                    // Free the memory: queues are usually empty, and there are many.
                    self.outs = VecDeque::new();
                    return Progress::Done;
                }
                Some(Out::Bye(code)) => return Progress::Bye(*code),
                Some(_) => {}
            }
            let Some(stream) = &self.stream else { return Progress::Gone };
            match write_some(stream, &self.outs, self.sent) {
                Ok(0) => return Progress::Gone,
                Ok(bytes) => self.advance(bytes, sent),
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return Progress::Blocked,
                Err(_) => return Progress::Gone,
            }
        }
    }

    /// Notes that this many more bytes were sent.
    fn advance(&mut self, bytes: usize, sent: &mut Sent) {
        self.sent += bytes;
        while let Some((head, payload)) = self.outs.front().and_then(Out::parts) {
            let (payload, length) = (payload.len(), head.len() + payload.len());
            if self.sent < length {
                break;
            }
            self.sent -= length;
            sent.messages += 1;
            sent.bytes += payload as u64;
            match self.outs.pop_front() {
                Some(Out::Answer(..)) => self.unanswered = self.unanswered.saturating_sub(1),
                Some(Out::Text(_) | Out::Fresh(_)) => sent.pushes += 1,
                _ => {}
            }
        }
    }
}

/// Sends the first messages with one system call, without the first `skip` bytes.
fn write_some(stream: &OwnedWriteHalf, outs: &VecDeque<Out>, mut skip: usize) -> io::Result<usize> {
    let outs = outs.iter().map_while(Out::parts).take(AT_ONCE);
    let mut heads = [Head::NONE; AT_ONCE];
    for (place, (head, _)) in heads.iter_mut().zip(outs.clone()) {
        *place = head;
    }
    let mut slices = [IoSlice::new(&[]); 2 * AT_ONCE];
    let parts = heads.iter().zip(outs).flat_map(|(head, (_, text))| [head.as_bytes(), text]);
    let mut count = 0;
    for (slice, part) in slices.iter_mut().zip(parts) {
        let skipped = skip.min(part.len());
        skip -= skipped;
        *slice = IoSlice::new(&part[skipped..]);
        count += 1;
    }
    stream.try_write_vectored(&slices[..count])
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::*;

    fn text(words: &str) -> Out {
        Out::Text(words.to_owned().into())
    }

    #[tokio::test]
    async fn what_a_connection_does_not_take_is_sent_later_in_the_same_order() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (reader, writer) = listener.accept().await.unwrap().0.into_split();
        let stream = reader.as_ref();
        stream.writable().await.unwrap();
        let (outbox, outgoing) = outbox_of(Some(writer));
        assert!(outbox.put(text("second")));
        assert_eq!(outbox.flush(), Sent::default(), "the socket has not said the first word yet");
        outgoing.open(crate::websocket::text("first"));
        let long = "x".repeat(1_000_000);
        for _ in 0..12 {
            assert!(outbox.put(text(&long)));
        }
        let mut sent = outbox.flush();
        assert!(0 < sent.messages && sent.messages < 14, "{sent:?}");
        let reading = tokio::spawn(async move {
            let mut read = vec![];
            let mut bytes = vec![0; 1 << 16];
            while read.len() < 12 * (1_000_000 + 10) + 15 {
                client.readable().await.unwrap();
                match client.try_read(&mut bytes) {
                    Ok(0) => break,
                    Ok(count) => read.extend_from_slice(&bytes[..count]),
                    Err(_) => {}
                }
            }
            read
        });
        while outgoing.write(&mut sent) == Some(Progress::Blocked) {
            stream.writable().await.unwrap();
        }
        assert_eq!((sent.messages, sent.pushes, sent.bytes), (14, 13, 12_000_013));
        let read = reading.await.unwrap();
        assert_eq!(read[..15], *b"\x81\x05first\x81\x06second");
        let frames = read[15..].chunks(1_000_010);
        assert_eq!(frames.len(), 12);
        for frame in frames {
            assert_eq!(frame[..10], [0x81, 127, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40]);
            assert!(frame[10..].iter().all(|byte| *byte == b'x'));
        }
        drop(outbox);
        assert_eq!(outgoing.write(&mut sent), None, "the room has let go of the socket");
    }

    #[test]
    fn a_crowded_queue_has_a_place_for_answers_and_tells_that_pushes_were_left_out() {
        let (outbox, outgoing) = outbox();
        for _ in 0..PUSHES {
            assert!(!outbox.is_crowded());
            assert!(outbox.put(text("push")));
        }
        assert!(outbox.is_crowded());
        for n in 0..UNANSWERED as u64 {
            assert!(outbox.put(Out::Answer(n, "yes".into())));
        }
        assert!(outgoing.has_skipped());
        assert!(!outgoing.has_skipped());
        drop(outgoing);
        assert!(!outbox.put(text("push")), "nobody is there");
        assert!(outbox.is_empty());
    }
}
