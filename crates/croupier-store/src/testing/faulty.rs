//! A journal that fails when a test wants it to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use tokio::sync::Semaphore;

use crate::journal::{
    AppendError, CreateError, Due, EngineError, Entry, Filter, GuestId, Held, Journal, Listed,
    Mark, OpenError, Opened, Page, PutError, ReadError, Revision, RoomId, Snapshot, UnixMillis,
    WriteError,
};

/// What happens to a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no space left.
    Full,
    /// It is not stored, for another reason.
    Failed,
    /// It is stored, but nobody is told.
    UnknownStored,
    /// It is not stored, and nobody is told.
    UnknownNotStored,
    /// It waits until [`Faulty::go_on`], and then is done.
    Stall,
}

/// A journal around another. Clones share their faults.
#[derive(Debug, Clone)]
pub struct Faulty<J> {
    inner: J,
    faults: Arc<Mutex<VecDeque<Option<Fault>>>>,
    stalled: Arc<Semaphore>,
}

/// What a test wanted.
#[derive(Debug, thiserror::Error)]
#[error("a test wanted it to fail")]
struct Wanted;

impl<J> Faulty<J> {
    /// Fails only when it is told to.
    pub fn new(inner: J) -> Self {
        let stalled = Arc::new(Semaphore::new(0));
        Self { inner, faults: Arc::default(), stalled }
    }

    /// What happens to the next writes, in this order. None is success. Writes after that succeed.
    pub fn plan(&self, faults: impl IntoIterator<Item = Option<Fault>>) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).extend(faults);
    }

    /// Lets so many stalled writes go on, now or when they come.
    pub fn go_on(&self, writes: usize) {
        self.stalled.add_permits(writes);
    }

    /// The journal inside.
    pub fn inner(&self) -> &J {
        &self.inner
    }

    /// An error that the next write ends with. `Ok(true)` if it is to be stored and then be unknown.
    async fn next(&self) -> Result<bool, WriteError> {
        let fault =
            self.faults.lock().unwrap_or_else(PoisonError::into_inner).pop_front().flatten();
        match fault {
            None => Ok(false),
            Some(Fault::Full) => Err(WriteError::Full),
            Some(Fault::Failed) => Err(WriteError::Failed(EngineError::new(Wanted))),
            Some(Fault::UnknownNotStored) => Err(unknown()),
            Some(Fault::UnknownStored) => Ok(true),
            Some(Fault::Stall) => {
                if let Ok(permit) = self.stalled.acquire().await {
                    permit.forget();
                }
                Ok(false)
            }
        }
    }
}

fn unknown() -> WriteError {
    WriteError::Unknown(EngineError::new(Wanted))
}

impl<J: Journal> Faulty<J> {
    /// Whoever goes on without opening the room again is found out: they are fenced.
    async fn fence(&self, room: RoomId) {
        if let Ok(opened) = self.inner.open(room).await {
            self.inner.release(opened.held).await;
        }
    }

    /// Whether a write to a held room is to be unknown after it was stored.
    async fn next_held(&self, room: RoomId) -> Result<bool, WriteError> {
        let next = self.next().await;
        if matches!(next, Err(WriteError::Unknown(_))) {
            self.fence(room).await;
        }
        next
    }
}

impl<J: Journal> Journal for Faulty<J> {
    async fn create(&self, entry: Entry, first: Snapshot) -> Result<Opened, CreateError> {
        let is_unknown = self.next().await?;
        let opened = self.inner.create(entry, first).await?;
        if is_unknown {
            self.inner.release(opened.held).await;
            return Err(unknown().into());
        }
        Ok(opened)
    }

    async fn open(&self, room: RoomId) -> Result<Opened, OpenError> {
        self.inner.open(room).await
    }

    async fn read_from(&self, room: RoomId, after: Mark) -> Result<Vec<Bytes>, OpenError> {
        self.inner.read_from(room, after).await
    }

    async fn append(&self, held: &mut Held, records: Vec<Bytes>) -> Result<Mark, AppendError> {
        let is_unknown = self.next_held(held.room()).await?;
        let mark = self.inner.append(held, records).await?;
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(mark)
    }

    async fn snapshot(&self, held: &mut Held, snapshot: Snapshot) -> Result<Mark, AppendError> {
        let is_unknown = self.next_held(held.room()).await?;
        let mark = self.inner.snapshot(held, snapshot).await?;
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(mark)
    }

    async fn put_entry(
        &self,
        held: &Held,
        expected: Revision,
        entry: Entry,
    ) -> Result<Revision, PutError> {
        let is_unknown = self.next_held(held.room()).await?;
        let revision = self.inner.put_entry(held, expected, entry).await?;
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(revision)
    }

    async fn close(&self, held: Held) -> Result<(), AppendError> {
        let is_unknown = self.next_held(held.room()).await?;
        self.inner.close(held).await?;
        if is_unknown { Err(unknown().into()) } else { Ok(()) }
    }

    async fn release(&self, held: Held) {
        self.inner.release(held).await;
    }

    async fn entry(&self, room: RoomId) -> Result<Option<Listed>, ReadError> {
        self.inner.entry(room).await
    }

    async fn find(&self, code: &str) -> Result<Option<Listed>, ReadError> {
        self.inner.find(code).await
    }

    async fn list(&self, filter: Filter, after: Option<RoomId>) -> Result<Page<Listed>, ReadError> {
        self.inner.list(filter, after).await
    }

    async fn due(&self, now: UnixMillis, limit: u32) -> Result<Due, ReadError> {
        self.inner.due(now, limit).await
    }

    async fn awake(&self, after: Option<RoomId>) -> Result<Page<RoomId>, ReadError> {
        self.inner.awake(after).await
    }

    async fn rooms_of(&self, guest: GuestId) -> Result<Vec<RoomId>, ReadError> {
        self.inner.rooms_of(guest).await
    }

    async fn count(&self) -> Result<u64, ReadError> {
        self.inner.count().await
    }
}
