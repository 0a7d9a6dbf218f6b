//! The requests to the writer.

use std::path::PathBuf;

use bytes::Bytes;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::error::StartError;
use super::snapshots::Packed;
use crate::journal::{
    AppendError, CreateError, Entry, Held, Listed, Mark, OpenError, PutError, ReadError, Revision,
    RoomId, WriteError,
};

/// Where an answer goes. It is no error if the caller is gone.
pub(super) type Reply<T> = oneshot::Sender<T>;

/// Who writes to a room, and where they believe its log ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    pub(super) room: RoomId,
    pub(super) ticket: u64,
    pub(super) tail: Mark,
}

impl Claim {
    pub(super) fn of(held: &Held) -> Self {
        Self { room: held.room(), ticket: held.ticket(), tail: held.tail() }
    }
}

/// Called with the outcome of a batch, after its commit.
pub(super) type Finish = Box<dyn FnOnce(Result<(), WriteError>) + Send>;

/// A write to tables other than the log.
pub(super) trait PlainWrite: Send {
    /// Writes, and returns what to call when the batch has ended.
    fn run(self: Box<Self>, connection: &Connection) -> (Finish, Result<(), rusqlite::Error>);

    /// Answers that it was not attempted.
    fn refuse(self: Box<Self>, why: WriteError);
}

/// A write that a function performs.
pub(super) struct WriteFn<T, F> {
    pub(super) work: F,
    pub(super) reply: Reply<Result<T, WriteError>>,
}

impl<T, F> PlainWrite for WriteFn<T, F>
where
    T: Send + 'static,
    F: FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send,
{
    fn run(self: Box<Self>, connection: &Connection) -> (Finish, Result<(), rusqlite::Error>) {
        let Self { work, reply } = *self;
        let (value, done) = match work(connection) {
            Ok(value) => (Some(value), Ok(())),
            Err(why) => (None, Err(why)),
        };
        let finish = move |outcome: Result<(), WriteError>| {
            let answer = outcome.and_then(|()| value.ok_or(WriteError::Stopped));
            let _ = reply.send(answer);
        };
        (Box::new(finish), done)
    }

    fn refuse(self: Box<Self>, why: WriteError) {
        let _ = self.reply.send(Err(why));
    }
}

/// A read from the tables, or an error if none is possible. It answers by itself.
pub(super) type PlainRead = Box<dyn FnOnce(Result<&Connection, ReadError>) + Send>;

pub(super) enum Command {
    Write(Write),
    Read(Read),
    Backup(BackupJob),
    Stop(Reply<()>),
}

/// A request that is part of a transaction.
pub(super) enum Write {
    Append {
        claim: Claim,
        records: Vec<Bytes>,
        reply: Reply<Result<Mark, AppendError>>,
    },
    Snapshot {
        claim: Claim,
        packed: Packed,
        reply: Reply<Result<Mark, AppendError>>,
    },
    Create {
        entry: Box<Entry>,
        packed: Packed,
        reply: Reply<Result<Created, CreateError>>,
    },
    Put {
        claim: Claim,
        expected: Revision,
        entry: Box<Entry>,
        reply: Reply<Result<Revision, PutError>>,
    },
    Close {
        claim: Claim,
        reply: Reply<Result<(), AppendError>>,
    },
    Discard {
        room: RoomId,
        reply: Reply<Result<bool, WriteError>>,
    },
    Plain {
        bytes: usize,
        work: Box<dyn PlainWrite>,
    },
}

impl Write {
    /// About how many bytes it adds to a commit.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Append { records, .. } => records.iter().map(Bytes::len).sum(),
            Self::Snapshot { packed, .. } | Self::Create { packed, .. } => packed.bytes.len(),
            Self::Put { .. } | Self::Close { .. } | Self::Discard { .. } => 512,
            Self::Plain { bytes, .. } => *bytes,
        }
    }

    /// Answers that it was not attempted.
    pub(super) fn refuse(self, why: WriteError) {
        match self {
            Self::Append { reply, .. } | Self::Snapshot { reply, .. } => {
                let _ = reply.send(Err(why.into()));
            }
            Self::Create { reply, .. } => {
                let _ = reply.send(Err(why.into()));
            }
            Self::Put { reply, .. } => {
                let _ = reply.send(Err(why.into()));
            }
            Self::Close { reply, .. } => {
                let _ = reply.send(Err(why.into()));
            }
            Self::Discard { reply, .. } => {
                let _ = reply.send(Err(why));
            }
            Self::Plain { work, .. } => work.refuse(why),
        }
    }
}

/// A request that needs no transaction.
pub(super) enum Read {
    Open {
        room: RoomId,
        reply: Reply<Result<FoundRoom, OpenError>>,
    },
    /// Like opening, but without changing the holder.
    Peek {
        room: RoomId,
        reply: Reply<Result<FoundRoom, OpenError>>,
    },
    RecordsAfter {
        room: RoomId,
        after: Mark,
        reply: Reply<Result<Vec<Bytes>, OpenError>>,
    },
    Release {
        room: RoomId,
        ticket: u64,
        reply: Reply<()>,
    },
    Awake {
        after: Option<RoomId>,
        reply: Reply<Result<Vec<RoomId>, ReadError>>,
    },
    Count {
        reply: Reply<Result<u64, ReadError>>,
    },
    Plain(PlainRead),
}

impl Read {
    /// Answers that it was not attempted.
    pub(super) fn refuse(self, why: &ReadError) {
        match self {
            Self::Open { reply, .. } | Self::Peek { reply, .. } => {
                let _ = reply.send(Err(why.clone().into()));
            }
            Self::RecordsAfter { reply, .. } => {
                let _ = reply.send(Err(why.clone().into()));
            }
            Self::Release { reply, .. } => {
                let _ = reply.send(());
            }
            Self::Awake { reply, .. } => {
                let _ = reply.send(Err(why.clone()));
            }
            Self::Count { reply } => {
                let _ = reply.send(Err(why.clone()));
            }
            Self::Plain(work) => work(Err(why.clone())),
        }
    }
}

/// A room that was created.
#[derive(Debug)]
pub(super) struct Created {
    pub(super) ticket: u64,
    pub(super) tail: Mark,
    pub(super) revision: Revision,
}

/// A room that was opened. The caller decompresses the snapshot.
#[derive(Debug)]
pub(super) struct FoundRoom {
    pub(super) ticket: u64,
    pub(super) tail: Mark,
    pub(super) listed: Listed,
    pub(super) packed: Packed,
    pub(super) records: Vec<Bytes>,
}

/// The progress of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BackupProgress {
    /// Pages copied so far.
    pub copied: u64,
    /// The total number of pages.
    pub total: u64,
}

/// Called while a copy is made.
pub(super) type OnProgress = Box<dyn FnMut(BackupProgress) + Send>;

/// A copy to be made.
pub(super) struct BackupJob {
    /// Where the copy is written to.
    pub(super) to: PathBuf,
    pub(super) on_progress: OnProgress,
    /// Gets the copy when it is complete but not yet durable.
    pub(super) reply: Reply<Result<Connection, StartError>>,
}
