//! The log of a room: a message is stored right after the one that is expected to be last, or not
//! at all.

use std::sync::atomic::Ordering;

use bytes::Bytes;

use super::error::RequestError;
use super::layout::LogAddress;
use super::line::Line;
use super::message::{Body, LogMessage, Stamp};
use super::patience::Patience;
use super::stats::Counters;
use super::wire::{self, Found, Sent, Which};
use super::{NatsStore, bucket};
use crate::journal::{
    AppendError, Damage, EngineError, Held, Mark, OpenError, ReadError, RoomId, Snapshot,
    WriteError,
};

/// How often an inconsistent log is read again: the replica may still be catching up.
const READ_AGAIN: usize = 5;

/// What a holder knows beyond the content of the log.
#[derive(Debug)]
pub(super) struct Grip {
    /// How many messages it has written or tried to write.
    pub(super) written: u32,
    /// The room's directory entry.
    pub(super) line: Line,
    /// Whether there are records after the snapshot.
    pub(super) has_records: bool,
    /// The sequence with which this holder stored that the room is awake.
    pub(super) awake: Option<u64>,
    /// The sequence with which an earlier holder did, as far as this node knew.
    pub(super) was_awake: Option<u64>,
}

impl Grip {
    pub(super) fn new(line: Line) -> Self {
        Self { written: 0, line, has_records: false, awake: None, was_awake: None }
    }
}

/// The outcome of storing a message after an expected one.
#[derive(Debug)]
pub(super) enum Ended {
    /// It is stored, with this sequence.
    Stored(u64),
    /// Another message took its place. It is not stored and never will be.
    Fenced,
    /// There is no space, and it is not stored.
    Full,
    /// It may be stored, or may still be stored later.
    Unknown(RequestError),
}

/// A room's log up to a message.
#[derive(Debug)]
pub(super) struct RoomLog {
    pub(super) snapshot: Snapshot,
    /// The sequence of the snapshot.
    pub(super) snapshot_at: u64,
    pub(super) line: Line,
    /// Records, with the sequence of the message that contained them.
    pub(super) records: Vec<(u64, Bytes)>,
}

/// Why a log could not be read.
#[derive(Debug)]
pub(super) enum LogError {
    /// The room is closed.
    Closed,
    /// The message to read up to was replaced by the snapshot of another holder.
    Superseded,
    Damaged(Damage),
    Request(RequestError),
}

impl From<LogError> for OpenError {
    fn from(why: LogError) -> Self {
        match why {
            LogError::Closed => Self::Missing,
            LogError::Superseded => read_error(RequestError::Contested).into(),
            LogError::Damaged(damage) => Self::Damaged(damage),
            LogError::Request(why) => read_error(why).into(),
        }
    }
}

pub(super) fn read_error(why: RequestError) -> ReadError {
    bucket::failed_read(why)
}

impl From<Ended> for Result<u64, AppendError> {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Stored(sequence) => Ok(sequence),
            Ended::Fenced => Err(AppendError::Fenced),
            Ended::Full => Err(WriteError::Full.into()),
            Ended::Unknown(why) => Err(WriteError::Unknown(EngineError::new(why)).into()),
        }
    }
}

impl NatsStore {
    /// Appends to a room that is held, and moves its tail.
    pub(super) async fn write(&self, held: &mut Held, body: Body) -> Result<Mark, AppendError> {
        let (room, ticket, tail) = (held.room(), held.ticket(), held.tail().get());
        self.check_running()?;
        let foreign = || WriteError::Failed(EngineError::new(RequestError::Foreign));
        let grip = held.memory::<Grip>().ok_or_else(foreign)?;
        // Counted before sending: whatever happens to it, no other message gets this stamp.
        grip.written += 1;
        let has_records = match body {
            Body::Records(_) => true,
            Body::Snapshot { .. } => false,
            _ => grip.has_records,
        };
        let stamp = Stamp { ticket, number: grip.written };
        let message = LogMessage { stamp, previous: tail, body };
        let ended = self.store(room, &message).await?;
        let sequence = Result::from(ended)?;
        let mark = Mark::new(sequence);
        held.advance(mark);
        if let Some(grip) = held.memory::<Grip>() {
            grip.has_records = has_records;
        }
        Ok(mark)
    }

    /// Stores a message after the one it names, or finds out why not.
    ///
    /// A refusal proves nothing: the message may already be stored because it was sent twice, and
    /// JetStream occasionally refuses even a lone writer. So after a refusal or a timeout this
    /// checks what the last message is.
    pub(super) async fn store(
        &self,
        room: RoomId,
        message: &LogMessage,
    ) -> Result<Ended, WriteError> {
        Ok(self.send(room, message, message.to_bytes(room)?).await)
    }

    /// The same, with the message already serialized.
    pub(super) async fn send(&self, room: RoomId, message: &LogMessage, payload: Bytes) -> Ended {
        let place = self.house().place(room);
        let headers = if message.body.replaces() {
            wire::replacing(message.previous)
        } else {
            wire::after(message.previous)
        };
        let counters = self.counters();
        let _place_in_flight = self.in_flight().acquire().await;
        let timer = Counters::start();
        let mut patience = Patience::new();
        let mut in_doubt = false;
        loop {
            let why =
                match self.wire().publish(&place.subject, headers.clone(), payload.clone()).await {
                    Sent::Stored(sequence) => {
                        counters.stored(timer);
                        return Ended::Stored(sequence);
                    }
                    Sent::Refused { code, .. } if wire::is_full(code) && !in_doubt => {
                        counters.failures.fetch_add(1, Ordering::Relaxed);
                        return Ended::Full;
                    }
                    Sent::Refused { code, text } => {
                        if wire::is_conflict(code) {
                            counters.conflicts.fetch_add(1, Ordering::Relaxed);
                        }
                        RequestError::Refused { code, text }
                    }
                    Sent::NoLeader => RequestError::NoLeader,
                    Sent::Unknown(why) => {
                        in_doubt = true;
                        why
                    }
                };
            match self.look(room, &place, message).await {
                Ok(WriteOutcome::Stored(sequence)) => {
                    counters.stored(timer);
                    return Ended::Stored(sequence);
                }
                Ok(WriteOutcome::Fenced) => {
                    counters.fenced.fetch_add(1, Ordering::Relaxed);
                    return Ended::Fenced;
                }
                Ok(WriteOutcome::Lost) => {
                    counters.failures.fetch_add(1, Ordering::Relaxed);
                    return Ended::Unknown(RequestError::LostTrack);
                }
                Ok(WriteOutcome::NotYet) | Err(_) => {}
            }
            if !patience.wait().await {
                counters.failures.fetch_add(1, Ordering::Relaxed);
                return Ended::Unknown(why);
            }
            counters.resent.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Finds out what has become of a message.
    async fn look(
        &self,
        room: RoomId,
        place: &LogAddress,
        message: &LogMessage,
    ) -> Result<WriteOutcome, RequestError> {
        let LogAddress { stream, subject } = place;
        let Some(last) = self.wire().get(stream, subject, Which::Last).await? else {
            if message.previous == 0 || !self.is_gone(place).await? {
                return Ok(WriteOutcome::NotYet);
            }
            // The log is gone: the room was closed.
            return Ok(WriteOutcome::Fenced);
        };
        if last.sequence <= message.previous {
            return Ok(WriteOutcome::NotYet);
        }
        // The message right after the expected one decides. If that is not the last one, look for
        // it.
        match judge(room, &last, message) {
            WriteOutcome::Lost => {}
            judged => return Ok(judged),
        }
        let from = Which::From(message.previous + 1);
        let next = self.wire().get(stream, subject, from).await?;
        Ok(next.map_or(WriteOutcome::Lost, |next| judge(room, &next, message)))
    }

    /// Whether no replica has anything of a room. A newly elected leader may lag behind what it has
    /// acknowledged, so its answer alone is not enough.
    async fn is_gone(
        &self,
        LogAddress { stream, subject }: &LogAddress,
    ) -> Result<bool, RequestError> {
        let (found, _) = self.wire().read(stream, subject, 1).await?;
        Ok(found.is_empty())
    }

    /// Reads a room up to a message that is known to exist. Any replica may answer, so it reads
    /// until that very message appears.
    pub(super) async fn read_log(&self, room: RoomId, up_to: u64) -> Result<RoomLog, LogError> {
        let mut patience = Patience::new();
        let mut broken = 0;
        loop {
            match self.read_once(room, up_to).await {
                Ok(Some(log)) => return Ok(log),
                Ok(None) => {
                    self.counters().stale_reads.fetch_add(1, Ordering::Relaxed);
                    if !patience.wait().await {
                        return Err(LogError::Request(RequestError::Silent));
                    }
                }
                Err(LogError::Damaged(damage)) => {
                    broken += 1;
                    if broken > READ_AGAIN || !patience.wait().await {
                        return Err(LogError::Damaged(damage));
                    }
                }
                Err(LogError::Request(why)) => {
                    if !patience.wait().await {
                        return Err(LogError::Request(why));
                    }
                }
                Err(why) => return Err(why),
            }
        }
    }

    /// `None` if the replica that answered does not have the message.
    async fn read_once(&self, room: RoomId, up_to: u64) -> Result<Option<RoomLog>, LogError> {
        let LogAddress { stream, subject } = self.house().place(room);
        let mut log = None;
        let (mut last, mut from) = (0, Some(1));
        while let Some(start) = from {
            let (found, next) =
                self.wire().read(&stream, &subject, start).await.map_err(LogError::Request)?;
            for found in found.into_iter().take_while(|it| it.sequence <= up_to) {
                take_in(room, &found, &mut log, last)?;
                last = found.sequence;
            }
            from = next.filter(|next| *next <= up_to);
        }
        if last == up_to {
            return log.map(Some).ok_or(LogError::Damaged(Damage::NoSnapshot));
        }
        // If the message still exists, the replica just lags behind. If there is nothing, or only
        // newer messages, it was replaced.
        let now = self.wire().get(&stream, &subject, Which::From(up_to)).await;
        match now.map_err(LogError::Request)? {
            Some(found) if found.sequence == up_to => Ok(None),
            _ => Err(LogError::Superseded),
        }
    }

    /// The last message of a room, if the room exists.
    pub(super) async fn last_message(
        &self,
        room: RoomId,
    ) -> Result<Option<(u64, LogMessage)>, LogError> {
        let place = self.house().place(room);
        let mut patience = Patience::new();
        let found = loop {
            let last = self.wire().get(&place.stream, &place.subject, Which::Last).await;
            let why = match last {
                Ok(Some(found)) => break found,
                Ok(None) => match self.is_gone(&place).await {
                    Ok(true) => return Ok(None),
                    Ok(false) => RequestError::NoLeader,
                    Err(why) => why,
                },
                Err(why) => why,
            };
            if !patience.wait().await {
                return Err(LogError::Request(why));
            }
        };
        let message = LogMessage::read(room, &found.payload).map_err(LogError::Damaged)?;
        Ok(Some((found.sequence, message)))
    }

    /// Fails if the store was shut down.
    pub(super) fn check_running(&self) -> Result<(), WriteError> {
        if self.is_stopped() { Err(WriteError::Stopped) } else { Ok(()) }
    }
}

/// What has become of a message.
#[derive(Debug)]
enum WriteOutcome {
    Stored(u64),
    /// Another message came after the expected one.
    Fenced,
    /// Nothing has come after the expected one, as far as can be seen.
    NotYet,
    /// It cannot be determined any more.
    Lost,
}

/// What a later message reveals about one that was to be stored.
fn judge(room: RoomId, found: &Found, message: &LogMessage) -> WriteOutcome {
    let Ok(other) = LogMessage::read(room, &found.payload) else { return WriteOutcome::Lost };
    if other.stamp == message.stamp {
        return WriteOutcome::Stored(found.sequence);
    }
    if other.stamp.ticket == message.stamp.ticket {
        // The same holder wrote it without knowing its outcome: only reopening the room helps.
        return WriteOutcome::Lost;
    }
    if other.previous == message.previous { WriteOutcome::Fenced } else { WriteOutcome::Lost }
}

/// Adds a message to what was read before it.
fn take_in(
    room: RoomId,
    found: &Found,
    log: &mut Option<RoomLog>,
    last: u64,
) -> Result<(), LogError> {
    let message = LogMessage::read(room, &found.payload).map_err(LogError::Damaged)?;
    match message.body {
        Body::Snapshot { snapshot, line } => {
            *log = Some(RoomLog { snapshot, snapshot_at: found.sequence, line, records: vec![] });
            return Ok(());
        }
        Body::Closed(_) => return Err(LogError::Closed),
        _ => {}
    }
    let log = log.as_mut().ok_or(LogError::Damaged(Damage::NoSnapshot))?;
    if message.previous != last {
        return Err(LogError::Damaged(Damage::Chain));
    }
    match message.body {
        Body::Records(records) => {
            log.records.extend(records.into_iter().map(|record| (found.sequence, record)));
        }
        Body::Line(line) => log.line = line,
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: RoomId = RoomId::new(7);

    fn message(ticket: u64, number: u32, previous: u64) -> LogMessage {
        let body = Body::Records(vec![Bytes::from_static(b"record")]);
        LogMessage { stamp: Stamp { ticket, number }, previous, body }
    }

    fn found(payload: Bytes) -> Found {
        Found { subject: String::new(), sequence: 9, payload, is_marker: false }
    }

    /// What is to be thought of a message after sequence 5, if this one came later.
    fn judged(ticket: u64, number: u32, previous: u64) -> WriteOutcome {
        let later = message(ticket, number, previous).to_bytes(ROOM).unwrap();
        judge(ROOM, &found(later), &message(1, 4, 5))
    }

    #[test]
    fn only_the_message_right_after_the_expected_one_decides() {
        assert!(matches!(judged(1, 4, 5), WriteOutcome::Stored(9)), "it is the message itself");
        assert!(matches!(judged(2, 4, 5), WriteOutcome::Fenced), "another holder was faster");
        assert!(matches!(judged(2, 1, 8), WriteOutcome::Lost), "what was in between is not known");
        assert!(matches!(judged(1, 5, 5), WriteOutcome::Lost), "nobody else has the room");
        let damaged = judge(ROOM, &found(Bytes::from_static(b"?")), &message(1, 4, 5));
        assert!(matches!(damaged, WriteOutcome::Lost), "it says nothing");
    }
}
