//! A store that fails on request.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Semaphore;

use crate::journal::{
    AppendError, CreateError, Due, EngineError, Entry, Filter, GuestId, Held, Journal, Listed,
    Mark, OpenError, Opened, Page, Peeked, PutError, ReadError, Revision, RoomId, Snapshot,
    UnixMillis, WriteError,
};
use crate::registry::{Ban, FinishedMatch, Guest, MatchId, Registry, SecretHash};

/// What happens to a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no space left.
    Full,
    /// It is not stored, for another reason.
    Failed,
    /// It is larger than the store allows.
    TooLarge,
    /// It is stored, but the outcome is reported as unknown.
    UnknownStored,
    /// It is not stored, and the outcome is reported as unknown.
    UnknownNotStored,
    /// It waits for [`Faulty::go_on`], and then succeeds.
    Stall,
    /// It waits for [`Faulty::go_on`], and then fails.
    StallAndFail,
}

/// The operations of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// A new room.
    Create,
    /// Opening a room. Every fault is a read error.
    Open,
    /// Records.
    Append,
    /// A snapshot.
    Snapshot,
    /// A directory entry.
    PutEntry,
    /// A room is closed.
    Close,
    /// Any write to the registry.
    Registry,
}

/// What was stored.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Stored<'a> {
    /// A snapshot of a room, replacing everything before it.
    Snapshot(RoomId, &'a Snapshot),
    /// Records of a room.
    Records(RoomId, &'a [Bytes]),
}

type Choose = Box<dyn FnMut(Operation) -> Option<Fault> + Send>;
type Watch = Box<dyn FnMut(Stored<'_>) + Send>;

/// A wrapper around a store. Clones share their faults.
#[derive(Clone)]
pub struct Faulty<J> {
    inner: J,
    faults: Arc<Mutex<VecDeque<Option<Fault>>>>,
    choose: Arc<Mutex<Option<Choose>>>,
    watch: Arc<Mutex<Option<Watch>>>,
    stalled: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl<J: fmt::Debug> fmt::Debug for Faulty<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Faulty").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// The error of a requested failure.
#[derive(Debug, thiserror::Error)]
#[error("a test wanted it to fail")]
struct WantedError;

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<J> Faulty<J> {
    /// Wraps a store; nothing fails until requested.
    pub fn new(inner: J) -> Self {
        Self {
            inner,
            faults: Arc::default(),
            choose: Arc::default(),
            watch: Arc::default(),
            stalled: Arc::new(Semaphore::new(0)),
            waiting: Arc::default(),
        }
    }

    /// The faults of the next writes to the journal, in order; `None` means success. Later writes
    /// succeed.
    pub fn plan(&self, faults: impl IntoIterator<Item = Option<Fault>>) {
        lock(&self.faults).extend(faults);
    }

    /// Chooses the faults of all operations for which there is no plan, until it is replaced.
    pub fn choose(&self, choose: impl FnMut(Operation) -> Option<Fault> + Send + 'static) {
        *lock(&self.choose) = Some(Box::new(choose));
    }

    /// From now on nothing fails, and stalled writes continue.
    pub fn heal(&self) {
        lock(&self.faults).clear();
        *lock(&self.choose) = None;
        self.go_on(self.waiting());
    }

    /// Reports everything that is stored, before its writer is answered.
    pub fn watch(&self, watch: impl FnMut(Stored<'_>) + Send + 'static) {
        *lock(&self.watch) = Some(Box::new(watch));
    }

    /// Lets this many stalled writes continue, now or when they come.
    pub fn go_on(&self, writes: usize) {
        self.stalled.add_permits(writes);
    }

    /// How many writes are stalled at the moment.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// The wrapped store.
    pub fn inner(&self) -> &J {
        &self.inner
    }

    fn tell(&self, stored: Stored<'_>) {
        if let Some(watch) = &mut *lock(&self.watch) {
            watch(stored);
        }
    }

    fn fault(&self, operation: Operation) -> Option<Fault> {
        if !matches!(operation, Operation::Open | Operation::Registry)
            && let Some(planned) = lock(&self.faults).pop_front()
        {
            return planned;
        }
        lock(&self.choose).as_mut().and_then(|choose| choose(operation))
    }

    async fn stall(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if let Ok(permit) = self.stalled.acquire().await {
            permit.forget();
        }
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// The error of the next write. `Ok(true)` if it is to be stored but reported as unknown.
    async fn next(&self, operation: Operation) -> Result<bool, WriteError> {
        match self.fault(operation) {
            None => Ok(false),
            Some(Fault::Full) => Err(WriteError::Full),
            Some(Fault::Failed) => Err(WriteError::Failed(EngineError::new(WantedError))),
            Some(Fault::TooLarge) => Err(WriteError::TooLarge { bytes: 1, limit: 0 }),
            Some(Fault::UnknownNotStored) => Err(unknown()),
            Some(Fault::UnknownStored) => Ok(true),
            Some(Fault::Stall) => {
                self.stall().await;
                Ok(false)
            }
            Some(Fault::StallAndFail) => {
                self.stall().await;
                Err(WriteError::Failed(EngineError::new(WantedError)))
            }
        }
    }
}

fn unknown() -> WriteError {
    WriteError::Unknown(EngineError::new(WantedError))
}

impl<J: Journal> Faulty<J> {
    /// Fences the holder, to expose callers that continue without opening the room again.
    async fn fence(&self, room: RoomId) {
        if let Ok(opened) = self.inner.open(room).await {
            self.inner.release(opened.held).await;
        }
    }

    /// Whether a write to a held room is to be reported as unknown after it was stored.
    async fn next_held(&self, room: RoomId, operation: Operation) -> Result<bool, WriteError> {
        let next = self.next(operation).await;
        if matches!(next, Err(WriteError::Unknown(_))) {
            self.fence(room).await;
        }
        next
    }
}

impl<J: Journal> Journal for Faulty<J> {
    async fn create(&self, entry: Entry, first: Snapshot) -> Result<Opened, CreateError> {
        let is_unknown = self.next(Operation::Create).await?;
        let opened = self.inner.create(entry, first.clone()).await?;
        self.tell(Stored::Snapshot(opened.held.room(), &first));
        if is_unknown {
            self.inner.release(opened.held).await;
            return Err(unknown().into());
        }
        Ok(opened)
    }

    async fn open(&self, room: RoomId) -> Result<Opened, OpenError> {
        if self.next(Operation::Open).await.is_err() {
            return Err(ReadError::Failed(EngineError::new(WantedError)).into());
        }
        self.inner.open(room).await
    }

    async fn peek(&self, room: RoomId) -> Result<Peeked, OpenError> {
        self.inner.peek(room).await
    }

    async fn read_from(&self, room: RoomId, after: Mark) -> Result<Vec<Bytes>, OpenError> {
        self.inner.read_from(room, after).await
    }

    async fn append(&self, held: &mut Held, records: Vec<Bytes>) -> Result<Mark, AppendError> {
        let is_unknown = self.next_held(held.room(), Operation::Append).await?;
        let mark = self.inner.append(held, records.clone()).await?;
        self.tell(Stored::Records(held.room(), &records));
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(mark)
    }

    async fn snapshot(&self, held: &mut Held, snapshot: Snapshot) -> Result<Mark, AppendError> {
        let is_unknown = self.next_held(held.room(), Operation::Snapshot).await?;
        let mark = self.inner.snapshot(held, snapshot.clone()).await?;
        self.tell(Stored::Snapshot(held.room(), &snapshot));
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(mark)
    }

    async fn put_entry(
        &self,
        held: &mut Held,
        expected: Revision,
        entry: Entry,
    ) -> Result<Revision, PutError> {
        let is_unknown = self.next_held(held.room(), Operation::PutEntry).await?;
        let revision = self.inner.put_entry(held, expected, entry).await?;
        if is_unknown {
            self.fence(held.room()).await;
            return Err(unknown().into());
        }
        Ok(revision)
    }

    async fn close(&self, held: Held) -> Result<(), AppendError> {
        let is_unknown = self.next_held(held.room(), Operation::Close).await?;
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

    async fn due(
        &self,
        now: UnixMillis,
        limit: u32,
        is_wanted: impl Fn(RoomId) -> bool + Send + 'static,
    ) -> Result<Due, ReadError> {
        self.inner.due(now, limit, is_wanted).await
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

impl<R: Registry> Faulty<R> {
    /// Performs a write to the registry, or fails.
    async fn registered<T: Send>(
        &self,
        write: impl Future<Output = Result<T, WriteError>> + Send,
    ) -> Result<T, WriteError> {
        let is_unknown = self.next(Operation::Registry).await?;
        let done = write.await?;
        if is_unknown { Err(unknown()) } else { Ok(done) }
    }
}

impl<R: Registry> Registry for Faulty<R> {
    async fn put_guest(&self, guest: Guest) -> Result<(), WriteError> {
        self.registered(self.inner.put_guest(guest)).await
    }

    async fn guest(&self, id: GuestId) -> Result<Option<Guest>, ReadError> {
        self.inner.guest(id).await
    }

    async fn guest_by_token(&self, token: SecretHash) -> Result<Option<Guest>, ReadError> {
        self.inner.guest_by_token(token).await
    }

    async fn guests(&self) -> Result<Vec<Guest>, ReadError> {
        self.inner.guests().await
    }

    async fn matches(&self) -> Result<Vec<MatchId>, ReadError> {
        self.inner.matches().await
    }

    async fn settings(&self) -> Result<Vec<(String, Bytes)>, ReadError> {
        self.inner.settings().await
    }

    async fn forget_guests(&self, unseen_since: UnixMillis) -> Result<u64, WriteError> {
        self.registered(self.inner.forget_guests(unseen_since)).await
    }

    async fn put_match(&self, finished: FinishedMatch) -> Result<(), WriteError> {
        self.registered(self.inner.put_match(finished)).await
    }

    async fn finished_match(&self, id: MatchId) -> Result<Option<FinishedMatch>, ReadError> {
        self.inner.finished_match(id).await
    }

    async fn match_by_link(&self, link: SecretHash) -> Result<Option<FinishedMatch>, ReadError> {
        self.inner.match_by_link(link).await
    }

    async fn matches_of(&self, guest: GuestId, limit: u32) -> Result<Vec<MatchId>, ReadError> {
        self.inner.matches_of(guest, limit).await
    }

    async fn forget_matches(&self, before: UnixMillis) -> Result<u64, WriteError> {
        self.registered(self.inner.forget_matches(before)).await
    }

    async fn put_ban(&self, ban: Ban) -> Result<(), WriteError> {
        self.registered(self.inner.put_ban(ban)).await
    }

    async fn ban(&self, key: &str) -> Result<Option<Ban>, ReadError> {
        self.inner.ban(key).await
    }

    async fn bans(&self) -> Result<Vec<Ban>, ReadError> {
        self.inner.bans().await
    }

    async fn lift_ban(&self, key: &str) -> Result<bool, WriteError> {
        self.registered(self.inner.lift_ban(key)).await
    }

    async fn setting(&self, key: &str) -> Result<Option<Bytes>, ReadError> {
        self.inner.setting(key).await
    }

    async fn put_setting(&self, key: &str, value: Bytes) -> Result<(), WriteError> {
        self.registered(self.inner.put_setting(key, value)).await
    }
}
