//! The queue of a socket: what its room wants it to send.
//!
//! Whoever fills the queue may send it too, as far as the connection takes it. So a push costs no second
//! task, which would have to be woken for it; the socket's own task does what is left.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use croupier_proto::ByeCode;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::websocket::Head;

/// How many messages wait for a socket before pushes are left out.
pub(crate) const PUSHES: usize = 16;

/// How many messages of a client may wait for their answers.
pub(crate) const UNANSWERED: usize = 16;

/// The size of the queue of a socket: there is always a place for answers.
const OUTBOX: usize = PUSHES + UNANSWERED + 2;

/// How many messages are sent with one call to the system at most.
const AT_ONCE: usize = 8;

/// What a room wants a socket to send.
#[derive(Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// A push that needs none of those before it.
    Fresh(Utf8Bytes),
    /// An answer to the message with this number: the client may say one more thing.
    Answer(u64, Utf8Bytes),
    /// A whole frame, which only the socket itself sends.
    Frame(Vec<u8>),
    /// The end.
    Bye(ByeCode),
}

impl Out {
    /// What is sent, unless it is the end.
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

/// Where a room puts what a socket is to send.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Mutex<Queue>>);

/// The socket's end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Mutex<Queue>>);

#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // Four facts that change one by one.
struct Queue {
    outs: VecDeque<Out>,
    /// How many bytes of the first message are sent already.
    sent: usize,
    /// The connection, until it is gone. What passes everything on has none.
    stream: Option<Arc<TcpStream>>,
    /// The socket has said what comes first.
    is_open: bool,
    /// The socket's own task is to look.
    is_wanted: bool,
    waker: Option<Waker>,
    has_skipped: bool,
    outboxes: usize,
    has_socket: bool,
    /// How many messages of the client wait for their answers.
    unanswered: usize,
}

/// What was sent.
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

/// How far sending has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Everything is sent.
    Done,
    /// The connection takes no more at the moment.
    Blocked,
    /// All before the end is sent.
    Bye(ByeCode),
    /// The connection is gone.
    Gone,
}

/// The queue of somebody who passes everything on.
pub(crate) fn outbox() -> (Outbox, Outgoing) {
    outbox_of(None)
}

/// The queue of a socket.
pub(crate) fn outbox_of(stream: Option<Arc<TcpStream>>) -> (Outbox, Outgoing) {
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
    // What is in it is whole at any time.
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outbox {
    /// Puts something in, to be sent at once. False if there is no place, or no socket any more.
    pub(crate) fn send(&self, out: Out) -> bool {
        let mut queue = lock(&self.0);
        let is_in = queue.put(out);
        if is_in {
            queue.want();
        }
        is_in
    }

    /// Puts something in, to be sent by the next [`flush`](Self::flush).
    pub(crate) fn put(&self, out: Out) -> bool {
        lock(&self.0).put(out)
    }

    /// Sends what was put in, as far as the connection takes it.
    pub(crate) fn flush(&self) -> Sent {
        let mut queue = lock(&self.0);
        let mut sent = Sent::default();
        if queue.outs.is_empty() {
            return sent;
        }
        // A socket that waits for its answers before it reads on has to be told of them.
        let is_full = queue.unanswered >= UNANSWERED;
        let is_done = queue.is_open && queue.write(&mut sent) == Progress::Done;
        // And one that was not sent everything asks for what it has missed.
        if is_full || !is_done || queue.has_skipped {
            queue.want();
        }
        sent
    }

    /// Lets the socket's own task send what was put in.
    pub(crate) fn hand_over(&self) {
        let mut queue = lock(&self.0);
        if !queue.outs.is_empty() {
            queue.want();
        }
    }

    /// Whether everything was taken out.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).outs.is_empty()
    }

    /// Whether so much waits that a push is better left out. If so the socket asks for a fresh one when
    /// it has sent everything.
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
    /// Says what comes first. From now on whoever fills the queue may send it.
    pub(crate) fn open(&self, first: Vec<u8>) {
        let mut queue = lock(&self.0);
        // What has begun to be sent comes before it.
        let at = usize::from(queue.sent > 0);
        queue.outs.insert(at, Out::Frame(first));
        queue.is_open = true;
        queue.want();
    }

    /// Says something of the socket's own, unless so much waits that it does not matter any more.
    pub(crate) fn say(&self, frame: Vec<u8>) {
        let mut queue = lock(&self.0);
        if queue.outs.len() < PUSHES {
            queue.outs.push_back(Out::Frame(frame));
            queue.want();
        }
    }

    /// Says this instead of all that waits.
    pub(crate) fn say_last(&self, frames: impl IntoIterator<Item = Vec<u8>>) {
        let mut queue = lock(&self.0);
        queue.is_open = false;
        let begun = usize::from(queue.sent > 0);
        queue.outs.truncate(begun);
        queue.outs.extend(frames.into_iter().map(Out::Frame));
    }

    /// Waits until there is something to do for the socket's own task.
    pub(crate) fn poll_wanted(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut queue = lock(&self.0);
        if std::mem::take(&mut queue.is_wanted) {
            return Poll::Ready(());
        }
        queue.listen(context);
        Poll::Pending
    }

    /// Sends what waits, as far as the connection takes it. None if the room has let go of the socket.
    pub(crate) fn write(&self, sent: &mut Sent) -> Option<Progress> {
        let mut queue = lock(&self.0);
        let progress = queue.write(sent);
        let is_over = progress == Progress::Done && queue.outboxes == 0;
        (!is_over).then_some(progress)
    }

    /// The client has said one thing more.
    pub(crate) fn expect_answer(&self) {
        lock(&self.0).unanswered += 1;
    }

    /// Whether the client may say one more thing.
    pub(crate) fn may_read(&self) -> bool {
        lock(&self.0).unanswered < UNANSWERED
    }

    /// What is to be sent next, for whoever passes it on. None if the room has let go of the socket.
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

    /// What else is to be sent at once.
    #[cfg(test)]
    pub(crate) fn more(&mut self) -> Option<Out> {
        lock(&self.0).take()
    }

    /// Whether the room has left pushes out since this was last asked.
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

    /// The socket's own task is to look.
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
                    // Most of the time nothing waits, and there are many sockets.
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

    /// So many bytes more are sent.
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

/// Sends the first of these messages with one call to the system, without so many bytes of them.
fn write_some(stream: &TcpStream, outs: &VecDeque<Out>, mut skip: usize) -> io::Result<usize> {
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
    use super::*;

    fn text(words: &str) -> Out {
        Out::Text(words.to_owned().into())
    }

    #[tokio::test]
    async fn what_a_connection_does_not_take_is_sent_later_in_the_same_order() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let stream = Arc::new(listener.accept().await.unwrap().0);
        stream.writable().await.unwrap();
        let (outbox, outgoing) = outbox_of(Some(Arc::clone(&stream)));
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
