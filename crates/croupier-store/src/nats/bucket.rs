//! Values by key, in the format of NATS key-value stores.

use async_nats::{HeaderMap, header};
use bytes::Bytes;
use futures_util::{Stream, stream};

use super::error::RequestError;
use super::layout::{MARKER_LIFE, bucket_stream};
use super::patience::Patience;
use super::wire::{self, Found, Sent, Which, Wire};
use crate::journal::{EngineError, ReadError, WriteError};

/// A key-value bucket.
#[derive(Debug, Clone)]
pub(super) struct Bucket {
    wire: Wire,
    stream: String,
    /// The prefix that turns a key into a subject.
    prefix: String,
}

/// A value and the sequence it was stored with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) sequence: u64,
    pub(super) bytes: Bytes,
}

/// The outcome of a conditional write.
#[derive(Debug)]
pub(super) enum Placed {
    /// It is stored, with this sequence.
    Stored(u64),
    /// The key has another value, or none.
    Other(Option<Value>),
}

pub(super) fn failed_read(why: RequestError) -> ReadError {
    ReadError::Failed(EngineError::new(why))
}

fn unknown(why: RequestError) -> WriteError {
    WriteError::Unknown(EngineError::new(why))
}

impl Bucket {
    pub(super) fn new(wire: &Wire, name: &str) -> Self {
        Self { wire: wire.clone(), stream: bucket_stream(name), prefix: format!("$KV.{name}.") }
    }

    fn subject(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    /// The last message of a key, value or marker, as the leader has it.
    async fn last(&self, key: &str) -> Result<Option<Found>, RequestError> {
        let subject = self.subject(key);
        let mut patience = Patience::new();
        loop {
            match self.wire.get(&self.stream, &subject, Which::Last).await {
                Ok(found) => return Ok(found),
                // There is no such bucket, and waiting does not help.
                Err(why @ RequestError::Refused { code: 10059, .. }) => return Err(why),
                Err(why) if !patience.wait().await => return Err(why),
                Err(_) => {}
            }
        }
    }

    /// The value of a key.
    pub(super) async fn get(&self, key: &str) -> Result<Option<Value>, RequestError> {
        let found = self.last(key).await?.filter(|it| !it.is_marker);
        Ok(found.map(|it| Value { sequence: it.sequence, bytes: it.payload }))
    }

    /// Stores a value unconditionally. It may be stored twice, which changes nothing.
    pub(super) async fn put(&self, key: &str, value: Bytes) -> Result<u64, WriteError> {
        self.send(key, &HeaderMap::new(), &value).await
    }

    /// Stores a value that expires.
    pub(super) async fn put_for(
        &self,
        key: &str,
        value: Bytes,
        seconds: u64,
    ) -> Result<u64, WriteError> {
        let mut headers = HeaderMap::new();
        headers.insert(header::NATS_MESSAGE_TTL, format!("{seconds}s"));
        self.send(key, &headers, &value).await
    }

    /// Removes a value. A marker tells watchers about it for some time.
    pub(super) async fn remove(&self, key: &str) -> Result<u64, WriteError> {
        self.send(key, &marker(), &Bytes::new()).await
    }

    async fn send(&self, key: &str, headers: &HeaderMap, value: &Bytes) -> Result<u64, WriteError> {
        let subject = self.subject(key);
        let mut patience = Patience::new();
        let mut in_doubt = false;
        loop {
            let why = match self.wire.publish(&subject, headers.clone(), value.clone()).await {
                Sent::Stored(sequence) => return Ok(sequence),
                Sent::Refused { code, .. } if wire::is_full(code) && !in_doubt => {
                    return Err(WriteError::Full);
                }
                Sent::Refused { code, text } => RequestError::Refused { code, text },
                Sent::NoLeader => RequestError::NoLeader,
                Sent::Unknown(why) => {
                    in_doubt = true;
                    why
                }
            };
            if !patience.wait().await {
                return Err(unknown(why));
            }
        }
    }

    /// Stores a value if the key has none. `seconds` is its lifetime, if it is to expire.
    pub(super) async fn create(
        &self,
        key: &str,
        value: Bytes,
        seconds: Option<u64>,
    ) -> Result<Placed, WriteError> {
        let mut expected = 0;
        let mut patience = Patience::new();
        loop {
            let mut headers = wire::after(expected);
            if let Some(seconds) = seconds {
                headers.insert(header::NATS_MESSAGE_TTL, format!("{seconds}s"));
            }
            match self.place(key, headers, value.clone(), expected).await? {
                // A removed value leaves a marker for a while; replace it.
                Seen::Marker(sequence) => expected = sequence,
                Seen::Nothing => expected = 0,
                Seen::Stored(sequence) => return Ok(Placed::Stored(sequence)),
                Seen::Other(other) => return Ok(Placed::Other(Some(other))),
            }
            if !patience.wait().await {
                return Err(unknown(RequestError::Contested));
            }
        }
    }

    /// Replaces the value of a key if it still has this sequence.
    pub(super) async fn replace(
        &self,
        key: &str,
        value: Bytes,
        expected: u64,
    ) -> Result<Placed, WriteError> {
        self.swap(key, wire::after(expected), value, expected).await
    }

    /// Removes the value of a key if it still has this sequence.
    pub(super) async fn remove_if(&self, key: &str, expected: u64) -> Result<Placed, WriteError> {
        let mut headers = marker();
        headers.insert(header::NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, expected.to_string());
        self.swap(key, headers, Bytes::new(), expected).await
    }

    async fn swap(
        &self,
        key: &str,
        headers: HeaderMap,
        value: Bytes,
        expected: u64,
    ) -> Result<Placed, WriteError> {
        Ok(match self.place(key, headers, value, expected).await? {
            Seen::Stored(sequence) => Placed::Stored(sequence),
            Seen::Other(other) => Placed::Other(Some(other)),
            Seen::Marker(_) | Seen::Nothing => Placed::Other(None),
        })
    }

    /// Stores a value after an expected one. If there is no answer or a doubtful one, looks at what
    /// is there.
    async fn place(
        &self,
        key: &str,
        headers: HeaderMap,
        value: Bytes,
        expected: u64,
    ) -> Result<Seen, WriteError> {
        let subject = self.subject(key);
        let is_removal = headers.get(header::NATS_ROLLUP).is_some();
        let mut patience = Patience::new();
        let mut in_doubt = false;
        loop {
            let why = match self.wire.publish(&subject, headers.clone(), value.clone()).await {
                Sent::Stored(sequence) => return Ok(Seen::Stored(sequence)),
                Sent::Refused { code, .. } if wire::is_full(code) && !in_doubt => {
                    return Err(WriteError::Full);
                }
                Sent::Refused { code, text } => RequestError::Refused { code, text },
                Sent::NoLeader => RequestError::NoLeader,
                Sent::Unknown(why) => {
                    in_doubt = true;
                    why
                }
            };
            let last = self.last(key).await.map_err(unknown)?;
            match last {
                // Nothing has come after the expected one: try again.
                Some(found) if found.sequence == expected => {}
                Some(found) if found.sequence < expected => {}
                None if expected == 0 => {}
                None => return Ok(Seen::Nothing),
                Some(found) if found.is_marker && is_removal && in_doubt => {
                    return Ok(Seen::Stored(found.sequence));
                }
                Some(found) if found.is_marker => return Ok(Seen::Marker(found.sequence)),
                Some(found) if found.payload == value && in_doubt => {
                    return Ok(Seen::Stored(found.sequence));
                }
                Some(found) => {
                    let other = Value { sequence: found.sequence, bytes: found.payload };
                    return Ok(Seen::Other(other));
                }
            }
            if !patience.wait().await {
                return Err(unknown(why));
            }
        }
    }

    /// All values whose keys match a pattern, with their keys. Any replica may answer.
    pub(super) fn scan(
        &self,
        pattern: &str,
    ) -> impl Stream<Item = Result<(String, Value), RequestError>> + Send + use<> {
        let (wire, stream, prefix) = (self.wire.clone(), self.stream.clone(), self.prefix.clone());
        let found = read_all(wire, stream, self.subject(pattern));
        futures_util::StreamExt::filter_map(found, move |found| {
            let item = match found {
                Ok(found) if found.is_marker => None,
                Ok(found) => found.subject.strip_prefix(&prefix).map(|key| {
                    let value = Value { sequence: found.sequence, bytes: found.payload.clone() };
                    Ok((key.to_owned(), value))
                }),
                Err(why) => Some(Err(why)),
            };
            std::future::ready(item)
        })
    }
}

/// What is found after an attempt to store.
#[derive(Debug)]
enum Seen {
    Stored(u64),
    Other(Value),
    Marker(u64),
    Nothing,
}

/// The headers of a marker: what was here is gone. The marker expires.
fn marker() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("KV-Operation", "PURGE");
    headers.insert(header::NATS_ROLLUP, "sub");
    headers.insert(header::NATS_MESSAGE_TTL, format!("{}s", MARKER_LIFE.as_secs()));
    headers
}

/// All messages of a stream whose subjects match a pattern, page by page.
pub(super) fn read_all(
    wire: Wire,
    name: String,
    pattern: String,
) -> impl Stream<Item = Result<Found, RequestError>> + Send {
    let state = (wire, name, pattern, Some(1));
    let pages = stream::unfold(state, |(wire, name, pattern, from)| async move {
        let from = from?;
        let mut patience = Patience::new();
        let (page, next) = loop {
            match wire.read(&name, &pattern, from).await {
                Ok((found, next)) => break (Ok(found), next),
                Err(why) if !patience.wait().await => break (Err(why), None),
                Err(_) => {}
            }
        };
        Some((page, (wire, name, pattern, next)))
    });
    futures_util::StreamExt::flat_map(pages, |page| {
        stream::iter(match page {
            Ok(found) => found.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(why) => vec![Err(why)],
        })
    })
}
