//! Requests to NATS: store a message, get the last one, read many.
//!
//! This uses the JetStream protocol directly, because a room needs to know *why* a message was
//! refused, and reads many messages with one request.

use std::time::Duration;

use async_nats::{Client, HeaderMap, Message, Request, RequestErrorKind, header};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::json;

use super::error::RequestError;

/// How long to wait for an answer before asking again.
pub(super) const ATTEMPT: Duration = Duration::from_secs(1);

/// How many messages are requested at once.
const BATCH: usize = 500;

/// The outcome of an attempt to store a message.
#[derive(Debug)]
pub(super) enum Sent {
    /// It is stored, with this sequence.
    Stored(u64),
    /// It was refused.
    Refused { code: u64, text: String },
    /// It did not reach anyone.
    NoLeader,
    /// The outcome is unknown.
    Unknown(RequestError),
}

/// Whether the subject's last message is not the expected one, or may not be.
pub(super) fn is_conflict(code: u64) -> bool {
    matches!(code, 10071 | 10164)
}

/// Whether there is no space.
pub(super) fn is_full(code: u64) -> bool {
    matches!(code, 10023 | 10047 | 10077 | 10122)
}

/// A message in a stream.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) payload: Bytes,
    /// Whether it only says that a value is gone.
    pub(super) is_marker: bool,
}

#[derive(Deserialize)]
struct Ack {
    #[serde(default)]
    seq: u64,
    error: Option<ApiError>,
}

#[derive(Deserialize)]
struct ApiError {
    #[serde(default)]
    err_code: u64,
    #[serde(default)]
    description: String,
}

#[derive(Deserialize)]
struct GetAnswer {
    message: Option<StoredMessage>,
    error: Option<ApiError>,
}

#[derive(Deserialize)]
struct StoredMessage {
    subject: String,
    seq: u64,
    #[serde(default)]
    data: String,
    #[serde(default)]
    hdrs: String,
}

#[derive(Deserialize)]
struct Done {
    error: Option<ApiError>,
}

impl From<ApiError> for RequestError {
    fn from(why: ApiError) -> Self {
        Self::Refused { code: why.err_code, text: why.description }
    }
}

/// Which message of a subject to get.
#[derive(Debug, Clone, Copy)]
pub(super) enum Which {
    /// The last one.
    Last,
    /// The first one from this sequence on.
    From(u64),
}

/// Sends requests to NATS.
#[derive(Debug, Clone)]
pub(super) struct Wire(pub(super) Client);

impl Wire {
    async fn request(&self, subject: String, request: Request) -> Result<Message, RequestError> {
        let asked = self.0.send_request(subject, request.timeout(Some(ATTEMPT)));
        // Without a connection it may not even be sent, because the client's buffer is limited.
        let answer =
            tokio::time::timeout(2 * ATTEMPT, asked).await.map_err(|_| RequestError::Silent)?;
        answer.map_err(|why| match why.kind() {
            RequestErrorKind::TimedOut => RequestError::Silent,
            RequestErrorKind::NoResponders => RequestError::NoLeader,
            _ => RequestError::Connection(why.to_string()),
        })
    }

    /// Makes one attempt to store a message.
    pub(super) async fn publish(&self, subject: &str, headers: HeaderMap, payload: Bytes) -> Sent {
        let mut request = Request::new().payload(payload);
        if !headers.is_empty() {
            request = request.headers(headers);
        }
        match self.request(subject.to_owned(), request).await {
            Ok(answer) => match serde_json::from_slice::<Ack>(&answer.payload) {
                Ok(Ack { error: Some(why), .. }) => {
                    Sent::Refused { code: why.err_code, text: why.description }
                }
                Ok(Ack { seq, .. }) if seq > 0 => Sent::Stored(seq),
                Ok(_) => {
                    Sent::Unknown(RequestError::Answer("an acknowledgement of nothing".to_owned()))
                }
                Err(why) => Sent::Unknown(RequestError::Answer(why.to_string())),
            },
            Err(RequestError::NoLeader) => Sent::NoLeader,
            Err(why) => Sent::Unknown(why),
        }
    }

    /// Gets a message from the stream's leader.
    pub(super) async fn get(
        &self,
        stream: &str,
        subject: &str,
        which: Which,
    ) -> Result<Option<Found>, RequestError> {
        let asked = match which {
            Which::Last => json!({"last_by_subj": subject}),
            Which::From(sequence) => json!({"seq": sequence, "next_by_subj": subject}),
        };
        let request = Request::new().payload(asked.to_string().into());
        let answer = self.request(format!("$JS.API.STREAM.MSG.GET.{stream}"), request).await?;
        let answer: GetAnswer = serde_json::from_slice(&answer.payload)
            .map_err(|why| RequestError::Answer(why.to_string()))?;
        match answer {
            GetAnswer { error: Some(why), .. } if why.err_code == 10037 => Ok(None),
            GetAnswer { error: Some(why), .. } => Err(why.into()),
            GetAnswer { message: None, .. } => Ok(None),
            GetAnswer { message: Some(message), .. } => {
                let decode = |text: &str| {
                    BASE64_STANDARD
                        .decode(text)
                        .map_err(|why| RequestError::Answer(why.to_string()))
                };
                let headers = decode(&message.hdrs)?;
                let has = |name: &[u8]| headers.windows(name.len()).any(|it| it == name);
                Ok(Some(Found {
                    subject: message.subject,
                    sequence: message.seq,
                    payload: decode(&message.data)?.into(),
                    is_marker: has(b"\r\nKV-Operation:") || has(b"\r\nNats-Marker-Reason:"),
                }))
            }
        }
    }

    /// Messages of a subject, or of all that match a pattern, from a sequence on. Any replica may
    /// answer, so the newest ones may be missing. The second value is where to continue, if there
    /// are more.
    pub(super) async fn read(
        &self,
        stream: &str,
        pattern: &str,
        from: u64,
    ) -> Result<(Vec<Found>, Option<u64>), RequestError> {
        let inbox = self.0.new_inbox();
        let failed = |why: String| RequestError::Connection(why);
        let subscribed = tokio::time::timeout(ATTEMPT, self.0.subscribe(inbox.clone())).await;
        let subscribed = subscribed.map_err(|_| RequestError::Silent)?;
        let mut answers = subscribed.map_err(|why| failed(why.to_string()))?;
        let asked = json!({"seq": from.max(1), "batch": BATCH, "next_by_subj": pattern});
        let subject = format!("$JS.API.DIRECT.GET.{stream}");
        let sent = self.0.publish_with_reply(subject, inbox, asked.to_string().into());
        let sent = tokio::time::timeout(ATTEMPT, sent).await.map_err(|_| RequestError::Silent)?;
        sent.map_err(|why| failed(why.to_string()))?;
        let mut found = vec![];
        loop {
            let answer = tokio::time::timeout(ATTEMPT, answers.next()).await;
            let Some(answer) = answer.map_err(|_| RequestError::Silent)? else {
                return Err(failed("no more answers".to_owned()));
            };
            match answer.status.map(|status| status.as_u16()) {
                None => found.push(direct(answer)?),
                Some(204) => {
                    let left = number(answer.headers.as_ref(), "Nats-Num-Pending");
                    let last = found.last().map(|it: &Found| it.sequence + 1);
                    return Ok((found, last.filter(|_| left.is_some_and(|left| left > 0))));
                }
                Some(404) => return Ok((found, None)),
                Some(503) => return Err(RequestError::NoLeader),
                Some(code) => {
                    let text = answer.description.unwrap_or_default();
                    return Err(RequestError::Refused { code: code.into(), text });
                }
            }
        }
    }

    /// Removes the messages of a subject up to and including a sequence.
    pub(super) async fn purge(
        &self,
        stream: &str,
        subject: &str,
        up_to: u64,
    ) -> Result<(), RequestError> {
        let asked = json!({"filter": subject, "seq": up_to.saturating_add(1)});
        let request = Request::new().payload(asked.to_string().into());
        let answer = self.request(format!("$JS.API.STREAM.PURGE.{stream}"), request).await?;
        let done: Done = serde_json::from_slice(&answer.payload)
            .map_err(|why| RequestError::Answer(why.to_string()))?;
        done.error.map_or(Ok(()), |why| Err(why.into()))
    }
}

fn number(headers: Option<&HeaderMap>, name: &str) -> Option<u64> {
    headers?.get(name)?.as_str().parse().ok()
}

/// A message from a direct-get response, whose headers describe it.
fn direct(answer: Message) -> Result<Found, RequestError> {
    let headers = answer.headers.as_ref();
    let bad = || RequestError::Answer("a message without its sequence".to_owned());
    let sequence = number(headers, "Nats-Sequence").ok_or_else(bad)?;
    let headers = headers.ok_or_else(bad)?;
    let subject = headers.get(header::NATS_SUBJECT).ok_or_else(bad)?.as_str().to_owned();
    let is_marker =
        headers.get("KV-Operation").is_some() || headers.get(header::NATS_MARKER_REASON).is_some();
    Ok(Found { subject, sequence, payload: answer.payload, is_marker })
}

/// Headers that let a message be stored only after this one of its subject.
pub(super) fn after(sequence: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, sequence.to_string());
    headers
}

/// Like [`after`], and the message replaces all before it.
pub(super) fn replacing(sequence: u64) -> HeaderMap {
    let mut headers = after(sequence);
    headers.insert(header::NATS_ROLLUP, "sub");
    headers
}
