//! The connection of a socket: incoming frames, and the queue of outgoing ones.

use std::future::poll_fn;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Poll, ready};
use std::time::Duration;

use croupier_proto::MAX_CLIENT_MESSAGE;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::{Instant, timeout_at};

use crate::room::{Outbox, Outgoing, Progress, Sent, outbox_of};
use crate::websocket::{FrameReader, Incoming, ReadError};

/// The size of a read.
const READ: usize = 4 * 1024;

/// A client's connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) input: Input,
    pub(super) out: Outgoing,
}

/// The incoming half.
#[derive(Debug)]
pub(super) struct Input {
    stream: OwnedReadHalf,
    reader: FrameReader,
}

/// Why a connection ended.
#[derive(Debug)]
pub(super) enum Broken {
    /// The client is gone.
    Gone,
    /// The client violates the WebSocket protocol.
    Malformed,
    /// A message is longer than allowed.
    TooLong,
    /// The client does not read.
    TooSlow,
    /// The room ends it.
    Bye(croupier_proto::ByeCode),
    /// The room has released it.
    LetGo,
}

impl Connection {
    /// A connection on which the client has already sent `said`. The outbox sends nothing before
    /// [`Outgoing::open`].
    pub(super) fn new(stream: TcpStream, said: Vec<u8>) -> (Self, Outbox) {
        let (stream, writer) = stream.into_split();
        let (outbox, out) = outbox_of(Some(writer));
        let reader = FrameReader::new(MAX_CLIENT_MESSAGE, said);
        (Self { input: Input { stream, reader }, out }, outbox)
    }

    /// Sends everything that is queued. The client has `patience` to take each message.
    pub(super) async fn send(&mut self, patience: Duration) -> Result<Sent, Broken> {
        let (mut sent, mut before) = (Sent::default(), 0);
        let mut until = Instant::now() + patience;
        loop {
            match self.out.write(&mut sent) {
                Some(Progress::Done) => return Ok(sent),
                Some(Progress::Bye(code)) => return Err(Broken::Bye(code)),
                Some(Progress::Gone) => return Err(Broken::Gone),
                None => return Err(Broken::LetGo),
                Some(Progress::Blocked) => {}
            }
            if sent.messages > before {
                (before, until) = (sent.messages, Instant::now() + patience);
            }
            match timeout_at(until, self.input.stream.as_ref().writable()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Err(Broken::Gone),
                Err(_) => return Err(Broken::TooSlow),
            }
        }
    }
}

impl Input {
    /// The next frame of the client. Cancel-safe: nothing is lost if the future is dropped.
    pub(super) async fn next(&mut self) -> Result<Incoming, Broken> {
        loop {
            let next = self.reader.next().map_err(|why| match why {
                ReadError::TooLong => Broken::TooLong,
                ReadError::Broken => Broken::Malformed,
            })?;
            if let Some(incoming) = next {
                return Ok(incoming);
            }
            self.read(FrameReader::add).await?;
        }
    }

    /// Reads what has arrived. The buffer is on the stack while there is something to read, so an
    /// idle connection does not hold one.
    async fn read(&mut self, mut take: impl FnMut(&mut FrameReader, &[u8])) -> Result<(), Broken> {
        poll_fn(|context| {
            let mut bytes = [MaybeUninit::uninit(); READ];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            // Unlike `try_read`, this knows that less than asked for is all there is, and does not
            // ask again.
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut bytes));
            if read.is_err() || bytes.filled().is_empty() {
                return Poll::Ready(Err(Broken::Gone));
            }
            take(&mut self.reader, bytes.filled());
            Poll::Ready(Ok(()))
        })
        .await
    }

    /// Reads and discards until the client hangs up.
    pub(super) async fn drain(&mut self) {
        loop {
            match self.next().await {
                Err(Broken::TooLong | Broken::Malformed) => break,
                Err(_) | Ok(Incoming::Close) => return,
                Ok(_) => {}
            }
        }
        // After such a message frames cannot be told apart; discard the rest.
        while self.read(|_, _| {}).await.is_ok() {}
    }
}
