//! The journal: the callers' part of the work, before and after the writer's.

use bytes::Bytes;

use super::command::{Claim, Command, FoundRoom, Read, Write};
use super::snapshots::Packed;
use super::{Settings, SqliteStore, directory};
use crate::journal::{
    AppendError, CreateError, Due, Entry, Filter, GuestId, Held, Journal, Listed, Mark, OpenError,
    Opened, Page, Peeked, PutError, ReadError, Revision, RoomId, Snapshot, UnixMillis, WriteError,
};

/// How many rooms are in a page of `awake`.
const AWAKE_PAGE: usize = 1000;
/// The overhead of a record.
const RECORD_HEAD: usize = 5;

impl Journal for SqliteStore {
    async fn create(&self, entry: Entry, first: Snapshot) -> Result<Opened, CreateError> {
        directory::check_size(&entry)?;
        let packed = Packed::pack(&first)?;
        let boxed = Box::new(entry.clone());
        let created = self.write(|reply| Write::Create { entry: boxed, packed, reply }).await?;
        let held = Held::new(entry.room, created.tail, created.ticket);
        Ok(Opened::new(held, entry, created.revision, first, vec![]))
    }

    async fn open(&self, room: RoomId) -> Result<Opened, OpenError> {
        let found = self.read(|reply| Read::Open { room, reply }).await?;
        let FoundRoom { ticket, tail, listed, packed, records } = found;
        let snapshot = packed.unpack().map_err(OpenError::Damaged)?;
        let held = Held::new(room, tail, ticket);
        Ok(Opened::new(held, listed.entry, listed.revision, snapshot, records))
    }

    async fn peek(&self, room: RoomId) -> Result<Peeked, OpenError> {
        let found = self.read(|reply| Read::Peek { room, reply }).await?;
        let snapshot = found.packed.unpack().map_err(OpenError::Damaged)?;
        Ok(Peeked { entry: found.listed.entry, snapshot, records: found.records })
    }

    async fn read_from(&self, room: RoomId, after: Mark) -> Result<Vec<Bytes>, OpenError> {
        self.read(|reply| Read::RecordsAfter { room, after, reply }).await
    }

    async fn append(&self, held: &mut Held, records: Vec<Bytes>) -> Result<Mark, AppendError> {
        if records.is_empty() {
            return Ok(held.tail());
        }
        let bytes = records.iter().map(|record| record.len().saturating_add(RECORD_HEAD)).sum();
        let limit = Settings::WRITE_LIMIT;
        if bytes > limit {
            return Err(WriteError::TooLarge { bytes, limit }.into());
        }
        let claim = Claim::of(held);
        let mark = self.write(|reply| Write::Append { claim, records, reply }).await?;
        held.advance(mark);
        Ok(mark)
    }

    async fn snapshot(&self, held: &mut Held, snapshot: Snapshot) -> Result<Mark, AppendError> {
        let packed = Packed::pack(&snapshot)?;
        let claim = Claim::of(held);
        let mark = self.write(|reply| Write::Snapshot { claim, packed, reply }).await?;
        held.advance(mark);
        Ok(mark)
    }

    async fn put_entry(
        &self,
        held: &mut Held,
        expected: Revision,
        entry: Entry,
    ) -> Result<Revision, PutError> {
        if entry.room != held.room() {
            return Err(PutError::OtherRoom { named: entry.room });
        }
        directory::check_size(&entry)?;
        let (claim, entry) = (Claim::of(held), Box::new(entry));
        self.write(|reply| Write::Put { claim, expected, entry, reply }).await
    }

    async fn close(&self, held: Held) -> Result<(), AppendError> {
        let claim = Claim::of(&held);
        self.write(|reply| Write::Close { claim, reply }).await
    }

    async fn release(&self, held: Held) {
        let (room, ticket) = (held.room(), held.ticket());
        let (reply, answer) = tokio::sync::oneshot::channel();
        if self.send(Command::Read(Read::Release { room, ticket, reply })).await.is_ok() {
            let _ = answer.await;
        }
    }

    async fn entry(&self, room: RoomId) -> Result<Option<Listed>, ReadError> {
        let line =
            self.read_plain(move |connection| directory::find_room(connection, room)).await?;
        Ok(line.filter(|line| line.is_good).map(|line| line.listed))
    }

    async fn find(&self, code: &str) -> Result<Option<Listed>, ReadError> {
        let code = code.to_owned();
        self.read_plain(move |connection| directory::find_code(connection, &code)).await
    }

    async fn list(&self, filter: Filter, after: Option<RoomId>) -> Result<Page<Listed>, ReadError> {
        self.read_plain(move |connection| directory::list(connection, &filter, after)).await
    }

    async fn due(
        &self,
        now: UnixMillis,
        limit: u32,
        is_wanted: impl Fn(RoomId) -> bool + Send + 'static,
    ) -> Result<Due, ReadError> {
        self.read_plain(move |connection| directory::due(connection, now, limit, is_wanted)).await
    }

    async fn awake(&self, after: Option<RoomId>) -> Result<Page<RoomId>, ReadError> {
        let mut items = self.read(|reply| Read::Awake { after, reply }).await?;
        let is_last = items.len() <= AWAKE_PAGE;
        items.truncate(AWAKE_PAGE);
        let next = if is_last { None } else { items.last().copied() };
        Ok(Page { items, damaged: vec![], next })
    }

    async fn rooms_of(&self, guest: GuestId) -> Result<Vec<RoomId>, ReadError> {
        self.read_plain(move |connection| directory::rooms_of(connection, guest)).await
    }

    async fn count(&self) -> Result<u64, ReadError> {
        self.read(|reply| Read::Count { reply }).await
    }
}
