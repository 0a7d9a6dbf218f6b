//! The journal: every room is a subject, and every write appends to it.

use bytes::Bytes;
use tokio::sync::SemaphorePermit;

use super::directory::ClaimError;
use super::error::RequestError;
use super::line::{self, Line};
use super::log::{Ended, Grip, LogError, RoomLog, read_error};
use super::message::{self, Body, LogMessage, Stamp};
use super::patience::{PATIENCE, Patience};
use super::watched::page;
use super::{NatsStore, random};
use crate::journal::{
    AppendError, CreateError, Due, EngineError, Entry, Filter, GuestId, Held, Journal, Listed,
    Mark, OpenError, Opened, Page, Peeked, PutError, ReadError, Revision, RoomId, Snapshot,
    UnixMillis, WriteError,
};

impl NatsStore {
    fn check_reading(&self) -> Result<(), ReadError> {
        if self.is_stopped() { Err(ReadError::Stopped) } else { Ok(()) }
    }

    /// Waits for permission to open a room, within the usual time limit.
    async fn place_to_open(&self) -> Result<SemaphorePermit<'_>, ReadError> {
        let place = tokio::time::timeout(PATIENCE, self.opening().acquire()).await;
        place.ok().and_then(Result::ok).ok_or_else(|| read_error(RequestError::Silent))
    }

    /// Takes a room over: appends an `Opened` message, and reads the log up to it.
    async fn take_over(&self, room: RoomId) -> Result<(Held, RoomLog), OpenError> {
        let _place = self.place_to_open().await?;
        let mut patience = Patience::new();
        loop {
            let Some((last, message)) = self.last_message(room).await? else {
                return Err(OpenError::Missing);
            };
            if let Body::Closed(line) = message.body {
                self.bury(&line, last).await;
                return Err(OpenError::Missing);
            }
            let ticket = random();
            let body = Body::Opened { node: self.node().to_owned() };
            let stamp = Stamp { ticket, number: 0 };
            let opened = LogMessage { stamp, previous: last, body };
            let failed = |why: WriteError| ReadError::Failed(EngineError::new(why));
            match self.store(room, &opened).await.map_err(failed)? {
                Ended::Stored(sequence) => match self.read_log(room, sequence).await {
                    Ok(log) => {
                        let held = Held::new(room, Mark::new(sequence), ticket);
                        return Ok((held, log));
                    }
                    // Another node was faster. The last one to open the room holds it.
                    Err(LogError::Superseded) => {}
                    Err(why) => return Err(why.into()),
                },
                Ended::Fenced => {}
                Ended::Full => return Err(failed(WriteError::Full).into()),
                Ended::Unknown(why) => return Err(read_error(why).into()),
            }
            if !patience.wait().await {
                return Err(read_error(RequestError::Contested).into());
            }
        }
    }

    /// Removes what is left of a closed room. If that fails, it happens the next time someone
    /// encounters it.
    async fn bury(&self, line: &Line, last: u64) {
        if self.forget_room(line).await.is_ok() {
            let place = self.house().place(line.entry.room);
            let _ = self.wire().purge(&place.stream, &place.subject, last).await;
        }
    }

    /// Repairs the public list and other derived data, which are behind the entry if its writer
    /// stopped in between.
    async fn repair(&self, line: &Line) -> Result<(), WriteError> {
        let known = self.watched().listed_revision(line.entry.room);
        if line.entry.listed && known != Some(line.revision.get()) {
            self.list_publicly(line).await
        } else if !line.entry.listed && known.is_some() {
            self.unlist(&line.entry).await
        } else {
            Ok(())
        }
    }

    /// The current log of a room.
    async fn newest_log(&self, room: RoomId) -> Result<RoomLog, OpenError> {
        self.check_reading()?;
        let _place = self.place_to_open().await?;
        let mut patience = Patience::new();
        loop {
            let last = self.last_message(room).await?;
            let (last, _) = last.ok_or(OpenError::Missing)?;
            match self.read_log(room, last).await {
                Ok(log) => return Ok(log),
                Err(LogError::Superseded) if patience.wait().await => {}
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// The current entry of a room. A damaged one cannot be read.
    async fn line(&self, room: RoomId) -> Result<Option<Line>, ReadError> {
        self.sound_line(room).await.map_err(|why| match why {
            OpenError::Read(why) => why,
            other => ReadError::Failed(EngineError::new(other)),
        })
    }

    /// The current entry of a room, or what is wrong with it.
    async fn sound_line(&self, room: RoomId) -> Result<Option<Line>, OpenError> {
        self.check_reading()?;
        let mut patience = Patience::new();
        loop {
            let Some((last, message)) = self.last_message(room).await? else {
                return Ok(None);
            };
            match message.body {
                Body::Line(line) | Body::Snapshot { line, .. } => return Ok(Some(line)),
                Body::Closed(line) => {
                    // Whoever closed it may have stopped before its code and its seats were free.
                    self.bury(&line, last).await;
                    return Ok(None);
                }
                Body::Opened { .. } | Body::Records(_) => {}
            }
            match self.read_log(room, last).await {
                Ok(log) => return Ok(Some(log.line)),
                Err(LogError::Closed) => return Ok(None),
                Err(LogError::Superseded) if patience.wait().await => {}
                Err(why) => return Err(why.into()),
            }
        }
    }
}

impl Journal for NatsStore {
    async fn create(&self, entry: Entry, first: Snapshot) -> Result<Opened, CreateError> {
        self.check_running()?;
        line::check_size(&entry)?;
        let room = entry.room;
        let line = Line { entry: entry.clone(), revision: Revision::new(1) };
        let ticket = random();
        let body = Body::Snapshot { snapshot: first.clone(), line: line.clone() };
        let message = LogMessage { stamp: Stamp { ticket, number: 0 }, previous: 0, body };
        let payload = message.to_bytes(room)?;
        let claim = self.claim(room, entry.code.as_deref()).await.map_err(|why| match why {
            ClaimError::Taken => CreateError::CodeTaken,
            ClaimError::Write(why) => why.into(),
        })?;
        let ended = match self.lead_to(None, &entry).await {
            Ok(()) => Ok(self.send(room, &message, payload).await),
            Err(why) => Err(why),
        };
        let sequence = match ended {
            Ok(Ended::Stored(sequence)) => sequence,
            Ok(Ended::Unknown(why)) => {
                return Err(WriteError::Unknown(EngineError::new(why)).into());
            }
            failed => {
                self.give_back(claim).await;
                return Err(match failed {
                    Err(why) => why.into(),
                    Ok(Ended::Full) => WriteError::Full.into(),
                    Ok(_) => CreateError::Exists,
                });
            }
        };
        self.confirm(room, claim).await?;
        self.follow(None, &line).await?;
        let mut grip = Grip::new(line);
        if entry.wake_at.is_some() {
            self.mark_wake_at(room, &mut grip, false).await?;
        }
        let held = Held::new(room, Mark::new(sequence), ticket).with_memory(grip);
        Ok(Opened::new(held, entry, Revision::new(1), first, vec![]))
    }

    async fn open(&self, room: RoomId) -> Result<Opened, OpenError> {
        self.check_reading()?;
        let (held, log) = self.take_over(room).await?;
        if let Err(why) = self.repair(&log.line).await {
            tracing::warn!(%room, code = why.code(), "the public list is not up to date");
        }
        let RoomLog { snapshot, line, records, .. } = log;
        let (entry, revision) = (line.entry.clone(), line.revision);
        let mut grip = Grip::new(line);
        grip.has_records = !records.is_empty();
        grip.was_awake = self.watched().awake_since(room);
        let records = records.into_iter().map(|(_, record)| record).collect();
        Ok(Opened::new(held.with_memory(grip), entry, revision, snapshot, records))
    }

    async fn peek(&self, room: RoomId) -> Result<Peeked, OpenError> {
        let RoomLog { line, snapshot, records, .. } = self.newest_log(room).await?;
        let records = records.into_iter().map(|(_, record)| record).collect();
        Ok(Peeked { entry: line.entry, snapshot, records })
    }

    async fn read_from(&self, room: RoomId, after: Mark) -> Result<Vec<Bytes>, OpenError> {
        let log = self.newest_log(room).await?;
        if log.snapshot_at > after.get() {
            return Err(OpenError::Replaced);
        }
        let newer = log.records.into_iter().filter(|(sequence, _)| *sequence > after.get());
        Ok(newer.map(|(_, record)| record).collect())
    }

    async fn append(&self, held: &mut Held, records: Vec<Bytes>) -> Result<Mark, AppendError> {
        if records.is_empty() {
            return Ok(held.tail());
        }
        message::check_records(&records)?;
        let room = held.room();
        // After a crash, others have to know that the room was awake. That is stored once,
        // concurrently with the first records.
        let sleeping = held.memory::<Grip>().filter(|grip| grip.awake.is_none());
        let line = sleeping.map(|grip| grip.line.clone());
        let body = Body::Records(records);
        let Some(line) = line else { return self.write(held, body).await };
        let (mark, marked) = tokio::join!(self.write(held, body), self.mark_awake(room, &line));
        let mark = mark?;
        let in_doubt = |why: WriteError| match why {
            WriteError::Unknown(why) => WriteError::Unknown(why),
            other => WriteError::Unknown(EngineError::new(other)),
        };
        let marked = marked.map_err(in_doubt)?;
        if let Some(grip) = held.memory::<Grip>() {
            grip.awake = Some(marked);
        }
        Ok(mark)
    }

    async fn snapshot(&self, held: &mut Held, snapshot: Snapshot) -> Result<Mark, AppendError> {
        let foreign = || WriteError::Failed(EngineError::new(RequestError::Foreign));
        let line = held.memory::<Grip>().ok_or_else(foreign)?.line.clone();
        self.write(held, Body::Snapshot { snapshot, line }).await
    }

    async fn put_entry(
        &self,
        held: &mut Held,
        expected: Revision,
        entry: Entry,
    ) -> Result<Revision, PutError> {
        let room = held.room();
        if entry.room != room {
            return Err(PutError::OtherRoom { named: entry.room });
        }
        line::check_size(&entry)?;
        let foreign = || WriteError::Failed(EngineError::new(RequestError::Foreign));
        let old = held.memory::<Grip>().ok_or_else(foreign)?.line.clone();
        if old.revision != expected {
            return Err(PutError::Stale { current: old.revision });
        }
        // A code that the room already has is not claimed again.
        let code = entry.code.as_deref().filter(|_| entry.code != old.entry.code);
        let claim = self.claim(room, code).await.map_err(|why| match why {
            ClaimError::Taken => PutError::CodeTaken,
            ClaimError::Write(why) => why.into(),
        })?;
        self.lead_to(Some(&old.entry), &entry).await?;
        let revision = Revision::new(expected.get() + 1);
        let line = Line { entry, revision };
        if let Err(why) = self.write(held, Body::Line(line.clone())).await {
            if !why.is_unknown() {
                self.give_back(claim).await;
            }
            return Err(match why {
                AppendError::Fenced => PutError::Fenced,
                AppendError::Write(why) => why.into(),
            });
        }
        if let Some(grip) = held.memory::<Grip>() {
            grip.line = line.clone();
        }
        self.confirm(room, claim).await?;
        self.follow(Some(&old.entry), &line).await?;
        if old.entry.wake_at != line.entry.wake_at
            && let Some(grip) = held.memory::<Grip>()
        {
            let is_awake = grip.awake.is_some() || grip.has_records;
            self.mark_wake_at(room, grip, is_awake).await?;
        }
        Ok(revision)
    }

    async fn close(&self, mut held: Held) -> Result<(), AppendError> {
        let foreign = || WriteError::Failed(EngineError::new(RequestError::Foreign));
        let line = held.memory::<Grip>().ok_or_else(foreign)?.line.clone();
        let mark = self.write(&mut held, Body::Closed(line.clone())).await?;
        self.bury(&line, mark.get()).await;
        Ok(())
    }

    async fn release(&self, mut held: Held) {
        let room = held.room();
        let Some(grip) = held.memory::<Grip>() else { return };
        // A room that has records is found after a crash.
        grip.awake = grip.awake.or(grip.was_awake);
        if grip.awake.is_some()
            && !grip.has_records
            && let Err(why) = self.mark_wake_at(room, grip, false).await
        {
            tracing::warn!(%room, code = why.code(), "a sleeping room may be woken needlessly");
        }
    }

    async fn entry(&self, room: RoomId) -> Result<Option<Listed>, ReadError> {
        Ok(self.line(room).await?.map(Line::into_listed))
    }

    async fn find(&self, code: &str) -> Result<Option<Listed>, ReadError> {
        self.check_reading()?;
        let Some(room) = self.room_with(code).await.map_err(read_error)? else { return Ok(None) };
        let line = self.line(room).await?;
        let line = line.filter(|line| line.entry.code.as_deref() == Some(code));
        Ok(line.map(Line::into_listed))
    }

    async fn list(&self, filter: Filter, after: Option<RoomId>) -> Result<Page<Listed>, ReadError> {
        self.check_reading()?;
        if filter.listed {
            return Ok(self.watched().list(&filter, after));
        }
        // Only operators ask for rooms that are not public.
        let limit = filter.limit.clamp(1, 1000) as usize;
        let rooms = self.all_rooms(after.is_some()).await?;
        let from = rooms.partition_point(|room| after.is_some_and(|after| *room <= after));
        let fits = |line: &Line| filter.game.as_ref().is_none_or(|it| *it == line.entry.game);
        let (mut items, mut damaged) = (vec![], vec![]);
        for room in &rooms[from..] {
            match self.sound_line(*room).await {
                Ok(line) => items.extend(line.filter(fits).map(Line::into_listed)),
                // It was closed just now.
                Err(OpenError::Missing) => {}
                Err(OpenError::Damaged(_)) => damaged.push(*room),
                Err(OpenError::Read(why)) => return Err(why),
                Err(why) => return Err(ReadError::Failed(EngineError::new(why))),
            }
            if items.len() > limit {
                break;
            }
        }
        let found = page(items, limit, |listed| listed.entry.room);
        // Those after the last entry of this page are found again with the next one.
        damaged.retain(|room| found.next.is_none_or(|next| *room <= next));
        Ok(Page { damaged, ..found })
    }

    async fn due(
        &self,
        now: UnixMillis,
        limit: u32,
        is_wanted: impl Fn(RoomId) -> bool + Send + 'static,
    ) -> Result<Due, ReadError> {
        self.check_reading()?;
        Ok(self.watched().due(now, limit, is_wanted))
    }

    async fn awake(&self, after: Option<RoomId>) -> Result<Page<RoomId>, ReadError> {
        self.check_reading()?;
        Ok(self.watched().awake(after))
    }

    async fn rooms_of(&self, guest: GuestId) -> Result<Vec<RoomId>, ReadError> {
        self.check_reading()?;
        self.seats_of(guest).await.map_err(read_error)
    }

    async fn count(&self) -> Result<u64, ReadError> {
        self.check_reading()?;
        self.count_rooms().await
    }
}
