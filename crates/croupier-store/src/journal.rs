//! A log of records per room, and a directory of rooms.

use std::future::Future;

use bytes::Bytes;

mod entry;
mod error;
mod held;
mod ids;

pub use croupier_kit::UnixMillis;
pub use entry::{Due, Entry, Filter, Listed, Page};
pub use error::{
    AppendError, CreateError, Damage, EngineError, OpenError, PutError, ReadError, WriteError,
};
pub use held::{Held, Opened, Peeked, Snapshot};
pub use ids::{GuestId, Mark, ParseRoomIdError, Revision, RoomId};

/// Stores rooms: for each a snapshot, the records after it, and an entry in a directory.
///
/// Records and snapshots are opaque bytes. Whoever opens a room holds it; the previous holder is
/// fenced: nothing it writes is stored from then on. Whatever has returned `Ok` is durable. Both
/// engines fulfil the same contract, which is tested by the functions in `testing` (feature
/// `testing`).
///
/// Dropping a future before it has finished leaves its room as after [`WriteError::Unknown`]: the
/// write may be stored or not, so the room has to be opened again.
pub trait Journal: Send + Sync + 'static {
    /// Creates a room and takes hold of it. `first` is the room's initial snapshot.
    fn create(
        &self,
        entry: Entry,
        first: Snapshot,
    ) -> impl Future<Output = Result<Opened, CreateError>> + Send;

    /// Takes hold of a room. The previous holder is fenced from then on, and everything that it was
    /// told is stored is in the result.
    fn open(&self, room: RoomId) -> impl Future<Output = Result<Opened, OpenError>> + Send;

    /// Reads a room without fencing anyone.
    fn peek(&self, room: RoomId) -> impl Future<Output = Result<Peeked, OpenError>> + Send;

    /// The records after a mark, oldest first. Fences nobody.
    fn read_from(
        &self,
        room: RoomId,
        after: Mark,
    ) -> impl Future<Output = Result<Vec<Bytes>, OpenError>> + Send;

    /// Appends records after the tail, all or none. On success they are durable and the tail has
    /// moved past them. Without any records nothing is written, and fencing is not detected.
    fn append(
        &self,
        held: &mut Held,
        records: Vec<Bytes>,
    ) -> impl Future<Output = Result<Mark, AppendError>> + Send;

    /// Replaces the snapshot and all records by a new snapshot, atomically. The tail moves as after
    /// an append.
    fn snapshot(
        &self,
        held: &mut Held,
        snapshot: Snapshot,
    ) -> impl Future<Output = Result<Mark, AppendError>> + Send;

    /// Replaces the room's directory entry, if it is still at the expected revision. The tail moves
    /// if the engine keeps entries in the log.
    fn put_entry(
        &self,
        held: &mut Held,
        expected: Revision,
        entry: Entry,
    ) -> impl Future<Output = Result<Revision, PutError>> + Send;

    /// Closes a room for good: removes its entry, its snapshot and its records, and frees its code.
    fn close(&self, held: Held) -> impl Future<Output = Result<(), AppendError>> + Send;

    /// Releases a room that goes to sleep, so that it needs no memory. Does nothing if another
    /// holder has it by now.
    fn release(&self, held: Held) -> impl Future<Output = ()> + Send;

    /// The directory entry of a room.
    fn entry(&self, room: RoomId)
    -> impl Future<Output = Result<Option<Listed>, ReadError>> + Send;

    /// The directory entry of the room with this code.
    fn find(&self, code: &str) -> impl Future<Output = Result<Option<Listed>, ReadError>> + Send;

    /// One page of the directory, ordered by room id.
    fn list(
        &self,
        filter: Filter,
        after: Option<RoomId>,
    ) -> impl Future<Output = Result<Page<Listed>, ReadError>> + Send;

    /// The rooms whose `wake_at` has come, as far as they are wanted, earliest first and at most
    /// `limit` of them, and when the next one has to wake. `is_wanted` must not take long.
    fn due(
        &self,
        now: UnixMillis,
        limit: u32,
        is_wanted: impl Fn(RoomId) -> bool + Send + 'static,
    ) -> impl Future<Output = Result<Due, ReadError>> + Send;

    /// The rooms that have records after their snapshot, ordered by id. After a crash these are the
    /// rooms that were awake and whose clocks have to resume. An engine may include rooms that were
    /// saved but not released since.
    fn awake(
        &self,
        after: Option<RoomId>,
    ) -> impl Future<Output = Result<Page<RoomId>, ReadError>> + Send;

    /// The rooms whose entry names this guest, ordered by id.
    fn rooms_of(
        &self,
        guest: GuestId,
    ) -> impl Future<Output = Result<Vec<RoomId>, ReadError>> + Send;

    /// How many rooms there are.
    fn count(&self) -> impl Future<Output = Result<u64, ReadError>> + Send;
}
