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

/// Where rooms are kept: for each a snapshot, the records after it, and a line in a directory.
///
/// Records and snapshots are bytes that only the caller understands. Whoever opens a room holds it;
/// whoever held it before is fenced: nothing they write is stored from then on. What has returned
/// `Ok` is durable. Two engines keep to the same contract, which is tested by the functions in
/// `testing` (feature `testing`).
///
/// A future that is dropped before it has finished leaves its room as after [`WriteError::Unknown`]:
/// what it was to write may be stored or not, so the room has to be opened again.
pub trait Journal: Send + Sync + 'static {
    /// Creates a room and takes hold of it. The first snapshot is what the room begins with.
    fn create(
        &self,
        entry: Entry,
        first: Snapshot,
    ) -> impl Future<Output = Result<Opened, CreateError>> + Send;

    /// Takes hold of a room. Whoever held it is fenced from then on, and everything that they were
    /// told is stored is in the answer.
    fn open(&self, room: RoomId) -> impl Future<Output = Result<Opened, OpenError>> + Send;

    /// A room as it is. Nobody is fenced.
    fn peek(&self, room: RoomId) -> impl Future<Output = Result<Peeked, OpenError>> + Send;

    /// The records after a mark, oldest first. Nobody is fenced.
    fn read_from(
        &self,
        room: RoomId,
        after: Mark,
    ) -> impl Future<Output = Result<Vec<Bytes>, OpenError>> + Send;

    /// Appends records after the tail, all or none. On success they are durable and the tail has
    /// moved behind them. Without any records nothing is written and nobody is found to be fenced.
    fn append(
        &self,
        held: &mut Held,
        records: Vec<Bytes>,
    ) -> impl Future<Output = Result<Mark, AppendError>> + Send;

    /// Replaces the snapshot and all records by a new snapshot, at once or not at all. The tail
    /// moves as by an append.
    fn snapshot(
        &self,
        held: &mut Held,
        snapshot: Snapshot,
    ) -> impl Future<Output = Result<Mark, AppendError>> + Send;

    /// Replaces the room's line in the directory, if it is still at the expected revision.
    /// The tail moves where the engine keeps lines in the log.
    fn put_entry(
        &self,
        held: &mut Held,
        expected: Revision,
        entry: Entry,
    ) -> impl Future<Output = Result<Revision, PutError>> + Send;

    /// Closes a room for good: its line, its snapshot and its records are gone, its code is free.
    fn close(&self, held: Held) -> impl Future<Output = Result<(), AppendError>> + Send;

    /// Lets go of a room that goes to sleep, so that it costs no memory. A room that is held by
    /// somebody else by now is left alone.
    fn release(&self, held: Held) -> impl Future<Output = ()> + Send;

    /// The line of a room.
    fn entry(&self, room: RoomId)
    -> impl Future<Output = Result<Option<Listed>, ReadError>> + Send;

    /// The line of the room with a code.
    fn find(&self, code: &str) -> impl Future<Output = Result<Option<Listed>, ReadError>> + Send;

    /// The lines of the directory in the order of the rooms' ids, a page of them.
    fn list(
        &self,
        filter: Filter,
        after: Option<RoomId>,
    ) -> impl Future<Output = Result<Page<Listed>, ReadError>> + Send;

    /// The rooms whose `wake_at` has come, earliest first and at most `limit` of them, and when the
    /// next one has to wake.
    fn due(
        &self,
        now: UnixMillis,
        limit: u32,
    ) -> impl Future<Output = Result<Due, ReadError>> + Send;

    /// The rooms that have records after their snapshot, in the order of their ids. After a crash
    /// these are the ones that were awake, and whose clocks have to go on. An engine may count those
    /// among them that were saved and not released since.
    fn awake(
        &self,
        after: Option<RoomId>,
    ) -> impl Future<Output = Result<Page<RoomId>, ReadError>> + Send;

    /// The rooms whose line names this guest, in the order of their ids.
    fn rooms_of(
        &self,
        guest: GuestId,
    ) -> impl Future<Output = Result<Vec<RoomId>, ReadError>> + Send;

    /// How many rooms there are.
    fn count(&self) -> impl Future<Output = Result<u64, ReadError>> + Send;
}
